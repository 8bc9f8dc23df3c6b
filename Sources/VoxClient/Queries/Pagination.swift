// SPDX-License-Identifier: MIT

extension Pagination {
    /// Returns the query items that request one page of a collection: items of the `page` family,
    /// or other items that a server expects.
    public protocol Strategy: Sendable {
        /// The query items, which are sent unchanged.
        var queryItems: [QueryItem] { get }
    }
}

/// The usual strategies for pagination (JSON:API 1.1, "Pagination"). A query parameter that is nil
/// is not sent.
public enum Pagination {
    /// A strategy that sends `page[number]` and `page[size]`.
    public struct PageBased: Strategy, Hashable {
        /// The number of the page. Most servers count from 1.
        public var number: Int?
        /// The number of resources per page.
        public var size: Int?
        /// The name before the brackets of each query item, such as `page`.
        public var family: String

        /// Creates a strategy.
        public init(number: Int? = nil, size: Int? = nil, family: String = "page") {
            self.number = number
            self.size = size
            self.family = family
        }

        /// The query items.
        public var queryItems: [QueryItem] {
            items(family, [("number", number.map(String.init)), ("size", size.map(String.init))])
        }
    }

    /// A strategy that sends `page[offset]` and `page[limit]`.
    public struct OffsetBased: Strategy, Hashable {
        /// The number of resources to skip.
        public var offset: Int?
        /// The largest number of resources to return.
        public var limit: Int?
        /// The name before the brackets of each query item, such as `page`.
        public var family: String

        /// Creates a strategy.
        public init(offset: Int? = nil, limit: Int? = nil, family: String = "page") {
            self.offset = offset
            self.limit = limit
            self.family = family
        }

        /// The query items.
        public var queryItems: [QueryItem] {
            items(family, [("offset", offset.map(String.init)), ("limit", limit.map(String.init))])
        }
    }

    /// A strategy that sends `page[size]` with `page[cursor]`, or with `page[after]` and
    /// `page[before]`. Cursors are sent unchanged.
    public struct CursorBased: Strategy, Hashable {
        /// The cursor that the server sent.
        public var cursor: String?
        /// The cursor of the item before the page (profile "Cursor Pagination").
        public var after: String?
        /// The cursor of the item after the page (profile "Cursor Pagination"). If ``after`` is
        /// also set, the request is for the range between the two items.
        public var before: String?
        /// The number of resources per page.
        public var size: Int?
        /// The name before the brackets of each query item, such as `page`.
        public var family: String

        /// Creates a strategy.
        public init(
            cursor: String? = nil, after: String? = nil, before: String? = nil, size: Int? = nil,
            family: String = "page"
        ) {
            self.cursor = cursor
            self.after = after
            self.before = before
            self.size = size
            self.family = family
        }

        /// The query items.
        public var queryItems: [QueryItem] {
            items(
                family,
                [
                    ("cursor", cursor), ("after", after), ("before", before),
                    ("size", size.map(String.init)),
                ])
        }
    }

    private static func items(_ family: String, _ members: [(String, String?)]) -> [QueryItem] {
        members.compactMap { name, value in value.map { QueryItem("\(family)[\(name)]", $0) } }
    }
}

extension Pagination.Strategy where Self == Pagination.PageBased {
    /// Returns a strategy that requests a page by its number.
    public static func page(number: Int? = nil, size: Int? = nil) -> Self {
        Self(number: number, size: size)
    }
}

extension Pagination.Strategy where Self == Pagination.OffsetBased {
    /// Returns a strategy that requests the resources from an offset on.
    public static func offset(_ offset: Int? = nil, limit: Int? = nil) -> Self {
        Self(offset: offset, limit: limit)
    }
}

extension Pagination.Strategy where Self == Pagination.CursorBased {
    /// Returns a strategy that requests the resources after a cursor.
    public static func cursor(_ cursor: String? = nil, size: Int? = nil) -> Self {
        Self(cursor: cursor, size: size)
    }

    /// Returns a strategy that requests the resources after the item with a cursor (profile "Cursor
    /// Pagination").
    public static func after(_ cursor: String, size: Int? = nil) -> Self {
        Self(after: cursor, size: size)
    }

    /// Returns a strategy that requests the resources before the item with a cursor.
    public static func before(_ cursor: String, size: Int? = nil) -> Self {
        Self(before: cursor, size: size)
    }

    /// Returns a strategy that requests the resources between the items with two cursors. Some
    /// servers do not support a range between two cursors (``Pagination/Fault/rangeNotSupported``).
    public static func between(after: String, before: String, size: Int? = nil) -> Self {
        Self(after: after, before: before, size: size)
    }
}
