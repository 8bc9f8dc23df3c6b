// SPDX-License-Identifier: MIT

extension HTTPURL {
    /// The whole address, with only characters that RFC 3986 allows. Characters that it does not
    /// allow in a path or a query, such as brackets, are percent-encoded. All others stay as they
    /// are.
    ///
    /// Foundation's URL does so, too, but then also encodes what was encoded already: `%26` beside a
    /// bracket would arrive as `%2526`.
    package var strictText: String { strictTarget.map { with(target: $0).text } ?? text }

    /// Path and query byte for byte, where ``strictText`` has them otherwise; nil where it does not.
    /// What is not ASCII has no place in a request and is encoded here, too.
    package var exactTarget: String? {
        guard let strictTarget else { return nil }
        let exact = PercentEncoding.encode(target) { $0 < 0x80 }
        return exact == strictTarget ? nil : exact
    }

    /// Path and query in the characters of RFC 3986; nil when they are already.
    private var strictTarget: String? {
        // Nearly always; the rest is for brackets and the like.
        if target.utf8.allSatisfy(\.isStrict) { return nil }
        let bytes = Array(target.utf8)
        guard !bytes.indices.allSatisfy(bytes.isStrict) else { return nil }
        var index = -1
        return PercentEncoding.encode(target) { _ in
            index += 1
            return bytes.isStrict(at: index)
        }
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
