// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A document must not be able to steer the terminal of who looks at it.
///
/// Only `get`, `set`, `remove` and `format` print bytes of the document: they were asked for.
@Suite(
    "Control characters of a document", .timeLimit(.minutes(5)))
struct ControlCharacterTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// Escape, bell, backspace, carriage return, tab; delete; and the C1 form of "escape [".
    private static let characters = [
        "\\u001b", "\\u0007", "\\b", "\\r", "\\t", "\\n", "\\u007f", "\\u009b", "\u{7F}", "\u{9B}",
    ]

    @Test("None reaches the summary, from whichever member", arguments: characters)
    func show(character: String) throws {
        let text = """
            {"jsonapi": {"version": "1C"}, "links": {"sC": "/C", "C": {"href": "C2J"}}, "meta": {"mC": "C"},
             "data": [{"type": "tC[31m", "id": "iC", "attributes": {"aC": "C[0m", "bC": ["C"]},
              "relationships": {"rC": {"data": {"type": "tC", "id": "C"}}, "C": {"data": null}}},
              {"type": "C", "lid": "lC"}],
             "included": [{"type": "tC", "id": "1"}],
             "errors": [{"status": "C", "code": "cC", "title": "tC", "detail": "dC", "source": {"pointer": "/C"}}]}
            """.replacing("C", with: character)
        let outcome = try folder.vox("show", "-", input: text)
        #expect(outcome.code == 0)
        #expect(controls(in: outcome.output + outcome.errors) == [])
        #expect(
            outcome.output.split(separator: "\n").count == 10, "nor does a line feed make lines")
    }

    @Test("None reaches the place of an error", arguments: characters)
    func check(character: String) throws {
        let text = "{\"C[31m\": {\"C\": [1 2]}}".replacing("C", with: character)
        let outcome = try folder.vox("check", "-", input: text)
        #expect(outcome.code == 1)
        #expect(controls(in: outcome.output) == [])
        #expect(outcome.output.count { $0 == "\n" } == 1)
        for command in ["get - /a", "set - /a 1", "remove - /a", "format -", "show -"] {
            try folder.write(text, to: "file.json")
            let outcome = try folder.shell("\"$VOX\" \(command) <file.json")
            #expect(outcome.code == 1, "\(command)")
            #expect(controls(in: outcome.errors) == [], "\(command)")
        }
    }

    @Test("JSON for programs writes escape and its like as escapes")
    func showJSON() throws {
        let text =
            "{\"data\":{\"type\":\"t\\u001b[31m\",\"id\":\"\\u0007\"},\"meta\":{\"\\u0000\":\"\\u001f\"}}"
        let outcome = try folder.vox("show", "-", "--json", input: text)
        #expect(outcome.code == 0)
        #expect(outcome.output.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let data = try #require((value as? [String: Any])?["data"] as? [[String: Any]])
        #expect(data.first?["type"] as? String == "t\u{1B}[31m")
    }
}
