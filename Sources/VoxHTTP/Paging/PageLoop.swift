// SPDX-License-Identifier: MIT

internal import Synchronization

/// The page where a sequence of pages begins.
package enum PageStart<Page> {
    /// The sequence begins with a page that must still be requested.
    case request(PageRequest<Page>)
    /// The sequence begins with a page that was already read. The second value is the address of
    /// this page.
    case page(ReadPage<Page>, HTTPURL?)
}

/// The end of the last loop that ended.
final class LastEnd: Sendable { let value = Mutex<Paging.End?>(nil) }

/// A loop over pages, for a sequence that does not know the type of the pages.
protocol ElementLoop<Element> {
    associatedtype Element

    /// Returns the elements of the next page, or nil after the last page.
    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws -> AnyIterator<Element>?
}

/// Requests one page after another.
struct PageLoop<Page, Element>: ElementLoop {
    private var known: ReadPage<Page>?
    private var request: PageRequest<Page>?
    private var prefetched: Prefetched<PageRequest<Page>.Reader>?
    private var walk: PageGuard
    /// How the list ends, if no further page is requested.
    private var end: () -> Paging.End = { .complete }
    private var content: Int?
    private var contents: Set<Int> = []
    private let isPrefetching: Bool
    private let noted: (@Sendable (Paging.Note) -> Void)?
    private let last: LastEnd
    private let elements: (Page) -> AnyIterator<Element>

    init(
        _ start: PageStart<Page>, limits: Paging.Limits, isPrefetching: Bool,
        noted: (@Sendable (Paging.Note) -> Void)?, last: LastEnd,
        elements: @escaping (Page) -> AnyIterator<Element>
    ) {
        walk = PageGuard(limits)
        self.isPrefetching = isPrefetching
        self.noted = noted
        self.last = last
        self.elements = elements
        last.value.withLock { $0 = nil }
        switch start {
        case .request(let first): request = first
        case .page(let page, let url):
            known = page
            if let url { walk.visit(url) }
        }
    }

    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws -> AnyIterator<Element>? {
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
                    noted(Paging.Note(code: .repeated, url: url, link: ""))
                }
            }
            limitNextPage(after: read)
            prefetch()
            return elements(read.page)
        } catch {
            finish(.cutOff("a page could not be read"))
            throw error
        }
    }

    /// Returns the reason for the end of a list with a page that was sent before.
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
            if let url = read.url { noted?(Paging.Note(code: .emptyPage, url: url, link: "")) }
        } else if let limit = walk.limitOfNextPage {
            request = nil
            end = { .cutOff("the limit of \(limit) is reached") }
        }
    }

    private mutating func finish(_ end: Paging.End) {
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
