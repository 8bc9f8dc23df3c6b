// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The error in a row.
struct SelectError: Decodable {
    private struct Row: Decodable {
        var error: SelectError
    }

    var file: String
    var line: Int?
    var column: Int?
    var offset: Int?
    var pointer: String
    var code: String
    var message: String

    /// Nil for a row without an error.
    init?(row: String) {
        guard let row = try? JSONDecoder().decode(Row.self, from: Data(row.utf8)) else {
            return nil
        }
        self = row.error
    }
}

extension Outcome {
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

@Suite("vox select", .timeLimit(.minutes(5)))
struct SelectTests {
    let folder: Folder

    /// A compound document over several lines: a to-one and a to-many relationship.
    private static let articles = #"""
        {
          "data": [
            {"type": "articles", "id": "1",
             "attributes": {"title": "A \"b\"\tc", "rank": 1.50, "place": {"city": "K\u00f6ln"},
                            "none": null, "words": [1, 2]},
             "relationships": {"author": {"data": {"type": "people", "id": "7"}},
                               "tags": {"data": [{"type": "tags", "id": "a"},
                                                 {"type": "tags", "id": "gone"}]},
                               "editor": {"data": null}, "links": {"links": {"self": "/l"}}},
             "meta": {"a/b": true}},
            {"type": "articles", "id": "2"}
          ],
          "included": [
            {"type": "people", "id": "7", "attributes": {"name": "Ann"},
             "relationships": {"home": {"data": {"type": "places", "id": "9"}}}},
            {"type": "places", "id": "9", "attributes": {"name": "Bonn"}},
            {"type": "tags", "id": "a", "attributes": {"label": "x"}}
          ]
        }
        """#

    init() throws {
        folder = try Folder()
        try folder.write(Self.articles, to: "articles.json")
        let lines = [
            #"{"data": {"type": "notes", "id": "1", "attributes": {"text": "one"}}}"#,
            #"{"type": "notes", "id": "2", "attributes": {"text": "two"}}"#,
            #"{"data": [{"type": "notes", "id": "3"}, {"type": "marks", "id": "4"}]}"#,
            #"{"data": null}"#, #"{"meta": {}}"#,
        ]
        try folder.write(lines.map { $0 + "\n" }.joined(), to: "notes.ndjson")
    }

    private static func rows(_ rows: String...) -> Outcome {
        .good(rows.map { $0 + "\n" }.joined())
    }

    // MARK: Columns

    private static let columns: [(String, String)] = [
        ("type,id,lid", #"{"type":"articles","id":"1"}"#),
        ("title", #"{"title":"A \"b\"\tc"}"#), ("rank", #"{"rank":1.50}"#),
        ("place.city", #"{"place.city":"K\u00f6ln"}"#), ("place.none", "{}"),
        ("none", #"{"none":null}"#), ("words", #"{"words":[1,2]}"#), ("missing", "{}"),
        ("author", #"{"author":{"type":"people","id":"7"}}"#),
        ("author.id,author.type", #"{"author.id":"7","author.type":"people"}"#),
        ("author.name", #"{"author.name":"Ann"}"#),
        ("home=author.home.name", #"{"home":"Bonn"}"#),
        ("tags.id", #"{"tags.id":["a","gone"]}"#),
        ("tags.label", #"{"tags.label":["x",null]}"#),
        ("editor,editor.id,editor.name", #"{"editor":null}"#), ("links", "{}"),
        ("/meta/a~1b", #"{"/meta/a~1b":true}"#),
        ("l=/relationships/links/links/self", #"{"l":"/l"}"#),
        ("/attributes/words/1", #"{"/attributes/words/1":2}"#),
        (#"a"b=id"#, #"{"a\"b":"1"}"#),
    ]

    @Test("Columns: identity, attributes, relationships, included, pointers", arguments: columns)
    func column(path: String, row: String) throws {
        let all = try folder.vox("select", path, "articles.json")
        #expect(all.code == 0 && all.errors.isEmpty)
        #expect(all.lines.first == row)
        let lazy = try folder.vox("select", "--lazy", path, "articles.json")
        #expect(lazy == all)
        // The same document as a line.
        let line = Self.articles.replacing("\n", with: " ")
        #expect(try folder.vox("select", path, input: line) == all)
        #expect(try folder.vox("select", "--from", "document", path, input: line) == all)
    }

    @Test(
        "Columns that make no sense are a matter of usage",
        arguments: [
            ("", "empty"), ("id,,type", "empty"), ("a=", "empty"), ("=a", "empty"),
            ("a..b", "segment"), ("a.", "segment"), ("id,id", "one name"),
            ("a=id,a=type", "one name"), ("error", "error"), ("id.x", "below"), ("/a~2", "Pointer"),
        ])
    func badColumns(columns: String, word: String) throws {
        #expect(try folder.vox("select", columns, "notes.ndjson").isRefusal(naming: word))
    }

    // MARK: What is read

    @Test("NDJSON: documents, resource objects, lists; what has no primary data has no rows")
    func lines() throws {
        let expected = Self.rows(
            #"{"id":"1","text":"one"}"#, #"{"id":"2","text":"two"}"#, #"{"id":"3"}"#,
            #"{"id":"4"}"#)
        #expect(try folder.vox("select", "id,text", "notes.ndjson") == expected)
        #expect(try folder.shell("\"$VOX\" select id,text < notes.ndjson") == expected)
        #expect(try folder.shell("cat notes.ndjson | \"$VOX\" select id,text -") == expected)
        let twice = Outcome.good(expected.output + expected.output)
        #expect(
            try folder.shell("\"$VOX\" select id,text notes.ndjson - < notes.ndjson") == twice)
        #expect(
            try folder.vox("select", "id", "--type", "marks", "notes.ndjson")
                == Self.rows(#"{"id":"4"}"#))
    }

    @Test("A file of one document that ends early at its first line is a document, not lines")
    func forms() throws {
        let document = "{\"data\":\n{\"type\": \"a\",\n \"id\": \"1\"}}"
        #expect(try folder.vox("select", "id", input: document) == Self.rows(#"{"id":"1"}"#))
        let blank = "\n \r\n" + document
        #expect(try folder.vox("select", "id", input: blank) == Self.rows(#"{"id":"1"}"#))
        #expect(try folder.vox("select", "id,x.y", input: blank) == Self.rows(#"{"id":"1"}"#))
        let asLines = try folder.vox("select", "--from", "ndjson", "id", input: document)
        #expect(asLines.code == 1)
        #expect(asLines.lines.count == 3)
    }

    @Test("Blank lines, CRLF, byte order marks and a last line without its end are no errors")
    func whiteSpace() throws {
        let line = #"{"type": "a", "id": "1"}"#
        let row = #"{"id":"1"}"#
        for (text, count) in [
            ("\(line)", 1), ("\(line)\r\n", 1), ("\n\n\(line)\n\r\n \t\n\(line)", 2),
            ("\u{FEFF}\(line)\n\(line)\n", 2), ("\u{FEFF}\n\(line)\r\n\u{FEFF}\(line)\r\n", 2),
            ("", 0), ("\n", 0), ("\u{FEFF}", 0),
        ] {
            for from in ["auto", "ndjson"] {
                let outcome = try folder.vox("select", "--from", from, "id", input: text)
                #expect(
                    outcome == .good(String(repeating: row + "\n", count: count)),
                    "\(text.debugDescription)")
            }
        }
    }

    // MARK: TSV

    @Test("TSV: fields are escaped, absent and null are \\N, lists are JSON")
    func tsv() throws {
        let outcome = try folder.vox(
            "select", "--to", "tsv", "--names", "id,title,rank,none,c=place.city,tags.label,x",
            "articles.json")
        #expect(
            outcome
                == Self.rows(
                    "id\ttitle\trank\tnone\tc\ttags.label\tx\terror",
                    "1\tA \"b\"\\tc\t1.50\t\\N\tKöln\t[\"x\",null]\t\\N\t\\N",
                    "2\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N"))
        let text = #"{"type":"a","id":"\\ \n \r","attributes":{"l":["\\n"],"t":true}}"#
        #expect(
            try folder.vox(
                "select", "--to", "tsv", "--on-error", "report", "id,l,t", input: text)
                == Self.rows(#"\\ \n \r"# + "\t" + #"["\\\\n"]"# + "\ttrue"))
    }

    // MARK: Malformed records

    private let broken = """
        {"type": "a", "id": "1"}
        {"type": "a", "id": "2", "attributes": {"t": [1, x]}}
        {"type": "a", "id": "3"}

