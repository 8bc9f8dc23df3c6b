// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension RESTRequest {
    /// All pages of a list, from the one asked for on, read one by one as they are asked for.
    /// - Parameters:
    ///   - next: how the page after a page is found.
    ///   - limits: where to stop.
    ///   - prefetching: true to read the next page while this one is in use.
    /// - Returns: the sequence; it sends nothing before it is read.
    public func pages<Schema>(
        by next: NextPage, limits: PageLimits = PageLimits(), prefetching: Bool = false
    ) -> ModelPages<Schema> where Content == ModelList<Schema> {
        ModelPages(request: self, next: next, limits: limits, isPrefetching: prefetching)
    }

    /// The models of all pages, one after another. The parameters are those of
    /// ``pages(by:limits:prefetching:)``.
    public func models<Schema>(
        by next: NextPage, limits: PageLimits = PageLimits(), prefetching: Bool = false
    ) -> ModelSequence<Schema> where Content == ModelList<Schema> {
        ModelSequence(pages: pages(by: next, limits: limits, prefetching: prefetching))
    }
}

/// The pages of a list. Each is read when it is asked for, so whoever reads slowly asks slowly.
///
/// A page that was there already, a link that is none, and a limit that is reached are errors
/// (`RequestError`), so no service can keep a client busy for ever.
public struct ModelPages<Schema: RESTSchema>: AsyncSequence {
    let request: RESTRequest<ModelList<Schema>>
    let next: NextPage
    let limits: PageLimits
    let isPrefetching: Bool

    /// Starts at the first page; what was read before is read again.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Walks through the pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let pages: ModelPages
        private var call: Call?
        private var prefetched: Prefetched<SentCall>?
        private var walk: PageGuard
        private var total = 0

        init(_ pages: ModelPages) {
            self.pages = pages
            call = pages.request.call
            walk = PageGuard(pages.limits)
        }

        /// The next page; nil behind the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> ModelList<Schema>? {
            do {
                guard let call else { return nil }
                return try await read(call, isolation: actor)
            } catch {
                call = nil
                prefetched = nil
                throw error
            }
        }

        private mutating func read(
            _ call: Call, isolation actor: isolated (any Actor)?
        ) async throws -> ModelList<Schema> {
            let url = try call.url()
            guard walk.visit(url) else { throw RequestError.paginationCycle(url) }
            let sent: SentCall
            if let prefetched {
                sent = try await prefetched.value()
            } else {
                sent = try await call.send()
            }
            prefetched = nil
            let (list, exchange) = try call.finish(sent) { json, exchange in
                (try pages.request.content(json, exchange), exchange)
            }.content
            total += list.count
            try walk.count(resources: list.count, bytes: exchange.body.count)
            let root = list.json.vox.root ?? list.json
            self.call = try pages.next.call(
                after: NextPage.Page(
                    call: call, exchange: exchange, json: root, count: list.count, total: total))
            prefetch()
            return list
        }

        private mutating func prefetch() {
            guard pages.isPrefetching, let call, let url = try? call.url(), !walk.hasVisited(url)
            else { return }
            prefetched = Prefetched { try await call.send() }
        }
    }
}

@available(*, unavailable)
extension ModelPages.AsyncIterator: Sendable {}

/// The models of a list, page by page.
public struct ModelSequence<Schema: RESTSchema>: AsyncSequence {
    let pages: ModelPages<Schema>

    /// Starts at the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator())
    }

    /// Walks through the models.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var pages: ModelPages<Schema>.AsyncIterator
        private var page: IndexingIterator<ModelList<Schema>>?

        init(pages: ModelPages<Schema>.AsyncIterator) { self.pages = pages }

        /// The next model; nil behind the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Model<Schema>? {
            while true {
                if let model = page?.next() { return model }
                guard let list = try await pages.next(isolation: actor) else { return nil }
                page = list.makeIterator()
            }
        }
    }
}

@available(*, unavailable)
extension ModelSequence.AsyncIterator: Sendable {}
