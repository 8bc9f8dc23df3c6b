// SPDX-License-Identifier: MIT

internal import Synchronization

/// The pages of a list. Each page is requested when the loop needs it.
///
/// The sequence ends after a page that has no next page, and after a page without resources. After
/// the loop, ``end`` tells whether the whole list was read. The iterator throws ``RequestError`` if
/// a link leads to an earlier page (`paginationCycle`), and if a link cannot be followed. A
/// probable mistake of the server that does not stop the sequence is reported as a ``PageNote``.
public struct PageSequence<Page>: AsyncSequence {
    /// The page where a sequence begins.
    package enum Start {
        /// The sequence begins with a page that must still be requested.
        case request(PageRequest<Page>)
        /// The sequence begins with a page that was already read. The second value is the address
        /// of this page.
        case page(ReadPage<Page>, HTTPURL?)
    }

    /// The end of the last loop that ended.
    private final class LastEnd: Sendable {
        let value = Mutex<ListEnd?>(nil)
    }

    private let start: Start
    private let limits: PageLimits
    private let isPrefetching: Bool
    private let noted: (@Sendable (PageNote) -> Void)?
    private let last = LastEnd()

    package init(
        _ start: Start, limits: PageLimits, isPrefetching: Bool,
        noted: (@Sendable (PageNote) -> Void)?
    ) {
        self.start = start
        self.limits = limits
        self.isPrefetching = isPrefetching
        self.noted = noted
    }

    /// How the last loop over this sequence ended; nil if no loop has reached its end.
    public var end: ListEnd? { last.value.withLock { $0 } }

    /// Starts at the first page. The iterator also requests pages that an earlier iterator has
    /// read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Requests one page after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var known: ReadPage<Page>?
        private var request: PageRequest<Page>?
        private var prefetched: Prefetched<PageRequest<Page>.Reader>?
        private var walk: PageGuard
        /// How the list ends, if no further page is requested.
        private var end: () -> ListEnd = { .complete }
        private var content: Int?
        private var contents: Set<Int> = []
        private let isPrefetching: Bool
        private let noted: (@Sendable (PageNote) -> Void)?
        private let last: LastEnd

        init(_ pages: PageSequence) {
            walk = PageGuard(pages.limits)
            isPrefetching = pages.isPrefetching
            noted = pages.noted
            last = pages.last
            last.value.withLock { $0 = nil }
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
                guard let read = try await read(isolation: actor) else {
                    finish(end())
                    return nil
                }
                known = nil
                request = read.next
                if let limit = walk.count(resources: read.count, bytes: read.bytes) {
                    finish(.cutOff("the limit of \(limit) is reached"))
                    return nil
                }
                if let hash = read.content?() {
                    if read.count > 0, contents.contains(hash) {
                        finish(.cutOff(Self.sameTwice(isNeighbour: hash == content)))
                        return nil
                    }
                    contents.insert(hash)
                    content = hash
                }
                let (isRepeated, repeated) = walk.repeats(in: read)
                end = { read.end(repeated) }
                if let noted {
                    read.notes().forEach(noted)
                    if isRepeated, let url = read.url {
                        noted(PageNote(code: .repeated, url: url, link: ""))
                    }
                }
                limitNextPage(after: read)
                prefetch()
                return read.page
            } catch {
                finish(.cutOff("a page could not be read"))
                throw error
            }
        }

        /// Returns the reason why a list ends if the server sends the same page twice.
        private static func sameTwice(isNeighbour: Bool) -> String {
            "the server sent the same page twice, "
                + (isNeighbour
                    ? "so it does not know the query parameter of the next page"
                    : "although different pages were requested")
        }

        /// Leaves out the next page if this page is empty, or if a limit forbids it.
        private mutating func limitNextPage(after read: ReadPage<Page>) {
            guard request != nil else { return }
            if !walk.followsEmptyPage {
                request = nil
                if let url = read.url { noted?(PageNote(code: .emptyPage, url: url, link: "")) }
            } else if let limit = walk.limitOfNextPage {
                request = nil
                end = { .cutOff("the limit of \(limit) is reached") }
            }
        }

        private mutating func finish(_ end: ListEnd) {
            request = nil
            prefetched = nil
            self.end = { end }
            last.value.withLock { $0 = end }
        }

        private mutating func read(
            isolation actor: isolated (any Actor)?
        ) async throws -> ReadPage<Page>? {
            if let known { return known }
            guard let request else { return nil }
            try walk.checkNextPage()
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

    /// How the last loop over this sequence ended; nil if no loop has reached its end.
    public var end: ListEnd? { pages.end }

    /// Reads the elements of all pages into an array.
    ///
    /// If the server does not say whether the list has another page (``ListEnd/unknown(_:)``), the
    /// method throws no error, because the list may be complete. Check ``end`` after the call.
    /// - Throws: ``RequestError`` with code `incomplete` if the list is cut off
    ///   (``ListEnd/cutOff(_:)``), and the errors of the loop over the pages.
    public func all(
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> [Elements.Element] {
        var all: [Elements.Element] = []
        var iterator = makeAsyncIterator()
        while let element = try await iterator.next(isolation: actor) { all.append(element) }
        if case .cutOff(let reason) = end { throw RequestError.incomplete(reason) }
        return all
    }

    /// Starts at the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator(), elements: elements)
    }

    /// Requests one page after another, and returns the elements of each page.
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
