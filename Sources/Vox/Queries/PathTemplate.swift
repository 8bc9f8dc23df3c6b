// SPDX-License-Identifier: MIT

/// A path with places for values, as `articles/<id>` or `<type>/<id>/<name>`.
///
/// A value becomes exactly one path segment, whatever is in it. Empty values, `.` and `..` are
/// refused, because servers and libraries read them as another path even when they are encoded
/// (decision 19).
struct PathTemplate {
    let text: String

    /// The path, values filled in.
    /// - Parameter values: by name. A last segment that is a place whose value is nil is left out:
    ///   `articles/<id>` is the path of the list, too. Anywhere else a missing value is an error.
    /// - Returns: the path, its values percent-encoded.
    /// - Throws: ``RequestError`` with code `invalidPath`.
    func path(_ values: [String: String?]) throws(RequestError) -> String {
        var segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let last = segments.last, last.hasPrefix("<"), last.hasSuffix(">"),
            case .some(.none) = values[String(last.dropFirst().dropLast())]
        {
            segments.removeLast()
        }
        for index in segments.indices {
            segments[index] = try fill(segments[index], values)
        }
        return segments.joined(separator: "/")
    }

    private func fill(_ segment: String, _ values: [String: String?]) throws(RequestError) -> String
    {
        var filled = ""
        var rest = segment[...]
        while let open = rest.firstIndex(of: "<"),
            let close = rest[open...].firstIndex(of: ">")
        {
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = values[name] ?? nil else {
                throw RequestError(
                    code: .invalidPath,
                    message: "the path \"\(text)\" needs a value for <\(name)>, and there is none")
            }
            filled += rest[..<open] + (try Self.segment(value, named: name))
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    /// A value as one path segment.
    /// - Throws: ``RequestError`` with code `invalidPath`.
    static func segment(_ value: String, named name: String) throws(RequestError) -> String {
        let reason: String? =
            switch value {
            case "": "is empty"
            case ".", "..": "is \"\(value)\""
            default: value.utf8.count > 8192 ? "is longer than 8,192 bytes" : nil
            }
        if let reason {
            throw RequestError(
                code: .invalidPath, message: "the \(name) \(reason), so it cannot stand in a path")
        }
        return PercentEncoding.encode(value, allowing: \.isUnreserved)
    }
}
