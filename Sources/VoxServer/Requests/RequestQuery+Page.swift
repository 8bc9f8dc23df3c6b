// SPDX-License-Identifier: MIT

import HTTPTypes

extension RequestQuery {
    /// The `page` parameters of a query, which select a part of a collection (JSON:API 1.1,
    /// "Pagination").
    public struct Page: Hashable, Sendable {
        var items: [QueryItem] = []

        init() {}

        /// A part of a collection. A request can select the part in three ways.
        public enum Part: Hashable, Sendable {
            /// A page with at most `size` resources. Pages are counted from 1.
            case page(number: Int, size: Int)
            /// At most `limit` resources after the first `offset` resources.
            case range(offset: Int, limit: Int)
            /// At most `size` resources after a cursor. A cursor is a position that an earlier
            /// response of the service contained. A cursor of nil means the beginning of the
            /// collection.
            case cursor(String?, size: Int)
        }

        /// True if the query has no `page` parameters.
        public var isEmpty: Bool { items.isEmpty }

        /// The names of the `page` members of the query, in order.
        public var members: [String] { items.map(\.pageMember) }

        /// Returns the value of a member of the `page` family: `page["cursor"]` returns the value
        /// of `page[cursor]`.
        public subscript(member: String) -> String? {
            items.first { $0.pageMember == member }?.value
        }

        /// Returns the value of a member as a number, or nil if the member is missing.
        /// - Throws: ``ErrorResponse`` with status 400 if the value contains characters other than
        ///   digits, or is out of range.
        public func number(_ member: String, in range: ClosedRange<Int>) throws(ErrorResponse)
            -> Int?
        {
            guard let text = self[member] else { return nil }
            guard let number = Int(text), text.utf8.allSatisfy(\.isDigit), range.contains(number)
            else {
                let bounds =
                    range.upperBound == .max
                    ? "of at least \(range.lowerBound)"
                    : "from \(range.lowerBound) to \(range.upperBound)"
                throw ErrorResponse(
                    .badRequest, "the value must be a number \(bounds)",
                    source: .parameter("page[\(member)]"))
            }
            return number
        }

        /// Returns the part of the collection that is selected by `number` and `size`, by `offset`
        /// and `limit`, or by `cursor` and `size`. A query without `page` members selects the first
        /// page. A size of 0 selects no resources, for a client that needs only the total.
        /// - Parameters:
        ///   - defaultSize: the number of resources if the query does not set a number. A number
        ///     above `maximumSize` counts as `maximumSize`.
        ///   - maximumSize: the maximum number of resources, at least 1.
        /// - Returns: The part of the list: where the part begins, and the maximum number of its
        ///   resources.
        /// - Throws: ``ErrorResponse`` with status 400 if the query has other `page` members, if it
        ///   mixes members of two forms, or if a number is out of range.
        public func part(defaultSize: Int, maximumSize: Int) throws(ErrorResponse) -> Part {
            try part(defaultSize: defaultSize, maximumSize: maximumSize, otherWays: [])
        }

        /// Returns the part of the collection. The error for other `page` members also names the ways
        /// to select a page that the caller has handled before.
        func part(
            defaultSize: Int, maximumSize: Int, otherWays: [String]
        ) throws(ErrorResponse) -> Part {
            let ways: [[String]] = [["number", "size"], ["offset", "limit"], ["cursor", "size"]]
            guard let way = ways.first(where: { Set($0).isSuperset(of: members) }) else {
                let first = members.first { !ways.joined().contains($0) } ?? members.last ?? ""
                let known = ["number and size", "offset and limit"] + otherWays
                throw ErrorResponse(
                    .badRequest,
                    "the page parameters must be \(known.joined(separator: ", ")), or cursor and size",
                    source: .parameter("page[\(first)]"))
            }
            let maximumSize = max(maximumSize, 1)
            let size =
                try number(way[1], in: 0...maximumSize) ?? min(max(defaultSize, 1), maximumSize)
            switch way[0] {
            case "number":
                return .page(
                    number: try number("number", in: 1...Int.max / max(size, 1)) ?? 1, size: size)
            case "offset":
                return .range(
                    offset: try number("offset", in: 0...Int.max - size) ?? 0, limit: size)
            default: return .cursor(self["cursor"], size: size)
            }
        }
    }
}

extension QueryItem {
    /// The name between the brackets of a page parameter.
    var pageMember: String { String(name.dropFirst("page[".utf8.count).dropLast()) }
}
