// SPDX-License-Identifier: MIT

extension HTTPURL {
    /// The decoded segments of the path; nil if a segment is malformed. A slash at the end of the
    /// path adds no empty segment.
    package var segments: [String]? {
        var segments: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let decoded = PercentEncoding.decode(segment) else { return nil }
            segments.append(decoded)
        }
        if segments.last == "" { segments.removeLast() }
        return segments
    }

    /// Returns the last segment of an address that is one segment below this one, and nil for any
    /// other address.
    package func segment(of place: HTTPURL) -> String? {
        guard let segments, let others = place.segments, let last = others.last, !last.isEmpty,
            segments.elementsEqual(others.dropLast())
        else { return nil }
        return last
    }
}

extension String {
    /// The reason why the text cannot be an id; nil if it can be one.
    ///
    /// Servers and proxies read `.` and `..` as other paths, and databases end a text at U+0000.
    package var faultAsID: String? {
        if isEmpty { return "the id is empty" }
        if self == "." || self == ".." { return "an id cannot be \"\(self)\"" }
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "an id must not contain control characters"
        }
        return nil
    }
}
