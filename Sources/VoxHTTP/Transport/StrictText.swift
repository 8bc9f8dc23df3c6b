// SPDX-License-Identifier: MIT

extension HTTPURL {
    /// The whole address, with only characters that RFC 3986 allows. Characters that RFC 3986 does
    /// not allow in a path or a query, such as brackets, are percent-encoded. All other characters
    /// are unchanged.
    ///
    /// Foundation's URL also encodes brackets and similar characters. But in a text with brackets,
    /// URL encodes existing percent signs a second time: `%26` becomes `%2526`.
    package var strictText: String { strictTarget.map { with(target: $0).text } ?? text }

    /// The exact path and query, in which only characters that are not ASCII are percent-encoded.
    /// Nil if ``strictText`` has the same path and query.
    package var exactTarget: String? {
        guard let strictTarget else { return nil }
        let exact = PercentEncoding.encode(target, allowing: UTF8.isASCII)
        return exact == strictTarget ? nil : exact
    }

    /// The path and the query after percent-encoding the characters that RFC 3986 does not allow;
    /// nil if they have no such characters.
    private var strictTarget: String? {
        // Nearly all addresses end here. The rest of the function is for brackets and similar
        // characters.
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
    /// Returns true if the byte at an index may be in a path or a query without encoding.
    fileprivate func isStrict(at index: Int) -> Bool {
        let byte = self[index]
        if byte == UInt8(ascii: "%") {
            return index + 2 < count && self[index + 1].isHexDigit && self[index + 2].isHexDigit
        }
        return byte.isStrict
    }
}

extension UInt8 {
    /// True if the byte may be in a path or a query without encoding, whatever bytes are around it.
    fileprivate var isStrict: Bool {
        isUnreserved || "!$&'()*+,;=:@/?".utf8.contains(self)
    }
}
