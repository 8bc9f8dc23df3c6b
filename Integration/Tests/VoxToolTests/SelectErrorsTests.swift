// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite(
    "vox select: documents that report errors", .timeLimit(.minutes(5)))
struct SelectErrorsTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        let lines = [
            #"{"data": {"type": "a", "id": "1"}}"#,
            #"{"errors": [{"status": "422", "code": "x1", "title": "Too long", "detail": "at most 5", "source": {"pointer": "/data/a"}}, {"source": {"parameter": "sort"}}]}"#,
            #"{"data": {"type": "a", "id": "2"}}"#,
            #"{"errors": [{"detail": "no\u001b[31m"}], "meta": {}}"#,
        ]
        try folder.write(lines.map { $0 + "\n" }.joined(), to: "a.ndjson")
    }

    private static let rows = "{\"id\":\"1\"}\n{\"id\":\"2\"}\n"
    private static let firstErrors = """
        a.ndjson:2:13: error: the document reports 422 x1 Too long: at most 5 (at "/data/a")
        a.ndjson:2:124: error: the document reports an error (parameter "sort")

        """
    private static let errors =
        firstErrors + "a.ndjson:4:13: error: the document reports an error: no\u{FFFD}[31m\n"

    @Test("The errors go to standard error with their lines, the rows of the others are written")
    func lines() throws {
        let expected = Outcome(code: 1, output: Self.rows, errors: Self.errors)
        #expect(try folder.vox("select", "id", "a.ndjson") == expected)
        #expect(try folder.vox("select", "--lazy", "id", "a.ndjson") == expected)
        #expect(try folder.vox("select", "--on-error", "report", "id", "a.ndjson") == expected)
        #expect(controls(in: Self.errors) == [])
    }

    @Test("--to tsv, --absent and --type change the rows, not the errors")
    func output() throws {
        let tsv = try folder.vox("select", "--to", "tsv", "id", "a.ndjson")
        #expect(tsv == Outcome(code: 1, output: "1\t\\N\n2\t\\N\n", errors: Self.errors))
        let absent = try folder.vox("select", "--absent", "null", "id,t", "a.ndjson")
        #expect(absent.lines.count == 2 && absent.errors == Self.errors)
        let typed = try folder.vox("select", "--type", "b", "id", "a.ndjson")
        #expect(typed == Outcome(code: 1, errors: Self.errors))
    }

    @Test("--on-error stop ends at the first such document, --exit-zero changes only the code")
    func endings() throws {
        let stop = try folder.vox("select", "--on-error", "stop", "id", "a.ndjson")
        #expect(stop == Outcome(code: 1, output: "{\"id\":\"1\"}\n", errors: Self.firstErrors))
        let zero = try folder.vox("select", "--exit-zero", "id", "a.ndjson")
        #expect(zero == Outcome(code: 0, output: Self.rows, errors: Self.errors))
    }

    @Test(
        "One document, on a line or on several, with columns of it or of included",
        arguments: ["id", "id,b.c"])
    func document(columns: String) throws {
        let line = #"{"errors": [{"status": 404, "title": "Not found"}]}"#
        #expect(
            try folder.vox("select", columns, input: line)
                == Outcome(
                    code: 1, errors: "-:1:13: error: the document reports 404 Not found\n"))
        let lines = "{\n \"errors\": [\n  {\"status\": \"404\", \"title\": \"Not found\"}]}\n"
        let position = columns == "id" ? "" : ":3:3"
        #expect(
            try folder.vox("select", columns, input: lines)
                == Outcome(
                    code: 1, errors: "-\(position): error: the document reports 404 Not found\n"))
    }

    @Test("An empty list of errors is reported, and another value is a malformed record")
    func odd() throws {
        let none = try folder.vox("select", "id", input: #"{"errors": []}"#)
        #expect(none.isFailure(naming: "-:1:12: error: the document reports errors, but"))
        for value in ["{}", "null"] {
            let outcome = try folder.vox("select", "id", input: "{\"errors\": \(value)}")
            #expect(outcome.code == 1 && outcome.errors.isEmpty && outcome.lines.count == 1)
            #expect(SelectError(row: outcome.output)?.pointer == "/errors", "\(value)")
        }
        let number = try folder.vox("select", "id", input: #"{"errors": [5]}"#)
        #expect(
            number == Outcome(code: 1, errors: "-:1:13: error: the document reports an error\n"))
    }
}
