// SPDX-License-Identifier: MIT

// Conversions of numbers. Decoding an integer throws `outOfRange` for a number that does not fit,
// and `wrongKind` for a fraction. Integers are never rounded or truncated.

extension JSONConvertible where Self: FixedWidthInteger {
    /// Decodes an integer. The numbers 3.0 and 3e2 are decoded as integers, and 3.5 is refused.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        let node = try json.present()
        do {
            return try node.exactly()
        } catch {
            throw error.completed(Self.self, found: json)
        }
    }

    /// Decodes an integer from a borrowed value.
    @inlinable public static func decode(borrowed value: JSON.BorrowedScalar) -> Self? {
        guard let integer = value.integer else { return nil }
        return Self(exactly: integer)
    }

    /// Returns a JSON number.
    public func encoded() -> JSONValue { .number(JSONNumber(self)) }

    /// Writes a number.
    public func write(to json: JSON) throws(JSONError) { try json.set(integer: self) }

    /// Creates an integer from a JSON number that fits into the type. Returns nil if the JSON value
    /// is not a number that fits into the type.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Self.self) else { return nil }
        self = value
    }
}

extension Int: JSONConvertible {}
extension Int8: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Double: JSONConvertible {
    /// Decodes a number as the nearest double. Throws `outOfRange` if the number is outside the
    /// range of doubles.
    public static func decode(_ json: JSON) throws(JSONError) -> Double {
        let node = try json.present()
        do {
            return try node.double()
        } catch {
            throw error.completed(Double.self, found: json)
        }
    }

    /// Decodes the nearest double from a borrowed value.
    @inlinable
    public static func decode(borrowed value: JSON.BorrowedScalar) -> Double? { value.double }

    /// Returns a number with the shortest text that is read as the same double.
    public func encoded() throws(JSONError) -> JSONValue {
        guard let number = JSONNumber(self) else { throw JSONError(code: .notFinite) }
        return .number(number)
    }

    /// Writes the shortest text that is read as the same double.
    public func write(to json: JSON) throws(JSONError) { try json.set(.double(self)) }

    /// Creates a double from a JSON number within the range of doubles. Returns nil if the JSON
    /// value is not a number within the range of doubles.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Double.self) else { return nil }
        self = value
    }
}

extension Float: JSONConvertible {
    /// Decodes a number as the nearest float. Throws `outOfRange` if the number is outside the
    /// range of floats.
    public static func decode(_ json: JSON) throws(JSONError) -> Float {
        // A conversion through a double would round twice.
        let number = try json.number(for: Float.self)
        let double = try Double.decode(json)
        guard let float = Float(number.text), float.isFinite, float != 0 || double == 0 else {
            throw JSONError(.outOfRange, expected: Float.self, found: json)
        }
        return float
    }

    /// Returns a number with the shortest text that is read as the same float.
    public func encoded() throws(JSONError) -> JSONValue {
        guard isFinite, let number = JSONNumber(text: description) else {
            throw JSONError(code: .notFinite)
        }
        return .number(number)
    }

    /// Creates a float from a JSON number within the range of floats. Returns nil if the JSON value
    /// is not a number within the range of floats.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Float.self) else { return nil }
        self = value
    }
}

extension Node {
    /// Returns the exact number as an integer type.
    fileprivate func exactly<Integer: FixedWidthInteger>() throws(JSONError) -> Integer {
        do throws(JSONError) {
            if Integer.isSigned {
                if let value = Integer(exactly: try int64()) { return value }
            } else if let value = Integer(exactly: try uint64()) {
                return value
            }
        } catch  where error.code == .outOfRange {
            // This is for integer types that are wider than 64 bits, the width of the core.
            if let value = numberText.flatMap({ Integer($0) }) { return value }
        }
        throw JSONError(code: .outOfRange, pointer: pointer)
    }
}

extension JSON {
    /// Returns the exact text of a number, for a conversion to `type`.
    func number(for type: any JSONConvertible.Type) throws(JSONError) -> JSONNumber {
        guard let text = try present().numberText else { throw wrongKind(type) }
        return JSONNumber(known: text)
    }

    fileprivate func set(integer: some FixedWidthInteger) throws(JSONError) {
        if let small = Int64(exactly: integer) {
            try set(.int64(small))
        } else {
            let number = String(integer)
            try place { tree throws(JSONError) in try Node.make(number: number, in: tree) }
        }
    }
}

extension JSONNumber: JSONConvertible {
    /// Decodes the exact text of a number.
    public static func decode(_ json: JSON) throws(JSONError) -> JSONNumber {
        try json.number(for: JSONNumber.self)
    }

    /// Returns the number with the same text.
    public func encoded() -> JSONValue { .number(self) }

    /// Creates a number with the text of a JSON number. Returns nil if the JSON value is not a
    /// number.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: JSONNumber.self) else { return nil }
        self = value
    }
}
