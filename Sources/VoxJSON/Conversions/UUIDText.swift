// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Functions that read and write the text form of a UUID (RFC 9562, section 4): 32 hexadecimal
/// digits in five groups with dashes between them.
enum UUIDText {
    /// The length of the text in bytes.
    static var count: Int { 36 }

    private static var dash: UInt8 { UInt8(ascii: "-") }

    /// Reads a UUID in upper or lower case from bytes. Returns nil if the text is not a UUID.
    static func read(_ text: Span<UInt8>) -> UUID? {
        guard text.count == count else { return nil }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isRead = withUnsafeMutableBytes(of: &uuid) { bytes in
            var at = 0
            for index in bytes.indices {
                if at == 8 || at == 13 || at == 18 || at == 23 {
                    guard text[at] == dash else { return false }
                    at += 1
                }
                guard let high = digit(text[at]), let low = digit(text[at + 1]) else {
                    return false
                }
                bytes[index] = high << 4 | low
                at += 2
            }
            return true
        }
        return isRead ? UUID(uuid: uuid) : nil
    }

    /// Writes a UUID in lower case to a buffer of ``count`` bytes.
    static func write(_ uuid: UUID, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            var at = 0
            for byte in bytes {
                if at == 8 || at == 13 || at == 18 || at == 23 {
                    buffer[at] = dash
                    at += 1
                }
                buffer[at] = character(byte >> 4)
                buffer[at + 1] = character(byte & 15)
                at += 2
            }
        }
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt8? {
        let digit = byte &- UInt8(ascii: "0")
        if digit < 10 { return digit }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }

    @inline(__always)
    private static func character(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
    }
}
