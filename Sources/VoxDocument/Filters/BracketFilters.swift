// SPDX-License-Identifier: MIT

extension FilterExpression {
    /// Writes each condition as a query parameter. The parameter has the field in brackets, as
    /// JSON:API recommends, and the operator in a second pair of brackets.
    ///
    /// | filter | query |
    /// |---|---|
    /// | `\.year == 1990`, `.in(\.year, [1990, 1991])` | `filter[year]=1990`, `filter[year]=1990,1991` |
    /// | `\.year != 1990`, `!.in(\.year, [1990, 1991])` | `filter[year][ne]=1990`, `filter[year][nin]=1990,1991` |
    /// | `\.year < 1990`, `<=`, `>`, `>=` | `filter[year][lt]=1990`, `lte`, `gt`, `gte` |
    /// | `.contains(\.title, "x")`, `.startsWith`, `.endsWith` | `filter[title][contains]=x`, `startsWith`, `endsWith` |
    /// | `\.year == nil`, `\.year != nil` | `filter[year][null]=true`, `filter[year][null]=false` |
    /// | `\.artist.id == "7"`, `\.artist.name == "Ann"` | `filter[artist]=7`, `filter[artist.name]=Ann` |
    /// | `.has(\.tracks)`, `.has(\.tracks, \.title == "x")` | `filter[tracks][null]=false`, `filter[tracks.title]=x` |
    /// | `&&` | several parameters |
    ///
    /// A resource must meet the conditions of all parameters, so brackets cannot express `||`.
    /// Brackets also cannot express the negation of `>` and similar operators. A comma in a value
    /// is percent-encoded.
    public struct Brackets: Spelling, Hashable {
        /// Creates the spelling.
        public init() {}

        private static let words: [(FilterExpression.Operator, String)] = [
            (.less, "lt"), (.lessOrEqual, "lte"), (.greater, "gt"), (.greaterOrEqual, "gte"),
            (.contains, "contains"), (.startsWith, "startsWith"), (.endsWith, "endsWith"),
        ]

        /// Returns a parameter for each condition.
        public func parameters(
            for filter: FilterExpression
        ) throws(Failure) -> [(name: String, values: [String])] {
            var parameters: [(name: String, values: [String])] = []
            for conjunct in filter.conjuncts { parameters.append(try Self.parameter(conjunct)) }
            return parameters
        }

        private static func parameter(
            _ expression: FilterExpression
        ) throws(Failure) -> (name: String, values: [String]) {
            let condition = try FilterCondition(expression, in: "filters in brackets")
            let (word, values) = try wordAndValues(condition)
            return ("filter[\(condition.name)]" + (word.isEmpty ? "" : "[\(word)]"), values)
        }

        private static func wordAndValues(
            _ condition: FilterCondition
        ) throws(Failure) -> (String, [String]) {
            switch condition.test {
            case .isNull: return ("null", [condition.isNegated ? "false" : "true"])
            case .anyOf(let values):
                var texts: [String] = []
                for value in try values.presentFilterValues { texts.append(try value.filterText) }
                return (condition.isNegated ? "nin" : "", texts)
            case .comparison(.equal, let value):
                return (condition.isNegated ? "ne" : "", [try value.filterText])
            case .comparison(let comparison, let value):
                let word = words.first { $0.0 == comparison }?.1 ?? ""
                if condition.isNegated {
                    throw Failure(
                        "filters in brackets have no form for the negation of \"\(word)\"")
                }
                return (word, [try value.filterText])
            }
        }

        /// Reads the parameters of the family `filter`, and combines their conditions with `and`.
        public func filter(
            from parameters: [(name: String, values: [String])]
        ) throws(Failure) -> FilterExpression? {
            if parameters.isEmpty { return nil }
            var conditions: [FilterExpression] = []
            for parameter in parameters {
                do throws(Failure) {
                    conditions.append(try Self.condition(parameter).expression)
                } catch { throw Failure(error.message, parameter: parameter.name) }
            }
            return FilterExpression.and(conditions).normalized
        }

        private static func condition(
            _ parameter: (name: String, values: [String])
        ) throws(Failure) -> FilterCondition {
            guard let (_, members) = ParameterName.family(of: parameter.name),
                let name = members.first, !name.isEmpty, members.count <= 2
            else {
                throw Failure(
                    "a filter is written as filter[name]=value or filter[name][operator]=value")
            }
            let path = [String](dotted: name)
            let word = members.count == 2 ? members[1] : ""
            guard let first = parameter.values.first else {
                throw Failure("the filter has no value")
            }
            let values = parameter.values.map { JSONValue.string($0) }
            switch word {
            case "", "nin":
                let test: FilterCondition.Test =
                    values.count == 1 ? .comparison(.equal, values[0]) : .anyOf(values)
                return FilterCondition(path, test, isNegated: word == "nin")
            case "ne", "null": break
            default:
                guard words.contains(where: { $0.1 == word }) else {
                    let known = (["ne", "nin", "null"] + words.map(\.1)).joined(separator: ", ")
                    throw Failure(
                        "the operator \"\(word.prefix(100))\" is not one of the operators \(known)")
                }
            }
            guard values.count == 1 else {
                throw Failure(
                    "the operator \"\(word)\" takes one value; encode the commas of a value as %2C")
            }
            if word == "null" {
                guard ["true", "false"].contains(first) else {
                    throw Failure("the value of the operator \"null\" must be true or false")
                }
                return FilterCondition(path, .isNull, isNegated: first == "false")
            }
            let comparison = words.first { $0.1 == word }?.0 ?? .equal
            return FilterCondition(
                path, .comparison(comparison, values[0]), isNegated: word == "ne")
        }
    }
}

extension FilterExpression.Spelling where Self == FilterExpression.Brackets {
    /// Filters with the field in brackets: `filter[year][gt]=1990`.
    public static var brackets: FilterExpression.Brackets { FilterExpression.Brackets() }
}
