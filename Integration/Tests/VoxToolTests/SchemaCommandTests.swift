// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

@Suite("vox schema", .timeLimit(.minutes(5)))
struct SchemaCommandTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        let lines = [
            #"{"type":"notes","id":"1","attributes":{"text":"one","rank":1,"day":"2026-01-02"}}"#,
            #"{"type":"notes","id":"2","attributes":{"text":null,"rank":2.5,"mixed":1}}"#,
            #"{"type":"notes","id":"3","attributes":{"place":{"city":"Köln","code":[1,2]},"mixed":"a"}}"#,
        ]
        try folder.write(lines.map { $0 + "\n" }.joined(), to: "notes.ndjson")
    }

    private static let table = """
        resources "notes", 3 rows
          column  type                                     absent  null  other
          id      utf8                                     0       0     0
          text    utf8                                     1       1     0
          rank    double                                   1       0     0
          day     date32                                   2       0     0
          mixed   json                                     1       0     0
          place   struct<city: utf8, code: list<int64>>    2       0     0

        """

    /// The words of each line, because the widths of a table are tested elsewhere.
    private static func words(_ text: String) -> [[Substring]] {
        text.split(separator: "\n").map { $0.split(separator: " ") }
    }

    @Test("The table has the types of all records, and counts what is absent, null or different")
    func table() throws {
        let outcome = try folder.vox("schema", "notes.ndjson")
        #expect(Self.words(outcome.output) == Self.words(Self.table), "\(outcome.output)")
        #expect(outcome.code == 0)
        #expect(try folder.vox("schema", input: try folder.read("notes.ndjson")) == outcome)
    }

    @Test("A key that only the last of many records has is a column")
    func lateKey() throws {
        let early = (1...2_000).map { #"{"type":"notes","id":"\#($0)","attributes":{}}"# + "\n" }
        let late = #"{"type":"notes","id":"x","attributes":{"late":true}}"#
        try folder.write(early.joined() + late, to: "late.ndjson")
        let outcome = try folder.vox("schema", "late.ndjson")
        let line = Self.words(outcome.output).first { $0.first == "late" }
        #expect(line == ["late", "bool", "2000", "0", "0"])
    }

    @Test("The JSON has descriptions of the tables, and a share ignores few values of other types")
    func json() throws {
        let values = (1...99).map { "\($0)" } + [#""many""#]
        let lines = values.map { #"{"type":"notes","id":"1","attributes":{"n":\#($0)}}"# + "\n" }
        try folder.write(lines.joined(), to: "n.ndjson")
        for (share, type, other) in [("100", "json", 0), ("99", "int64", 1)] {
            let outcome = try folder.vox("schema", "--json", "--share", share, "n.ndjson")
            let schema = try JSON(parsing: outcome.output)
            let tables = schema["tables"].vox.elements
            let first = try #require(tables.first)
            #expect(first["table"] == "resources")
            #expect(first["type"] == "notes")
            let columns = first["columns"].vox.elements
            #expect(columns.map { $0["name"] as String? } == ["id", "n"])
            #expect(columns.last?["type"] == type)
            #expect(columns.last?["seen"]["other"] == other)
        }
    }

    @Test("Malformed records are counted, and the other records have columns")
    func malformed() throws {
        try folder.write("oops\n" + (try folder.read("notes.ndjson")), to: "bad.ndjson")
        let outcome = try folder.vox("schema", "bad.ndjson")
        #expect(Self.words(outcome.output) == Self.words(Self.table))
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("1 record is malformed"))
    }

    @Test("Wrong usage and files that cannot be read end with 2, and print no table")
    func usage() throws {
        for arguments in [["missing.ndjson"], ["--share", "0", "notes.ndjson"], ["--from", "x"]] {
            let outcome = try folder.shell("$VOX schema \(arguments.joined(separator: " "))")
            #expect(outcome.code == 2, "\(arguments)")
            #expect(outcome.output.isEmpty)
            #expect(!outcome.errors.isEmpty)
        }
        #expect(try folder.vox("schema", "missing.ndjson").errors.contains("missing.ndjson"))
        let odd = try folder.shell(
            #"cp notes.ndjson "$(printf 'a\377')"; "$VOX" schema "$(printf 'a\377')""#)
        #expect(odd == (try folder.vox("schema", "notes.ndjson")))
        let missing = try folder.shell(#""$VOX" schema notes.ndjson "$(printf 'no\377')""#)
        #expect(missing.code == 2 && missing.errors.contains(#"no\xff: No such file"#))
        try folder.write(Data([0x1F, 0x8B, 8, 0]), to: "notes.gz")
        let packed = try folder.vox("schema", "notes.ndjson", "notes.gz")
        #expect(packed.code == 2)
        #expect(packed.errors.contains("notes.gz: gzip has compressed the file"))
    }
}
