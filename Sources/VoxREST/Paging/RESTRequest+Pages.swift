// SPDX-License-Identifier: MIT

extension RESTRequest {
    /// Returns all pages of a list, beginning with the page of this request. Each page is requested
    /// when a loop over the sequence needs the page.
    /// - Parameters:
    ///   - next: the way to find the next page.
    ///   - limits: the limits that end the sequence with an error.
    ///   - prefetching: true to request the next page while the program works on this one.
    ///   - noted: called with each probable mistake of the server in the links between pages.
    /// - Returns: the sequence, which sends nothing before it is read.
    public func pages<Schema>(
        by next: NextPage, limits: PageLimits = PageLimits(), prefetching: Bool = false,
        noted: (@Sendable (PageNote) -> Void)? = nil
    ) -> PageSequence<ModelList<Schema>> where Content == ModelList<Schema> {
        PageSequence(
            .request(page(call, next, total: 0)), limits: limits, isPrefetching: prefetching,
            noted: noted)
    }

    /// Returns the models of all pages, in order. The parameters have the same meaning as the
    /// parameters of ``pages(by:limits:prefetching:noted:)``.
    public func models<Schema>(
        by next: NextPage, limits: PageLimits = PageLimits(), prefetching: Bool = false,
        noted: (@Sendable (PageNote) -> Void)? = nil
    ) -> PagedElements<ModelList<Schema>, ModelList<Schema>> where Content == ModelList<Schema> {
        PagedElements(pages(by: next, limits: limits, prefetching: prefetching, noted: noted)) {
            $0
        }
    }

    /// Returns the request for one page. `total` is the number of models on all earlier pages.
    private func page<Schema>(
        _ call: Call, _ next: NextPage, total: Int
    ) -> PageRequest<ModelList<Schema>> where Content == ModelList<Schema> {
        PageRequest(Result { () throws(RequestError) in try call.url() }) {
            let sent = try await call.send()
            return {
                let (list, exchange) = try call.finish(sent) { json, exchange in
                    (try content(json, exchange), exchange)
                }.content
                let page = NextPage.Page(
                    call: call, exchange: exchange, json: list.json.vox.root ?? list.json,
                    count: list.count, total: total + list.count)
                let following = try next.call(after: page).map {
                    self.page($0, next, total: page.total)
                }
                return ReadPage(
                    list, count: list.count, bytes: exchange.body.count, next: following,
                    notes: { next.notes(on: page) })
            }
        }
    }
}