        """
    @Test("T09 A malformed record is a row with offset and pointer, and the rest goes on")
    func errorRow() throws {
        let outcome = try folder.vox("select", "id", input: broken)
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines.first == #"{"id":"1"}"#)
        #expect(outcome.lines.last == #"{"id":"3"}"#)
        let error = try #require(SelectError(row: outcome.lines[1]))
        #expect(error.file == "-" && error.line == 2 && error.column == 50 && error.offset == 74)
        #expect(error.pointer == "/attributes/t" && error.code == "VOX_ERROR_SYNTAX")
        #expect(!error.message.isEmpty)
        #expect(
            try folder.vox("select", "--exit-zero", "id", input: broken) == .good(outcome.output))

        let tsv = try folder.vox("select", "--to", "tsv", "id,t", input: broken)
        let fields = tsv.lines.map { $0.split(separator: "\t") }
        #expect(tsv.code == 1)
        #expect(fields.map(\.count) == [3, 3, 3])
        #expect(fields[0] == ["1", "\\N", "\\N"])
        #expect(fields[1].prefix(2) == ["\\N", "\\N"])
        #expect(fields[1][2].contains(#""offset":74,"pointer":"/attributes/t""#))
    }

    @Test("--on-error report tells on standard error, stop ends there; both exit with 1")
    func reportAndStop() throws {
        let report = try folder.vox("select", "--on-error", "report", "id", input: broken)
        #expect(report.code == 1)
        #expect(report.output == "{\"id\":\"1\"}\n{\"id\":\"3\"}\n")
        #expect(report.errors.hasPrefix("-:2:50: error: "))
        #expect(report.errors.hasSuffix(" (offset 74, at \"/attributes/t\")\n"))
        let stop = try folder.vox("select", "--on-error", "stop", "id", "-", "x", input: broken)
        #expect(stop.code == 1)
        #expect(stop.output == "{\"id\":\"1\"}\n")
        #expect(stop.errors == report.errors)
    }

    private static let malformedRecords: [(String, String, String)] = [
        ("[]", "", "VOX_ERROR_SHAPE"), ("1", "", "VOX_ERROR_SHAPE"), ("{}", "", "VOX_ERROR_SHAPE"),
        (#"{"type": 1, "id": "1"}"#, "", "VOX_ERROR_SHAPE"),
        (#"{"type": "a", "id": 1}"#, "", "VOX_ERROR_SHAPE"),
        (#"{"type": "a", "attributes": []}"#, "", "VOX_ERROR_SHAPE"),
        (#"{"type": "a", "relationships": 0}"#, "", "VOX_ERROR_SHAPE"),
        (#"{"data": [{"type": "a", "id": "1"}, {"id": "1"}]}"#, "/data/1", "VOX_ERROR_SHAPE"),
        (#"{"data": [0]}"#, "/data/0", "VOX_ERROR_SHAPE"),
        (#"{"data": "text"}"#, "/data", "VOX_ERROR_SHAPE"),
        (#"{"data": {"type": "a", "#, "/data", "VOX_ERROR_END"),
        ("{\"a\": \"\u{1}\"}", "/a", "VOX_ERROR_CONTROL"),
        (#"{"data": null} x"#, "", "VOX_ERROR_TRAILING"),
        (#"{"a": "\ud800"}"#, "/a", "VOX_ERROR_SURROGATE"),
    ]

    @Test(
        "What is no record of JSON:API is an error, with its pointer", arguments: malformedRecords)
    func malformed(line: String, pointer: String, code: String) throws {
        let good = #"{"type": "a", "id": "1"}"#
        for lazy in [[], ["--lazy"]] {
            let options = lazy + ["--from", "ndjson", "id"]
            let outcome = try folder.shell(
                "printf '%s\\n' '\(good)' '\(line)' '\(good)' | "
                    + "\"$VOX\" select \(options.joined(separator: " "))")
            #expect(outcome.code == 1)
            let rows = outcome.lines
            try #require(rows.count == 3)
            #expect(rows.first == #"{"id":"1"}"# && rows.last == #"{"id":"1"}"#)
            let error = try #require(SelectError(row: rows[1]))
            #expect(error.pointer == pointer)
            #expect(error.code == code)
            #expect(error.line == 2)
        }
    }

    @Test("--lazy does not see what no column looks at, and does see what one does")
    func lazy() throws {
        let text = """
            {"data": [{"type": "a", "id": "1"}, {"type": "a", "id": "2"}], "included": [{"type": "b", "id": "9", "attributes": {"u": x}}]}
            {"data": [{"type": "a", "id": "3", "attributes": {"t": 01}}, {"type": "a", "id": "4"}]}
            """
        #expect(try folder.vox("select", "id", input: text).output.contains(#""line":1"#))
        let outcome = try folder.vox("select", "--lazy", "id,t", input: text)
        let rows = outcome.lines
        #expect(outcome.code == 1)
        try #require(rows.count == 4)
        #expect(rows.prefix(2) == [#"{"id":"1"}"#, #"{"id":"2"}"#])
        #expect(rows.last == #"{"id":"4"}"#)
        #expect(SelectError(row: rows[2])?.pointer == "/data/0/attributes")
    }

    @Test("A broken document: what comes before has its rows, then the error")
    func brokenDocument() throws {
        let text = """
            {"data": [
              {"type": "a", "id": "1"},
              {"id": "2"},
              {"type": "a", "id": "3"}, }
            """
        let outcome = try folder.vox("select", "id", input: text)
        #expect(outcome.code == 1)
        try #require(outcome.lines.count == 4)
        #expect(outcome.lines[0] == #"{"id":"1"}"# && outcome.lines[2] == #"{"id":"3"}"#)
        let second = try #require(SelectError(row: outcome.lines[1]))
        #expect(second.pointer == "/data/1" && second.code == "VOX_ERROR_SHAPE")
        #expect(second.line == nil, "where an element stands in a list that streams is not known")
        let last = try #require(SelectError(row: outcome.lines[3]))
        #expect(last.line == 4 && last.offset == 82 && last.pointer == "/data")
    }

    @Test("Each object of a list at the root is a record, however the list is laid out")
    func rootList() throws {
        let (good, bad) = (#"{"type": "a", "id": "1"}"#, #"{"type": "a", "id": 2}"#)
        for text in ["[\(good),\(bad),\(good)]", "[\n\(good),\n\(bad),\n\(good)\n]\n"] {
            let outcome = try folder.vox("select", "id", input: text)
            #expect(outcome.code == 1 && outcome.lines.count == 3, "\(outcome)")
            #expect(outcome.lines.first == #"{"id":"1"}"# && outcome.lines.last == #"{"id":"1"}"#)
            let error = SelectError(row: outcome.lines[1])
            #expect(error?.code == "VOX_ERROR_SHAPE" && error?.pointer == "/1", "\(text)")
            let schema = try folder.vox("schema", "-", input: "[\(good),\(good)]")
            #expect(schema.output.hasPrefix("resources \"a\", 2 rows"))
        }
        for text in ["[1]", "[\n1\n]", "[]"] {
            let outcome = try folder.vox("select", "id", input: text)
            #expect(outcome.code == 1 && outcome.lines.count == 1, "\(text)")
            #expect(SelectError(row: outcome.output)?.code == "VOX_ERROR_SHAPE")
        }
    }
}
