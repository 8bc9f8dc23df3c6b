// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// An entry of what `vox bench --json` prints.
private struct Measured: Decodable {
    struct Row: Decodable {
        var name: String
        var mbps: Double
        var ratio: Double
    }

    var file: String
    var bytes: Int
    var arenaPerByte: Double
    var rows: [Row]
}

@Suite("vox bench", .enabled(if: Tool.isBuilt, Tool.missing), .timeLimit(.minutes(5)))
struct BenchTests {
    private static let rows = ["yajl", "eager", "lazy", "write", "edit", "validate"]

    let folder: Folder
    private let text: String

    init() throws {
        folder = try Folder()
        let items = (0..<50).map {
            "{\"id\": \($0), \"name\": \"item \($0)\", \"price\": \($0).25, \"tags\": [\"a\", null]}"
        }
        text = "[\(items.joined(separator: ",\n"))]"
        try folder.write(text, to: "small.json")
    }

    @Test("An array with an entry for each file, each with a row for each job")
    func json() throws {
        try folder.write("{\"a\": [1, 2, 3]}", to: "tiny.json")
        let outcome = try folder.vox("bench", "--json", "small.json", "tiny.json")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty, "progress is for terminals")
        let entries = try JSONDecoder().decode([Measured].self, from: Data(outcome.output.utf8))
        #expect(entries.map(\.file) == ["small.json", "tiny.json"])
        #expect(entries.map(\.bytes) == [text.utf8.count, 16])
        for entry in entries {
            #expect(entry.arenaPerByte > 1, "the copy of the input alone is 1")
            let names = entry.rows.map(\.name)
            #expect(names == Self.rows)
            #expect(entry.rows.allSatisfy { $0.mbps > 0 && $0.ratio > 0 })
            #expect(entry.rows.first { $0.name == "yajl" }?.ratio == 1)
        }
    }

    @Test("Entries have exactly the members of the contract")
    func members() throws {
        let outcome = try folder.vox("bench", "small.json", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let entry = try #require((value as? [[String: Any]])?.first)
        #expect(Set(entry.keys) == ["file", "bytes", "arenaPerByte", "rows"])
        let rows = try #require(entry["rows"] as? [[String: Any]])
        #expect(rows.allSatisfy { Set($0.keys) == ["name", "mbps", "ratio"] })
    }

    @Test("A table for people")
    func table() throws {
        let outcome = try folder.vox("bench", "small.json")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        #expect(controls(in: outcome.output) == [])
        #expect(outcome.output.hasPrefix("small.json"))
        #expect(outcome.output.contains("\(text.utf8.count) bytes"))
        for name in Self.rows {
            let line = outcome.output.split(separator: "\n").first {
                $0.split(separator: " ").first == name[...]
            }
            #expect(line?.contains("MB/s") == true, "\(name)")
        }
    }

    @Test("A file of one byte, and standard input")
    func smallest() throws {
        let outcome = try folder.vox("bench", "--json", "-", input: "1")
        #expect(outcome.code == 0)
        let entries = try JSONDecoder().decode([Measured].self, from: Data(outcome.output.utf8))
        #expect(entries.map(\.file) == ["-"])
        #expect(entries.map(\.bytes) == [1])
    }

    @Test("A malformed document: exit code 1; an unreadable file, or none: exit code 2")
    func endings() throws {
        #expect(
            try folder.vox("bench", "--json", "-", input: "[1,]").isFailure(
                naming: "-:1:4: error: "))
        #expect(try folder.vox("bench", "-", input: "").isFailure(naming: "-:1:1: error: "))
        #expect(try folder.vox("bench", "none.json", "--json").isRefusal(naming: "none.json"))
        #expect(try folder.vox("bench").isRefusal(naming: "<files>"))
        #expect(try folder.vox("bench", "--xml", "small.json").isRefusal(naming: "--xml"))
    }
}
