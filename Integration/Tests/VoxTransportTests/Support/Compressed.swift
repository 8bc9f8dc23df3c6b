// SPDX-License-Identifier: MIT

import Foundation

/// Compressed bodies.
enum Compressed {
    /// What ``gzip`` and ``zlib`` hold.
    static let text = String(repeating: #"{"data":[]}"#, count: 20)

    /// The text as a gzip file.
    static let gzip = bytes(
        """
        H4sIAAAAAAACA6tWSkksSVSyio6trR5uTADoaeLg3AAAAA==
        """)

    /// The text in zlib's format, which HTTP calls deflate.
    static let zlib = bytes(
        """
        eNqrVkpJLElUsoqOra0ebkwAorBLoQ==
        """)

    /// 256 KiB of spaces as a gzip file.
    static let spaces = bytes(
        """
        H4sIAAAAAAACA+3BMQEAAADCoCrrn9LbDkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALwBNKAv\
        kgAABAA=
        """)

    /// 64 MiB of spaces in 75 kB.
    static var bomb: [UInt8] { Array([[UInt8]](repeating: spaces, count: 256).joined()) }

    /// 200 MiB of spaces in 235 kB.
    static var largeBomb: [UInt8] { Array([[UInt8]](repeating: spaces, count: 800).joined()) }

    /// Ways to damage the gzip file.
    static var damaged: [[UInt8]] {
        var wrongSum = gzip
        wrongSum[wrongSum.count - 7] ^= 1
        return [
            gzip.dropLast(1), gzip.dropLast(8), gzip.dropLast(9), Array(gzip.prefix(12)),
            Array(gzip.prefix(5)), wrongSum, gzip + Array("garbage".utf8), Array(text.utf8),
        ]
    }

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64) ?? Data())
    }
}
