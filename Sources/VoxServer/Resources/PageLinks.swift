// SPDX-License-Identifier: MIT

import HTTPTypes

/// The requested part of a collection, and the links to the other parts.
struct PageLinks {
    let exchange: ServedRequest
    let query: RequestQuery
    let part: RequestQuery.Page.Part
    let offset: Int
    let limit: Int

    init(_ exchange: ServedRequest, _ query: RequestQuery) throws(ErrorResponse) {
        self.exchange = exchange
        self.query = query
        let service = exchange.service
        part = try query.page.part(
            defaultSize: service.pageSize, maximumSize: service.maximumPageSize,
            otherWays: service.store.supportsKeysets ? ["after, before and size"] : [])
        switch part {
        case .page(let number, let size): (offset, limit) = ((number - 1) * size, size)
        case .range(let offset, let limit): (self.offset, self.limit) = (offset, limit)
        case .cursor(nil, let size), .cursor("", let size): (offset, limit) = (0, size)
        case .cursor(let cursor?, let size):
            guard let place = Int(cursor.dropFirst(), radix: 36), cursor.hasPrefix("c"), place >= 0
            else {
                throw ErrorResponse(
                    .badRequest, "the cursor is invalid", source: .parameter("page[cursor]"))
            }
            (offset, limit) = (place, size)
        }
    }

    /// Selects the page. If the store does not count all resources, it finds one more than the page
    /// has, to see whether there are more.
    func select(in selection: inout ResourceSelection) {
        selection.offset = offset
        selection.isCounted = exchange.service.countsPages
        selection.limit = selection.isCounted || limit == .max ? limit : limit + 1
    }

    /// The `meta` of a document that has no resources because the client asks for the total alone.
    func meta(total: Int?) -> JSONValue? {
        limit == 0 ? total.map { ["total": .number(JSONNumber($0))] } : nil
    }

    /// Returns the links of a page that a store has found.
    func links(of found: ResourceSelection.Slice) -> JSONObject {
        links(total: found.total, hasMore: found.resources.count > limit)
    }

    /// Returns the links to the first, last, previous and next part. The link to a missing part is
    /// null. Without a total, there is no link to the last part.
    func links(total: Int?, hasMore: Bool = false) -> JSONObject {
        var links = JSONObject()
        links["self"] = exchange.selfLink(exchange.link(query: query.items))
        // A request for no resources has no other parts.
        if limit == 0 { return links }
        let last = total.map { max($0 - 1, 0) / limit * limit }
        let hasNext = total.map { offset < $0 - limit } ?? hasMore
        links["first"] = link(0)
        links["last"] = last.map(link)
        links["prev"] =
            offset > 0 && total != 0 ? link(max(0, min(offset - limit, last ?? .max))) : .null
        links["next"] = hasNext ? link(offset + limit) : .null
        return links
    }

    private func link(_ offset: Int) -> JSONValue {
        var items = query.items.filter { !$0.name.hasPrefix("page[") }
        let members: (place: String, value: String, size: String) =
            switch part {
            case .page: ("number", String(offset / limit + 1), "size")
            case .range: ("offset", String(offset), "limit")
            case .cursor: ("cursor", "c" + String(offset, radix: 36), "size")
            }
        items.append(QueryItem("page[\(members.place)]", members.value))
        items.append(QueryItem("page[\(members.size)]", String(limit)))
        return .string(exchange.link(query: items))
    }
}
