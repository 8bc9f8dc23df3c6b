// SPDX-License-Identifier: MIT

import HTTPTypes

extension RequestQuery {
    /// The `page` family of a query (JSON:API 1.1, "Pagination"): which part of a collection is asked for.
    public struct Page: Hashable, Sendable {
        var items: [QueryItem] = []

        init() {}

        /// A part of a collection, in the way it was asked for.
        public enum Part: Hashable, Sendable {
            /// A page, counted from 1, of that size.
            case page(number: Int, size: Int)
            /// So many resources behind the first so many.
            case range(offset: Int, limit: Int)
            /// What is behind a place that the service named before; nil for the beginning.
            case cursor(String?, size: Int)
        }

        /// True when nothing was said.
        public var isEmpty: Bool { items.isEmpty }

        /// The names of the members that were given, in order.
        public var members: [String] { items.map(\.pageMember) }

        /// The value of a member, as `page["cursor"]`.
        public subscript(member: String) -> String? {
            items.first { $0.pageMember == member }?.value
        }

        /// The value of a member as a number.
        /// - Throws: ``ErrorResponse`` with status 400 when it is not written in digits, or not in the range.
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

        /// The part that is asked for by `number` and `size`, `offset` and `limit`, or `cursor` and `size`;
        /// by default the first page.
        /// - Parameters:
        ///   - defaultSize: the size where none was given, the greatest there is at most.
        ///   - maximumSize: the greatest size; at least 1.
        /// - Returns: where the part begins, and how many resources it has at most.
        /// - Throws: ``ErrorResponse`` with status 400 for other members, several of these ways at once, and
        ///   numbers out of bounds.
        public func part(defaultSize: Int, maximumSize: Int) throws(ErrorResponse) -> Part {
            let ways: [[String]] = [["number", "size"], ["offset", "limit"], ["cursor", "size"]]
            guard let way = ways.first(where: { Set($0).isSuperset(of: members) }) else {
                let first = members.first { !ways.joined().contains($0) } ?? members.last ?? ""
                throw ErrorResponse(
                    .badRequest,
                    "pages are asked for by number and size, offset and limit, or cursor and size",
                    source: .parameter("page[\(first)]"))
            }
            let maximumSize = max(maximumSize, 1)
            let size =
                try number(way[1], in: 1...maximumSize) ?? min(max(defaultSize, 1), maximumSize)
            switch way[0] {
            case "number":
                return .page(number: try number("number", in: 1...Int.max / size) ?? 1, size: size)
            case "offset":
                return .range(
                    offset: try number("offset", in: 0...Int.max - size) ?? 0, limit: size)
            default: return .cursor(self["cursor"], size: size)
            }
        }
    }
}

extension QueryItem {
    /// What stands between the brackets of a page parameter.
    var pageMember: String { String(name.dropFirst("page[".utf8.count).dropLast()) }
}
