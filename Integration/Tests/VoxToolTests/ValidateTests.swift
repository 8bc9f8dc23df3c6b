// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// An entry of what `vox validate --json` prints.
private struct Entry: Decodable {
    struct Found: Decodable {
        var rule: String
        var severity: String
        var pointer: String
        var offset: Int
        var line: Int
        var column: Int
        var message: String
    }

    var file: String
    var findings: [Found]
}

@Suite("vox validate", .timeLimit(.minutes(5)))
struct ValidateTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(#"{"data": {"type": "notes", "id": "1"}}"#, to: "good.json")
        try folder.write(
            #"{"data": {"type": "notes", "id": "1", "attributes": {"a_b": 1}}}"#, to: "warn.json")
        try folder.write(
            "{\"data\":\n  {\"type\": \"notes\", \"id\": 1, \"attributes\": {\"a_b\": 2}}}",
            to: "bad.json")
    }

    private static let badLines = [
        "bad.json:2:27: error: JA-016 an id must be a string (at \"/data/id\")",
        "bad.json:2:52: warning: JA-064 camelCase is recommended for member names "
            + "(at \"/data/attributes/a_b\")",
    ]

    @Test("A rule can be ignored, by its name or its number; what is no rule is wrong usage")
    func ignored() throws {
        for rule in ["JA-064", "64", "064"] {
            #expect(try folder.vox("validate", "--ignore", rule, "warn.json") == .good(""))
        }
        #expect(try folder.vox("validate", "--ignore", "JA-999", "warn.json").code == 2)
    }

    @Test("A good file: no word, exit code 0; a warning alone is no failure")
    func good() throws {
        #expect(try folder.vox("validate", "good.json") == .good(""))
        let outcome = try folder.vox("validate", "warn.json", "good.json")
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("warn.json:1:61: warning: JA-064 "))
        #expect(outcome.errors.isEmpty)
    }

    @Test("A line for each finding, in the order of their places, exit code 1")
    func bad() throws {
        let expected = Outcome(code: 1, output: Self.badLines.joined(separator: "\n") + "\n")
        #expect(try folder.vox("validate", "bad.json") == expected)
        #expect(try folder.vox("validate", "good.json", "bad.json", "good.json") == expected)
    }

    @Test("--json: an entry for each file, with exactly the members of the contract")
    func json() throws {
        let outcome = try folder.vox("validate", "--json", "good.json", "bad.json")
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        let entries = try JSONDecoder().decode([Entry].self, from: Data(outcome.output.utf8))
        #expect(entries.map(\.file) == ["good.json", "bad.json"])
        #expect(entries[0].findings.isEmpty)
        #expect(entries[1].findings.map(\.rule) == ["JA-016", "JA-064"])
        #expect(entries[1].findings.map(\.severity) == ["error", "warning"])
        #expect(entries[1].findings.map(\.pointer) == ["/data/id", "/data/attributes/a_b"])
        #expect(entries[1].findings.map(\.offset) == [35, 60])
        #expect(entries[1].findings.map(\.line) == [2, 2])
        #expect(entries[1].findings.map(\.column) == [27, 52])
        let raw = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let finding = try #require(
            ((raw as? [[String: Any]])?.last?["findings"] as? [[String: Any]])?.first)
        #expect(
            Set(finding.keys)
                == ["rule", "severity", "pointer", "offset", "line", "column", "message"])
    }

    @Test("--as: what is good as one thing is not as another")
    func profiles() throws {
        let new = #"{"data": {"type": "notes"}}"#
        let codes: [String: Int32] = [
            "any": 0, "create": 0, "response": 1, "update": 1, "relationship": 1,
            "operations": 1, "results": 1,
        ]
        for (profile, code) in codes {
            let outcome = try folder.vox("validate", "--as", profile, "-", input: new)
            #expect(outcome.code == code, "\(profile)")
            #expect(outcome.errors.isEmpty)
        }
        #expect(
            try folder.vox("validate", "--as=update", "-", input: new).output
                == "-:1:10: error: JA-115 a resource to update must have an id (at \"/data\")\n")
        #expect(try folder.vox("validate", "--as", "answer", "good.json").isRefusal(naming: "--as"))
    }

    @Test("--fields and --include: linkage that the request left out is not missed")
    func fieldsets() throws {
        let text = """
            {"data": {"type": "a", "id": "1", "attributes": {"title": "t"}},
             "included": [{"type": "people", "id": "1"}]}
            """
        func code(_ arguments: String...) throws -> Int32 {
            try folder.write(text, to: "sparse.json")
            let line = (["\"$VOX\" validate sparse.json"] + arguments).joined(separator: " ")
            return try folder.shell(line).code
        }
        #expect(try code() == 1)
        #expect(try code("--fields a=title") == 0)
        #expect(try code("--fields a=") == 0)
        #expect(try code("--fields people=name") == 1)
        #expect(try code("--fields people=name --fields a=title") == 0)
        #expect(try code("--fields a=title --include author") == 0)
        #expect(try code("--fields a=title --fields=a=author --include author") == 1)
        #expect(try code("--fields a=title --include ''") == 1)
        for option in ["--fields", "--fields title", "--fields =title"] {
            let outcome = try folder.shell("\"$VOX\" validate good.json \(option)")
            #expect(outcome.isRefusal(naming: "--fields"), "\(option)")
        }
    }

    @Test("--lenient forgives what the lenient reader forgives")
    func lenient() throws {
        let text = #"{"data": {"type": "a", "id": 1, "attributes": null}, "more": 1}"#
        #expect(try folder.vox("validate", "-", input: text).code == 1)
        #expect(try folder.vox("validate", "--lenient", "-", input: text) == .good(""))
    }

    @Test("--extension: members of an applied extension are passed over")
    func extensions() throws {
        let text = #"{"version:ids": []}"#
        #expect(try folder.vox("validate", "-", input: text).code == 1)
        #expect(try folder.vox("validate", "-", "--extension", "version", input: text) == .good(""))
    }

    @Test("JA-137 --as operations and --as results check documents of Atomic Operations")
    func operations() throws {
        let operations = #"""
            {"atomic:operations": [
              {"op": "add", "data": {"type": "notes", "lid": "a"}},
              {"op": "replace", "ref": {"type": "notes", "id": "1"}},
              {"op": "remove", "ref": {"type": "notes", "lid": "b"}}]}
            """#
        try folder.write(operations, to: "request.json")
        let expected = """
            request.json:3:10: error: JA-138 an op must be add, update or remove \
            (at "/atomic:operations/1/op")
            request.json:4:52: error: JA-144 no earlier operation creates a resource with this lid \
            (at "/atomic:operations/2/ref/lid")

            """
        let outcome = try folder.vox("validate", "--as", "operations", "request.json")
        #expect(outcome == Outcome(code: 1, output: expected))
        #expect(
            try folder.vox("validate", "--extension", "atomic", "request.json").output == expected)
        #expect(try folder.vox("validate", "request.json").output.contains("JA-067"))
        let results = #"{"atomic:results": [{"data": {"type": "notes", "id": "1"}}, {}]}"#
        #expect(try folder.vox("validate", "--as", "results", "-", input: results) == .good(""))
        #expect(try folder.vox("validate", "--as", "operations", "-", input: results).code == 1)
        let errors = #"{"errors": [{"source": {"pointer": "/atomic:operations/0"}}]}"#
        #expect(try folder.vox("validate", "--as", "results", "-", input: errors) == .good(""))
        let help = try folder.vox("validate", "--help").output
        #expect(help.contains("operations") && help.contains("--as results response.json"))
    }

    @Test("Malformed JSON: exit code 1, and where")
    func malformed() throws {
        let outcome = try folder.vox("validate", "-", "good.json", input: "{\"data\":\n x}")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("-:2:2: error: "))
        let json = try folder.vox("validate", "--json", "-", input: "{\"data\":\n x}")
        let entries = try JSONDecoder().decode([Entry].self, from: Data(json.output.utf8))
        #expect(json.code == 1)
        #expect(entries.map { $0.findings.map(\.rule) } == [["JSON"]])
        #expect(entries.first?.findings.first?.line == 2)
    }

    @Test("A file that cannot be read, or none: exit code 2; the others are validated")
    func unreadable() throws {
        #expect(try folder.vox("validate", "none.json").isRefusal(naming: "none.json"))
        #expect(try folder.vox("validate", ".").isRefusal(naming: "."))
        let outcome = try folder.vox("validate", "none.json", "bad.json")
        #expect(outcome.code == 2)
        #expect(outcome.output.hasPrefix(Self.badLines[0]))
        #expect(try folder.vox("validate").isRefusal(naming: "<files>"))
    }

    @Test("Control characters of the document are escaped in lines")
    func controlCharacters() throws {
        let outcome = try folder.vox(
            "validate", "-",
            input: #"{"data": {"type": "a", "attributes": {"\u001b[31m\u009b": 1}}}"#)
        #expect(outcome.code == 1)
        #expect(controls(in: outcome.output) == [])
        #expect(outcome.output.contains(#"\u001b[31m\u009b"#))
    }
}
