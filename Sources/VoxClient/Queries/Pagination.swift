// SPDX-License-Identifier: MIT

/// A way to ask for a part of a collection: items of the `page` family, or whatever a server wants.
public protocol PaginationStrategy: Sendable {
    /// The items, sent unchanged.
    var queryItems: [QueryItem] { get }
}

/// The usual strategies (JSON:API 1.1, "Pagination"). What is nil is left out.
public enum Pagination {
    /// `page[number]` and `page[size]`.
    public struct PageBased: PaginationStrategy, Hashable {
        /// The page, usually from 1.
        public var number: Int?
        /// Resources a page.
        public var size: Int?
        /// The word before the brackets.
        public var family: String

        /// Makes a strategy.
        public init(number: Int? = nil, size: Int? = nil, family: String = "page") {
            self.number = number
            self.size = size
            self.family = family
        }

        /// The items.
        public var queryItems: [QueryItem] {
            items(family, [("number", number.map(String.init)), ("size", size.map(String.init))])
        }
    }

    /// `page[offset]` and `page[limit]`.
    public struct OffsetBased: PaginationStrategy, Hashable {
        /// How many resources to pass over.
        public var offset: Int?
        /// How many resources to give.
        public var limit: Int?
        /// The word before the brackets.
        public var family: String

        /// Makes a strategy.
        public init(offset: Int? = nil, limit: Int? = nil, family: String = "page") {
            self.offset = offset
            self.limit = limit
            self.family = family
        }

        /// The items.
        public var queryItems: [QueryItem] {
            items(family, [("offset", offset.map(String.init)), ("limit", limit.map(String.init))])
        }
    }

    /// `page[cursor]`, and `page[size]`.
    public struct CursorBased: PaginationStrategy, Hashable {
        /// Where to go on, as the server named it.
        public var cursor: String?
        /// Resources a page.
        public var size: Int?
        /// The word before the brackets.
        public var family: String

        /// Makes a strategy.
        public init(cursor: String? = nil, size: Int? = nil, family: String = "page") {
            self.cursor = cursor
            self.size = size
            self.family = family
        }

        /// The items.
        public var queryItems: [QueryItem] {
            items(family, [("cursor", cursor), ("size", size.map(String.init))])
        }
    }

    private static func items(_ family: String, _ members: [(String, String?)]) -> [QueryItem] {
        members.compactMap { name, value in value.map { QueryItem("\(family)[\(name)]", $0) } }
    }
}

extension PaginationStrategy where Self == Pagination.PageBased {
    /// A page by its number.
    public static func page(number: Int? = nil, size: Int? = nil) -> Self {
        Self(number: number, size: size)
    }
}

extension PaginationStrategy where Self == Pagination.OffsetBased {
    /// A run of resources.
    public static func offset(_ offset: Int? = nil, limit: Int? = nil) -> Self {
        Self(offset: offset, limit: limit)
    }
}

extension PaginationStrategy where Self == Pagination.CursorBased {
    /// What follows a cursor.
    public static func cursor(_ cursor: String? = nil, size: Int? = nil) -> Self {
        Self(cursor: cursor, size: size)
    }
}

/// A way to ask for some resources of a collection: items of the `filter` family.
public protocol FilterStrategy: Sendable {
    /// The items, sent unchanged.
    var queryItems: [QueryItem] { get }
}
