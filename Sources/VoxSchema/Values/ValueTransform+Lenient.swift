// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Transforms for values that an API sends sometimes as one kind and sometimes as another. The table
// of each transform lists the accepted values, and all other values are refused. Nothing is rounded
// or inferred. Each transform writes the JSON kind of its output type.

extension ValueTransform where Input == JSONValue {
    /// Converts a value by the strict conversion of its Swift type. Use this transform for the
    /// elements of `list(of:)`, or at the beginning of a chain.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | values that `Attribute<Output>` reads | all other values; lists with unknown values of an enumeration |
    public static func value(_ type: Output.Type = Output.self) -> ValueTransform
    where Output: JSONConvertible {
        ValueTransform(
            acceptsNull: Output.acceptsNull,
            to: { value in
                let json = try JSON(value)
                let output = try Output.decode(json)
                // The view does not belong to the document, so its failures would be lost.
                if let failure = json.vox.failure { throw failure }
                return output
            }, from: { try $0.encoded() })
    }

    /// Converts a list. The given transform converts each element of the list.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `[]`, `[1, 2]` if the transform accepts all elements | `1`, `{}`; `[1, null]` if the transform refuses null |
    public static func list<Element>(of transform: ValueTransform<JSONValue, Element>)
        -> ValueTransform where Output == [Element]
    {
        let elements = transform.elements
        return ValueTransform(
            acceptsNull: false,
            to: { value in
                guard case .array(let list) = value else {
                    throw JSONError(.wrongKind, expected: "an array")
                }
                return try elements.decode(list)
            }, from: { .array(try elements.encode($0)) })
    }

    /// Converts a list. A single value is converted to a list of one element. The transform always
    /// writes a list.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `[1, 2]`, `[]`; `1` as `[1]` | values that the transform refuses |
    public static func lenientList<Element>(of transform: ValueTransform<JSONValue, Element>)
        -> ValueTransform where Output == [Element]
    {
        let list = ValueTransform.list(of: transform)
        return ValueTransform(
            acceptsNull: false,
            to: { value in
                if case .array = value { return try list.decode(value) }
                return [try transform.decode(value)]
            }, from: list.encode)
    }
}

extension ValueTransform where Input == JSONValue, Output == String {
    /// Converts a string. A number or a boolean is converted to the text that it has in JSON. The
    /// transform writes a string.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"a"`, `""`; `12` as `"12"`, `1.50` as `"1.50"`; `true` as `"true"` | `[]`, `{}` |
    public static var lenientText: ValueTransform {
        ValueTransform(
            acceptsNull: false,
            to: { value in
                switch value {
                case .string(let text): return text
                case .number(let number): return number.text
                case .bool(let boolean): return boolean ? "true" : "false"
                case .null, .array, .object:
                    throw JSONError(.wrongKind, expected: "a string, a number or a boolean")
                }
            }, from: { .string($0) })
    }
}

extension ValueTransform where Input == JSONValue, Output == Int {
    /// Converts an integer, or a string that contains an integer. The transform writes a number.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `12`, `12.0`, `"12"`, `"-12"`, `"+12"`, `"012"`, `" 12 "`, `"12.0"`, `"1e3"` | `12.5`, `"12.5"` (`wrongKind`), `"1e99"` (`outOfRange`), `""`, `"12px"`, `"1 2"`, `true`, `[]`, `{}` |
    public static var lenientInteger: ValueTransform {
        ValueTransform(
            acceptsNull: false,
            to: { try Int.decode(JSON(.number(numberRead($0)))) }, from: { $0.encoded() })
    }
}

extension ValueTransform where Input == JSONValue, Output == Double {
    /// Converts a number, or a string that contains a number. The transform writes a number.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `12.5`, `"12.5"`, `"+1.5"`, `"01.5"`, `" 1.5 "`, `"1e3"` | `"1,5"`, `".5"`, `"1."`, `"inf"`, `"nan"`, `"0x10"`, `""`, `"1e999"` (`outOfRange`), `true`, `[]`, `{}` |
    public static var lenientDouble: ValueTransform {
        ValueTransform(
            acceptsNull: false,
            to: { try Double.decode(JSON(.number(numberRead($0)))) }, from: { try $0.encoded() })
    }
}

