// SPDX-License-Identifier: MIT

/// Names of a database as names in JSON and in Swift.
enum SwiftName {
    /// The members of a resource, which hide properties of the same name.
    static let members = [
        "id", "type", "lid", "meta", "links", "attributes", "relationships", "vox",
    ]

    /// The names that the written schemas themselves use.
    private static let used = [
        "Any", "Attribute", "Bool", "CaseIterable", "Date", "Double", "Int", "JSONConvertible",
        "JSONNumber", "JSONValue", "Protocol", "ResourceSchema", "SQLType", "Self", "String",
        "SQLTables", "ToMany", "ToOne", "Type", "UUID",
    ]

    /// Returns the name of a member in JSON:API: letters and digits, and inside also `-` and `_`
    /// (JSON:API 1.1, "Member Names"). Each other character becomes a hyphen.
    static func member(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            isWord(scalar) || scalar == "_" || scalar == "-" ? scalar : "-"
        }
        let start = scalars.firstIndex(where: isWord) ?? scalars.endIndex
        let end = scalars.lastIndex(where: isWord).map { $0 + 1 } ?? start
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<end])
        return text.isEmpty ? "x" : text
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic
            || ("0"..."9").contains(scalar)
    }

    /// Returns true if a column has this name without an entry.
    static func isPlain(_ name: String) -> Bool { SchemaFields.isPlain(name) }

    static func withoutID(_ name: String) -> String {
        for ending in ["_id", "Id", "ID", "-id"] where name.hasSuffix(ending) && name != ending {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    /// Returns the name of a property. It has only letters and digits, and begins with a letter.
    static func property(_ name: String) -> String {
        let words = name.unicodeScalars.map { isWord($0) ? Character($0) : "_" }
        var text = KeyStrategy.camelCase.name(for: String(words)).filter { $0 != "_" }
        if let first = text.first, first.isUppercase {
            text = first.lowercased() + text.dropFirst()
        }
        let begins = text.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? false
        return begins ? text : "x\(text)"
    }

    static func cases(_ texts: [String]) -> [String] {
        var taken = Set(["allCases", "hashValue", "init", "rawValue", "self"].map(ExactText.init))
        return texts.map { text in
            let isCapital = text == text.uppercased()
            let name = property(member(isCapital ? text.lowercased() : text))
            let free = free(name, taken) { "\(name)\($0)" }
            taken.insert(ExactText(free))
            return free
        }
    }

    /// Returns the name of a struct or of an enumeration. A name that is taken gets an ending.
    static func structure(
        _ table: String, taken: Set<ExactText>, ending: String = "Row"
    ) -> String {
        let property = property(member(table))
        let name = property.prefix(1).uppercased() + property.dropFirst()
        return free(name, taken.union(used.map(ExactText.init))) {
            $0 == 2 ? name + ending : "\(name)\($0)"
        }
    }

    /// Returns a name that is not taken: the name itself, or `other` of 2, 3 and so on.
    static func free(
        _ name: String, _ taken: Set<ExactText>, _ other: (Int) -> String
    ) -> String {
        var found = name
        var number = 2
        while taken.contains(ExactText(found)) {
            found = other(number)
            number += 1
        }
        return found
    }

    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns a property as the source has it: keywords are in backticks.
    static func escaped(_ property: String) -> String {
        keywords.contains(property) ? "`\(property)`" : property
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
        "var",
        "where", "while",
    ]
}
