// SPDX-License-Identifier: MIT

/// The name and the value of a query parameter. The value may be a list of parts separated by
/// commas. A comma inside a part of a list is percent-encoded.
public struct QueryItem: Hashable, Sendable {
    /// The name of the parameter, not encoded.
    public var name: String

    /// The parts of the value, not encoded; nil for a name without `=`.
    public var parts: [String]?

    /// Creates an item with a name and one value, or with only a name.
    public init(_ name: String, _ value: String?) {
        self.name = name
        parts = value.map { [$0] }
    }

    /// Creates an item with a list as its value.
    public init(_ name: String, list: some Sequence<String>) {
        self.name = name
        parts = Array(list)
    }

    /// The value as one string; nil for a name without `=`.
    public var value: String? { parts?.joined(separator: ",") }
}

extension QueryItem {
    /// The rules for writing and reading queries: form-urlencoded, as JSON:API requires (1.1,
    /// "Query Parameters").
    ///
    /// All characters are encoded except letters, digits, `-`, `.`, `_`, `~`, and the commas
    /// between parts.
    public struct Encoding: Hashable, Sendable {
        /// True to write `[` and `]` in names as `%5B` and `%5D`, as the standard requires. Set
        /// this property to false for servers that accept only unencoded brackets (URLSession
        /// always encodes brackets). Default: true.
        public var encodesBrackets = true

        /// The defaults.
        public init() {}

        /// Returns the items as a query, without a question mark.
        public func encode(_ items: [QueryItem]) -> String {
            items.map { item in
                encode(name: item.name)
                    + (item.parts.map { parts in
                        "="
                            + parts.map { PercentEncoding.encode($0, allowing: \.isUnreserved) }
                            .joined(separator: ",")
                    } ?? "")
            }.joined(separator: "&")
        }

        private func encode(name: String) -> String {
            let bare = encodesBrackets ? [] : [UInt8(ascii: "["), UInt8(ascii: "]")]
            return PercentEncoding.encode(name) { $0.isUnreserved || bare.contains($0) }
        }

        /// Returns the items of a query. A plus sign is decoded as a space. A percent-encoded comma
        /// belongs to a part of the value, and an unencoded comma separates two parts.
        /// - Throws: ``RequestError`` with code `invalidQuery` if a percent-encoding is malformed.
        public static func decode(_ query: String) throws(RequestError) -> [QueryItem] {
            var items: [QueryItem] = []
            for pair in query.split(separator: "&") {
                let halves = pair.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = try decoded(halves[0])
                guard halves.count == 2 else {
                    items.append(QueryItem(name, nil))
                    continue
                }
                var parts: [String] = []
                for part in halves[1].split(separator: ",", omittingEmptySubsequences: false) {
                    parts.append(try decoded(part))
                }
                items.append(QueryItem(name, list: parts))
            }
            return items
        }

        private static func decoded(_ text: Substring) throws(RequestError) -> String {
            guard let decoded = PercentEncoding.decode(text, plusIsSpace: true) else {
                throw RequestError(
                    code: .invalidQuery, message: "the query has an invalid percent encoding")
            }
            return decoded
        }
    }
}
