// SPDX-License-Identifier: MIT

extension FilterExpression {
    /// Writes a filter as nested function calls in one query parameter. JsonApiDotNetCore and
    /// Klaviyo use this syntax.
    ///
    /// | filter | ``Dialect/jsonAPIDotNetCore`` | ``Dialect/klaviyo`` |
    /// |---|---|---|
    /// | `\.year > 1990` | `greaterThan(year,'1990')` | `greater-than(year,1990)` |
    /// | `\.title == "x"` | `equals(title,'x')` | `equals(title,"x")` |
    /// | `\.title != nil` | `not(equals(title,null))` | `not(equals(title,null))` |
    /// | `.in(\.year, [1990, 1991])` | `any(year,'1990','1991')` | `any(year,[1990,1991])` |
    /// | `.startsWith(\.title, "x")` | `startsWith(title,'x')` | `starts-with(title,"x")` |
    /// | `\.artist.id == "7"` | `equals(artist.id,'7')` | `equals(artist.id,"7")` |
    /// | `.has(\.tracks, \.seconds > 60)` | `has(tracks,greaterThan(seconds,'60'))` | `has(tracks,greater-than(seconds,60))` |
    /// | `a && b` | `and(a,b)` | `a,b` |
    /// | `a \|\| b` | `or(a,b)` | `or(a,b)` |
    ///
    /// JsonApiDotNetCore writes all values in single quotes, and doubles a quote in a value.
    /// Klaviyo writes strings in double quotes, with a backslash before a quote and before a
    /// backslash. Klaviyo writes numbers, booleans and times of RFC 3339 without quotes.
    public struct Functions: Spelling, Hashable {
        /// A dialect, which determines the names of the functions and the quotes.
        public enum Dialect: Hashable, Sendable {
            /// The names of functions are in camel case (`greaterThan`), and values have single
            /// quotes.
            case jsonAPIDotNetCore
            /// The names of functions have hyphens (`greater-than`), and strings have double
            /// quotes.
            case klaviyo
        }

        /// The dialect, which determines the names of the functions and the quotes.
        public var dialect: Dialect

        /// Creates the spelling.
        public init(_ dialect: Dialect) { self.dialect = dialect }

        /// Returns the parameter `filter`, or no parameter for a filter without conditions.
        public func parameters(
            for filter: FilterExpression
        ) throws(Failure) -> [(name: String, values: [String])] {
            if filter == .and([]) { return [] }
            let text: String
            if dialect == .klaviyo, case .and(let conditions) = filter {
                text = try list(conditions)
            } else {
                text = try write(filter)
            }
            return [("filter", [text])]
        }

        /// The names of the comparisons.
        var names: [(FilterExpression.Operator, String)] {
            switch dialect {
            case .jsonAPIDotNetCore:
                [
                    (.equal, "equals"), (.less, "lessThan"), (.lessOrEqual, "lessOrEqual"),
                    (.greater, "greaterThan"), (.greaterOrEqual, "greaterOrEqual"),
                    (.contains, "contains"), (.startsWith, "startsWith"), (.endsWith, "endsWith"),
                ]
            case .klaviyo:
                [
                    (.equal, "equals"), (.less, "less-than"), (.lessOrEqual, "less-or-equal"),
                    (.greater, "greater-than"), (.greaterOrEqual, "greater-or-equal"),
                    (.contains, "contains"), (.startsWith, "starts-with"), (.endsWith, "ends-with"),
                ]
            }
        }

        private func write(_ filter: FilterExpression) throws(Failure) -> String {
            switch filter {
            case .comparison(let path, let comparison, let value):
                let name = names.first { $0.0 == comparison }?.1 ?? ""
                return "\(name)(\(try FilterText.name(path)),\(try write(value)))"
            case .anyOf(let path, let values):
                var texts: [String] = []
                for value in try values.presentFilterValues { texts.append(try write(value)) }
                let list = texts.joined(separator: ",")
                return
                    "any(\(try FilterText.name(path)),\(dialect == .klaviyo ? "[\(list)]" : list))"
            case .isNull(let path): return "equals(\(try FilterText.name(path)),null)"
            case .has(let path, nil): return "has(\(try FilterText.name(path)))"
            case .has(let path, let condition?):
                return "has(\(try FilterText.name(path)),\(try write(condition)))"
            case .not(let condition): return "not(\(try write(condition)))"
            case .and(let conditions): return "and(\(try list(conditions)))"
            case .or(let conditions): return "or(\(try list(conditions)))"
            }
        }

        private func list(_ conditions: [FilterExpression]) throws(Failure) -> String {
            if conditions.isEmpty { throw Failure("a list of conditions is empty") }
            var texts: [String] = []
            for condition in conditions { texts.append(try write(condition)) }
            return texts.joined(separator: ",")
        }

        private func write(_ value: JSONValue) throws(Failure) -> String {
            let text = try value.filterText
            switch (dialect, value) {
            case (.jsonAPIDotNetCore, _): return "'\(text.escaping("'", by: "'"))'"
            case (.klaviyo, .string) where !text.isTimestamp:
                return "\"\(text.escaping("\\\"", by: "\\"))\""
            case (.klaviyo, _): return text
            }
        }
    }
}

extension FilterExpression.Spelling where Self == FilterExpression.Functions {
    /// Filters as functions with values in single quotes, for servers with JsonApiDotNetCore:
    /// `filter=and(greaterThan(year,'1990'),contains(title,'x'))`.
    public static var functions: FilterExpression.Functions {
        FilterExpression.Functions(.jsonAPIDotNetCore)
    }

    /// Filters as functions with strings in double quotes, for Klaviyo:
    /// `filter=greater-than(year,1990),contains(title,"x")`.
    public static var klaviyo: FilterExpression.Functions { FilterExpression.Functions(.klaviyo) }
}

extension String {
    /// Returns the string with a character before each of the given ASCII characters.
    func escaping(_ escaped: String, by escape: Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if escaped.unicodeScalars.contains(scalar) { result.append(escape) }
            result.append(scalar)
        }
        return String(result)
    }

    /// True for a time of RFC 3339, such as `2026-01-31T12:00:00Z`.
    var isTimestamp: Bool {
        let bytes = Array(utf8)
        guard bytes.count >= 20, bytes.count <= 40, bytes[10] == UInt8(ascii: "T") else {
            return false
        }
        let hasZone =
            bytes.last == UInt8(ascii: "Z")
            || [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[bytes.count - 6])
        return hasZone
            && bytes.enumerated().allSatisfy { index, byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): ![4, 7, 10, 13, 16].contains(index)
                case UInt8(ascii: "-"): index == 4 || index == 7 || index == bytes.count - 6
                case UInt8(ascii: "+"): index == bytes.count - 6
                case UInt8(ascii: ":"): index == 13 || index == 16 || index == bytes.count - 3
                case UInt8(ascii: "."): index == 19
                case UInt8(ascii: "T"): index == 10
                case UInt8(ascii: "Z"): index == bytes.count - 1
                default: false
                }
            }
    }
}
