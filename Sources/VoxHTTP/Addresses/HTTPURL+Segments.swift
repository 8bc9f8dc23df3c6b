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

    /// Returns the last path segment of `place` if `place` is exactly one segment below this
    /// address; otherwise nil.
    package func segment(of place: HTTPURL) -> String? {
        guard let segments, let others = place.segments, let last = others.last, !last.isEmpty,
            segments.elementsEqual(others.dropLast())
        else { return nil }
        return last
    }
}
