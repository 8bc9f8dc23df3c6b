// SPDX-License-Identifier: MIT

/// The limits of a sequence of pages, so that no server can keep a client busy for ever. A sequence
/// that exceeds a limit throws an error.
public struct PageLimits: Hashable, Sendable {
    /// The maximum number of pages. Default: 10,000.
    public var pages = 10_000
    /// The maximum number of consecutive pages without resources. Default: 10.
    public var emptyPages = 10
    /// The maximum number of resources on all pages. Default: no limit.
    public var resources: Int?
    /// The maximum number of bytes of all bodies. Default: no limit.
    public var bytes: Int?

    /// The defaults.
    public init() {}
}

/// Checks that a loop over pages reads no page twice and does not exceed the limits.
package struct PageGuard: Sendable {
    private let limits: PageLimits
    private var visited: Set<String> = []
    private var pages = 0
    private var emptyPages = 0
    private var resources = 0
    private var bytes = 0

    package init(_ limits: PageLimits) { self.limits = limits }

    /// Stores the address of a page that will be read.
    /// - Returns: false if the page was visited before.
    @discardableResult
    package mutating func visit(_ url: HTTPURL) -> Bool { visited.insert(url.text).inserted }

    /// Returns true for the address of a page that was read.
    package func hasVisited(_ url: HTTPURL) -> Bool { visited.contains(url.text) }

    /// Counts a page that was read.
    /// - Throws: ``RequestError`` with code `limit`.
    package mutating func count(resources count: Int, bytes size: Int) throws(RequestError) {
        pages += 1
        resources += count
        bytes += size
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
                code: .limit, message: "the limit of \(reached) is exceeded")
        }
    }
}

extension RequestError {
    /// Returns the error for a link to the next page that leads to an earlier page.
    package static func paginationCycle(_ url: HTTPURL) -> RequestError {
        RequestError(
            code: .paginationCycle,
            message: "the next page was already read: \(url)")
    }
}
