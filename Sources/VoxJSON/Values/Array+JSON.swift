// SPDX-License-Identifier: MIT

// JSON text that is written without a tree. The text is the same as that of the style `compact`.
extension [UInt8] {
    package mutating func append(_ text: StaticString) {
        append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a string in quotes.
    package mutating func append(json text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            if UnsafeRawBufferPointer(bytes).isPlainInText {
                append(contentsOf: bytes)
            } else {
                for byte in bytes { append(inQuotes: byte) }
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a value. Nested values take no stack.
    package mutating func append(json value: JSONValue) {
        var rest: [TextPart] = []
        append(value, &rest)
        while let part = rest.popLast() {
            switch part {
            case .mark(let mark): append(mark)
            case .name(let name):
                append(json: name)
                append(UInt8(ascii: ":"))
            case .value(let value): append(value, &rest)
            }
        }
    }

    /// Appends a scalar, or the beginning of a container, whose rest is to be written.
    private mutating func append(_ value: JSONValue, _ rest: inout [TextPart]) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number):
            var text = number.text
            text.withUTF8 { append(contentsOf: $0) }
        case .string(let text): append(json: text)
        case .array(let elements):
            append(UInt8(ascii: "["))
            rest.append(.mark(UInt8(ascii: "]")))
            for (place, element) in elements.enumerated().reversed() {
                rest.append(.value(element))
                if place > 0 { rest.append(.mark(UInt8(ascii: ","))) }
            }
        case .object(let members):
            append(UInt8(ascii: "{"))
            rest.append(.mark(UInt8(ascii: "}")))
            for (place, member) in members.enumerated().reversed() {
                rest.append(.value(member.value))
                rest.append(.name(member.name))
                if place > 0 { rest.append(.mark(UInt8(ascii: ","))) }
            }
        }
    }

    /// Appends a byte of a string, with the shortest escape (RFC 8785, section 3.2.2.2).
    private mutating func append(inQuotes byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case ..<0x20:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            append(contentsOf: String(byte & 15, radix: 16).utf8)
        default: append(byte)
        }
    }
}

/// A part of a text that is still to be written.
private enum TextPart {
    case mark(UInt8)
    case name(String)
    case value(JSONValue)
}

extension UnsafeRawBufferPointer {
    /// True if no byte needs an escape in JSON text. Looks at eight bytes at a time.
    fileprivate var isPlainInText: Bool {
        let ones = 0x0101_0101_0101_0101 as UInt64
        let words = count / 8 * 8
        var marks = 0 as UInt64
        for place in stride(from: 0, to: words, by: 8) {
            let word = loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            // The highest bit of a byte is set if the byte is below 0x20, or zero.
            marks |= (word &- ones &* 0x20) & ~word
            marks |= (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
        }
        return marks & (ones &* 0x80) == 0
            && self[words...].allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    }
}
