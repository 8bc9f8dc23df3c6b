// SPDX-License-Identifier: MIT

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension [UInt8] {
    /// Returns true if the bytes contain the text.
    /// - Complexity: O(bytes). The search runs at the speed of `memchr` if the first byte of the
    ///   text is rare.
    package func contains(_ text: String) -> Bool {
        let text = Array(text.utf8)
        guard let first = text.first else { return true }
        return withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                let found = memchr(base, Int32(first), rest.count)
            {
                rest = rest.dropFirst(UnsafeRawPointer(found) - base)
                if rest.count < text.count { return false }
                if memcmp(found, text, text.count) == 0 { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }
}
