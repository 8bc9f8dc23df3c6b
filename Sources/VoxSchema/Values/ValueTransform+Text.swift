// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Transforms for values that an API sends as strings. They are strict: they accept only the forms
// in their tables.

extension ValueTransform where Input == String, Output == Int {
    /// Converts a string that contains an integer.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"0"`, `"12"`, `"-12"` | `""`, `" 12"`, `"+12"`, `"012"`, `"-0"`, `"12.0"`, `"1e3"`, `"12px"` |
    /// | `"9223372036854775807"` | `"9223372036854775808"` |
    public static var integer: ValueTransform {
        ValueTransform(
            to: { text in
                guard let value = Int(text), "\(value)" == text else {
                    throw unreadable("a string that contains an integer")
                }
                return value
            }, from: { "\($0)" })
    }
}

extension ValueTransform where Input == String, Output == Double {
    /// Converts a string that contains a number in the format of RFC 8259 section 6.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"12"`, `"12.50"`, `"-0.5"`, `"1e3"` | `""`, `" 12"`, `"+12"`, `"012"`, `".5"`, `"1,5"`, `"inf"`, `"0x10"` |
    /// | `"1e308"` | `"1e309"` (`outOfRange`) |
    public static var double: ValueTransform {
        ValueTransform(to: { try readNumber($0) }, from: { try numberText($0) })
    }
}

extension ValueTransform where Input == String, Output == Float {
    /// Converts a string that contains a number in the format of RFC 8259 section 6.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | as `double` | as `double`; `"1e39"` (`outOfRange`) |
    public static var float: ValueTransform {
        ValueTransform(to: { try readNumber($0) }, from: { try numberText($0) })
    }
}

extension ValueTransform where Input == String, Output == Decimal {
    /// Converts a string that contains a number in the format of RFC 8259 section 6, without
    /// rounding. APIs often send amounts of money as strings.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"12.50"`, `"0.1"` | as `double`; more than 38 digits (`outOfRange`) |
    public static var decimal: ValueTransform {
        ValueTransform(to: { try readNumber($0) }, from: { try numberText($0) })
    }
}

extension ValueTransform where Input == String, Output == Bool {
    /// Converts a string that contains `true` or `false`.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"true"`, `"false"` | `""`, `"True"`, `"1"`, `"yes"`, `" true"` |
    public static var boolean: ValueTransform {
        ValueTransform(
            to: { text in
                switch text {
                case "true": return true
                case "false": return false
                default: throw unreadable("\"true\" or \"false\"")
                }
            }, from: { $0 ? "true" : "false" })
    }
}

extension ValueTransform
where Input: LosslessStringConvertible & SendableMetatype, Output == String {
    /// Converts a JSON number or a JSON boolean to a string. The transform writes a string only if
    /// reading can return the same string.
    ///
    /// | accepted, for an integer | value | refused in writing |
    /// |---|---|---|
    /// | `12`, `-3` | `"12"`, `"-3"` | `""`, `"012"`, `"+12"`, `"a"` |
    public static var text: ValueTransform {
        ValueTransform(
            to: { $0.description },
            from: { text in
                guard let value = Input(text), value.description == text else {
                    throw unreadable("a string that contains a value of type \(Input.self)")
                }
                return value
            })
    }
}

/// Returns the error for a text that does not have the expected form.
func unreadable(_ expected: String) -> JSONError { JSONError(.notConvertible, expected: expected) }

/// Returns the number in a text with the form of JSON numbers.
func readNumber<Value: JSONConvertible>(_ text: String) throws(JSONError) -> Value {
    guard let number = JSONNumber(text: text) else {
        throw unreadable("a string that contains a number")
    }
    return try Value.decode(JSON(.number(number)))
}

/// Returns the double in a text with the form of JSON numbers. A document is needed only to create
/// errors.
func readNumber(_ text: String) throws(JSONError) -> Double {
    guard let number = JSONNumber(text: text) else {
        throw unreadable("a string that contains a number")
    }
    if let value = number.double { return value }
    return try Double.decode(JSON(.number(number)))
}

private func numberText(_ value: some JSONConvertible) throws(JSONError) -> String {
    guard case .number(let number) = try value.encoded() else {
        throw JSONError(code: .notConvertible)
    }
    return number.text
}
