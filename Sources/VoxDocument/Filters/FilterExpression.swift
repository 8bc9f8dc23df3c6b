// SPDX-License-Identifier: MIT

/// A condition for resources: comparisons of fields, combined by `and`, `or` and `not`.
///
/// A client creates a filter from key paths (``Filter``), and a ``FilterExpression/Spelling``
/// writes the filter into the query of a request. A service reads the query with the same spelling,
/// and passes the expression to its store.
///
/// A path consists of the names of to-one relationships, followed by the name of a field: an
/// attribute, a relationship, `id` or `type`. The path of an attribute in nested objects is one
/// name with dots. A path through a to-many relationship is written with ``has(_:_:)``:
///
/// ```swift
/// let expression: FilterExpression = .and([
///     .comparison(["year"], .greater, 1990),
///     .comparison(["artist", "name"], .startsWith, "The "),
///     .has(["tracks"], .comparison(["address.city"], .equal, "Bristol")),
///     .not(.isNull(["label"])),
/// ])
/// ```
///
/// A comparison with a missing value or with null is false. ``not(_:)`` is true if its condition is
/// false. Therefore `not(comparison(["year"], .equal, 1990))` is true for a resource without a
/// year. A comparison with an attribute that is a list is true if the comparison is true for one of
/// the elements.
public indirect enum FilterExpression: Hashable, Sendable {
    /// A comparison of a field with a value.
    public enum Operator: String, Hashable, Sendable, CaseIterable {
        /// The field equals the value. Strings are compared byte by byte.
        case equal
        /// The field is less than the value. Numbers are compared by value, and strings in the
        /// order of their bytes in UTF-8.
        case less
        /// The field is less than the value or equals it.
        case lessOrEqual
        /// The field is greater than the value.
        case greater
        /// The field is greater than the value or equals it.
        case greaterOrEqual
        /// The field is a string that contains the value. Upper and lower case differ.
        case contains
        /// The field is a string that starts with the value.
        case startsWith
        /// The field is a string that ends with the value.
        case endsWith
    }

    /// Compares the field at a path with a value.
    case comparison([String], Operator, JSONValue)
    /// True if the field at a path equals one of the values.
    case anyOf([String], [JSONValue])
    /// True if the field at a path is missing, null or an empty list, or if a to-one relationship
    /// on the path is empty.
    case isNull([String])
    /// True if the relationship at a path has a target for which the condition is true. A condition
    /// of nil is true for every target.
    case has([String], FilterExpression?)
    /// True if the condition is false.
    case not(FilterExpression)
    /// True if all conditions are true.
    case and([FilterExpression])
    /// True if one of the conditions is true.
    case or([FilterExpression])

    /// The maximum depth of a filter that is read from a text: 64. A comparison has the depth 1,
    /// and `not`, `and`, `or` and `has` add 1 to the depth of their conditions.
    public static let maximumDepth = 64
}

extension FilterExpression {
    /// This condition in normal form. All spellings read and write the normal form.
    ///
    /// Nested lists of the same kind become one list, and a list of one condition becomes that
    /// condition. ``anyOf(_:_:)`` with one value becomes a comparison. Equality with null becomes
    /// ``isNull(_:)`` of the field. If the id of a related resource is compared with null, the
    /// comparison becomes ``isNull(_:)`` of the relationship. A double negation is removed. A
    /// search for the empty string becomes ``Operator/startsWith``.
    public var normalized: FilterExpression {
        switch self {
        case .comparison(let path, .equal, .null): FilterExpression.isNull(path).normalized
        case .comparison(let path, .contains, ""), .comparison(let path, .endsWith, ""):
            .comparison(path, .startsWith, "")
        case .anyOf(let path, let values) where values.count == 1:
            FilterExpression.comparison(path, .equal, values[0]).normalized
        case .isNull(let path) where path.count > 1 && path.last == "id":
            .isNull(path.dropLast())
        case .comparison, .anyOf, .isNull: self
        case .has(let path, let condition): .has(path, condition?.normalized)
        case .not(let condition): Self.negated(condition.normalized)
        case .and(let conditions): Self.joined(conditions, isAnd: true)
        case .or(let conditions): Self.joined(conditions, isAnd: false)
        }
    }

    private static func negated(_ condition: FilterExpression) -> FilterExpression {
        if case .not(let inner) = condition { inner } else { .not(condition) }
    }

    private static func joined(_ conditions: [FilterExpression], isAnd: Bool) -> FilterExpression {
        var list: [FilterExpression] = []
        for condition in conditions {
            switch condition.normalized {
            case .and(let inner) where isAnd: list += inner
            case .or(let inner) where !isAnd: list += inner
            case let other: list.append(other)
            }
        }
        if list.count == 1 { return list[0] }
        return isAnd ? .and(list) : .or(list)
    }

    /// The conditions that must all be true.
    package var conjuncts: [FilterExpression] {
        if case .and(let conditions) = self { conditions } else { [self] }
    }

    /// The size of a filter: its depth, the number of conditions that contain no other conditions,
    /// and the number of values in these conditions.
    package var size: (depth: Int, conditions: Int, values: Int) {
        switch self {
        case .comparison(let path, _, _): return (path.count, 1, 1)
        case .anyOf(let path, let values): return (path.count, 1, values.count)
        case .isNull(let path), .has(let path, nil): return (path.count, 1, 0)
        case .has(let path, let condition?):
            let size = condition.size
            return (size.depth + path.count, size.conditions, size.values)
        case .not(let condition):
            let size = condition.size
            return (size.depth + 1, size.conditions, size.values)
        case .and(let conditions), .or(let conditions):
            var size = (depth: 0, conditions: 0, values: 0)
            for inner in conditions.lazy.map(\.size) {
                size.depth = max(size.depth, inner.depth)
                size.conditions += inner.conditions
                size.values += inner.values
            }
            size.depth += 1
            return size
        }
    }
}
