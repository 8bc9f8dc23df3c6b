// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension Document {
    /// The first page, when the document links to it. Like all of these, the link is followed whole:
    /// host, path and query.
    public var first: ReadRequest<Primary>? { page("first") }

    /// The last page.
    public var last: ReadRequest<Primary>? { page("last") }

    /// The page after this one.
    public var next: ReadRequest<Primary>? { page("next") }

    /// The page before this one.
    public var previous: ReadRequest<Primary>? { page("prev") }

    /// This document again, by its self link.
    public var reload: ReadRequest<Primary>? { page("self") }

    /// A page by the name of its link; nil when there is no such link, or it is null or empty.
    private func page(_ name: StaticString) -> ReadRequest<Primary>? {
        guard let source = tree.source, let link = tree.root.pageLink(name) else { return nil }
        return ReadRequest(link: link, source: source)
    }

    /// Follows any link of this document, as one of a resource or of a relationship: a relative one is
    /// relative to where the document came from. Nil when the document came from no server, or there
    /// is no such link.
    /// A link that cannot be followed is an error of the request.
    public func fetch<Other: PrimaryData>(
        _ link: DocumentLink, as primary: Other.Type
    ) -> ReadRequest<Other>? {
        guard let source = tree.source, let node = link.json.node, !node.isNull else { return nil }
        return ReadRequest(link: node, source: source)
    }

    /// This page and all that follow, read one by one as they are asked for.
    public var pages: PageSequence<Document<Primary>> { pages() }

    /// This page and all that follow.
    /// - Parameters:
    ///   - limits: where to stop.
    ///   - prefetching: true to read the next page while this one is in use.
    ///   - noted: told what looks wrong about where the pages end.
    /// - Returns: the sequence; it sends nothing before it is read.
    public func pages(
        limits: PageLimits = PageLimits(), prefetching: Bool = false,
        noted: (@Sendable (PageNote) -> Void)? = nil
    ) -> PageSequence<Document<Primary>> {
        PageSequence(
            .page(readPage(bytes: 0), source?.url), limits: limits, isPrefetching: prefetching,
            noted: noted)
    }

    /// This document as a page of a list.
    fileprivate func readPage(bytes: Int) -> ReadPage<Document> {
        let data = tree.root.member("data")
        return ReadPage(
            self, count: data.map { $0.isArray ? $0.count : 1 } ?? 0, bytes: bytes,
            next: next?.pageRequest, notes: { pageNotes })
    }
}

extension ReadRequest {
    /// A request that follows a link of a document, likewise headers and timeouts; the query is the
    /// link's own.
    init(link: Node, source: DocumentSource) {
        self.init(link: link, from: source.url, client: source.client)
        settings = source.settings.following
        settings.handle = nil
    }

    /// A request that follows a link, from the address of the document that it stands in.
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

    /// All pages, from the one asked for on, read one by one as they are asked for.
    public var pages: PageSequence<Document<Primary>> { pages() }

    /// All pages, from the one asked for on.
    /// - Parameters:
    ///   - limits: where to stop.
    ///   - prefetching: true to read the next page while this one is in use.
    ///   - noted: told what looks wrong about where the pages end.
    /// - Returns: the sequence; it sends nothing before it is read.
    public func pages(
        limits: PageLimits = PageLimits(), prefetching: Bool = false,
        noted: (@Sendable (PageNote) -> Void)? = nil
    ) -> PageSequence<Document<Primary>> {
        PageSequence(
            .request(pageRequest), limits: limits, isPrefetching: prefetching, noted: noted)
    }

    /// The resources of all pages, one after another. The parameters are those of
    /// ``pages(limits:prefetching:noted:)``.
    public func resources<Schema>(
        limits: PageLimits = PageLimits(), prefetching: Bool = false,
        noted: (@Sendable (PageNote) -> Void)? = nil
    ) -> PagedElements<Document<Primary>, ResourceList<Schema>> where Primary == [Schema] {
        PagedElements(pages(limits: limits, prefetching: prefetching, noted: noted)) { $0.data }
    }

    /// The request for the page that this request reads.
    fileprivate var pageRequest: PageRequest<Document<Primary>> {
        PageRequest(Result { () throws(RequestError) in try url() }) {
            let exchange = try await client.exchange(.get, url(), settings: settings)
            return {
                let response: APIResponse<Primary> = try client.response(
                    exchange, settings: settings)
                guard let page = response.document else {
                    throw exchange.error(
                        .unexpectedResponse, "the response has no document")
                }
                return page.readPage(bytes: exchange.body.count)
            }
        }
    }
}
