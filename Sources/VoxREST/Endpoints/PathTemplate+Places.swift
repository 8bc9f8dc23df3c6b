// SPDX-License-Identifier: MIT

// Placeholders in the paths of REST services have two forms: `<id>`, and `:id` or `:id:` at the
// beginning of a segment. `<id?>` and `:id?` at the end of a path are optional.

extension PathTemplate {
    /// Creates a template from a path with placeholders in the form `<id>` or `:id`. A colon in the
    /// scheme, the host or the port begins no placeholder.
    init(places path: String) {
        guard path.utf8.contains(UInt8(ascii: ":")) else {
            self.init(path)
            return
        }
        var text = ""
        var rest = path[...].utf8
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? Self.colonAhead(text, rest) {
            let next = rest[slash] == UInt8(ascii: "/") ? rest.index(after: slash) : slash
            text += Substring(rest[..<next])
            rest = rest[next...]
            guard rest.first == UInt8(ascii: ":") else { continue }
            let name = rest.dropFirst().prefix(while: Self.isOfName)
            guard !name.isEmpty else { continue }
            rest = rest[name.endIndex...]
            let isOptional = rest.first == UInt8(ascii: "?")
            if isOptional || rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
            text += "<\(Substring(name))\(isOptional ? "?" : "")>"
        }
        self.init(text + Substring(rest))
    }

    /// Returns the index of the colon if a path begins with a placeholder in the form `:id`;
    /// otherwise nil.
    private static func colonAhead(
        _ before: String, _ rest: Substring.UTF8View
    ) -> String.Index? {
        before.isEmpty && rest.first == UInt8(ascii: ":") ? rest.startIndex : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_")
    }

    /// The path without its last segment, if this segment is a placeholder. Text after the
    /// placeholder is kept, including a slash at the end: `posts.json` for `posts/<id>.json`,
    /// `posts/` for `posts/<id>/`.
    var withoutLastPlace: String {
        let bytes = text.utf8
        guard let open = bytes.lastIndex(of: UInt8(ascii: "<")),
            let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")),
            !bytes[close...].dropLast().contains(UInt8(ascii: "/"))
        else { return text }
        guard open > bytes.startIndex else { return String(text[bytes.index(after: close)...]) }
        let slash = bytes.index(before: open)
        guard bytes[slash] == UInt8(ascii: "/") else { return text }
        return String(text[..<slash]) + text[bytes.index(after: close)...]
    }

    /// Returns the path with the values that a function returns for the names of the placeholders.
    /// A placeholder is optional only if it has a question mark and is the last placeholder.
    /// - Throws: `RequestError` with code `invalidPath`.
    func filled(
        _ value: (_ place: String) throws(RequestError) -> String?
    ) throws(RequestError) -> String {
        try path { place throws(RequestError) in
            let isOptional = place.hasSuffix("?")
            let name = isOptional ? String(place.dropLast()) : place
            if let text = try value(name) { return .text(text) }
            return isOptional ? .leftOut : .missing
        }
    }
}
