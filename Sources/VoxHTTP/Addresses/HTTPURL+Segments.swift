// SPDX-License-Identifier: MIT

extension HTTPURL {
    /// The segments of the path, decoded, without the empty one behind a last slash; nil where one is
    /// malformed.
    package var segments: [String]? {
        var segments: [String] = []
        for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let decoded = PercentEncoding.decode(segment) else { return nil }
            segments.append(decoded)
        }
        if segments.last == "" { segments.removeLast() }
        return segments
    }

    /// The last segment of an address that is one segment below this one; nil for every other.
    package func segment(of place: HTTPURL) -> String? {
        guard let segments, let others = place.segments, let last = others.last, !last.isEmpty,
            segments.elementsEqual(others.dropLast())
        else { return nil }
        return last
    }
}

extension String {
    /// False for what no server gives as an id: `.` and `..`, and text with control characters.
    package var isPossibleID: Bool {
        self != "." && self != ".."
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
