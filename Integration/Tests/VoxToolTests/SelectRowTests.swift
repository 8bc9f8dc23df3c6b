// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rows that a small record multiplies, and rows that are complete.
@Suite("vox select: rows", .timeLimit(.minutes(5)))
struct SelectRowTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    // MARK: Rows that multiply

    /// A record whose resource leads by `r` to one whose own `r` names it again, so many times:
    /// with each `r` in a path the row is so many times as long.
    private static func product(_ count: Int, id: String = "1") -> String {
        let identifier = "{\"type\":\"a\",\"id\":\"\(id)\"}"
        let linkage = Array(repeating: identifier, count: count).joined(separator: ",")
        let relationships = "\"relationships\":{\"r\":{\"data\":[\(linkage)]}}"
        return "{\"data\":{\"type\":\"a\",\"id\":\"0\",\(relationships)},"
            + "\"included\":[{\"type\":\"a\",\"id\":\"\(id)\",\(relationships)}]}"
    }

    @Test(
        "T09 A path through many relationships ends where the row is too long",
        arguments: ["ndjson", "tsv"], ["z", "id", "r"])
    func product(form: String, last: String) throws {
        // 40 to the power of 12: without an end to it, years.
        let path = Array(repeating: "r", count: 12).joined(separator: ".") + "." + last
        for limit in ["4000", "100000", "1000000"] {
            let outcome = try folder.vox(
                "select", path, "--to", form, "--max-record", limit, input: Self.product(40))
            #expect(outcome.code == 1)
            #expect(outcome.lines.count == 1)
            #expect(outcome.output.contains("VOX_ERROR_SIZE_LIMIT"))
        }
        let next = try folder.vox(
            "select", "id,x=\(path)", "--max-record", "100000",
            input: Self.product(40) + "\n" + #"{"type":"a","id":"9"}"#)
        #expect(next.lines.last == #"{"id":"9"}"#, "the next record is read")
    }

    @Test("T09 What is read for a row counts, too: long identifiers of nothing")
    func longIdentifiers() throws {
        // 6 ^ 9 rows of null are 50 MB; with ids of 50 kB 500 GB are read for them.
        let id = String(repeating: "x", count: 50_000)
        let path = Array(repeating: "r", count: 9).joined(separator: ".") + ".z"
        let outcome = try folder.vox("select", path, input: Self.product(6, id: id))
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("VOX_ERROR_SIZE_LIMIT"))
    }

    @Test("T09 Rows within the limit are as they were, in each form")
    func within() throws {
        let inner = "[" + Array(repeating: "null", count: 40).joined(separator: ",") + "]"
        let list = "[" + Array(repeating: inner, count: 40).joined(separator: ",") + "]"
        let record = Self.product(40)
        #expect(
            try folder.vox("select", "z=r.r.z", "--max-record", "9000", input: record)
                == .good("{\"z\":\(list)}\n"))
        #expect(
            try folder.vox(
                "select", "r.r.z", "--to", "tsv", "--on-error", "report", input: record)
                == .good(list + "\n"))
    }

    // MARK: Absent

    @Test("--absent null: every row has every column, and error")
    func absent() throws {
        let text = """
            {"type":"a","id":"1","attributes":{"t":2}}
            {"type":
            {"type":"a","id":"3"}
            """
        let outcome = try folder.vox("select", "id,t", "--absent", "null", input: text)
        #expect(outcome.code == 1)
        try #require(outcome.lines.count == 3)
        #expect(outcome.lines[0] == #"{"id":"1","t":2,"error":null}"#)
        #expect(outcome.lines[1].hasPrefix(#"{"id":null,"t":null,"error":{"file":"-","line":2,"#))
        #expect(SelectError(row: outcome.lines[1])?.code == "VOX_ERROR_END")
        #expect(outcome.lines[2] == #"{"id":"3","t":null,"error":null}"#)
        let report = try folder.vox(
            "select", "id,t", "--absent", "null", "--on-error", "report", input: text)
        #expect(report.output == "{\"id\":\"1\",\"t\":2}\n{\"id\":\"3\",\"t\":null}\n")
        #expect(
            try folder.vox("select", "id", "--absent", "null", "--to", "tsv")
                .isRefusal(naming: "--absent"))
        #expect(
            try folder.vox(
                "select", "id,t", "--absent", "omit", "--on-error", "report", input: text
            )
            .output == "{\"id\":\"1\",\"t\":2}\n{\"id\":\"3\"}\n")
    }
}
