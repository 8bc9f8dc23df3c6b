// SPDX-License-Identifier: MIT

/// A condition on one field, for spellings that write a path as names with dots.
struct FilterCondition {
    enum Test {
        case comparison(FilterExpression.Operator, JSONValue)
        case anyOf([JSONValue])
        case isNull
    }

    var path: [String]
    var test: Test
    var isNegated = false

    /// Creates the condition for an expression.
    /// - Throws: ``FilterExpression/Failure`` if the expression is neither a condition on one field
    ///   nor the negation of a condition on one field. `spelling` is the name of the spelling in
    ///   the message.
    init(_ expression: FilterExpression, in spelling: String) throws(FilterExpression.Failure) {
        switch expression {
        case .comparison(let path, let comparison, let value):
            (self.path, test) = (path, .comparison(comparison, value))
        case .anyOf(let path, let values): (self.path, test) = (path, .anyOf(values))
        case .isNull(let path):
            if path == ["id"] {
                throw FilterExpression.Failure("\(spelling) have no form for an id that is null")
            }
            (self.path, test) = (path, .isNull)
        case .has(let path, nil):
            (self.path, test, isNegated) = (path, .isNull, true)
        case .has(let path, let condition?):
            self = try Self(condition, in: spelling)
            // A negation of the whole path means something else: that no related resource meets
            // the condition.
            if isNegated {
                throw FilterExpression.Failure(
                    "\(spelling) have no form for a negated condition on related resources")
            }
            self.path = path + self.path
        case .not(let condition):
            self = try Self(condition, in: spelling)
            isNegated.toggle()
        case .and:
            throw FilterExpression.Failure(
                "\(spelling) have no form for \"and\" inside a condition")
        case .or: throw FilterExpression.Failure("\(spelling) have no form for \"or\"")
        }
    }

    /// The path as names with dots. The path to the id of a related resource ends at the
    /// relationship.
    var name: String {
        (path.count > 1 && path.last == "id" ? path.dropLast() : path[...])
            .joined(separator: ".")
    }

    /// The expression of the condition.
    var expression: FilterExpression {
        let positive: FilterExpression =
            switch test {
            case .comparison(let comparison, let value): .comparison(path, comparison, value)
            case .anyOf(let values): .anyOf(path, values)
            case .isNull: .isNull(path)
            }
        return isNegated ? .not(positive) : positive
    }

    init(_ path: [String], _ test: Test, isNegated: Bool = false) {
        (self.path, self.test, self.isNegated) = (path, test, isNegated)
    }
}

extension JSONValue {
    /// The value in the form that a filter without quotes has: a string, or a number or boolean as
    /// in JSON.
    var filterText: String {
        get throws(FilterExpression.Failure) {
            switch self {
            case .string(let text): return text
            case .number(let number): return number.text
            case .bool(let value): return value ? "true" : "false"
            case .null:
                throw FilterExpression.Failure(
                    "null is not a value that a filter compares: filter for it with == nil")
            case .array, .object:
                throw FilterExpression.Failure("arrays and objects cannot be filter values")
            }
        }
    }
}

extension [JSONValue] {
    /// The values. The list has at least one value.
    var presentFilterValues: [JSONValue] {
        get throws(FilterExpression.Failure) {
            if isEmpty {
                throw FilterExpression.Failure(
                    "the list of values is empty, so no resource can match: send no request")
            }
            return self
        }
    }
}

extension [String] {
    /// The names of a path with dots.
    init(dotted text: String) {
        self = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
