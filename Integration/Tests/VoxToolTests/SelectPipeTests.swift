// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("vox select in pipes", .timeLimit(.minutes(5)))
struct SelectPipeTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private static let record = #"{"type":"a","id":"1","attributes":{"t":[1,2,3]}}"#

    @Test("When nobody reads any more it ends by SIGPIPE, without a word")
    func brokenPipe() throws {
        let outcome = try folder.shell(
            "(yes '\(Self.record)' 2>/dev/null | \"$VOX\" select id; echo $? >&2) | head -n 1")
        #expect(outcome == Outcome(code: 0, output: "{\"id\":\"1\"}\n", errors: "141\n"))
    }

    @Test("A row goes out before the next record comes")
    func atOnce() throws {
        let line = """
            mkfifo go
            { echo '\(Self.record)'; read word < go; echo "$word"; } | "$VOX" select id --exit-zero \
            | { read -r row; echo '\(Self.record)' > go; echo "$row"; cat; }
            """
        #expect(try folder.shell(line) == .good("{\"id\":\"1\"}\n{\"id\":\"1\"}\n"))
    }

    @Test("Records that come in pieces, and are larger than a piece")
    func pieces() throws {
        let slow = "{ printf '{\"type\":\"a\",'; sleep 0.2; printf '\"id\":\"1\"}\\n'; }"
        #expect(try folder.shell("\(slow) | \"$VOX\" select id") == .good("{\"id\":\"1\"}\n"))

        var text = ""
        var expected = ""
        for number in 0..<60 {
            let length = (number * 7919) % 61 * 10_007
            let filling = String(repeating: "x", count: length)
            text += #"{"type":"a","id":"\#(number)","attributes":{"x":"\#(filling)"}}"# + "\n"
            expected += #"{"id":"\#(number)"}"# + "\n"
        }
        try folder.write(text, to: "large.ndjson")
        #expect(try folder.vox("select", "id", "large.ndjson") == .good(expected))
        #expect(
            try folder.shell("cat large.ndjson | \"$VOX\" select --from ndjson id")
                == .good(expected))
        let all = try folder.vox("select", "id,x", "large.ndjson")
        #expect(
            all.output
                == text.replacing(#""type":"a","#, with: "")
                .replacing(#","attributes":{"#, with: ",").replacing("}}", with: "}"))
    }

    private static let endless: [(String, String)] = [
        ("yes '\(record)' | head -n 2000000", "2000000"),
        (
            "{ printf '{\"data\":[\\n'; yes '\(record),' | head -n 1000000; "
                + "echo '\(record)]}'; }", "1000001"
        ),
        ("yes '\(record)' | tr -d '\\n' | head -c 100000000", "1"),
    ]

    @Test("T09 100 MB of records, of resources in one document, of one line", arguments: endless)
    func memory(source: String, rows: String) throws {
        // 64 MB of data, for all of the tool.
        let line =
            "ulimit -d 65536; { \(source); } 2>/dev/null | \"$VOX\" select id --max-record 4000000 | wc -l"
        #expect(try folder.shell(line) == .good(rows + "\n"))
    }

    @Test("A record past the limit is an error, and the next ones are read")
    func limit() throws {
        let long =
            #"{"type":"a","id":"2","attributes":{"t":""#
            + String(repeating: "x", count: 700_000) + #""}}"#
        let text = "\(Self.record)\n\(long)\n\(Self.record)"
        for limit in ["1000", "300000", "700000"] {
            let outcome = try folder.vox("select", "id", "--max-record", limit, input: text)
            let rows = outcome.lines
            #expect(outcome.code == 1)
            try #require(rows.count == 3)
            #expect(rows.first == #"{"id":"1"}"# && rows.last == #"{"id":"1"}"#)
            let error = try #require(SelectError(row: rows[1]))
            #expect(error.code == "VOX_ERROR_SIZE_LIMIT")
            #expect(error.offset == Self.record.utf8.count + 1 && error.line == 2)
        }
        let enough = try folder.vox(
            "select", "id", "--max-record", "\(long.utf8.count)", input: text)
        #expect(enough == .good("{\"id\":\"1\"}\n{\"id\":\"2\"}\n{\"id\":\"1\"}\n"))
        for limit in ["0", "-1", "4294967296", "x"] {
            #expect(
                try folder.vox("select", "id", "--max-record", limit).isRefusal(
                    naming: "--max-record"))
        }
    }

    @Test("T09 A row that repeats one included text a hundred times is held to the limit, too")
    func amplification() throws {
        let many = Array(repeating: #"{"type":"b","id":"1"}"#, count: 100).joined(separator: ",")
        let text =
            #"{"data":{"type":"a","id":"1","relationships":{"b":{"data":[\#(many)]}}},"#
            + #""included":[{"type":"b","id":"1","attributes":{"t":""#
            + String(repeating: "x", count: 500) + #""}}]}"#
        for format in ["ndjson", "tsv"] {
            let outcome = try folder.vox(
                "select", "id,b.t", "--max-record", "4000", "--to", format, input: text)
            #expect(outcome.code == 1)
            #expect(outcome.output.contains("VOX_ERROR_SIZE_LIMIT"))
            #expect(outcome.output.utf8.count < 400)
            let enough = try folder.vox(
                "select", "id,b.t", "--max-record", "60000", "--to", format, input: text)
            #expect(enough.code == 0)
            #expect(enough.output.utf8.count > 50_000)
        }
    }

    @Test("T09 The rows of a record have at most 1 MiB and 256 times the bytes of its text")
    func multiplication() throws {
        let many = Array(repeating: #"{"type":"a","id":"1"}"#, count: 1500).joined(separator: ",")
        let linkage = #""relationships":{"r":{"data":[\#(many)]}}"#
        let text =
            #"{"data":[{"type":"a","id":"2",\#(linkage)},{"type":"a","id":"3"}],"#
            + #""included":[{"type":"a","id":"1",\#(linkage)}]}"#
        for format in ["ndjson", "tsv"] {
            let outcome = try folder.vox("select", "id,r.r", "--to", format, input: text)
            #expect(outcome.code == 1)
            #expect(outcome.output.contains("256 times the bytes of its text"))
            #expect(outcome.output.contains("3"))
            #expect(outcome.output.utf8.count < 600)
        }
    }

    @Test("A file that cannot be read: exit code 2, and the others are read")
    func unreadable() throws {
        try folder.write(Self.record, to: "a.ndjson")
        for name in ["none.ndjson", "."] {
            let outcome = try folder.vox("select", "id", "a.ndjson", name, "a.ndjson")
            #expect(outcome.code == 2)
            #expect(outcome.output == "{\"id\":\"1\"}\n{\"id\":\"1\"}\n")
            #expect(outcome.errors.hasPrefix("vox: \(name): "))
        }
    }

    @Test("Output that cannot be written: exit code 2, and a word about it")
    func fullDevice() throws {
        let outcome = try folder.shell("echo '\(Self.record)' | \"$VOX\" select id > /dev/full")
        #expect(outcome.isRefusal(naming: "cannot write the output"))
    }

    @Test("Options that do not go together, or are none")
    func usage() throws {
        for line in [
            "select", "select id --names", "select id --to csv", "select id --from x",
            "select id --on-error x", "select id --loud",
        ] {
            let outcome = try folder.shell("\"$VOX\" \(line) < /dev/null")
            #expect(outcome.isRefusal(naming: "--help"), "\(line)")
        }
        let help = try folder.vox("help", "select")
        #expect(help.code == 0)
        for word in ["COLUMNS", "Exit codes", "--on-error", "--max-record", "Examples", "TSV"] {
            #expect(help.output.contains(word))
        }
    }
}
