// SPDX-License-Identifier: MIT

import HTTPTypes

/// A page of the profile "Cursor Pagination", and the links to the other pages.
struct CursorPage {
    typealias Position = ResourceSelection.Keyset.Position

    let exchange: ServedRequest
    let query: RequestQuery
    /// The name of the list in cursors.
    let list: String
    let sort: [RequestQuery.SortField]
    private let after: PageCursor?
    private let before: PageCursor?
    /// The maximum number of items on the page.
    private let size: Int

    /// Returns nil if the request does not select a page by cursor.
    init?(
        _ exchange: ServedRequest, _ query: RequestQuery, of list: String,
        by sort: [RequestQuery.SortField]
    ) throws(ErrorResponse) {
        guard exchange.requestsCursors(query.page) else { return nil }
        self.exchange = exchange
        self.query = query
        self.list = list
        self.sort = sort
        if let other = query.page.members.first(where: {
            !["after", "before", "size"].contains($0)
        }) {
            throw ErrorResponse(
                CursorProfile.invalid(
                    "page[\(other)]",
                    "page[after] and page[before] can be combined only with page[size]"))
        }
        func cursor(_ member: String) throws(ErrorResponse) -> PageCursor? {
            guard let text = query.page[member] else { return nil }
            if let cursor = PageCursor(text, in: list, by: sort) { return cursor }
            throw ErrorResponse(
                CursorProfile.invalid(
                    "page[\(member)]",
                    "page[\(member)] must be a cursor that the server returned for this list with the same sort"
                ))
        }
        after = try cursor("after")
        before = try cursor("before")
        let maximum = max(exchange.service.maximumPageSize, 1)
        // A range has the maximum size by default.
        let isRange = after != nil && before != nil
        size = try query.page.size(
            byDefault: isRange ? maximum : exchange.service.pageSize, maximum: maximum)
    }

    // MARK: The items

    private var isFromEnd: Bool { before != nil && after == nil }

    var keyset: ResourceSelection.Keyset {
        .init(after: after?.position, before: before?.position, isFromEnd: isFromEnd)
    }

    /// The number of items to find: one more than the size, to see whether there are more items.
    var limit: Int {
        if let after, after.position == nil { return 0 }
        return size == .max ? size : size + 1
    }

    /// Returns the items of the page, and whether there are more items in the direction of the
    /// page.
    func items<Item>(_ found: [Item]) -> (items: [Item], hasMore: Bool) {
        let items = isFromEnd ? found.suffix(size) : found.prefix(size)
        return (Array(items), found.count > size)
    }

    // MARK: Members of the document

    /// Returns the text of a cursor.
    /// - Throws: ``ErrorResponse`` with the error "unsupported sort" if the values of the sort
    ///   fields are too long.
    func cursor(_ position: Position?) throws -> String {
        let text = try PageCursor(position, in: list, by: sort).text
        guard text.utf8.count <= PageCursor.maximumLength else {
            throw ErrorResponse(
                CursorProfile.unsupportedSort("a value of the sort fields is too long for a cursor")
            )
        }
        return text
    }

    /// Returns the member `page` of meta information, or nil if it would be empty.
    func meta(total: Int?, hasMore: Bool) -> JSONValue? {
        var page = JSONObject()
        page["total"] = total.map { .number(JSONNumber($0)) }
        if after != nil, before != nil, hasMore { page["rangeTruncated"] = true }
        return page.isEmpty ? nil : ["page": .object(page)]
    }

    /// Returns the links to this page and to the other pages.
    ///
    /// The result has no link to the last page. A client that follows the links to the next pages
    /// would end on a page with another address, and could take the list for incomplete.
    /// - Parameters:
    ///   - first: the cursor of the first item of the page; nil for an empty page.
    ///   - last: the cursor of the last item of the page; nil for an empty page.
    ///   - hasMore: true if there are more items in the direction of the page.
    /// - Returns: The links. A link is null if its page is known not to exist.
    /// - Throws: ``ErrorResponse`` if a cursor would be too long.
    func links(first: String?, last: String?, hasMore: Bool) throws -> JSONObject {
        var prev: JSONValue = .null
        var next: JSONValue = .null
        if isFromEnd {
            if hasMore { prev = link("before", first) }
            // Behind an empty page is the beginning of the list.
            if before?.position != nil { next = link("after", last) }
        } else {
            // Before an empty page are the items up to its end.
            if after != nil {
                prev = link("before", try first ?? query.page["before"] ?? cursor(nil))
            }
            let isAtEnd = after != nil && after?.position == nil
            if hasMore || before?.position != nil, !isAtEnd {
                next = link("after", last ?? query.page["after"])
            }
        }
        var links = JSONObject()
        links["self"] = exchange.selfLink(exchange.link(query: query.items))
        links["first"] = link("after", nil)
        links["prev"] = prev
        links["next"] = next
        return links
    }

    /// Returns a link with the parameters of this request, and another cursor.
    private func link(_ member: String, _ cursor: String?) -> JSONValue {
        var items = query.items.filter { !["page[after]", "page[before]"].contains($0.name) }
        if let cursor { items.append(QueryItem("page[\(member)]", cursor)) }
        return .string(exchange.link(query: items))
    }
}
