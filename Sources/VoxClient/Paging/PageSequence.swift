// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The pages of a collection. Each is read when it is asked for, so whoever reads slowly asks slowly.
///
/// Ends at the page whose `next` is null, empty or missing; what looks wrong about that is noted
/// (``PageNote``). A link to a page that was there already, a link
/// that is none, and a limit that is reached are errors (`RequestError`).
public struct PageSequence<Primary: PrimaryData>: AsyncSequence {
    enum Start {
        case request(FetchRequest<Primary>)
        case document(Document<Primary>)
    }

    let start: Start
    let limits: PageLimits
    let isPrefetching: Bool
    let noted: (@Sendable (PageNote) -> Void)?

    /// Starts at the first page; what was read before is read again.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }

    /// Walks through the pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var document: Document<Primary>?
        private var request: FetchRequest<Primary>?
        private var prefetched: Prefetched<Exchange>?
        private var walk: PageGuard
        private let isPrefetching: Bool
        private let noted: (@Sendable (PageNote) -> Void)?

        init(_ pages: PageSequence) {
            switch pages.start {
            case .request(let request): self.request = request
            case .document(let document): self.document = document
            }
            walk = PageGuard(pages.limits)
            isPrefetching = pages.isPrefetching
            noted = pages.noted
        }

        /// The next page; nil behind the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Document<Primary>? {
            do {
                let document = try await read(isolation: actor)
                if let noted { document?.pageNotes.forEach(noted) }
                prefetch()
                return document
            } catch {
                request = nil
                prefetched = nil
                throw error
            }
        }

        private mutating func read(
            isolation actor: isolated (any Actor)?
        ) async throws -> Document<Primary>? {
            if let first = document {
                document = nil
                if let source = first.source { walk.visit(source.url) }
                request = first.next
                try walk.count(resources: first.resourceCount, bytes: 0)
                return first
            }
            guard let asked = request else { return nil }
            let url = try asked.url()
            guard walk.visit(url) else { throw RequestError.paginationCycle(url) }
            let exchange: Exchange
            if let prefetched {
                exchange = try await prefetched.value()
            } else {
                exchange = try await asked.client.exchange(.get, url, settings: asked.settings)
            }
            prefetched = nil
            let answer: APIResponse<Primary> = try asked.client.response(
                exchange, settings: asked.settings)
            try Task.checkCancellation()
            guard let page = answer.document else {
                throw exchange.error(.unexpectedAnswer, "the server answered without a document")
            }
            request = page.next
            try walk.count(resources: page.resourceCount, bytes: exchange.body.count)
            return page
        }

        private mutating func prefetch() {
            guard isPrefetching, let request, let url = try? request.url(),
                !walk.hasVisited(url)
            else { return }
            prefetched = Prefetched { [client = request.client, settings = request.settings] in
                try await client.exchange(.get, url, settings: settings)
            }
        }
    }
}

@available(*, unavailable)
extension PageSequence.AsyncIterator: Sendable {}

extension Document {
    /// How many resources the primary data has.
    fileprivate var resourceCount: Int {
        tree.root.member("data").map { $0.isArray ? $0.count : 1 } ?? 0
    }
}

/// The resources of a collection, page by page.
public struct ResourceSequence<Schema: ResourceSchema>: AsyncSequence {
    let pages: PageSequence<[Schema]>

    /// Starts at the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator())
    }

    /// Walks through the resources.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var pages: PageSequence<[Schema]>.AsyncIterator
        private var page: ResourceList<Schema>.Iterator?

        init(pages: PageSequence<[Schema]>.AsyncIterator) { self.pages = pages }

        /// The next resource; nil behind the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Resource<Schema>? {
            while true {
                if let resource = page?.next() { return resource }
                guard let document = try await pages.next(isolation: actor) else { return nil }
                page = document.data.makeIterator()
            }
        }
    }
}

@available(*, unavailable)
extension ResourceSequence.AsyncIterator: Sendable {}
