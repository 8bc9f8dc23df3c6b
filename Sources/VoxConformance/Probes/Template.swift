// SPDX-License-Identifier: MIT

/// A text with variables: `{collection}/{id}`.
///
/// A variable is a name of small letters, digits and hyphens in braces. The name begins with a
/// letter. All other braces are text.
struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case variable(String)
    }

    let parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    init(_ text: String) {
        var parts: [Part] = []
        var literal = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "{", let (name, end) = Self.name(in: rest) {
                if !literal.isEmpty { parts.append(.text(String(literal))) }
                literal = String.UnicodeScalarView()
                parts.append(.variable(name))
                rest = end
            } else {
                literal.append(scalar)
            }
        }
        if !literal.isEmpty { parts.append(.text(String(literal))) }
        self.parts = parts
    }

    /// Returns the name of a variable at the beginning of a text, and the text after its brace.
    private static func name(
        in text: Substring.UnicodeScalarView
    ) -> (name: String, rest: Substring.UnicodeScalarView)? {
        let name = text.prefix(while: isPartOfName)
        guard let first = name.first, first.properties.isAlphabetic,
            name.endIndex < text.endIndex, text[name.endIndex] == "}"
        else { return nil }
        return (String(name), text[text.index(after: name.endIndex)...])
    }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "-": true
        default: false
        }
    }

    var variables: [String] {
        parts.compactMap { part in
            if case .variable(let name) = part { name } else { nil }
        }
    }

    /// The name of the variable, if the template is one variable and nothing else.
    var onlyVariable: String? {
        if parts.count == 1, case .variable(let name)? = parts.first { name } else { nil }
    }

    /// The name of the variable at the beginning.
    var firstVariable: String? {
        if case .variable(let name)? = parts.first { name } else { nil }
    }

    /// The template as it is written in a probe file.
    var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .variable(let name): "{\(name)}"
            }
        }.joined()
    }

    /// Splits the template at the commas of its text.
    var listItems: [Template] {
        var items: [[Part]] = [[]]
        for part in parts {
            guard case .text(let text) = part else {
                items[items.count - 1].append(part)
                continue
            }
            let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if index > 0 { items.append([]) }
                if !piece.isEmpty { items[items.count - 1].append(.text(String(piece))) }
            }
        }
        return items.map(Template.init(parts:))
    }
}

/// A JSON Pointer with variables. A segment `*` stands for each element of a list.
struct PointerTemplate: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case each
        case name(Template)
    }

    /// The pointer as it is written in a probe file.
    let text: String
    let segments: [Segment]

    /// Returns nil if the text is not a JSON Pointer.
    init?(_ text: String) {
        guard let names = JSON.pointerNames(text) else { return nil }
        self.text = text
        segments = names.map { $0 == "*" ? .each : .name(Template($0)) }
    }

    var variables: [String] {
        segments.flatMap { segment -> [String] in
            if case .name(let template) = segment { template.variables } else { [] }
        }
    }

    /// Returns the pointer with the values of its variables, for messages.
    func words(_ variables: Variables) -> String {
        segments.map { segment in
            switch segment {
            case .each: "/*"
            case .name(let template):
                JSON.pointerSegment((try? variables.text(of: template)) ?? template.text)
            }
        }.joined().excerpt(200)
    }

    /// Returns the values at the pointer: one, or one for each element where the pointer has `*`. A
    /// missing value is an absent view.
    func values(in root: JSON, _ variables: Variables) throws(TemplateFault) -> [JSON] {
        var values = [root]
        for segment in segments {
            switch segment {
            case .name(let template):
                let step = JSON.pointerSegment(try variables.text(of: template))
                values = values.map { $0[pointer: step] }
            case .each:
                values = values.flatMap { value in
                    // A value that is no list has no elements, and a check of them must fail.
                    value.vox.kind == .array ? value.vox.elements : [value["*"] as JSON]
                }
            }
        }
        return values
    }
}

/// The reason why a template cannot be filled.
struct TemplateFault: Error {
    let reason: String
}

extension JSONValue {
    /// The variables in the strings and member names of the value.
    var templateVariables: Set<String> {
        switch self {
        case .string(let text): Set(Template(text).variables)
        case .array(let elements):
            elements.reduce(into: []) { $0.formUnion($1.templateVariables) }
        case .object(let members):
            members.reduce(into: []) {
                $0.formUnion(Template($1.name).variables)
                $0.formUnion($1.value.templateVariables)
            }
        case .null, .bool, .number: []
        }
    }
}
