// SPDX-License-Identifier: MIT

/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Returns the text in UTF-8. Every byte that is not allowed is written as `%XX`. `isAllowed`
    /// is called once for each byte, in order.
    package static func encode(_ text: String, allowing isAllowed: (UInt8) -> Bool) -> String {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isAllowed($0) }) else { return text }
        var encoded = Array(bytes[..<first])
        encoded.reserveCapacity(bytes.count * 3)
        append(bytes[first], to: &encoded)
        for byte in bytes[bytes.index(after: first)...] {
            if isAllowed(byte) {
                encoded.append(byte)
            } else {
                append(byte, to: &encoded)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexDigit(byte >> 4))
        encoded.append(hexDigit(byte & 15))
    }

    /// Returns the decoded text. The result is nil if a percent sign is not followed by two
    /// hexadecimal digits, or if the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let text = String(text)
        let isEncoded = { (byte: UInt8) in
            byte == UInt8(ascii: "%") || plusIsSpace && byte == UInt8(ascii: "+")
        }
        guard text.utf8.contains(where: isEncoded) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension UInt8 {
    package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    package var isLetter: Bool {
        self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z")
    }

    /// True for letters, digits, `-`, `.`, `_` and `~`, which need no encoding anywhere (RFC 3986,
    /// section 2.3).
    package var isUnreserved: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    package var isHexDigit: Bool { hexValue != nil }

    fileprivate var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
