// SPDX-License-Identifier: MIT

/// A part of the server that probes are about, with its variables.
struct Subject: Sendable {
    let kind: SubjectKind
    /// The name of the subject in reports, such as `/articles/1 title`.
    let label: String
    /// The variables that are the same in each run of a probe.
    var variables: Variables
    /// What the run creates before each run of a probe.
    var writing: Writing?
    /// The names of the variables that ``writing`` sets.
    var written: Set<String> = []

    init(_ kind: SubjectKind, _ label: String, _ variables: Variables) {
        self.kind = kind
        self.label = label
        self.variables = variables
    }

    /// The names of the variables of each run of a probe.
    var names: Set<String> { variables.names.union(written).union(["random"]) }
}

/// The variables that are new in each run of a probe: documents with new texts, and resources that
/// the run creates.
struct Writing: Sendable {
    let example: WriteExample
    /// True if the run creates a resource.
    var createsResource = false
    /// The status with which the server has refused the example, if that may be a fault.
    var refusedStatus: Int?
    /// The relationship of the new resource that the probe writes to.
    var relationship: Relationship?

    /// A relationship to resources that the run creates too.
    struct Relationship: Sendable {
        let name: String
        let target: WriteExample
    }
}

/// A document of the user that creates a resource.
struct WriteExample: Sendable {
    let collection: HTTPURL
    let type: String
    let document: JSONValue

    /// Returns nil if the document has no primary data with a type.
    init?(_ document: JSONValue, collection: HTTPURL) {
        guard let type = document["data"]?["type"]?.text, !type.isEmpty else { return nil }
        self.collection = collection
        self.type = type
        self.document = document
    }

    /// Returns the document with new texts.
    func filled() -> JSONValue { document.replacing(random: Self.random()) }

    /// The attributes of the document.
    var attributes: JSONObject {
        if case .object(let members)? = document["data"]?["attributes"] {
            members
        } else {
            JSONObject()
        }
    }

    /// Returns a new text for `{random}`.
    static func random() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let all = letters + Array("0123456789")
        return String((0..<10).compactMap { ($0 == 0 ? letters : all).randomElement() })
    }
}

extension JSONValue {
    /// The text of a string.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The mark for new texts in the documents of the user.
    static let randomMark = "{random}"

    /// Returns the value with a text in place of each `{random}`.
    func replacing(random: String) -> JSONValue {
        switch self {
        case .string(let text): return .string(text.replacing(Self.randomMark, with: random))
        case .array(let elements): return .array(elements.map { $0.replacing(random: random) })
        case .object(let members):
            var replaced = JSONObject()
            for (name, value) in members { replaced[name] = value.replacing(random: random) }
            return .object(replaced)
        case .null, .bool, .number: return self
        }
    }
}
