// SPDX-License-Identifier: MIT

/// A pair of functions that convert a value to another type and back. To apply a transform to an
/// attribute, use ``WritableAttribute/transformed(by:)``.
///
/// ```swift
/// struct Price: ObjectSchema {
///     let total = Attribute<String>("total").transformed(by: .double)              // "12.50"
///     let count = Attribute<JSONValue>("count").transformed(by: .lenientInteger)   // 3 or "3"
///     let day = Attribute<String>("day").transformed(by: .date("dd/MM/yyyy"))
///     let parts = Attribute<[String]>("parts").transformedElements(by: .integer)   // ["1", "2"]
/// }
/// ```
///
/// The following table lists the transforms for each kind of value:
///
/// | value | strict: one kind, one form | strict, from a string | lenient: also other kinds |
/// |---|---|---|---|
/// | string | `Attribute<String>` | | `lenientText` |
/// | number as a string | `Attribute<Int>` and `text` | | |
/// | integer | `Attribute<Int>` | `integer` | `lenientInteger` |
/// | float, double | `Attribute<Float>`, `Attribute<Double>` | `float`, `double`, `decimal` | `lenientFloat`, `lenientDouble` |
/// | boolean | `Attribute<Bool>` | `boolean` | `lenientBoolean` |
/// | date | `Attribute<Date>` | `date`, `date(_:)` | `lenientDate` |
/// | Unix time | `Attribute<Int>` and `secondsSince1970`, `millisecondsSince1970` | | |
/// | percentage | `Attribute<Double>` and `percentage` | `percentage` | `lenientPercentage` |
/// | model | `Attribute<TypedObject<Schema>>`, and `model(_:)` | | |
/// | list | `Attribute<[Int]>`, `elements`, `list(of:)` | | `lenientList(of:)` |
/// | default | ``WritableAttribute/defaulting(to:)``, `defaulting(to:)` in lists | | |
/// | chain | ``then(_:)`` | | |
///
/// A failed conversion throws an error, and never returns 0, "" or an empty model. A missing or
/// null value is not converted, and stays missing or null, so chains of transforms need no
/// optionals.
public struct ValueTransform<Input, Output>: Sendable {
    /// The function that converts a value that was read.
    public let decode: @Sendable (Input) throws -> Output

    /// The function that converts a value back for writing.
    public let encode: @Sendable (Output) throws -> Input

    /// True if null is converted like any other value. If null is converted, the input must be a
    /// type that can be null, such as `JSONValue`. The transforms of Vox do not convert null.
    public let acceptsNull: Bool

    /// True if the texts in JSON are dates without a time: `2024-02-29`.
    var isDay = false

    /// Creates a transform from two functions, which may throw. The function `to` converts values
    /// that were read, and the function `from` converts values back for writing.
    public init(
        to decode: @escaping @Sendable (Input) throws -> Output,
        from encode: @escaping @Sendable (Output) throws -> Input
    ) {
        self.init(acceptsNull: true, to: decode, from: encode)
    }

    init(
        acceptsNull: Bool,
        to decode: @escaping @Sendable (Input) throws -> Output,
        from encode: @escaping @Sendable (Output) throws -> Input
    ) {
        self.decode = decode
        self.encode = encode
        self.acceptsNull = acceptsNull
    }

    /// Returns a chain of this transform and another transform. In reading, this transform is
    /// applied first, and in writing, it is applied last.
    public func then<Next>(_ next: ValueTransform<Output, Next>) -> ValueTransform<Input, Next> {
        var chain = ValueTransform<Input, Next>(
            acceptsNull: acceptsNull,
            to: { try next.decode(decode($0)) }, from: { try encode(next.encode($0)) })
        chain.isDay = isDay
        return chain
    }

    /// The inverse transform: its functions for reading and writing are exchanged.
    public var reversed: ValueTransform<Output, Input> {
        ValueTransform<Output, Input>(to: encode, from: decode)
    }

    /// A transform that applies this transform to each element of a list. If an element cannot be
    /// converted, the conversion of the whole list fails. The error has the pointer of the failing
    /// element.
    public var elements: ValueTransform<[Input], [Output]> {
        ValueTransform<[Input], [Output]>(
            to: { try located($0, decode) }, from: { try located($0, encode) })
    }

    /// A transform that applies this transform to optional values. Nil stays nil.
    public var optional: ValueTransform<Input?, Output?> {
        ValueTransform<Input?, Output?>(
            to: { try $0.map(decode) }, from: { try $0.map(encode) })
    }
}

extension ValueTransform where Output: Sendable {
    /// Returns a transform for optional values. The returned transform reads nil as the given
    /// default.
    ///
    /// Use this transform for lists whose elements may be null. For an attribute, use
    /// ``WritableAttribute/defaulting(to:)``.
    public func defaulting(to value: Output) -> ValueTransform<Input?, Output> {
        ValueTransform<Input?, Output>(
            to: { try $0.map(decode) ?? value }, from: { try encode($0) })
    }
}

/// Converts the elements in order. An error has the position of the failing element.
private func located<Element, Result>(
    _ elements: [Element], _ convert: (Element) throws -> Result
) throws -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
        do {
            results.append(try convert(element))
        } catch {
            throw JSONError(error, below: "/\(index)")
        }
    }
    return results
}

extension JSONError {
    /// Creates the error for a part of the converted value. `pointer` leads from the value to the
    /// part.
    init(_ error: any Error, below pointer: String) {
        guard let error = error as? JSONError else {
            self.init(
                code: .notConvertible, message: "the value cannot be converted: \(error)",
                pointer: pointer)
            return
        }
        self = error
        self.pointer = pointer + error.pointer
    }
}

extension WritableAttribute where Property == Value? {
    /// Returns a copy of this attribute with values of another type.
    ///
    /// An error of the transform becomes a `JSONError` with the pointer of the value and code
    /// `notConvertible`. If the transform throws a `JSONError`, the `JSONError` keeps its code. To
    /// chain transforms, call this function several times or use ``ValueTransform/then(_:)``.
    public func transformed<Result>(by transform: ValueTransform<Value, Result>)
        -> FieldMark.Transformed<Self, Result>
    {
        var attribute = transformed(
            acceptsNull: transform.acceptsNull, to: transform.decode, from: transform.encode)
        attribute.isDay = transform.isDay
        return attribute
    }

    /// Returns a copy of this attribute with list elements of another type. A transform converts
    /// the elements.
    ///
    /// If one element cannot be converted, the conversion of the whole list fails, and the error
    /// has the pointer of the failing element.
    public func transformedElements<Element, Result>(by transform: ValueTransform<Element, Result>)
        -> FieldMark.Transformed<Self, [Result]> where Value == [Element]
    {
        var attribute = transformedElements(to: transform.decode, from: transform.encode)
        attribute.isDay = transform.isDay
        return attribute
    }
}
