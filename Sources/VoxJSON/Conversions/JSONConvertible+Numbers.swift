// SPDX-License-Identifier: MIT

// Numbers are exact: what does not fit is `outOfRange`, a fraction asked for as an integer is
// `wrongKind`. Nothing is rounded or cut.

extension JSONConvertible where Self: FixedWidthInteger {
    /// Reads an integer; 3.0 and 3e2 are integers, 3.5 is not.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        let node = try json.present()
        do {
            return try node.exactly()
        } catch {
            throw error.completed(Self.self, found: json)
        }
    }

    /// Reads an integer.
    @inlinable
    public static func decode(borrowed value: BorrowedJSONScalar) -> Self? {
        guard let integer = value.integer else { return nil }
        return Self(exactly: integer)
    }

    /// A number.
    public func encoded() -> JSONValue { .number(JSONNumber(self)) }

    /// Writes a number.
    public func write(to json: JSON) throws(JSONError) { try json.set(integer: self) }

    /// A JSON number that fits; nil for everything else.
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
    /// Reads the nearest double; a number beyond the doubles is `outOfRange`.
    public static func decode(_ json: JSON) throws(JSONError) -> Double {
        let node = try json.present()
        do {
            return try node.double()
        } catch {
            throw error.completed(Double.self, found: json)
        }
    }

    /// Reads the nearest double.
    @inlinable
    public static func decode(borrowed value: BorrowedJSONScalar) -> Double? { value.double }

    /// The shortest text that reads back as the same double.
    public func encoded() throws(JSONError) -> JSONValue {
        guard let number = JSONNumber(self) else { throw JSONError(code: .notFinite) }
        return .number(number)
    }

    /// Writes the shortest text that reads back as the same double.
    public func write(to json: JSON) throws(JSONError) { try json.set(.double(self)) }

    /// A JSON number within the doubles; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Double.self) else { return nil }
        self = value
    }
}

extension Float: JSONConvertible {
    /// Reads the nearest float; a number beyond the floats is `outOfRange`.
    public static func decode(_ json: JSON) throws(JSONError) -> Float {
        // Not by way of a double, which would round twice.
        let number = try json.number(for: Float.self)
        let double = try Double.decode(json)
        guard let float = Float(number.text), float.isFinite, float != 0 || double == 0 else {
            throw JSONError(.outOfRange, expected: Float.self, found: json)
        }
        return float
    }

    /// The shortest text that reads back as the same float.
    public func encoded() throws(JSONError) -> JSONValue {
        guard isFinite, let number = JSONNumber(text: description) else {
            throw JSONError(code: .notFinite)
        }
        return .number(number)
    }

    /// A JSON number within the floats; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Float.self) else { return nil }
        self = value
    }
}

extension Node {
    /// The number as an integer type, exactly.
    fileprivate func exactly<Integer: FixedWidthInteger>() throws(JSONError) -> Integer {
        do throws(JSONError) {
            if Integer.isSigned {
                if let value = Integer(exactly: try int64()) { return value }
            } else if let value = Integer(exactly: try uint64()) {
                return value
            }
        } catch  where error.code == .outOfRange {
            // Wider types than the core knows.
            if let value = numberText.flatMap({ Integer($0) }) { return value }
        }
        throw JSONError(code: .outOfRange, pointer: pointer)
    }
}

extension JSON {
    /// The exact text of a number that a type is made of.
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
    /// Reads the exact text of a number.
    public static func decode(_ json: JSON) throws(JSONError) -> JSONNumber {
        try json.number(for: JSONNumber.self)
    }

    /// The number, in the same text.
    public func encoded() -> JSONValue { .number(self) }

    /// A JSON number, in the text it has; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: JSONNumber.self) else { return nil }
        self = value
    }
}
