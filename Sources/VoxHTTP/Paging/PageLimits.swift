// SPDX-License-Identifier: MIT

extension Paging {
    /// The limits of a sequence of pages. If the sequence reaches a limit that the program sets, it
    /// ends with ``Paging/End/cutOff(_:)``.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of pages. If the limit is nil (the default), the 10,001st page is an
        /// error, so that no server can keep a client busy forever.
        public var pages: Int?
        /// The maximum number of consecutive pages that have a link to a next page, but no
        /// resources. Some servers never stop sending pages without resources, so the default is 0:
        /// the first page without resources ends the sequence.
        public var emptyPages = 0
        /// The maximum number of resources on all pages. A page that exceeds this limit is not
        /// returned. Default: no limit.
        public var resources: Int?
        /// The maximum size in bytes of all bodies together. A page that exceeds this limit is not
        /// returned. Default: no limit.
        public var bytes: Int?

        /// The defaults.
        public init() {}
    }
}

/// Checks that a loop over pages reads no page twice and does not exceed the limits.
package struct PageGuard: Sendable {
    private static let mostPages = 10_000

    private let limits: Paging.Limits
    private var visited: Set<String> = []
    private var pages = 0
    private var emptyPages = 0
    private var resources = 0
    private var bytes = 0
    private var identities = RecentHashes()
    private var repeated = 0

    package init(_ limits: Paging.Limits) { self.limits = limits }

    /// Stores the address of a page that the loop will read.
    /// - Returns: false if the loop has visited the page before.
    @discardableResult
    package mutating func visit(_ url: HTTPURL) -> Bool { visited.insert(url.text).inserted }

    /// Returns true if the loop has visited the page.
    package func hasVisited(_ url: HTTPURL) -> Bool { visited.contains(url.text) }

    /// Counts a page that was read.
    /// - Returns: the limit that the page exceeds, in words; nil if the page exceeds no limit.
    mutating func count(resources count: Int, bytes size: Int) -> String? {
        pages += 1
        resources += count
        bytes += size
        emptyPages = count == 0 ? emptyPages + 1 : 0
        if let most = limits.resources, resources > most { return Self.words(most, "resource") }
        if let most = limits.bytes, bytes > most { return Self.words(most, "byte") }
        return nil
    }

    /// Counts the repeated resources of a page: the resources that an earlier page had already. A
    /// resource that one page lists twice is not counted, because some services do this in every
    /// response. Resources that were read more than 131,072 resources ago are not remembered.
    /// - Returns: true if the page has repeated resources, and the number of repeated resources on
    ///   all pages so far.
    mutating func repeats<Page>(in read: ReadPage<Page>) -> (isRepeated: Bool, all: Int) {
        guard pages > 1 || read.next != nil else { return (false, 0) }
        let found = read.identities()
        let again = found.count { $0.map(identities.contains) ?? false }
        for case let identity? in found { identities.insert(identity) }
        repeated += again
        return (again > 0, repeated)
    }

    /// True if the limit of empty pages allows a request for another page.
    var followsEmptyPage: Bool { emptyPages <= limits.emptyPages }

    /// The limit that a further page would exceed, in words; nil if there is none.
    var limitOfNextPage: String? {
        if let most = limits.resources, resources >= most { return Self.words(most, "resource") }
        if let most = limits.pages, pages >= most { return Self.words(most, "page") }
        return nil
    }

    private static func words(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// Throws if the program set no limit, and the next page would exceed the default limit.
    /// - Throws: ``RequestError`` with code `limit`.
    func checkNextPage() throws(RequestError) {
        guard limits.pages != nil || pages < Self.mostPages else {
            throw RequestError(
                code: .limit,
                message:
                    "the list has more than \(Self.mostPages) pages: set Paging.Limits.pages to read more"
            )
        }
    }
}

extension RequestError {
    /// Returns the error for links that lead back to an earlier page.
    package static func paginationCycle(_ url: HTTPURL) -> RequestError {
        RequestError(
            code: .paginationCycle,
            message: "the next page was already read: \(url)")
    }
}
