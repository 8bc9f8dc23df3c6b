// SPDX-License-Identifier: MIT

/// Two functions that convert a value, as one value: what ``WritableAttribute/transformed(by:)`` takes.
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
/// Which to take for which value:
///
/// | value | strict: one kind, one spelling | from text, strict | by name: other kinds too |
/// |---|---|---|---|
/// | text | `Attribute<String>` | | `lenientText` |
/// | number as text | `Attribute<Int>` and `text` | | |
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
/// A conversion that fails throws; nothing becomes 0, "" or an empty model by itself. What is missing
/// or null is never converted, and stays missing or null: chains need no optionals.
public struct ValueTransform<Input, Output>: Sendable {
    /// Makes the value of what was read.
    public let decode: @Sendable (Input) throws -> Output

    /// Makes what is written of the value.
    public let encode: @Sendable (Output) throws -> Input

    /// True when null is converted too, where the input can be null, as a `JSONValue` can. The
    /// transforms that come with Vox leave null alone.
    public let acceptsNull: Bool

    /// Makes a transform of two functions: `to` converts what was read, `from` what is to be written.
    /// They may throw.
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

    /// This transform and another behind it: read through this one first, written through it last.
    public func then<Next>(_ next: ValueTransform<Output, Next>) -> ValueTransform<Input, Next> {
        ValueTransform<Input, Next>(
            acceptsNull: acceptsNull,
            to: { try next.decode(decode($0)) }, from: { try encode(next.encode($0)) })
    }

    /// The same in the other direction.
    public var reversed: ValueTransform<Output, Input> {
        ValueTransform<Output, Input>(to: encode, from: decode)
    }

    /// The same for each element of a list. One element that does not convert fails the whole, with
    /// its pointer.
    public var elements: ValueTransform<[Input], [Output]> {
        ValueTransform<[Input], [Output]>(
            to: { try located($0, decode) }, from: { try located($0, encode) })
    }

    /// The same for a value that may be nil, which stays nil.
    public var optional: ValueTransform<Input?, Output?> {
        ValueTransform<Input?, Output?>(
            to: { try $0.map(decode) }, from: { try $0.map(encode) })
    }
}

extension ValueTransform where Output: Sendable {
    /// The same for a value that may be nil: a default stands in for it, on reading. For elements of
    /// lists, which may be null; for an attribute, ``WritableAttribute/defaulting(to:)``.
    public func defaulting(to value: Output) -> ValueTransform<Input?, Output> {
        ValueTransform<Input?, Output>(
            to: { try $0.map(decode) ?? value }, from: { try encode($0) })
    }
}

/// Converts elements, and says of an error at which of them it was thrown.
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
    /// What a function threw about a value that stands at a pointer from the value converted.
    init(_ error: any Error, below pointer: String) {
        guard let error = error as? JSONError else {
            self.init(
                code: .notConvertible, message: "the value does not convert: \(error)",
                pointer: pointer)
            return
        }
        self = error
        self.pointer = pointer + error.pointer
    }
}

extension WritableAttribute where Property == Value? {
    /// The same attribute with values of another type, which a transform converts.
    ///
    /// What the transform throws becomes a `JSONError` with the pointer of the value and the code
    /// `notConvertible`; a `JSONError` keeps its code. Transforms can be put behind one another, here
    /// or by ``ValueTransform/then(_:)``.
    public func transformed<Result>(by transform: ValueTransform<Value, Result>)
        -> Transformed<Self, Result>
    {
        transformed(
            acceptsNull: transform.acceptsNull, to: transform.decode, from: transform.encode)
    }

    /// The same list with elements of another type, which a transform converts. One element that does
    /// not convert fails the whole, with the pointer of that element.
    public func transformedElements<Element, Result>(by transform: ValueTransform<Element, Result>)
        -> Transformed<Self, [Result]> where Value == [Element]
    {
        transformedElements(to: transform.decode, from: transform.encode)
    }
}
