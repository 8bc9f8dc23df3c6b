// SPDX-License-Identifier: MIT

package import Vox

extension HTTPURL {
    /// The whole address in the characters of RFC 3986 alone: what it has no place for in a path or a
    /// query, such as brackets, is percent-encoded, everything else stays as it is.
    ///
    /// Foundation's URL does so, too, but then also encodes what was encoded already: `%26` beside a
    /// bracket would arrive as `%2526`.
    package var strictText: String {
        // Nearly always; the rest is for brackets and the like.
        if target.utf8.allSatisfy(\.isStrict) { return text }
        let bytes = Array(target.utf8)
        guard !bytes.indices.allSatisfy(bytes.isStrict) else { return text }
        var index = -1
        let encoded = PercentEncoding.encode(target) { _ in
            index += 1
            return bytes.isStrict(at: index)
        }
        return with(target: encoded).text
    }
}

extension [UInt8] {
    /// Whether the byte at an index may stand in a path or a query as it is.
    fileprivate func isStrict(at index: Int) -> Bool {
        let byte = self[index]
        if byte == UInt8(ascii: "%") {
            return index + 2 < count && self[index + 1].isHexDigit && self[index + 2].isHexDigit
        }
        return byte.isStrict
    }
}

extension UInt8 {
    /// Whether it may stand in a path or a query as it is, whatever is around it.
    fileprivate var isStrict: Bool {
        isUnreserved || "!$&'()*+,;=:@/?".utf8.contains(self)
    }
}
