// SPDX-License-Identifier: MIT

/// A filter for the resources of a schema, written with key paths:
///
/// ```swift
/// struct Artist: ResourceSchema {
///     static let type = "artists"
///     let name = Attribute<String>("name")
/// }
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let year = Attribute<Int>("year")
///     let artist = ToOne<Artist>("artist")
/// }
/// let filter: Filter<Album> = \.year > 1990 && .contains(\.title, "x") || \.artist.name == "Ann"
/// let parameters = try FilterExpression.Functions(.jsonAPIDotNetCore).parameters(for: filter.expression)
/// print(parameters[0].values[0])
/// // prints: or(and(greaterThan(year,'1990'),contains(title,'x')),equals(artist.name,'Ann'))
/// ```
///
/// | condition | filter |
/// |---|---|
/// | equality | `\.year == 1990`, `\.year != 1990`, `\.artist.id == "7"` |
/// | order | `\.year < 1990`, `<=`, `>`, `>=`; the values must be `Comparable` |
/// | one of several values | `.in(\.year, [1990, 1991])` |
/// | a range | `.in(\.year, 1990...1999)`, `.in(\.price, 1..<2)` |
/// | a part of a string | `.contains(\.title, "x")`, `.startsWith`, `.endsWith` |
/// | an element of a list | `.contains(\.genres, "rock")` |
/// | no value | `\.year == nil`, `\.artist == nil`, `\.year != nil` |
/// | related resources | `.has(\.tracks)`, `.has(\.tracks, \.seconds > 60 && \.title == "x")` |
/// | several conditions | `&&`, `||`, `!` |
///
/// A field that is missing or null equals only `nil`, and all other comparisons except `!=` are
/// false. As in Swift, `!=` is true whenever `==` is false: `\.year != 1990` is true for an album
/// without a year.
///
/// A value is written as in JSON: a date as in RFC 3339, and an enumeration as its raw value.
public struct Filter<Schema: ResourceSchema>: Hashable, Sendable {
    private enum Content: Hashable {
        case expression(FilterExpression)
        case fault(FilterExpression.Failure)
    }

    private let content: Content

    /// Creates a filter from an expression with the JSON names of the fields.
    public init(_ expression: FilterExpression) { content = .expression(expression.normalized) }

    init(_ fault: FilterExpression.Failure) { content = .fault(fault) }

    /// The filter as an expression with the JSON names of the fields, in normal form.
    /// - Throws: ``FilterExpression/Failure`` if a value of the filter is not a string, a number or
    ///   a boolean in JSON.
    public var expression: FilterExpression {
        get throws(FilterExpression.Failure) {
            switch content {
            case .expression(let expression): return expression
            case .fault(let fault): throw fault
            }
        }
    }

    /// Returns a filter that is true if both filters are true.
    public static func && (left: Filter, right: Filter) -> Filter {
        joined(left, right) { .and([$0, $1]) }
    }

    /// Returns a filter that is true if one of the filters is true.
    public static func || (left: Filter, right: Filter) -> Filter {
        joined(left, right) { .or([$0, $1]) }
    }

    /// Returns a filter that is true if the given filter is false.
    public static prefix func ! (filter: Filter) -> Filter {
        joined(filter, filter) { left, _ in .not(left) }
    }

    private static func joined(
        _ left: Filter, _ right: Filter,
        _ join: (FilterExpression, FilterExpression) -> FilterExpression
    ) -> Filter {
        switch (left.content, right.content) {
        case (.expression(let left), .expression(let right)): Filter(join(left, right))
        case (.fault, _): left
        case (_, .fault): right
        }
    }
}

extension Filter {
    /// Creates a condition that compares an operand with values.
    static func condition<Operand: FilterOperand>(
        _ path: KeyPath<Schema, Operand>, _ values: [Operand.Value],
        _ make: ([String], [JSONValue]) -> FilterExpression
    ) -> Filter {
        let operand = Schema()[keyPath: path]
        return condition(
            operand, Result { () throws(JSONError) in try operand.scalars(values) }, make)
    }

    static func condition(
        _ operand: some FilterOperand, _ values: Result<[JSONValue], JSONError>,
        _ make: ([String], [JSONValue]) -> FilterExpression
    ) -> Filter {
        var name = ""
        var scalars: [JSONValue] = []
        var fault: JSONError?
        do { scalars = try values.get() } catch { fault = error }
        let expression = operand.expression(from: Schema.self) { path in
            name = path.joined(separator: ".")
            return make(path, scalars)
        }
        if let fault {
            return Filter(
                FilterExpression.Failure(
                    "the value for the filter \"\(name)\" has no text form: \(fault.message)"))
        }
        return expression.map { Filter($0) }
            ?? Filter(FilterExpression.Failure("a filter compares only attributes and ids"))
    }
}

extension FilterOperand {
    /// Returns values as they are in JSON: strings, numbers, booleans and null.
    func scalars(_ values: [Value]) throws(JSONError) -> [JSONValue] {
        var scalars: [JSONValue] = []
        scalars.reserveCapacity(values.count)
        let place = try JSON(JSONValue.null)
        for value in values {
            try write(value, to: place)
            let scalar = try place.encoded()
            switch scalar {
            case .array, .object:
                throw JSONError(
                    code: .notConvertible, message: "arrays and objects cannot be filter values")
            default: scalars.append(scalar)
            }
        }
        return scalars
    }
}
