// SPDX-License-Identifier: MIT

extension FieldMark {
    /// An attribute whose values are converted to another type by two functions.
    /// ``WritableAttribute/transformed(to:from:)`` creates a transformed attribute.
    ///
    /// The functions are stored in the schema, so an access to any attribute of the schema takes a
    /// little longer than in a schema without functions.
    public struct Transformed<Base: WritableAttribute, Value>: Derived, WritableAttribute {
        /// The attribute before the conversion.
        public let base: Base

        /// True if null is converted like any other value. If `acceptsNull` is false, a null
        /// attribute has no value.
        public let acceptsNull: Bool

        /// True if the texts in JSON are dates without a time: `2024-02-29`.
        @usableFromInline package var isDay = false

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

        /// Decodes the value with the base attribute, and converts the result.
        @inlinable public func read(_ json: JSON) throws(JSONError) -> Value {
            try decode(base.read(json), json)
        }

        /// Converts a value back, and writes the result with the base attribute.
        @inlinable
        public func write(_ value: Value, to json: JSON) throws(JSONError) {
            try base.write(encode(value, json), to: json)
        }

        /// Returns the value unchanged.
        @inlinable
        public func property(_ value: Value?) -> Value? { value }

        /// Returns the value unchanged.
        @inlinable
        public func value(_ property: Value?) -> Value? { property }
    }
}

/// A transformed attribute, whatever its types.
package protocol DayAttribute {
    /// True if the texts in JSON are dates without a time.
    var isDay: Bool { get }
}

extension FieldMark.Transformed: DayAttribute {}

extension WritableAttribute where Property == Value? {
    /// Returns a copy of this attribute with values of another type.
    ///
    /// The function `to` converts values that were read, and the function `from` converts values
    /// that will be written. An error that a function throws becomes a `JSONError` with the pointer
    /// of the value and code `notConvertible`. If the function throws a `JSONError`, the
    /// `JSONError` keeps its code. A transformed attribute can be transformed again.
    @inlinable
    public func transformed<Result>(
        to decode: @escaping @Sendable (Value) throws -> Result,
        from encode: @escaping @Sendable (Result) throws -> Value
    ) -> FieldMark.Transformed<Self, Result> {
        transformed(acceptsNull: true, to: decode, from: encode)
    }

    @inlinable
    func transformed<Result>(
        acceptsNull: Bool,
        to decode: @escaping @Sendable (Value) throws -> Result,
        from encode: @escaping @Sendable (Result) throws -> Value
    ) -> FieldMark.Transformed<Self, Result> {
        FieldMark.Transformed(
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

    /// Returns a copy of this attribute with list elements of another type. Two functions convert
    /// the elements.
    ///
    /// If an element cannot be converted, the conversion of the whole list fails. The error has the
    /// pointer of the failing element.
    @inlinable
    public func transformedElements<Element, Result>(
        to decode: @escaping @Sendable (Element) throws -> Result,
        from encode: @escaping @Sendable (Result) throws -> Element
    ) -> FieldMark.Transformed<Self, [Result]> where Value == [Element] {
        FieldMark.Transformed(
            base: self, acceptsNull: acceptsNull,
            decode: { value, json throws(JSONError) in
                try converted(value, decode) { JSONError(reading: $0, at: json[$1]) }
            },
            encode: { result, json throws(JSONError) in
                try converted(result, encode) { JSONError($0, at: json[$1]) }
            })
    }
}

/// Converts the elements in order.
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
    /// Creates the error for a value that was read and that a function could not convert.
    @usableFromInline
    init(reading error: any Error, at json: JSON) {
        self = JSONError(error, at: json).completed(Never.self, found: json)
    }

    /// Creates the error for a value, or a part of it, from an error that a function has thrown.
    @usableFromInline
    init(_ error: any Error, at json: JSON) {
        let pointer = json.vox.pointer
        if let error = error as? JSONError {
            self = error
            let isWithin = error.pointer.utf8.starts(with: pointer.utf8)
            if !isWithin { self.pointer = pointer + error.pointer }
        } else {
            self.init(
                code: .notConvertible, message: "the value cannot be converted: \(error)",
                pointer: pointer)
        }
    }
}
