// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Records past the limit.
@Suite("vox: large records", .timeLimit(.minutes(5)))
struct LargeRecordTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(#"[{"op": "add", "path": "/n", "value": 1}]"#, to: "patch.json")
        try folder.write(#"{"n": 1}"#, to: "merge.json")
    }

    private static let small = #"{"a":"x"}"#
    private static let patched = #"{"a":"x","n":1}"#

    /// A record of so many bytes.
    private static func large(_ length: Int) -> String {
        #"{"a":""# + String(repeating: "x", count: length - 8) + #""}"#
    }

    @Test(
        "T09 What is kept comes out as it came, whatever its size",
        arguments: [101, 4_096, 262_144, 262_145, 600_001, 1_500_000])
    func keep(length: Int) throws {
        let large = Self.large(length)
        for command in ["patch", "merge"] {
            for end in ["\n", "\r\n", ""] {
                let records = [Self.small, large, Self.small, large].joined(separator: "\n") + end
                let expected = [Self.patched, large, Self.patched, large].joined(separator: "\n")
                for from in ["auto", "ndjson"] {
                    let outcome = try folder.vox(
                        command, "--on-error", "keep", "--max-record", "100", "--from", from,
                        "\(command).json", input: records)
                    #expect(outcome.code == 1)
                    #expect(outcome.output == expected + end, "\(command) --from \(from)")
                    #expect(outcome.lines(of: outcome.errors).count == 2)
                    #expect(outcome.errors.hasPrefix("-:2:1: error: the record is larger"))
                }
            }
        }
    }

    @Test("T09 A document of many lines that is past the limit is kept whole")
    func keepDocument() throws {
        let document = "\n{\"a\":\n\"" + String(repeating: "x", count: 700_000) + "\"\n}\n\n"
        for from in ["auto", "document"] {
            let outcome = try folder.vox(
                "merge", "--on-error", "keep", "--max-record", "300000", "--from", from,
                "merge.json", input: document)
            #expect(outcome.code == 1 && outcome.output == document)
        }
    }

    @Test("T09 A record past the limit: a row in its place, or the end; never a line that is lost")
    func others() throws {
        let large = Self.large(600_000)
        let records = [Self.small, large, Self.small].joined(separator: "\n") + "\n"
        for command in ["patch", "merge"] {
            let options = ["--max-record", "1000", "\(command).json"]
            let row = try folder.vox(
                command, "--on-error", "row", options[0], options[1], options[2], input: records)
            #expect(row.code == 1 && row.lines.count == 3)
            #expect(SelectError(row: row.lines[1])?.code == "VOX_ERROR_SIZE_LIMIT")
            let stop = try folder.vox(command, options[0], options[1], options[2], input: records)
            #expect(stop.code == 1 && stop.output == Self.patched + "\n")
            #expect(stop.errors.hasPrefix("-:2:1: error: "))
        }
        let record = #"{"type":"a","id":"1"}"#
        let selected = [record, large, record].joined(separator: "\n")
        for (fault, rows) in [("row", 3), ("report", 2), ("stop", 1)] {
            let outcome = try folder.vox(
                "select", "id", "--max-record", "1000", "--on-error", fault, input: selected)
            #expect(outcome.code == 1 && outcome.lines.count == rows, "\(fault)")
            #expect(outcome.errors.isEmpty == (fault == "row"))
        }
        let diff = try folder.shell(
            "printf '\(Self.small)\\n' > one; head -c 2000 /dev/zero | tr '\\0' ' ' > two; "
                + "\"$VOX\" diff --max-record 1000 one two")
        #expect(diff.isRefusal(naming: "two:1:1: error: "))
    }
}

extension Outcome {
    fileprivate func lines(of text: String) -> [Substring] { text.split(separator: "\n") }
}
