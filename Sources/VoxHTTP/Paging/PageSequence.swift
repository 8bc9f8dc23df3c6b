// SPDX-License-Identifier: MIT

internal import Synchronization

extension Paging {
    /// The pages of a list, or the elements of all pages, in order. Each page is requested when the
    /// loop needs it.
    ///
    /// The sequence ends after a page that has no next page, and after a page without resources.
    /// After the loop, ``end`` tells whether the whole list was read. The iterator throws
    /// ``RequestError`` if a link leads to an earlier page (`paginationCycle`), and if a link
    /// cannot be followed. If a probable mistake of the server does not stop the sequence, the
    /// mistake is reported as a ``Paging/Note``.
    public struct Sequence<Element>: AsyncSequence {
        private let loop: () -> any ElementLoop<Element>
        private let last: LastEnd

        /// Creates a sequence of the elements of all pages.
        package init<Page>(
            _ start: PageStart<Page>, limits: Limits, isPrefetching: Bool,
            noted: (@Sendable (Note) -> Void)?,
            elements: @escaping (Page) -> some Swift.Sequence<Element>
        ) {
            let last = LastEnd()
            self.last = last
            loop = {
                PageLoop(
                    start, limits: limits, isPrefetching: isPrefetching, noted: noted, last: last
                ) { AnyIterator(elements($0).makeIterator()) }
            }
        }

        /// Creates a sequence of pages.
        package init(
            _ start: PageStart<Element>, limits: Limits, isPrefetching: Bool,
            noted: (@Sendable (Note) -> Void)?
        ) {
            self.init(start, limits: limits, isPrefetching: isPrefetching, noted: noted) {
                CollectionOfOne($0)
            }
        }

        /// How the last loop over this sequence ended; nil if no loop has reached its end.
        public var end: Paging.End? { last.value.withLock { $0 } }

        /// Reads all pages, and returns the elements of the sequence as an array.
        ///
        /// If the server does not say whether the list has another page
        /// (``Paging/End/unknown(_:)``), the method throws no error, because the list may be
        /// complete. Check ``end`` after the call.
        /// - Throws: ``RequestError`` with code `incomplete` if the list is cut off
        ///   (``Paging/End/cutOff(_:)``), and the errors of the loop over the pages.
        public func all(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> [Element]
        {
            var all: [Element] = []
            var iterator = makeAsyncIterator()
            while let element = try await iterator.next(isolation: actor) { all.append(element) }
            if case .cutOff(let reason) = end { throw RequestError.incomplete(reason) }
            return all
        }

        /// Starts at the first page. Pages that an earlier iterator has read are requested again.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(loop: loop()) }

        /// Requests one page after another.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var loop: any ElementLoop<Element>
            var page: AnyIterator<Element>?

            /// Returns the next page or element, or nil after the last one.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws -> Element? {
                while true {
                    if let element = page?.next() { return element }
                    guard let next = try await loop.next(isolation: actor) else { return nil }
                    page = next
                }
            }
        }
    }
}

@available(*, unavailable) extension Paging.Sequence.AsyncIterator: Sendable {}
