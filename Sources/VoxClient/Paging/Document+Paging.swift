// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension Document {
    /// A request for the first page; nil if the document has no link to this page. Requests for
    /// pages use the addresses of the links unchanged, with host, path and query.
    public var first: ReadRequest<Primary>? { page("first") }

    /// A request for the last page; nil if the document has no link to this page.
    public var last: ReadRequest<Primary>? { page("last") }

    /// A request for the next page; nil if the document has no next page. The option
    /// ``APIOptions/paging`` determines how the next page is found.
    public var next: ReadRequest<Primary>? {
        pageFacts().flatMap { nextPage(after: $0)?.request }
    }

    /// A request for the previous page; nil if the document has neither a link `prev` nor a link
    /// `previous`, which some servers send instead.
    public var previous: ReadRequest<Primary>? { page("prev") ?? page("previous") }

    /// A request that reads this document again from its self link; nil if the document has no self
    /// link.
    public var reload: ReadRequest<Primary>? { page("self") }

    /// Returns a request for a page by the name of its link. Returns nil if the link is missing,
    /// null or empty.
    private func page(_ name: StaticString) -> ReadRequest<Primary>? {
        guard let source = tree.source, let link = tree.root.pageLink(name) else { return nil }
        return ReadRequest(link: link, source: source)
    }

    /// Returns a request for the target of any link in this document, such as the link of a
    /// resource. A relative link is relative to the address of the document. Returns nil if the
    /// document was not read from a server, or if the link is missing. If the link cannot be
    /// followed, sending the request throws an error.
    public func fetch<Other: PrimaryData>(
        _ link: DocumentLinks.Link, as primary: Other.Type
    ) -> ReadRequest<Other>? {
        guard let source = tree.source, let node = link.json.node, !node.isNull else { return nil }
        return ReadRequest(link: node, source: source)
    }

    /// A sequence of this page and all following pages. Each page is requested when a loop over the
    /// sequence needs the page.
    public var pages: Paging.Sequence<Document<Primary>> { pages() }

    /// Returns a sequence of this page and all following pages.
    /// - Parameters:
    ///   - limits: the limits that end the sequence.
    ///   - prefetching: true to request the next page while the program works on the current page.
    ///   - noted: a function that receives a note on each probable mistake in the page links of the
    ///     server.
    /// - Returns: the sequence, which sends no request before a loop reads it.
    public func pages(
        limits: Paging.Limits = Paging.Limits(), prefetching: Bool = false,
        noted: (@Sendable (Paging.Note) -> Void)? = nil
    ) -> Paging.Sequence<Document<Primary>> {
        Paging.Sequence(
            .page(readPage(PageState()), source?.url), limits: limits, isPrefetching: prefetching,
            noted: noted)
    }

    /// Returns the request for the page after this one, and whether the request uses a query
    /// parameter; nil for the last page. If the next page cannot be requested, sending the request
    /// throws an error.
    private func nextPage(
        after facts: PageFacts
    ) -> (request: ReadRequest<Primary>, isByParameter: Bool)? {
        guard let source = tree.source else { return nil }
        func request(_ target: Result<HTTPURL, RequestError>) -> ReadRequest<Primary> {
            ReadRequest(client: source.client, target: target, following: source)
        }
        do throws(RequestError) {
            switch try source.paging.step(after: facts) {
            case .end: return nil
            case .link(let link, let place):
                let url = Result { () throws(RequestError) in
                    try source.client.server.follow(link, from: source.url, named: place)
                }
                return (request(url), false)
            case .parameter(let name, let value):
                let url = Result { () throws(RequestError) in
                    try source.url.separating(name).rest.appending(
                        [QueryItem(name, value)], encoding: source.client.options.encoding)
                }
                var next = request(url)
                next.followsPageZero = facts.isNumberedFromZero
                return (next, true)
            }
        } catch {
            return (request(.failure(error)), false)
        }
    }

    /// This document as a page of a list.
    fileprivate func readPage(_ state: PageState) -> ReadPage<Document> {
        let isLater = state.isByLink || state.isByParameter
        guard let source = tree.source,
            let facts = pageFacts(earlier: state.earlier, isLater: isLater)
        else {
            return ReadPage(
                self, from: nil, count: tree.root.pageCount, bytes: state.bytes, next: nil,
                content: nil, end: { _ in .unknown("the document was not read from a server") },
                notes: { [] })
        }
        let isWhole = state.isWhole && (state.earlier > 0 || facts.isFirst)
        let next = nextPage(after: facts)
        var following = PageState()
        following.earlier = state.earlier + tree.root.pageCount
        following.isWhole = isWhole
        following.isByParameter = next?.isByParameter ?? false
        following.isByLink = next.map { !$0.isByParameter } ?? false
        return ReadPage(
            self, from: source.url, count: tree.root.pageCount, bytes: state.bytes,
            next: next?.request.page(following),
            content: state.isByParameter || following.isByParameter
                ? { tree.root.pageContent } : nil,
            identities: { tree.root.pageIdentities },
            end: { repeated in
                source.paging.end(
                    at: facts,
                    PagePosition(isWhole: isWhole, isByLink: state.isByLink, repeated: repeated))
            },
            notes: { source.paging.notes(on: facts) })
    }
}

