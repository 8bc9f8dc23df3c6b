// SPDX-License-Identifier: MIT

extension RESTRequest {
    /// Returns all pages of a list, beginning with the page of this request. Each page is requested
    /// when a loop over the sequence needs the page.
    /// - Parameters:
    ///   - next: the way to find the next page.
    ///   - limits: the limits that end the sequence.
    ///   - prefetching: true to request the next page while the program works on the current page.
    ///   - noted: a function that receives a note on each probable mistake in the page links of the
    ///     server.
    /// - Returns: the sequence, which sends no request before a loop reads it.
    public func pages<Schema>(
        by next: Paging.Next, limits: Paging.Limits = Paging.Limits(), prefetching: Bool = false,
        noted: (@Sendable (Paging.Note) -> Void)? = nil
    ) -> Paging.Sequence<ModelList<Schema>> where Content == ModelList<Schema> {
        Paging.Sequence(
            .request(page(call, next)), limits: limits, isPrefetching: prefetching,
            noted: noted)
    }

    /// Returns the models of all pages, in order. The parameters have the same meaning as the
    /// parameters of ``pages(by:limits:prefetching:noted:)``.
    public func models<Schema>(
        by next: Paging.Next, limits: Paging.Limits = Paging.Limits(), prefetching: Bool = false,
        noted: (@Sendable (Paging.Note) -> Void)? = nil
    ) -> Paging.Sequence<TypedObject<Schema>> where Content == ModelList<Schema> {
        Paging.Sequence(
            .request(page(call, next)), limits: limits, isPrefetching: prefetching, noted: noted
        ) { $0 }
    }

    /// Returns the request for one page.
    /// - Parameters:
    ///   - call: the call that requests the page.
    ///   - next: the way to find the next page.
    ///   - total: the number of models on all earlier pages; nil for the first page.
    ///   - isWhole: true if the first page is the first page of the list.
    ///   - isByParameter: true if the page is requested by a query parameter.
    ///   - followsPageZero: true if an earlier page has the number zero.
    /// - Returns: the request.
    private func page<Schema>(
        _ call: Call, _ next: Paging.Next, total: Int? = nil, isWhole: Bool = true,
        isByParameter: Bool = false, followsPageZero: Bool = false
    ) -> PageRequest<ModelList<Schema>> where Content == ModelList<Schema> {
        PageRequest(Result { () throws(RequestError) in try call.url() }) {
            let sent = try await call.send()
            return {
                let (list, exchange) = try call.finish(sent) { json, exchange in
                    (try content(json, exchange), exchange)
                }.content
                let root = list.json.vox.root ?? list.json
                let isByLink = total != nil && !isByParameter
                let total = (total ?? 0) + list.count
                let facts = PageFacts(
                    url: exchange.request.url, head: ClientResponse.Head(exchange),
                    count: list.count, total: total, followsPageZero: followsPageZero,
                    resolve: { try? call.context.server.linked($0, from: exchange.url) },
                    names: { names in
                        guard let node = root.node?.member(at: names), node.isObject else {
                            return []
                        }
                        return node.children.prefix(200).map(\.name)
                    },
                    member: { names in
                        guard let node = root.node?.member(at: names) else { return .absent }
                        return PageMember(
                            string: node.string, number: node.numberText, boolean: node.boolean,
                            isNull: node.isNull)
                    })
                let isWhole = isWhole && (total > list.count || facts.isFirst)
                var following: PageRequest<ModelList<Schema>>?
                var comparesContent = isByParameter
                switch try next.step(after: facts) {
                case .end: break
                case .link(let link, let place):
                    following = page(
                        try call.following(link, from: exchange.url, named: place), next,
                        total: total, isWhole: isWhole, isByParameter: false)
                case .parameter(let name, let value):
                    comparesContent = true
                    following = page(
                        call.following(name, value), next, total: total, isWhole: isWhole,
                        isByParameter: true, followsPageZero: facts.isNumberedFromZero)
                }
                return ReadPage(
                    list, from: exchange.url, count: list.count, bytes: exchange.body.count,
                    next: following,
                    content: comparesContent ? { exchange.body.hashValue } : nil,
                    end: { repeated in
                        next.end(
                            at: facts,
                            PagePosition(
                                isWhole: isWhole, isByLink: isByLink, repeated: repeated))
                    },
                    notes: { next.notes(on: facts) })
            }
        }
    }
}

extension Call {
    /// Returns the call that follows a link.
    fileprivate func following(
        _ link: String, from url: HTTPURL, named place: String
    ) throws(RequestError) -> Call {
        var next = Call(
            context, method, .success(try context.server.follow(link, from: url, named: place)))
        next.settings = followingSettings
        return next
    }

    /// Returns the call with another value of a query parameter.
    fileprivate func following(_ parameter: String, _ value: String) -> Call {
        var next = self
        next.target = target.map { $0.separating(parameter).rest }
        next.settings = followingSettings
        next.query.removeAll { $0.name == parameter }
        next.query.append(QueryItem(parameter, value))
        return next
    }

    private var followingSettings: ClientRequest.Settings {
        var settings = settings.following
        settings.handle = nil
        return settings
    }
}
