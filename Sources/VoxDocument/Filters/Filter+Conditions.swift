// SPDX-License-Identifier: MIT

// The conditions of a filter that have no operator.

extension Filter {
    /// Returns a filter for the resources whose field has one of the given values: `.in(\.year,
    /// [1990, 1991])`.
    ///
    /// If the list of values is empty, no resource meets the condition. No spelling can express a
    /// condition with an empty list of values, so the request throws an error.
    public static func `in`<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ values: [Operand.Value]
    ) -> Filter {
        condition(path, values) { path, values in
            let present = values.filter { $0 != .null }
            if present.count == values.count { return .anyOf(path, values) }
            return present.isEmpty
                ? .isNull(path) : .or([.anyOf(path, present), .isNull(path)])
        }
    }

    /// Returns a filter for the resources whose field is in a range: `.in(\.year, 1990...1999)`.
    public static func `in`<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ range: ClosedRange<Operand.Value>
    ) -> Filter {
        path >= range.lowerBound && path <= range.upperBound
    }

    /// Returns a filter for the resources whose field is in a range that does not contain its upper
    /// bound: `.in(\.price, 1..<2)`.
    public static func `in`<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ range: Range<Operand.Value>
    ) -> Filter {
        path >= range.lowerBound && path < range.upperBound
    }

    /// Returns a filter for the resources whose field is a string that contains a text. Upper and
    /// lower case differ, but a server may compare in another way.
    public static func contains<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ text: String
    ) -> Filter where Operand.Value == String { comparison(path, .contains, text) }

    /// Returns a filter for the resources whose field is a string that starts with a text.
    public static func startsWith<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ text: String
    ) -> Filter where Operand.Value == String { comparison(path, .startsWith, text) }

    /// Returns a filter for the resources whose field is a string that ends with a text.
    public static func endsWith<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ text: String
    ) -> Filter where Operand.Value == String { comparison(path, .endsWith, text) }

    /// Returns a filter for the resources whose field is a list that contains an element:
    /// `.contains(\.genres, "rock")`.
    public static func contains<Operand: FilterOperand, Element>(
        _ path: KeyPath<Schema, Operand>, _ element: Element
    ) -> Filter where Operand.Value == [Element] {
        let operand = Schema()[keyPath: path]
        let values = Result { () throws(JSONError) -> [JSONValue] in
            let place = try JSON(JSONValue.null)
            try operand.write([element], to: place)
            guard case .array(let elements) = try place.encoded(), elements.count == 1,
                elements[0].isScalar
            else {
                throw JSONError(
                    code: .notConvertible, message: "arrays and objects cannot be filter values")
            }
            return elements
        }
        return condition(operand, values) { .comparison($0, .equal, $1.first ?? .null) }
    }

    /// Returns a filter for the resources with at least one related resource: `.has(\.tracks)`.
    public static func has(_ path: KeyPath<Schema, some RelationshipPath>) -> Filter {
        Filter(.not(absence(path)))
    }

    /// Returns a filter for the resources with at least one related resource that meets a filter:
    /// `.has(\.tracks, \.seconds > 60 && \.title == "x")`.
    public static func has<Path: RelationshipPath>(
        _ path: KeyPath<Schema, Path>, _ filter: Filter<Path.Target>
    ) -> Filter where Path.Target: ResourceSchema {
        do throws(FilterExpression.Failure) {
            let condition = try filter.expression
            var steps = Schema()[keyPath: path].steps(from: Schema.self)
            let name = steps.popLast().map { [$0.name] } ?? []
            return Filter(.through(steps[...], to: name) { .has($0, condition) })
        } catch {
            return Filter(error)
        }
    }

    /// The condition that a relationship has no target.
    static func absence(_ path: KeyPath<Schema, some RelationshipPath>) -> FilterExpression {
        var steps = Schema()[keyPath: path].steps(from: Schema.self)
        guard let last = steps.popLast() else { return .and([]) }
        return .through(steps[...], to: [last.name]) {
            last.isToMany ? .not(.has($0, nil)) : .isNull($0)
        }
    }

    static func comparison<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ operator: FilterExpression.Operator,
        _ value: Operand.Value
    ) -> Filter {
        condition(path, [value]) { .comparison($0, `operator`, $1.first ?? .null) }
    }
}

extension JSONValue {
    /// True for a string, a number and a boolean.
    package var isScalar: Bool {
        switch self {
        case .string, .number, .bool: true
        case .null, .array, .object: false
        }
    }
}