/// The position of a page in a sequence of pages.
private struct PageState {
    /// The number of resources on all earlier pages.
    var earlier = 0
    /// True if the sequence began at the first page of the list.
    var isWhole = true
    /// True if the page is requested by a query parameter.
    var isByParameter = false
    /// True if a link of the previous page led to the page.
    var isByLink = false
    /// The size of the body.
    var bytes = 0
}

extension Node {
    /// A hash of the identities of the primary resources.
    var pageContent: Int {
        var hasher = Hasher()
        for resource in member("data")?.children ?? [] {
            hasher.combine(resource.member("type")?.text)
            hasher.combine(resource.member("id")?.text)
        }
        return hasher.finalize()
    }

    /// A hash of the identity of each primary resource; nil for a resource without an id.
    fileprivate var pageIdentities: [Int?] {
        (member("data")?.children ?? []).map { $0.identity?.hashValue }
    }
}

extension ReadRequest {
    /// Creates a request that follows a link of a document, with the header fields and timeouts of
    /// the request for the document, and the query of the link.
    init(link: Node, source: DocumentSource) {
        self.init(link: link, from: source.url, client: source.client)
        settings = source.settings.following
        settings.handle = nil
    }

    /// Creates a request for another page of the document, with the header fields and timeouts of
    /// the request for the document.
    fileprivate init(
        client: APIClient, target: Result<HTTPURL, RequestError>, following source: DocumentSource
    ) {
        self.init(client: client, target: target)
        settings = source.settings.following
        settings.handle = nil
    }

    /// Creates a request that follows a link. A relative link is relative to the address of the
    /// document that contains it.
    init(link: Node, from url: HTTPURL, client: APIClient) {
        let target = Result { () throws(RequestError) in
            guard let href = link.href, !href.isEmpty else {
                throw RequestError(
                    code: .malformedLink,
                    message: "the link at \"\(link.pointer)\" is neither an address nor null")
            }
            return try client.server.follow(
                href, from: url, named: "the link at \"\(link.pointer)\"")
        }
        self.init(client: client, target: target)
    }

    /// A sequence of the requested page and all following pages. Each page is requested when a loop
    /// over the sequence needs the page.
    public var pages: Paging.Sequence<Document<Primary>> { pages() }

    /// Returns a sequence of the requested page and all following pages.
    /// - Parameters:
    ///   - limits: the limits that end the sequence.
    ///   - prefetching: true to request the next page while the program works on the current page.
    ///   - noted: a function that receives a note on each probable mistake in the page links of the
    ///     server.
    /// - Returns: the sequence, which sends no request before a loop reads it.
    public func pages(
        limits: Paging.Limits = Paging.Limits(), prefetching: Bool = false,
        noted: (@Sendable (Paging.Note) -> Void)? = nil
    ) -> Paging.Sequence<Document<Primary>> {
        Paging.Sequence(
            .request(page(PageState())), limits: limits, isPrefetching: prefetching, noted: noted)
    }

    /// Returns the resources of all pages, in order. The parameters have the same meaning as the
    /// parameters of ``pages(limits:prefetching:noted:)``.
    public func resources<Schema>(
        limits: Paging.Limits = Paging.Limits(), prefetching: Bool = false,
        noted: (@Sendable (Paging.Note) -> Void)? = nil
    ) -> Paging.Sequence<Resource<Schema>> where Primary == [Schema] {
        Paging.Sequence(
            .request(page(PageState())), limits: limits, isPrefetching: prefetching, noted: noted
        ) { $0.data }
    }

    /// Returns the request for the page that this request reads.
    fileprivate func page(_ state: PageState) -> PageRequest<Document<Primary>> {
        PageRequest(Result { () throws(RequestError) in try url() }) {
            let exchange = try await client.readingExchange(url(), settings: settings)
            return {
                let response: APIResponse<Primary> = try client.response(
                    exchange, settings: settings)
                guard let page = response.document else {
                    throw exchange.error(
                        .unexpectedResponse, "the response has no document")
                }
                if followsPageZero { page.tree.followsPageZero = true }
                var state = state
                state.bytes = exchange.body.count
                return page.readPage(state)
            }
        }
    }
}
