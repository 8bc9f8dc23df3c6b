// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The pages of a collection. Each is read when it is asked for, so whoever reads slowly asks slowly.
///
/// Ends at the page whose `next` is null, empty or missing; what looks wrong about that is noted
/// (``PageNote``). A link to a page that was there already, a link
/// that is none, and a limit that is reached are errors (``RequestError``).
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
        private var prefetched: Prefetched?
        private var visited: Set<String> = []
        private let limits: PageLimits
        private let isPrefetching: Bool
        private let noted: (@Sendable (PageNote) -> Void)?
        private var pages = 0
        private var emptyPages = 0
        private var resources = 0
        private var bytes = 0

        init(_ pages: PageSequence) {
            switch pages.start {
            case .request(let request): self.request = request
            case .document(let document): self.document = document
            }
            limits = pages.limits
            isPrefetching = pages.isPrefetching
            noted = pages.noted
        }

        /// The next page; nil behind the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Document<Primary>? {
            do {
                let document = try await read(isolation: actor)
                try count(document)
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
                if let source = first.source { visited.insert(source.url.text) }
                request = first.next
                return first
            }
            guard let asked = request else { return nil }
            let url = try asked.url()
            guard visited.insert(url.text).inserted else {
                throw RequestError(
                    code: .paginationCycle,
                    message: "the next page is one that was there already: \(url)")
            }
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
            bytes += exchange.body.count
            request = page.next
            return page
        }

        private mutating func count(_ document: Document<Primary>?) throws(RequestError) {
            guard let document else { return }
            let count = document.tree.root.member("data").map { $0.isArray ? $0.count : 1 } ?? 0
            pages += 1
            resources += count
            emptyPages = count == 0 ? emptyPages + 1 : 0
            let reached: String? =
                if pages > limits.pages {
                    "\(limits.pages) pages"
                } else if emptyPages > limits.emptyPages {
                    "\(limits.emptyPages) pages without resources in a row"
                } else if let most = limits.resources, resources > most {
                    "\(most) resources"
                } else if let most = limits.bytes, bytes > most {
                    "\(most) bytes"
                } else {
                    nil
                }
            if let reached {
                throw RequestError(
                    code: .limit, message: "there is more than the limit of \(reached)")
            }
        }

        private mutating func prefetch() {
            guard isPrefetching, let request, let url = try? request.url(),
                !visited.contains(url.text)
            else { return }
            prefetched = Prefetched { [client = request.client, settings = request.settings] in
                try await client.exchange(.get, url, settings: settings)
            }
        }
    }
}

@available(*, unavailable)
extension PageSequence.AsyncIterator: Sendable {}

/// A page that is read ahead. Let go, it is cancelled.
private final class Prefetched {
    private let task: Task<Exchange, any Error>

    init(_ read: @escaping @Sendable () async throws -> Exchange) { task = Task(operation: read) }

    deinit { task.cancel() }

    nonisolated(nonsending) func value() async throws -> Exchange {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: { [task] in
            task.cancel()
        }
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
