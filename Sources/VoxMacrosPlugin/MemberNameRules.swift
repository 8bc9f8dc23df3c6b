// SPDX-License-Identifier: MIT
#if Macros

/// The rules of JSON:API for the names of members and types (1.1, "Member Names").
enum MemberNameRules {
    /// Returns the fault of a name as the end of a sentence that begins with the name, or nil for a
    /// valid name.
    static func fault(in name: String) -> String? {
        guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else {
            return "is empty"
        }
        if let scalar = name.unicodeScalars.first(where: { !isAllowed($0) }) {
            return "contains a character that JSON:API does not allow: \(shown(scalar))"
        }
        if !isAllowedOutside(first) || !isAllowedOutside(last) {
            let scalar = isAllowedOutside(first) ? last : first
            return "begins or ends with \(shown(scalar)), which JSON:API allows only in the middle"
        }
        return nil
    }

    /// Returns a similar valid name, or nil if no character remains.
    static func repaired(_ name: String) -> String? {
        var repaired = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if isAllowed(scalar) {
                repaired.append(scalar)
            } else if repaired.last != "-" {
                repaired.append("-")
            }
        }
        while let last = repaired.last, !isAllowedOutside(last) { repaired.removeLast() }
        let text = String(String.UnicodeScalarView(repaired.drop { !isAllowedOutside($0) }))
        return text.isEmpty ? nil : text
    }

    /// Names that attributes and relationships cannot have.
    static let identity: Set<String> = ["id", "type"]

    /// Properties of the resource itself. They hide fields of a schema with the same name.
    static let members: Set<String> = [
        "id", "type", "lid", "meta", "links", "attributes", "relationships", "vox",
    ]

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        isAllowedOutside(scalar) || scalar == "-" || scalar == "_" || scalar == " "
    }

    private static func isAllowedOutside(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: scalar.value >= 0x80
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case " ": "a space"
        case "\"": "a quotation mark"
        default:
            scalar.value < 0x20 ? "a control character" : "\"\(scalar)\""
        }
    }
}
#endif
