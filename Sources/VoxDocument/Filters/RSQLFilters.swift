// SPDX-License-Identifier: MIT

extension FilterExpression {
    /// Writes a filter as a text in RSQL, a query language that extends FIQL.
    ///
    /// | filter | text |
    /// |---|---|
    /// | `\.year == 1990`, `!=`, `<`, `<=`, `>`, `>=` | `year==1990`, `!=`, `<`, `<=`, `>`, `>=` |
    /// | `\.title == "x"` | `title=="x"` |
    /// | `.contains(\.title, "x")`, `.startsWith`, `.endsWith` | `title=="*x*"`, `title=="x*"`, `title=="*x"` |
    /// | `.in(\.year, [1990, 1991])`, and its negation | `year=in=(1990,1991)`, `year=out=(1990,1991)` |
    /// | `\.year == nil`, `\.year != nil` | `year=isnull=true`, `year=isnull=false` |
    /// | `\.artist.id == "7"`, `\.artist.name == "Ann"` | `artist=="7"`, `artist.name=="Ann"` |
    /// | `.has(\.tracks)`, `.has(\.tracks, \.title == "x")` | `tracks=isnull=false`, `tracks.title=="x"` |
    /// | `a && b`, `a \|\| b` | `a;b`, `a,b` |
    ///
    /// Strings are in double quotes, with a backslash before a quote, before a backslash, and
    /// before an asterisk that is no wildcard. RSQL cannot negate `>` and similar operators, and
    /// cannot negate `and` and `or`. RSQL itself does not define the wildcards and `=isnull=`, but
    /// many servers use them.
    ///
    /// A service also reads the operators `=lt=`, `=le=`, `=gt=` and `=ge=`, the words `and` and
    /// `or` between spaces, and strings in single quotes or without quotes.
    public struct RSQL: Spelling, Hashable {
        /// Creates the spelling.
        public init() {}

        /// Returns the parameter `filter`, or no parameter for a filter without conditions.
        public func parameters(
            for filter: FilterExpression
        ) throws(Failure) -> [(name: String, values: [String])] {
            if filter == .and([]) { return [] }
            return [("filter", [try Self.write(filter)])]
        }

        private static func write(
            _ filter: FilterExpression, inAnd: Bool = false
        ) throws(Failure) -> String {
            switch filter {
            case .and(let conditions): return try list(conditions, ";", inAnd: true)
            case .or(let conditions):
                let text = try list(conditions, ",", inAnd: false)
                return inAnd ? "(\(text))" : text
            default: return try write(FilterCondition(filter, in: "filters in RSQL"))
            }
        }

        private static func list(_ conditions: [FilterExpression], _ separator: String, inAnd: Bool)
            throws(Failure) -> String
        {
            if conditions.isEmpty { throw Failure("a list of conditions is empty") }
            var texts: [String] = []
            for condition in conditions { texts.append(try write(condition, inAnd: inAnd)) }
            return texts.joined(separator: separator)
        }

        private static func write(_ condition: FilterCondition) throws(Failure) -> String {
            let name = try FilterText.name([condition.name], spaces: false)
            let isNegated = condition.isNegated
            switch condition.test {
            case .isNull: return "\(name)=isnull=\(!isNegated)"
            case .anyOf(let values):
                var texts: [String] = []
                for value in try values.presentFilterValues { texts.append(try argument(value)) }
                return "\(name)\(isNegated ? "=out=" : "=in=")(\(texts.joined(separator: ",")))"
            case .comparison(let comparison, let value):
                let (first, last) = comparison.wildcards
                if comparison == .equal || first || last {
                    return name + (isNegated ? "!=" : "==")
                        + (try pattern(value, first: first, last: last))
                }
                let sign = comparison.sign
                if isNegated {
                    throw Failure("filters in RSQL have no form for the negation of \"\(sign)\"")
                }
                return name + sign + (try argument(value))
            }
        }

        private static func argument(_ value: JSONValue) throws(Failure) -> String {
            let text = try value.filterText
            if case .string = value { return "\"\(text.escaping("\\\"", by: "\\"))\"" }
            return text
        }

        private static func pattern(
            _ value: JSONValue, first: Bool, last: Bool
        ) throws(Failure) -> String {
            let text = try value.filterText
            if case .string = value {
                return
                    "\"\(first ? "*" : "")\(text.escaping("\\\"*", by: "\\"))\(last ? "*" : "")\""
            }
            return (first ? "*" : "") + text + (last ? "*" : "")
        }
    }
}

extension FilterExpression.Spelling where Self == FilterExpression.RSQL {
    /// Filters in RSQL: `filter=year>1990;title=="*x*"`.
    public static var rsql: FilterExpression.RSQL { FilterExpression.RSQL() }
}

extension FilterExpression.Operator {
    /// True if RSQL writes an asterisk before the value (`first`) and after the value (`last`).
    fileprivate var wildcards: (first: Bool, last: Bool) {
        (self == .contains || self == .endsWith, self == .contains || self == .startsWith)
    }

    fileprivate var sign: String {
        switch self {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .equal, .contains, .startsWith, .endsWith: "=="
        }
    }
}
