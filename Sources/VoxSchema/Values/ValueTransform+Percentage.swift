// SPDX-License-Identifier: MIT

// Transforms of percentages to fractions: 45 becomes 0.45. The conversion moves the decimal point
// in the text of the number. Therefore a value that was read is written as the same number.

extension ValueTransform where Input == Double, Output == Double {
    /// Converts a percentage, such as 45, to a fraction of 1, such as 0.45.
    ///
    /// | read | value | refused |
    /// |---|---|---|
    /// | `45`, `7.5`, `120`, `-3` | `0.45`, `0.075`, `1.2`, `-0.03` | in writing: not finite, or outside the range of doubles (`notFinite`) |
    public static var percentage: ValueTransform {
        ValueTransform(to: { try shifted($0, by: -2) }, from: { try shifted($0, by: 2) })
    }
}

extension ValueTransform where Input == String, Output == Double {
    /// Converts a number with a percent sign to a fraction of 1, so that `"45%"` becomes `0.45`.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"45%"`, `"7.5%"`, `"-3%"` | `"45"`, `"45 %"`, `"%"`, `"45%%"`, `" 45%"`, `""` |
    public static var percentage: ValueTransform {
        ValueTransform(
            to: { text in
                guard text.utf8.last == UInt8(ascii: "%") else {
                    throw unreadable("a percentage such as \"45%\"")
                }
                return try shifted(
                    readNumber(String(decoding: text.utf8.dropLast(), as: UTF8.self)), by: -2)
            },
            from: { value in
                guard let number = JSONNumber(try shifted(value, by: 2)) else {
                    throw JSONError(code: .notFinite)
                }
                return number.text + "%"
            })
    }
}

extension ValueTransform where Input == JSONValue, Output == Double {
    /// Converts a percentage, which is a number or a string, to a fraction of 1. The percent sign
    /// in the string is optional. The transform writes a number.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `45`, `"45"`, `"45%"`, `"45 %"`, `" +7.5 % "` | `"%"`, `"45%%"`, `"half"`, `""`, `true`, `[]`, `{}` |
    public static var lenientPercentage: ValueTransform {
        ValueTransform(
            acceptsNull: false,
            to: { value in
                var value = value
                if case .string(let text) = value { value = .string(withoutSign(text)) }
                return try shifted(Double.decode(JSON(.number(numberRead(value)))), by: -2)
            }, from: { try shifted($0, by: 2).encoded() })
    }
}

private func withoutSign(_ text: String) -> String {
    var bytes = text.utf8[...]
    while bytes.last == 0x20 { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "%") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}

/// Returns a number multiplied by a power of ten. The calculation uses the shortest text of the
/// number.
private func shifted(_ value: Double, by places: Int) throws(JSONError) -> Double {
    guard value.isFinite else { throw JSONError(code: .notFinite) }
    var exponent = 0
    var mantissa = "\(value)"[...]
    if let mark = mantissa.firstIndex(of: "e") {
        exponent = Int(mantissa[mantissa.index(after: mark)...]) ?? 0
        mantissa = mantissa[..<mark]
    }
    guard let result = Double("\(mantissa)e\(exponent + places)"), result.isFinite else {
        throw JSONError(code: .notFinite)
    }
    return result
}
