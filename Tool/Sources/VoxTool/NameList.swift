// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// Names separated by commas: `a,b.c`. White space around names is ignored. An empty name is an
/// error, and an empty argument is an empty list.
struct NameList: ExpressibleByArgument {
    let names: [String]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Self.trimmed($0) }
        names = parts == [""] ? [] : parts
        if names.contains("") { return nil }
    }

    /// The names as fields to sort by: white space after a leading `-` is ignored, too.
    var sortFields: [String] {
        names.map { $0.hasPrefix("-") ? "-" + Self.trimmed($0.dropFirst()) : $0 }
    }

    static func trimmed(_ name: some StringProtocol) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the name before the first `=` and the value behind it, or nil if there is no name.
    static func assignment(_ argument: String) -> (name: String, value: Substring)? {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        let name = trimmed(argument[..<equals])
        return name.isEmpty ? nil : (name, argument[argument.index(after: equals)...])
    }
}

/// `TYPE=FIELD,FIELD`. `TYPE=` selects no fields.
struct Fieldset: ExpressibleByArgument {
    let type: String
    let names: [String]

    init?(argument: String) {
        guard let (type, fields) = NameList.assignment(argument),
            let list = NameList(argument: String(fields))
        else { return nil }
        self.type = type
        names = list.names
    }
}

/// `NAME=VALUE`.
struct Assignment: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        guard let (name, value) = NameList.assignment(argument) else { return nil }
        self.name = name
        self.value = String(value)
    }
}

/// The namespace of an extension: letters and digits of ASCII.
struct Namespace: ExpressibleByArgument {
    let name: String

    init?(argument: String) {
        name = NameList.trimmed(argument)
        let isNamespace = name.unicodeScalars.allSatisfy {
            $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        if name.isEmpty || !isNamespace { return nil }
    }
}
