// SPDX-License-Identifier: MIT

/// A link of a `Link` header field (RFC 8288, section 3).
struct LinkHeader {
    /// The target, as the header field contains it.
    let target: String
    /// The relation types in lower case, such as `next` and `prev`.
    let relations: [Substring]

    /// Returns the target of the first link that has the given relation and the response itself as
    /// its context. A malformed link ends the list (RFC 8288, appendix B.2).
    static func target(of relation: String, in text: String) -> String? {
        var rest = text[...].utf8
        while let link = next(&rest) {
            if link.relations.contains(where: { $0 == relation }) { return link.target }
        }
        return nil
    }

    private static func next(_ rest: inout Substring.UTF8View) -> LinkHeader? {
        rest = rest.drop { $0 == comma || isSpace($0) }
        guard rest.first == UInt8(ascii: "<"),
            let end = rest.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let target = String(Substring(rest[..<end].dropFirst()))
        rest = rest[end...].dropFirst()
        var relations: [Substring]?
        var isOfOther = false
        while let (name, value) = parameter(&rest) {
            // If `rel` occurs more than once, the first one counts (RFC 8288, section 3.3).
            if name == "rel", relations == nil {
                relations = value.lowercased().split { $0 == " " || $0 == "\t" }
            }
            if name == "anchor" { isOfOther = true }
        }
        return LinkHeader(target: target, relations: isOfOther ? [] : relations ?? [])
    }

    /// Reads a parameter and its value; nil at the end of the link.
    private static func parameter(
        _ rest: inout Substring.UTF8View
    ) -> (name: String, value: String)? {
        rest = rest.drop(while: isSpace)
        guard rest.first == UInt8(ascii: ";") else { return nil }
        rest = rest.drop { $0 == UInt8(ascii: ";") || isSpace($0) }
        let name = rest.prefix { !isSpace($0) && !"=;,".utf8.contains($0) }
        rest = rest[name.endIndex...].drop(while: isSpace)
        guard rest.first == UInt8(ascii: "=") else {
            return (Substring(name).lowercased(), "")
        }
        rest = rest.dropFirst().drop(while: isSpace)
        guard rest.first == quote else {
            let value = rest.prefix { $0 != UInt8(ascii: ";") && $0 != comma }
            rest = rest[value.endIndex...]
            return (Substring(name).lowercased(), String(Substring(value)))
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != quote {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        return (Substring(name).lowercased(), String(decoding: value, as: UTF8.self))
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
