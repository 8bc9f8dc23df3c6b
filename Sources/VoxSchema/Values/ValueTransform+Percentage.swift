// SPDX-License-Identifier: MIT

// Percentages as shares: 45 is 0.45. The decimal point moves in the text of the number, so that what
// was read is written again.

extension ValueTransform where Input == Double, Output == Double {
    /// A number of percent, as a share of one.
    ///
    /// | read | value | refused |
    /// |---|---|---|
    /// | `45`, `7.5`, `120`, `-3` | `0.45`, `0.075`, `1.2`, `-0.03` | when written: not finite, or beyond the doubles (`notFinite`) |
    public static var percentage: ValueTransform {
        ValueTransform(to: { try shifted($0, by: -2) }, from: { try shifted($0, by: 2) })
    }
}

extension ValueTransform where Input == String, Output == Double {
    /// A number of percent with its sign, as a share of one: `"45%"` is `0.45`.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"45%"`, `"7.5%"`, `"-3%"` | `"45"`, `"45 %"`, `"%"`, `"45%%"`, `" 45%"`, `""` |
    public static var percentage: ValueTransform {
        ValueTransform(
            to: { text in
                guard text.utf8.last == UInt8(ascii: "%") else {
                    throw unreadable("a percentage, as \"45%\"")
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
    /// A number of percent, with or without its sign, or text that is one, as a share of one. Written as
    /// a number.
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

/// A number times a power of ten, as its shortest text says it.
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
