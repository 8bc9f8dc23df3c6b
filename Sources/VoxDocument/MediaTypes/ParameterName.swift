// SPDX-License-Identifier: MIT

/// The rules of JSON:API for the names of query parameters (1.1, "Query Parameter Families").
package enum ParameterName {
    /// Returns true if a name is a valid member name (1.1, "Member Names").
    package static func isMemberName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, let last = name.utf8.last else { return false }
        return isGlobal(first) && isGlobal(last)
            && name.utf8.allSatisfy {
                isGlobal($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == 0x20
            }
    }

    private static func isGlobal(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte >= 0x80
    }

    /// Splits the name of a parameter into the base name and the names in brackets:
    /// `filter[a][b.c]` into `filter` and `a`, `b.c`. Returns nil if the name of the parameter is
    /// malformed.
    package static func family(of name: String) -> (base: String, members: [String])? {
        guard let open = name.firstIndex(of: "[") else {
            return name.contains("]") ? nil : (name, [])
        }
        var members: [String] = []
        var rest = name[open...]
        while !rest.isEmpty {
            guard rest.first == "[", let close = rest.firstIndex(of: "]") else { return nil }
            let member = rest[rest.index(after: rest.startIndex)..<close]
            let parts = member.split(separator: ".", omittingEmptySubsequences: false)
            guard member.isEmpty || parts.allSatisfy({ isMemberName($0) }) else { return nil }
            members.append(String(member))
            rest = rest[rest.index(after: close)...]
        }
        return (String(name[..<open]), members)
    }

    /// Returns the reason why a program must not define a parameter with this name. Returns nil if
    /// a program may define this parameter.
    ///
    /// The standard reserves all names that consist only of letters a to z for its own parameter
    /// families. A parameter name that a program defines must contain a character that is not a to
    /// z, so that it never collides with names of the standard. The parameter name of an extension
    /// consists of a namespace, a colon, and letters a to z.
    package static func fault(in name: String) -> String? {
        guard let (base, _) = family(of: name) else {
            return "the text in its brackets is not a member name"
        }
        if ["page", "filter", "fields", "sort", "include"].contains(base) { return nil }
        if let colon = base.firstIndex(of: ":") {
            let isLegal =
                !base[..<colon].isEmpty
                && base[..<colon].utf8.allSatisfy { $0.isLetter || $0.isDigit }
                && !base[base.index(after: colon)...].isEmpty
                && base[base.index(after: colon)...].utf8.allSatisfy {
                    $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")
                }
            return isLegal
                ? nil
                : "a parameter of an extension must be namespace:name, with only letters a to z in the name"
        }
        guard isMemberName(base[...]) else { return "\"\(base)\" is not a member name" }
        let isReserved = base.utf8.allSatisfy {
            $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")
        }
        return isReserved
            ? "names with only letters a to z are reserved by the standard: add a capital letter, digit, hyphen or underscore to \"\(base)\""
            : nil
    }
}
