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
    /// Decodes a time in the format of RFC 3339 (a profile of ISO 8601).
    ///
    /// The fraction of a second may have any length. The fraction and the UTC offset may be
    /// missing. A time without an offset is in UTC. A date without a time means the beginning of
    /// that day in UTC.
    ///
    /// Second 60, a leap second, counts as the first second of the next minute. Hour 24 counts as
    /// the beginning of the next day. A day that does not exist in its month is refused. The time
    /// is read to the nanosecond, and the result is the `Date` nearest to that time. For dates
    /// between 2010 and 2035, a `Date` has a resolution of about a tenth of a microsecond.
    public static func decode(_ json: JSON) throws(JSONError) -> Date {
        try json.textValue()
    }

    /// Decodes a time from borrowed text.
    public static func decode(borrowed value: JSON.BorrowedScalar) -> Date? {
        value.withUTF8(Timestamp.read) ?? nil
    }

    /// Returns the time in the format of RFC 3339, in UTC. Within a day of the years 0000 to 9999,
    /// the time has an offset that gives it a year of four digits.
    ///
    /// If the time has a fraction, the fraction is written with three, six or nine digits. The
    /// fraction has the fewest digits that are read as the same `Date`. Whole seconds are written
    /// without a fraction. A `Date` that was created from a Unix time in milliseconds is written
    /// with three digits, even if reading this text returns a `Date` that differs in the last bit.
    /// - Throws: ``JSONError`` with code `notFinite`, or with code `outOfRange` for a date outside
    ///   the years 0000 to 9999. RFC 3339 cannot express other years.
    public func encoded() throws(JSONError) -> JSONValue {
        .string(try withTimestamp { String(decoding: $0, as: UTF8.self) })
    }

    /// Writes the text of ``encoded()``.
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

    /// Creates a date from a JSON string that contains a time. Returns nil if the JSON value is not
    /// a string that contains a time.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Date.self) else { return nil }
        self = value
    }
}

extension JSON {
    /// Decodes a value of a type that can be decoded from borrowed text. If decoding fails, the
    /// function throws the reason.
    fileprivate func textValue<Value: JSONConvertible>() throws(JSONError) -> Value {
        let node = try present()
        if let value = Value.decode(borrowed: BorrowedScalar(node.raw, of: node.tree)) {
            // The compiler cannot see that the borrowed value belongs to the document.
            withExtendedLifetime(node) {}
            return value
        }
        throw node.string == nil ? wrongKind(Value.self) : notConvertible(Value.self)
    }
}

extension UUID: JSONConvertible {
    /// Decodes a UUID in the format of RFC 9562, in upper or lower case.
    public static func decode(_ json: JSON) throws(JSONError) -> UUID {
        try json.textValue()
    }

    /// Decodes a UUID from borrowed text.
    public static func decode(borrowed value: JSON.BorrowedScalar) -> UUID? {
        value.withUTF8(UUIDText.read) ?? nil
    }

    /// Returns the UUID in lower case, as RFC 9562 requires for output.
    public func encoded() -> JSONValue {
        .string(withText { String(decoding: $0, as: UTF8.self) })
    }

    /// Writes the text of ``encoded()``, which is in lower case.
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
    /// Decodes any URL reference.
    public static func decode(_ json: JSON) throws(JSONError) -> URL {
        guard let value = URL(string: try json.text(for: URL.self)) else {
            throw json.notConvertible(URL.self)
        }
        return value
    }

    /// Returns the URL as a string.
    public func encoded() -> JSONValue { .string(absoluteString) }
}

extension Decimal: JSONConvertible {
    /// Decodes a number exactly. Throws `outOfRange` if the number has more digits or a larger
    /// exponent than a `Decimal` can hold.
    public static func decode(_ json: JSON) throws(JSONError) -> Decimal {
        let number = try json.number(for: Decimal.self)
        guard let value = Decimal(string: number.text), JSONNumber(text: "\(value)") == number
        else {
            throw JSONError(.outOfRange, expected: Decimal.self, found: json)
        }
        return value
    }

    /// Decodes a number from borrowed text. Returns nil for a number with an exponent or with more
    /// than 18 digits.
    public static func decode(borrowed value: JSON.BorrowedScalar) -> Decimal? {
        guard let (digits, places, isNegative) = value.decimalDigits else { return nil }
        // `Decimal` would turn a negative zero into NaN.
        return Decimal(
            sign: isNegative && digits > 0 ? .minus : .plus, exponent: -places,
            significand: Decimal(digits))
    }

    /// Returns the exact number.
    public func encoded() throws(JSONError) -> JSONValue {
        guard let number = JSONNumber(text: "\(self)") else { throw JSONError(code: .notFinite) }
        return .number(number)
    }
}
