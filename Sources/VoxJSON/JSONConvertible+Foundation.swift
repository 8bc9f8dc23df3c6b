// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSON {
    fileprivate func notConvertible() -> JSONError {
        JSONError(code: .notConvertible, pointer: vox.pointer)
    }
}

extension Date: JSONConvertible {
    /// Reads a time in the form of RFC 3339 (a profile of ISO 8601), with or without a fraction of any
    /// length and an offset; without an offset it is in UTC. A date alone is its first moment in UTC.
    public static func decode(_ json: JSON) throws(JSONError) -> Date {
        guard let date = Date(timestamp: try String.decode(json)) else {
            throw json.notConvertible()
        }
        return date
    }

    /// RFC 3339 in UTC; with milliseconds when there are any.
    public func encoded() -> JSONValue {
        let whole = timeIntervalSince1970 == timeIntervalSince1970.rounded(.down)
        return .string(formatted(ISO8601FormatStyle(includingFractionalSeconds: !whole)))
    }

    /// Foundation reads seconds and offsets; a fraction of any length is cut out and added.
    private init?(timestamp: String) {
        var text = timestamp
        if text.utf8.count == 10 { text += "T00:00:00Z" }
        guard let middle = text.utf8.dropFirst(10).first, "Tt ".utf8.contains(middle) else {
            return nil
        }
        var fraction = 0.0
        // A fraction is of the second and stands behind it.
        let point = text.utf8.index(text.startIndex, offsetBy: min(19, text.utf8.count))
        if text[point...].first == "." {
            let digits = text[point...].dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let value = Double("0.\(digits)") else { return nil }
            fraction = value
            text.removeSubrange(point..<digits.endIndex)
        }
        text = text.uppercased().replacing(" ", with: "T")
        if text.utf8.count == 19 { text += "Z" }
        // Foundation would overlook what follows the offset.
        let offset = text.dropFirst(19)
        guard offset == "Z" || offset.wholeMatch(of: /[+-]\d\d(:?\d\d)?/) != nil,
            let date = try? Date(text, strategy: .iso8601)
        else { return nil }
        self = date.addingTimeInterval(fraction)
    }

    /// A JSON text that is a time; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Date.self) else { return nil }
        self = value
    }
}

extension UUID: JSONConvertible {
    /// Reads the form of RFC 9562, upper or lower case.
    public static func decode(_ json: JSON) throws(JSONError) -> UUID {
        guard let value = UUID(uuidString: try String.decode(json)) else {
            throw json.notConvertible()
        }
        return value
    }

    /// Lower case, as RFC 9562 asks of those who write it.
    public func encoded() -> JSONValue { .string(uuidString.lowercased()) }
}

extension URL: JSONConvertible {
    /// Reads any URL reference.
    public static func decode(_ json: JSON) throws(JSONError) -> URL {
        guard let value = URL(string: try String.decode(json)) else { throw json.notConvertible() }
        return value
    }

    /// The URL as text.
    public func encoded() -> JSONValue { .string(absoluteString) }
}

extension Decimal: JSONConvertible {
    /// Reads a number exactly; one of more digits or a larger exponent than a `Decimal` holds is
    /// `outOfRange`.
    public static func decode(_ json: JSON) throws(JSONError) -> Decimal {
        let number = try JSONNumber.decode(json)
        guard let value = Decimal(string: number.text), JSONNumber(text: "\(value)") == number
        else {
            throw JSONError(code: .outOfRange, pointer: json.vox.pointer)
        }
        return value
    }

    /// The number, exactly.
    public func encoded() throws(JSONError) -> JSONValue {
        guard let number = JSONNumber(text: "\(self)") else { throw JSONError(code: .notFinite) }
        return .number(number)
    }
}
