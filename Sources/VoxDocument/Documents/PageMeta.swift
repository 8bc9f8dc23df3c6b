// SPDX-License-Identifier: MIT

/// The information about pages in the member `page` of meta information (profile "Cursor
/// Pagination", https://jsonapi.org/profiles/ethanresnick/cursor-pagination). If `page` is not an
/// object, the page has no such information.
///
/// ```swift
/// let text = #"""
///     {"data": [{"type": "notes", "id": "1", "meta": {"page": {"cursor": "b2"}}}],
///      "meta": {"page": {"total": 40}}}
///     """#
/// let document = try Document<[AnyResource]>(parsing: text)
/// print(document.vox.page.total ?? 0, document.data[0].vox.page.cursor ?? "")  // prints: 40 b2
/// ```
public struct PageMeta {
    /// The URI of the profile.
    package static let profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"

    private let node: Node?

    init(of owner: Node?) {
        let page = owner?.member("meta")?.member("page")
        node = page?.isObject == true ? page : nil
    }

    /// The cursor of an item. A cursor marks a position in the list, and a page can begin after it
    /// or end before it. A cursor is opaque text. A request returns the cursor unchanged to the
    /// server.
    public var cursor: String? { node?.member("cursor")?.string }

    /// The number of all items of the list.
    public var total: Int? { Self.integer(node?.member("total")) }

    /// An estimate of the number of all items of the list.
    public var estimatedTotal: Int? {
        guard let estimate = node?.member("estimatedTotal"), estimate.isObject else { return nil }
        return Self.integer(estimate.member("bestGuess"))
    }

    /// True if the page does not contain all items of the requested range.
    public var isRangeTruncated: Bool { node?.member("rangeTruncated")?.boolean ?? false }

    private static func integer(_ node: Node?) -> Int? { node?.numberText.flatMap { Int($0) } }
}

extension Document.Namespace {
    /// What the server says about the pages of the list.
    public var page: PageMeta { PageMeta(of: json.node) }
}

extension Resource.Namespace {
    /// What the server says about the place of this resource in the list, such as its cursor.
    public var page: PageMeta { PageMeta(of: node) }
}

extension Relationship {
    /// What the server says about the pages of the linkage.
    public var page: PageMeta { PageMeta(of: json.node) }
}

extension Relationship.Identifier {
    /// What the server says about the place of this identifier in the linkage, such as its cursor.
    public var page: PageMeta { PageMeta(of: json.node) }
}
