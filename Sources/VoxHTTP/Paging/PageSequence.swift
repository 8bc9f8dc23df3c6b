// SPDX-License-Identifier: MIT

/// The pages of a list. Each page is requested when the loop needs it.
///
/// The sequence ends after a page that has no next page. The iterator throws ``RequestError`` if a
/// link leads to an earlier page (`paginationCycle`), if a link cannot be followed, and if one of
/// ``PageLimits`` is exceeded (`limit`), so that no server can keep a client busy for ever. A
/// probable mistake of the server that does not stop the sequence is reported as a ``PageNote``.
public struct PageSequence<Page>: AsyncSequence {
    /// The page where a sequence begins.
    package enum Start {
        /// The sequence begins at a page that is requested.
        case request(PageRequest<Page>)
        /// The sequence begins at a page that was read before, with the address of this page.
        case page(ReadPage<Page>, HTTPURL?)
    }

    private let start: Start
    private let limits: PageLimits
    private let isPrefetching: Bool
    private let noted: (@Sendable (PageNote) -> Void)?

    package init(
        _ start: Start, limits: PageLimits, isPrefetching: Bool,
        noted: (@Sendable (PageNote) -> Void)?
    ) {
        self.start = start
        self.limits = limits
        self.isPrefetching = isPrefetching
        self.noted = noted
    }

    /// Starts at the first page. Pages that an earlier iterator has read are requested again.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Requests one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var known: ReadPage<Page>?
        private var request: PageRequest<Page>?
        private var prefetched: Prefetched<PageRequest<Page>.Reader>?
        private var walk: PageGuard
        private let isPrefetching: Bool
        private let noted: (@Sendable (PageNote) -> Void)?

        init(_ pages: PageSequence) {
            walk = PageGuard(pages.limits)
            isPrefetching = pages.isPrefetching
            noted = pages.noted
            switch pages.start {
            case .request(let first): request = first
            case .page(let page, let url):
                known = page
                if let url { walk.visit(url) }
            }
        }

        /// Returns the next page, or nil after the last page.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Page? {
            do {
                guard let read = try await read(isolation: actor) else { return nil }
                known = nil
                request = read.next
                try walk.count(resources: read.count, bytes: read.bytes)
                if let noted { read.notes().forEach(noted) }
                prefetch()
                return read.page
            } catch {
                request = nil
                prefetched = nil
                throw error
            }
        }

        private mutating func read(
            isolation actor: isolated (any Actor)?
        ) async throws -> ReadPage<Page>? {
            if let known { return known }
            guard let request else { return nil }
            let url = try request.url.get()
            guard walk.visit(url) else { throw RequestError.paginationCycle(url) }
            let response = prefetched
            prefetched = nil
            let read: PageRequest<Page>.Reader
            if let response {
                read = try await response.value()
            } else {
                read = try await request.send()
            }
            let page = try read()
            try Task.checkCancellation()
            return page
        }

        private mutating func prefetch() {
            guard isPrefetching, let request, let url = try? request.url.get(),
                !walk.hasVisited(url)
            else { return }
            prefetched = Prefetched(request.send)
        }
    }
}

@available(*, unavailable)
extension PageSequence.AsyncIterator: Sendable {}

/// The elements of all pages of a list, in order. Each page is requested when the loop needs it.
public struct PagedElements<Page, Elements: Sequence>: AsyncSequence {
    private let pages: PageSequence<Page>
    private let elements: (Page) -> Elements

    package init(_ pages: PageSequence<Page>, _ elements: @escaping (Page) -> Elements) {
        self.pages = pages
        self.elements = elements
    }

    /// Starts at the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator(), elements: elements)
    }

    /// Requests one page after the other, and returns the elements of each page.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var pages: PageSequence<Page>.AsyncIterator
        let elements: (Page) -> Elements
        var page: Elements.Iterator?

        /// Returns the next element, or nil after the last element.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Elements.Element? {
            while true {
                if let element = page?.next() { return element }
                guard let next = try await pages.next(isolation: actor) else { return nil }
                page = elements(next).makeIterator()
            }
        }
    }
}

@available(*, unavailable)
extension PagedElements.AsyncIterator: Sendable {}
