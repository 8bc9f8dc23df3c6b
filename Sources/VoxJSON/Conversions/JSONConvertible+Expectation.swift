// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// The JSON that each type requires, in words for the messages of errors. The words are created only
// when an error is described.

extension JSONConvertible {
    /// The name of the type.
    public static var expectation: String {
        switch Self.self {
        case is any BinaryFloatingPoint.Type, is Decimal.Type, is JSONNumber.Type: "a number"
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Date.Type: "a date (RFC 3339)"
        case is UUID.Type: "a UUID"
        case is URL.Type: "a URL"
        case is JSON.Type, is JSONValue.Type: "a value"
        default: "\(Self.self)"
        }
    }
}

extension JSONConvertible where Self: RawRepresentable, RawValue: JSONConvertible {
    /// For a `CaseIterable` type, the first eight raw values. For any other type, the expectation
    /// of the raw value, and the name of the type.
    public static var expectation: String {
        guard let cases = rawValueTexts(of: Self.self as Any.Type), !cases.isEmpty else {
            return "\(RawValue.expectation) for \(Self.self)"
        }
        let shown = cases.prefix(8).joined(separator: ", ")
        return "one of \(shown)" + (cases.count > 8 ? ", …" : "")
    }
}

/// Returns the raw values of all cases as JSON, or nil if the type is not `CaseIterable`.
private func rawValueTexts(of type: Any.Type) -> [String]? {
    func texts<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
        type.allCases.compactMap { value in
            guard let value = value as? any JSONConvertible else { return nil }
            return try? value.encoded().text()
        }
    }
    return (type as? any CaseIterable.Type).map { texts($0) }
}

extension JSONConvertible where Self: FixedWidthInteger {
    /// `an integer`, followed by the range of a type with fewer than 64 bits, or by the minimum of
    /// a wider unsigned type.
    public static var expectation: String {
        if Self.bitWidth < 64 { return "an integer from \(Self.min) to \(Self.max)" }
        return Self.isSigned ? "an integer" : "an integer from 0"
    }
}

extension Array where Element: JSONConvertible {
    /// An array.
    public static var expectation: String { "an array" }
}

extension Dictionary where Key == String, Value: JSONConvertible {
    /// An object.
    public static var expectation: String { "an object" }
}

extension Optional where Wrapped: JSONConvertible {
    /// The expectation of the wrapped type, followed by "or null".
    public static var expectation: String { "\(Wrapped.expectation) or null" }
}
