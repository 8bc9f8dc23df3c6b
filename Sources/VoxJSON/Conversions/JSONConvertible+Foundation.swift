// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSON {
    fileprivate func notConvertible(_ expected: any JSONConvertible.Type) -> JSONError {
        JSONError(.notConvertible, expected: expected, found: self)
    }
}

extension Date: JSONConvertible {
    /// Reads a time in the form of RFC 3339 (a profile of ISO 8601), with or without a fraction of any
    /// length and an offset; without an offset it is in UTC. A date alone is its first moment in UTC.
    ///
    /// Second 60, a leap second, is the first of the next minute, and hour 24 the beginning of the next
    /// day; a day that the month does not have is refused. What comes out is the `Date` nearest
    /// to the nanosecond given: today a `Date` tells apart about a tenth of a microsecond.
    public static func decode(_ json: JSON) throws(JSONError) -> Date {
        try json.textValue()
    }

    /// Reads a time where its text stands.
    public static func decode(borrowed value: BorrowedJSONScalar) -> Date? {
        value.withUTF8(Timestamp.read) ?? nil
    }

    /// RFC 3339 in UTC. A fraction has three, six or nine digits, as few as are read back as the same
    /// `Date`; whole seconds have none. Three do as well for a `Date` that was made of a Unix time in
    /// milliseconds, which may be off by the last bit.
    /// - Throws: ``JSONError`` with code `outOfRange` for a date outside of the years 0001 to 9999,
    ///   which the form does not know, and `notFinite`.
    public func encoded() throws(JSONError) -> JSONValue {
        .string(try withTimestamp { String(decoding: $0, as: UTF8.self) })
    }

    /// Writes a time, as ``encoded()`` does.
    public func write(to json: JSON) throws(JSONError) {
        try withTimestamp { text throws(JSONError) in try json.set(utf8: text) }
    }

    private func withTimestamp<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        let result = withUnsafeTemporaryAllocation(
            of: UInt8.self, capacity: Timestamp.capacity
        ) { buffer in
            Swift.Result { () throws(JSONError) in
                let count = try Timestamp.write(self, to: buffer)
                return try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
            }
        }
        return try result.get()
    }

    /// A JSON text that is a time; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Date.self) else { return nil }
        self = value
    }
}

extension JSON {
    /// The value of a type that is read where its text stands, or why there is none.
    fileprivate func textValue<Value: JSONConvertible>() throws(JSONError) -> Value {
        let node = try present()
        if let value = Value.decode(borrowed: BorrowedJSONScalar(node.raw, of: node.tree)) {
            // The compiler does not see that what was lent belongs to the document.
            withExtendedLifetime(node) {}
            return value
        }
        throw node.string == nil ? wrongKind(Value.self) : notConvertible(Value.self)
    }
}

extension UUID: JSONConvertible {
    /// Reads the form of RFC 9562, upper or lower case.
    public static func decode(_ json: JSON) throws(JSONError) -> UUID {
        try json.textValue()
    }

    /// Reads a UUID where its text stands.
    public static func decode(borrowed value: BorrowedJSONScalar) -> UUID? {
        value.withUTF8(UUIDText.read) ?? nil
    }

    /// Lower case, as RFC 9562 asks of those who write it.
    public func encoded() -> JSONValue {
        .string(withText { String(decoding: $0, as: UTF8.self) })
    }

    /// Writes lower case, as ``encoded()`` does.
    public func write(to json: JSON) throws(JSONError) {
        let result = withText { text in
            Swift.Result { () throws(JSONError) in try json.set(utf8: text) }
        }
        try result.get()
    }

    private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: UUIDText.count) { buffer in
            UUIDText.write(self, to: buffer)
            return body(UnsafeBufferPointer(buffer))
        }
    }
}

extension URL: JSONConvertible {
    /// Reads any URL reference.
    public static func decode(_ json: JSON) throws(JSONError) -> URL {
        guard let value = URL(string: try json.text(for: URL.self)) else {
            throw json.notConvertible(URL.self)
        }
        return value
    }

    /// The URL as text.
    public func encoded() -> JSONValue { .string(absoluteString) }
}

extension Decimal: JSONConvertible {
    /// Reads a number exactly; one of more digits or a larger exponent than a `Decimal` holds is
    /// `outOfRange`.
    public static func decode(_ json: JSON) throws(JSONError) -> Decimal {
        let number = try json.number(for: Decimal.self)
        guard let value = Decimal(string: number.text), JSONNumber(text: "\(value)") == number
        else {
            throw JSONError(.outOfRange, expected: Decimal.self, found: json)
        }
        return value
    }

    /// Reads a number that is written without an exponent, in up to 18 digits, where its text stands.
    public static func decode(borrowed value: BorrowedJSONScalar) -> Decimal? {
        guard let (digits, places, isNegative) = value.decimalDigits else { return nil }
        // Of zero with a sign, `Decimal` makes what is no number.
        return Decimal(
            sign: isNegative && digits > 0 ? .minus : .plus, exponent: -places,
            significand: Decimal(digits))
    }

    /// The number, exactly.
    public func encoded() throws(JSONError) -> JSONValue {
        guard let number = JSONNumber(text: "\(self)") else { throw JSONError(code: .notFinite) }
        return .number(number)
    }
}
