// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension Document {
    /// A request for the first page; nil if the document has no link to this page. Requests for
    /// pages use the addresses of the links unchanged, with host, path and query.
    public var first: ReadRequest<Primary>? { page("first") }

    /// A request for the last page; nil if the document has no link to this page.
    public var last: ReadRequest<Primary>? { page("last") }

    /// A request for the next page; nil if the document has no link to this page.
    public var next: ReadRequest<Primary>? { page("next") }

    /// A request for the previous page; nil if the document has no link to this page.
    public var previous: ReadRequest<Primary>? { page("prev") }

    /// A request that reads this document again from its self link; nil if the document has no self
    /// link.
    public var reload: ReadRequest<Primary>? { page("self") }

    /// Returns a request for a page by the name of its link. Returns nil if the link is missing,
    /// null or empty.
    private func page(_ name: StaticString) -> ReadRequest<Primary>? {
        guard let source = tree.source, let link = tree.root.pageLink(name) else { return nil }
        return ReadRequest(link: link, source: source)
    }

    /// Returns a request for the target of any link in this document, such as a link of a resource.
    /// A relative link is relative to the address of the document. Returns nil if the document was
    /// not read from a server, or if the link is missing. If the link cannot be followed, sending
    /// the request throws an error.
    public func fetch<Other: PrimaryData>(
        _ link: DocumentLink, as primary: Other.Type
    ) -> ReadRequest<Other>? {
        guard let source = tree.source, let node = link.json.node, !node.isNull else { return nil }
        return ReadRequest(link: node, source: source)
    }

    /// A sequence of this page and all following pages. Each page is requested when a loop over the
    /// sequence needs the page.
    public var pages: PageSequence<Document<Primary>> { pages() }

    /// Returns a sequence of this page and all following pages.
    /// - Parameters:
    ///   - limits: the limits that end the sequence with an error.
    ///   - prefetching: true to request the next page while the program works on this one.
    ///   - noted: called with each mistake of the server in the links between pages.
    /// - Returns: the sequence, which sends nothing before it is read.
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
    /// Creates a request that follows a link of a document, with the header fields and timeouts of
    /// the request for the document, and the query of the link.
    init(link: Node, source: DocumentSource) {
        self.init(link: link, from: source.url, client: source.client)
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
    public var pages: PageSequence<Document<Primary>> { pages() }

    /// Returns a sequence of the requested page and all following pages.
    /// - Parameters:
    ///   - limits: the limits that end the sequence with an error.
    ///   - prefetching: true to request the next page while the program works on this one.
    ///   - noted: called with each mistake of the server in the links between pages.
    /// - Returns: the sequence, which sends nothing before it is read.
    public func pages(
        limits: PageLimits = PageLimits(), prefetching: Bool = false,
        noted: (@Sendable (PageNote) -> Void)? = nil
    ) -> PageSequence<Document<Primary>> {
        PageSequence(
            .request(pageRequest), limits: limits, isPrefetching: prefetching, noted: noted)
    }

    /// Returns the resources of all pages, in order. The parameters have the same meaning as the
    /// parameters of ``pages(limits:prefetching:noted:)``.
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
