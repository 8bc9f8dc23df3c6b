// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Files with several documents, as `check` and `validate` read them.
@Suite("vox: several documents", .timeLimit(.minutes(5)))
struct RecordTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func check(_ text: String, _ options: String...) throws -> Outcome {
        try folder.write(text, to: "in")
        return try folder.shell("\"$VOX\" check \(options.joined(separator: " ")) in")
    }

    private static func bad(_ lines: String...) -> Outcome {
        Outcome(code: 1, output: lines.map { "in:\($0)\n" }.joined())
    }

    // MARK: NDJSON

    @Test("Lines: none, one, many; blank lines, CRLF, byte order marks, no last line feed")
    func lines() throws {
        for text in [
            "", "\n", "{}", "{}\n", "{}\r\n\r\n[1]\r\n", "\u{FEFF}{}\n\u{FEFF}\n\u{FEFF}[]",
            " \t\n1\n\"a\"\nnull",
        ] {
            #expect(try check(text, "--from ndjson") == .good(""), "\(text.debugDescription)")
        }
    }

    @Test("A malformed line has its position in the file, and the lines after it are checked")
    func malformedLine() throws {
        #expect(
            try check("{\"a\": 1}\r\n\n{\"a\": [x]}\n{}\n[1,", "--from ndjson")
                == Self.bad(
                    #"3:8: error: expected a value or ']' (offset 18, at "/a")"#,
                    #"5:4: error: expected a value after ',' (offset 28, at "")"#))
        #expect(
            try check("[]\n[] []\n[\n]\n", "--from", "ndjson").output.split(separator: "\n")
                .map { $0.prefix(6) } == ["in:2:4", "in:3:2", "in:4:1"])
    }

    @Test("--strict: each byte order mark and each repeated name, also on a line of its own")
    func strict() throws {
        let text = "\u{FEFF}\n{\"a\":1,\"a\":2}\n\u{FEFF}{}\n{}\n"
        for from in ["ndjson", "concatenated"] {
            let lines = try check(text, "--strict --from", from).output.split(separator: "\n")
            #expect(lines.prefix(2).map { $0.prefix(7) } == ["in:1:1:", "in:2:8:"], "\(from)")
            #expect(lines.count == 3 && lines[2].hasPrefix("in:3:1: error: a byte order mark"))
        }
    }

    @Test("The name says that a file is NDJSON; without it, two lines are no document")
    func byName() throws {
        for name in ["a.ndjson", "a.jsonl"] {
            try folder.write("{}\n{}\n", to: name)
            #expect(try folder.vox("check", name) == .good(""))
            #expect(try folder.vox("check", "--from", "document", name).code == 1)
            try folder.write("{\"meta\":{}}\n{\"meta\":{}}\n", to: name)
            #expect(try folder.vox("validate", name) == .good(""))
        }
        #expect(try check("{}\n{}\n").output.hasPrefix("in:2:1: error: found a second document"))
        #expect(try folder.vox("check", "-", input: "{}\n{}\n").code == 1)
        #expect(try folder.vox("check", "--from", "ndjson", "-", input: "{}\n{}\n") == .good(""))
        #expect(try folder.vox("check", "--from", "lines", "-").isRefusal(naming: "--from"))
    }

    // MARK: JSON text sequences

    @Test("A first byte 0x1E is a sequence: elements with or without line feeds, empty ones")
    func sequence() throws {
        for text in [
            "\u{1E}{}\n", "\u{1E}{}", "\u{1E}[1]\n\u{1E}\u{1E}12\n\u{1E}\"a\"\u{1E}null ",
            "\u{1E}", "\u{1E}\u{1E}", "\u{1E}{\n\"a\":\r\n1}\r\n\u{1E}true\r\n",
        ] {
            #expect(try check(text) == .good(""), "\(text.debugDescription)")
            #expect(try check(text, "--from sequence") == .good(""))
        }
        #expect(try check("", "--from sequence") == .good(""))
        #expect(try check("\u{FEFF}\n\u{1E}{}\n", "--from sequence") == .good(""))
        #expect(try check("\u{1E}{}\n", "--from document").code == 1)
    }

    @Test("Truncated elements are reported as such, in the middle and at the end")
    func truncated() throws {
        #expect(
            try check("\u{1E}{\"a\":\n\u{1E}[1]\n\u{1E}[1,2")
                == Self.bad(
                    #"2:1: error: the record is truncated: expected a value after ':' "#
                        + #"(offset 7, at "")"#,
                    #"3:6: error: the record is truncated: expected ',' or ']' after an element "#
                        + #"(offset 17, at "")"#))
        let unended = [
            ("\u{1E}1\n\u{1E}12", "2:4"), ("\u{1E}tru", "1:5"), ("\u{1E}null\u{1E}{}", "1:6"),
            ("\u{1E}\n-1", "2:3"),
        ]
        for (text, position) in unended {
            let outcome = try check(text)
            #expect(outcome.output.hasPrefix("in:\(position): error: the record may be truncated"))
            #expect(outcome.output.contains("RFC 7464, section 2.4") && outcome.code == 1)
            #expect(outcome.output.count { $0 == "\n" } == 1)
        }
        #expect(try check("\u{1E} \n").output.hasPrefix("in:2:1: error: the record is truncated"))
    }

    @Test("Text before the first 0x1E is no record, and the records after it are checked")
    func astray() throws {
        #expect(
            try check("{}\n\u{1E}{}\n\u{1E}x\n", "--from sequence")
                == Self.bad(
                    #"1:1: error: a record of a JSON text sequence must follow the byte 0x1E "#
                        + #"(offset 0, at "")"#,
                    #"3:2: error: expected a value (offset 8, at "")"#))
        #expect(try check("{}", "--from sequence").code == 1)
    }

    // MARK: Concatenated documents

    @Test("Documents one after another, with and without white space, of several lines")
    func concatenated() throws {
        for text in [
            "", " \n", "{}", "{}{}[]\"a\"1 2\ntrue{\"a\":\n[\"}\\\"\"]}\n", "\u{FEFF}{}[]",
            "\u{FEFF}",
            "1", "[]1\r\n",
        ] {
            let outcome = try check(text, "--from concatenated")
            #expect(outcome == .good(""), "\(text.debugDescription)")
        }
    }

    @Test("After a malformed document the next one is found by brackets, or after the line")
    func malformedDocument() throws {
        #expect(
            try check("{\n\"a\": [x]}{}\n[1}]{\"a\n[2]}[", "--from concatenated").output
                .split(separator: "\n").map { $0.prefix { $0 != "e" } }
                == [
                    "in:2:7: ", "in:3:3: ", "in:3:4: ", "in:3:8: ", "in:4:4: ", "in:4:6: ",
                ])
    }

    // MARK: Limits and size

    @Test(
        "A record past the limit is reported, and the others are checked",
        arguments: ["ndjson", "sequence", "concatenated"])
    func limit(from: String) throws {
        let large = "[" + String(repeating: "1,\t", count: 300_000) + "1]"
        let records = ["[1]", large, "[x]", large, "[2]"]
        let text = records.map { (from == "sequence" ? "\u{1E}" : "") + $0 + "\n" }.joined()
        let column = from == "sequence" ? 2 : 1
        for option in ["--max-record 1000", "--max-size 1000"] {
            let lines = try check(text, "--from \(from) \(option)").output.split(separator: "\n")
            try #require(lines.count == 3)
            let words = "error: the record is larger than the limit"
            #expect(lines[0].hasPrefix("in:2:\(column): \(words)"))
            #expect(lines[1].hasPrefix("in:3:\(column + 1): error: "))
            #expect(lines[2].hasPrefix("in:4:\(column): \(words)"))
        }
        #expect(try check(text, "--from \(from)").output.count { $0 == "\n" } == 1)
    }

    @Test("A limit of records does not limit one document")
    func document() throws {
        #expect(try check("[1, 2, 3]", "--max-record 1") == .good(""))
        #expect(try check("[1]\n", "--from ndjson --max-record 3") == .good(""))
        #expect(try check("[12]\n", "--from ndjson --max-record 3").code == 1)
        #expect(try check("", "--max-record 0").isRefusal(naming: "--max-record"))
    }

    @Test(
        "A long file needs the memory of a record",
        arguments: ["ndjson", "sequence", "concatenated"])
    func memory(from: String) throws {
        let separator = from == "sequence" ? "\\036" : ""
        let text = String(repeating: "x", count: 900)
        let record = #"{"data":{"type":"a","id":"1","attributes":{"t":"\#(text)"}}}"#
        // 95 MB, in an address space of 220 MB, of which the program itself takes more than half.
        let long = "yes 2>/dev/null \"$(printf '\(separator)')\"'\(record)' | head -n 100000"
        let outcome = try folder.shell(
            """
            ulimit -v 220000
            \(long) | "$VOX" check --from \(from) - && \(long) | "$VOX" validate --from \(from) -
            """)
        #expect(outcome == .good(""))
    }

    // MARK: validate, and files together

    @Test("validate: findings have their positions in the file, as text and as JSON")
    func validate() throws {
        let text = "{\"meta\":{}}\n{\"data\":{\"type\":\"a\",\"id\":1}}\n[\n{\"meta\":{}}\n"
        try folder.write(text, to: "a.ndjson")
        let outcome = try folder.vox("validate", "a.ndjson")
        #expect(
            outcome
                == Outcome(
                    code: 1,
                    output: """
                        a.ndjson:2:26: error: JA-016 an id must be a string (at "/data/id")
                        a.ndjson:3:2: error: expected a value or ']' (offset 42, at "")

                        """))
        let json = try folder.vox("validate", "--json", "a.ndjson", "a.ndjson")
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(
            json.code == 1 && entries.map { $0["file"] as? String } == ["a.ndjson", "a.ndjson"])
        let findings = try #require(entries[0]["findings"] as? [[String: Any]])
        #expect(findings.map { $0["rule"] as? String } == ["JA-016", "JSON"])
        #expect(findings.map { $0["line"] as? Int } == [2, 3])
        #expect(findings.map { $0["column"] as? Int } == [26, 2])
        #expect(findings.map { $0["offset"] as? Int } == [37, 42])
        let line = #"{"meta":{}} {"data":{"type":"a","id":1}}"#
        let sameLine = try folder.vox("validate", "--from", "concatenated", "-", input: line)
        #expect(sameLine.output.hasPrefix("-:1:38: error: JA-016"))
    }

    @Test("Several files of different forms, one of which cannot be read")
    func files() throws {
        try folder.write("{}\n[x]\n", to: "a.ndjson")
        try folder.write("\u{1E}[y]\n", to: "b")
        try folder.write("[\n1\n]\n", to: "c.json")
        for command in ["check", "check --from auto"] {
            let outcome = try folder.shell("\"$VOX\" \(command) a.ndjson none b c.json")
            #expect(outcome.code == 2 && outcome.errors.contains("none"))
            #expect(
                outcome.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
                    == ["a.ndjson:2:2:", "b:1:3:"])
        }
    }

    @Test("select, patch and diff read sequences and concatenated documents, too")
    func filters() throws {
        let records = [#"{"type":"a","id":"1"}"#, #"{"type":"a","id":"2"}"#]
        let sequence = records.map { "\u{1E}\($0)\n" }.joined()
        let concatenated = "\n" + records.joined() + "\n"
        try folder.write(#"[{"op": "remove", "path": "/id"}]"#, to: "patch.json")
        for (text, from) in [(sequence, "auto"), (concatenated, "concatenated")] {
            try folder.write(text, to: "in")
            #expect(
                try folder.vox("select", "--from", from, "id", "in")
                    == .good("{\"id\":\"1\"}\n{\"id\":\"2\"}\n"))
            let patched = text.replacing(#","id":"1""#, with: "").replacing(#","id":"2""#, with: "")
            #expect(
                try folder.vox("patch", "--from", from, "patch.json", "in") == .good(patched))
            #expect(try folder.vox("diff", "--from", from, "in", "in") == .good("[]\n[]\n"))
        }
        let cut = try folder.vox(
            "select", "--on-error", "report", "id", input: sequence + "\u{1E}{\"type\"")
        #expect(cut.code == 1 && cut.lines.count == 2)
        #expect(cut.errors.hasPrefix("-:3:9: error: the record is truncated: expected"))
    }
}
