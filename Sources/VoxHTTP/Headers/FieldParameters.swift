// SPDX-License-Identifier: MIT

/// The value of a header field with its parameters, as in `multipart/form-data; boundary=x` and
/// `form-data; name="a"`.
///
/// Browsers write names in quotes in a form of their own (HTML, "multipart/form-data encoding
/// algorithm"): a backslash is an ordinary character, and a quote is `%22`. Older clients write
/// `\"`. A quote therefore ends the text unless a backslash is before it, and neither a semicolon
/// nor the end of the field is after it.
struct FieldParameters {
    /// The text before the first parameter, in lower case.
    let value: String
    private let parameters: [(name: String, value: String)]

    /// A field with more parameters is malformed.
    private static let maximumCount = 32

    /// Parses the value of a field. Returns nil if the value is malformed. Two parameters with the
    /// same name are malformed, because other programs may read the other parameter.
    init?(_ text: String) {
        var rest = text.utf8[...]
        value = String(Substring(Self.trimmed(Self.takeToSemicolon(&rest)))).lowercased()
        var parameters: [(name: String, value: String)] = []
        while rest.popFirst() != nil {
            rest = rest.drop(while: Self.isBlank)
            if rest.isEmpty || rest.first == Self.semicolon { continue }
            let name = rest.prefix { $0 != Self.equals && $0 != Self.semicolon && $0 != Self.quote }
            rest = rest.dropFirst(name.count)
            guard rest.popFirst() == Self.equals, !name.isEmpty,
                !name.contains(where: Self.isBlank),
                let value = Self.takeValue(&rest)
            else { return nil }
            let key = String(Substring(name)).lowercased()
            guard parameters.count < Self.maximumCount,
                !parameters.contains(where: { $0.name == key })
            else { return nil }
            parameters.append((key, value))
        }
        self.parameters = parameters
    }

    /// Returns the value of a parameter, or nil.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    private typealias Bytes = Substring.UTF8View

    private static let semicolon = UInt8(ascii: ";")
    private static let equals = UInt8(ascii: "=")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func takeToSemicolon(_ rest: inout Bytes) -> Bytes {
        let taken = rest.prefix { $0 != semicolon }
        rest = rest.dropFirst(taken.count)
        return taken
    }

    private static func trimmed(_ text: Bytes) -> Bytes {
        let text = text.drop(while: isBlank)
        guard let last = text.lastIndex(where: { !isBlank($0) }) else { return text.prefix(0) }
        return text[...last]
    }

    /// Parses a value with or without quotes. After the value, the rest is empty or begins with a
    /// semicolon.
    private static func takeValue(_ rest: inout Bytes) -> String? {
        guard rest.first == quote else {
            let value = trimmed(takeToSemicolon(&rest))
            return value.contains(quote) ? nil : String(Substring(value))
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == quote else {
                value.append(byte)
                continue
            }
            let after = rest.drop(while: isBlank)
            if after.isEmpty || after.first == semicolon {
                rest = after
                return String(decoding: value, as: UTF8.self)
            }
            guard value.last == backslash else { return nil }
            value[value.count - 1] = quote
        }
        return nil
    }
}
