// SPDX-License-Identifier: MIT

/// A path with placeholders for values, such as `articles/<id>` or `<type>/<id>/<name>`.
///
/// Every value becomes exactly one path segment, even if it contains a slash. Empty values, `.` and
/// `..` are refused, because servers and libraries read such a value as another path, even if it is
/// percent-encoded.
package struct PathTemplate: Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Returns true if the template has a placeholder with the given name.
    package func has(_ name: String) -> Bool {
        var rest = text[...].utf8
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...].dropFirst()
            if rest.starts(with: name.utf8),
                rest.dropFirst(name.utf8.count).first == UInt8(ascii: ">")
            {
                return true
            }
        }
        return false
    }

    /// The value of a placeholder.
    package enum PlaceValue {
        case text(String)
        /// The placeholder has no value. If the placeholder is the last segment of the path, the
        /// segment is omitted; otherwise an error is thrown.
        case leftOut
        /// The placeholder has no value, although a value is required.
        case missing
    }

    /// Returns the path with the values filled in.
    /// - Parameter values: the values by name. If the last segment is a placeholder and its value
    ///   is nil, the segment is omitted, so `articles/<id>` is also the path of the list. If a
    ///   placeholder is not the last segment, its value must not be nil.
    /// - Returns: the path with percent-encoded values.
    /// - Throws: ``RequestError`` with code `invalidPath`.
    package func path(_ values: [(name: String, value: String?)]) throws(RequestError) -> String {
        try path { name throws(RequestError) in
            // There are at most three values, so a linear search is faster than building a
            // dictionary.
            guard let found = values.first(where: { $0.name == name }) else { return .missing }
            return found.value.map { .text($0) } ?? .leftOut
        }
    }

    /// Returns the path with values in place of the placeholders. The function `value` receives the
    /// name of each placeholder, and returns its value.
    /// - Returns: the path with percent-encoded values.
    /// - Throws: ``RequestError`` with code `invalidPath`, and the errors that `value` throws.
    package func path(
        _ value: (_ place: String) throws(RequestError) -> PlaceValue
    ) throws(RequestError) -> String {
        var filled = ""
        var rest = text[...].utf8
        while let open = rest.firstIndex(of: UInt8(ascii: "<")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            let name = String(Substring(rest[rest.index(after: open)..<close]))
            filled += Substring(rest[..<open])
            rest = rest[rest.index(after: close)...]
            switch try value(name) {
            case .text(let value): filled += try Self.segment(value, named: name)
            case .leftOut
            where rest.isEmpty && filled.utf8.last ?? UInt8(ascii: "/") == UInt8(ascii: "/"):
                if !filled.isEmpty { filled.removeLast() }
            case .leftOut, .missing:
                throw RequestError(
                    code: .invalidPath,
                    message:
                        "the path \"\(text)\" needs a value for <\(name)>, but the value is missing"
                )
            }
        }
        return filled + Substring(rest)
    }

    /// Returns a value, percent-encoded as one path segment.
    /// - Throws: ``RequestError`` with code `invalidPath`.
    package static func segment(
        _ value: String, named name: String
    ) throws(RequestError) -> String {
        let reason: String? =
            switch value {
            case "": "is empty"
            case ".", "..": "is \"\(value)\""
            default: value.utf8.count > 8192 ? "is longer than 8,192 bytes" : nil
            }
        if let reason {
            throw RequestError(
                code: .invalidPath, message: "the \(name) \(reason), so it cannot be used in a path"
            )
        }
        return PercentEncoding.encode(value, allowing: \.isUnreserved)
    }
}
