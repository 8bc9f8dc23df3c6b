// SPDX-License-Identifier: MIT

/// An attribute with values of another type, which two functions convert. Made by
/// ``WritableAttribute/transformed(to:from:)``.
///
/// The functions are carried along: in a schema that has one, every access costs a little more.
public struct Transformed<Base: WritableAttribute, Value>: DerivedAttribute, WritableAttribute {
    /// The attribute whose values are converted.
    public let base: Base

    /// True when null is converted, too; else null is no value.
    public let acceptsNull: Bool

    @usableFromInline let decode: @Sendable (Base.Value, JSON) throws(JSONError) -> Value
    @usableFromInline let encode: @Sendable (Value, JSON) throws(JSONError) -> Base.Value

    @inlinable
    init(
        base: Base,
        acceptsNull: Bool,
        decode: @escaping @Sendable (Base.Value, JSON) throws(JSONError) -> Value,
        encode: @escaping @Sendable (Value, JSON) throws(JSONError) -> Base.Value
    ) {
        self.base = base
        self.acceptsNull = acceptsNull
        self.decode = decode
        self.encode = encode
    }

    /// Converts what the base makes of JSON.
    @inlinable
    public func read(_ json: JSON) throws(JSONError) -> Value { try decode(base.read(json), json) }

    /// Converts the value and lets the base write it.
    @inlinable
    public func write(_ value: Value, to json: JSON) throws(JSONError) {
        try base.write(encode(value, json), to: json)
    }

    /// The value as it is.
    @inlinable
    public func property(_ value: Value?) -> Value? { value }

    /// The value as it is.
    @inlinable
    public func value(_ property: Value?) -> Value? { property }
}

extension WritableAttribute where Property == Value? {
    /// The same attribute with values of another type, which two functions convert: `to` what was
    /// read, `from` what is to be written.
    ///
    /// What a function throws becomes a `JSONError` with the pointer of the value and the code
    /// `notConvertible`; a `JSONError` keeps its code. Transforms can be made of transforms.
    @inlinable
    public func transformed<Result>(
        to decode: @escaping @Sendable (Value) throws -> Result,
        from encode: @escaping @Sendable (Result) throws -> Value
    ) -> Transformed<Self, Result> {
        transformed(acceptsNull: true, to: decode, from: encode)
    }

    @inlinable
    func transformed<Result>(
        acceptsNull: Bool,
        to decode: @escaping @Sendable (Value) throws -> Result,
        from encode: @escaping @Sendable (Result) throws -> Value
    ) -> Transformed<Self, Result> {
        Transformed(
            base: self, acceptsNull: acceptsNull && self.acceptsNull,
            decode: { value, json throws(JSONError) in
                do {
                    return try decode(value)
                } catch {
                    throw JSONError(reading: error, at: json)
                }
            },
            encode: { result, json throws(JSONError) in
                do { return try encode(result) } catch { throw JSONError(error, at: json) }
            })
    }

    /// The same list with elements of another type, which two functions convert. One element that
    /// does not convert fails the whole, with the pointer of that element.
    @inlinable
    public func transformedElements<Element, Result>(
        to decode: @escaping @Sendable (Element) throws -> Result,
        from encode: @escaping @Sendable (Result) throws -> Element
    ) -> Transformed<Self, [Result]> where Value == [Element] {
        Transformed(
            base: self, acceptsNull: acceptsNull,
            decode: { value, json throws(JSONError) in
                try converted(value, decode) { JSONError(reading: $0, at: json[$1]) }
            },
            encode: { result, json throws(JSONError) in
                try converted(result, encode) { JSONError($0, at: json[$1]) }
            })
    }
}

/// Converts one element after the other.
@usableFromInline
func converted<Element, Result>(
    _ elements: [Element], _ convert: (Element) throws -> Result,
    failing: (any Error, Int) -> JSONError
) throws(JSONError) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
        do {
            results.append(try convert(element))
        } catch {
            throw failing(error, index)
        }
    }
    return results
}

extension JSONError {
    /// What a function threw that was to make something of a value.
    @usableFromInline
    init(reading error: any Error, at json: JSON) {
        self = JSONError(error, at: json).completed(Never.self, found: json)
    }

    /// What a function threw about a value, or about something inside it.
    @usableFromInline
    init(_ error: any Error, at json: JSON) {
        let pointer = json.vox.pointer
        if let error = error as? JSONError {
            self = error
            let isWithin = error.pointer.utf8.starts(with: pointer.utf8)
            if !isWithin { self.pointer = pointer + error.pointer }
        } else {
            self.init(
                code: .notConvertible, message: "the value does not convert: \(error)",
                pointer: pointer)
        }
    }
}