extension ValueTransform where Input == JSONValue, Output == Float {
    /// Converts a number, or a string that contains a number. The transform writes a number.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | as `lenientDouble` | as `lenientDouble`; `1e39` (`outOfRange`) |
    public static var lenientFloat: ValueTransform {
        ValueTransform(
            acceptsNull: false,
            to: { try Float.decode(JSON(.number(numberRead($0)))) }, from: { try $0.encoded() })
    }
}

extension ValueTransform where Input == JSONValue, Output == Bool {
    /// Converts a boolean, the number 1 or 0, or a word for a boolean. The transform writes a
    /// boolean.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `true`, `1`, `1.0`; `"true"`, `"t"`, `"yes"`, `"y"`, `"on"`, `"1"`, in any case | `2`, `-1`, `""`, `"ja"`, `"truthy"`, `[]`, `{}` |
    /// | `false`, `0`; `"false"`, `"f"`, `"no"`, `"n"`, `"off"`, `"0"`, in any case | |
    public static var lenientBoolean: ValueTransform {
        ValueTransform(acceptsNull: false, to: { try readBoolean($0) }, from: { .bool($0) })
    }
}

private func readBoolean(_ value: JSONValue) throws(JSONError) -> Bool {
    switch value {
    case .bool(let boolean):
        return boolean
    case .number(let number):
        switch number.exactly(Int.self) {
        case 1: return true
        case 0: return false
        default: throw unreadable("true, false, 1, 0, or a word such as yes or no")
        }
    case .string(let text):
        switch text.lowercased() {
        case "true", "t", "yes", "y", "on", "1": return true
        case "false", "f", "no", "n", "off", "0": return false
        default: throw unreadable("true, false, 1, 0, or a word such as yes or no")
        }
    case .null, .array, .object:
        throw JSONError(.wrongKind, expected: "true, false, 1, 0, or a word such as yes or no")
    }
}

extension ValueTransform where Input == JSONValue, Output == Date {
    /// Converts a time in the format of RFC 3339, or a number of seconds since 1970. The rules for
    /// times are the rules of `Attribute<Date>`. The transform writes a string.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"2015-12-30T12:12:33Z"`, `"2015-12-30"`, `1451477553`, `1451477553.5` | `"1451477553"`, `"30/12/2015"`, `""`, `true`, `[]`, `{}` |
    public static var lenientDate: ValueTransform {
        ValueTransform(
            acceptsNull: false,
            to: { value in
                guard case .number = value else { return try Date.decode(JSON(value)) }
                return Date(timeIntervalSince1970: try Double.decode(JSON(value)))
            }, from: { try $0.encoded() })
    }
}

/// Returns the number of a value that is a number or a string that contains a number.
func numberRead(_ value: JSONValue) throws(JSONError) -> JSONNumber {
    switch value {
    case .number(let number):
        return number
    case .string(let text):
        guard let number = JSONNumber(text: plainNumber(text)) else {
            throw unreadable("a number, or a string that contains one")
        }
        return number
    case .null, .bool, .array, .object:
        throw JSONError(.wrongKind, expected: "a number, or a string that contains one")
    }
}

/// Removes the spaces around a text, a plus sign, and leading zeros. The caller must check that the
/// result is a JSON number.
private func plainNumber(_ text: String) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var digits = text.utf8.drop(while: isSpace)
    while let last = digits.last, isSpace(last) { digits.removeLast() }
    var sign = ""
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
        sign = first == UInt8(ascii: "-") ? "-" : ""
        digits.removeFirst()
        // A second sign is refused.
        if digits.first == UInt8(ascii: "-") { return "" }
    }
    while digits.first == UInt8(ascii: "0"), let second = digits.dropFirst().first,
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    {
        digits.removeFirst()
    }
    return sign + String(decoding: digits, as: UTF8.self)
}
