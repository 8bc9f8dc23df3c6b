// SPDX-License-Identifier: MIT

/// Frames of HTTP/2 (RFC 9113, section 4.1) as bytes, also those that the rules do not allow.
enum HTTP2Bytes {
    /// The types of frames that the tests name.
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate
        case continuation
    }

    static let endStream: UInt8 = 0x1
    static let endHeaders: UInt8 = 0x4
    static let padded: UInt8 = 0x8
    static let acknowledgement: UInt8 = 0x1

    /// A frame, in the first stream of a client unless another is named.
    static func frame(
        _ kind: Kind, _ flags: UInt8 = 0, stream: UInt32 = 1, _ payload: [UInt8] = []
    ) -> [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            + [kind.rawValue, flags] + bytes(stream) + payload
    }

    /// A number of 32 bits, as frames have it.
    static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A header field as HPACK has it without table and Huffman code (RFC 7541, section 6.2.2). Name and
    /// value have at most 126 bytes.
    static func field(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)]
            + Array(value.utf8)
    }

    /// The bytes of header fields, in order.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { field($0.0, $0.1) }
    }
}
