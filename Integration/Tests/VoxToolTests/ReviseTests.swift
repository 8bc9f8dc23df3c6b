// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite(
    "vox patch and merge", .timeLimit(.minutes(5)))
struct ReviseTests {
    let folder: Folder

    private static let album =
        "\n{\"title\": \"A\\u0042\",  \"year\": 1.990e3,\r\n \"tags\": [1, 2]}\n"

    init() throws {
        folder = try Folder()
        try folder.write(Self.album, to: "album.json")
        try folder.write(
            #"[{"op": "test", "path": "/year", "value": 1990}, "#
                + #"{"op": "add", "path": "/tags/1", "value": "x"}]"#, to: "patch.json")
        try folder.write(#"{"title": null, "year": 1991}"#, to: "merge.json")
        try folder.write(
            "{\"year\": 1990, \"tags\": [1,2]}\r\n\n{\"year\":1990,\"tags\":[7]}", to: "all.ndjson")
    }

    @Test("Patches a document; what is not touched keeps its bytes")
    func patch() throws {
        let patched = Self.album.replacing("[1, 2]", with: "[1, \"x\", 2]")
        #expect(try folder.vox("patch", "patch.json", "album.json") == .good(patched))
        #expect(try folder.vox("patch", "patch.json", input: Self.album) == .good(patched))
        #expect(
            try folder.vox("patch", "--lazy", "patch.json", "-", input: Self.album)
                == .good(patched))
        #expect(try folder.shell("cat patch.json | \"$VOX\" patch - album.json") == .good(patched))
        #expect(
            try folder.vox("patch", "patch.json", "album.json", "album.json")
                == .good(patched + patched))
        #expect(try folder.read("album.json") == Self.album, "the file itself stays")
    }

    @Test("Merges into a document")
    func merge() throws {
        let merged = Self.album.replacing("\"title\": \"A\\u0042\",  ", with: "")
            .replacing("1.990e3", with: "1991")
        #expect(try folder.vox("merge", "merge.json", "album.json") == .good(merged))
        #expect(try folder.shell("cat album.json | \"$VOX\" merge merge.json") == .good(merged))
    }

    @Test("NDJSON: each line, its end and blank lines as they were")
    func lines() throws {
        #expect(
            try folder.vox("patch", "patch.json", "all.ndjson")
                == .good(
                    "{\"year\": 1990, \"tags\": [1,\"x\",2]}\r\n\n{\"year\":1990,\"tags\":[7,\"x\"]}"
                ))
        #expect(
            try folder.shell("\"$VOX\" merge merge.json < all.ndjson")
                == .good("{\"year\": 1991, \"tags\": [1,2]}\r\n\n{\"year\":1991,\"tags\":[7]}"))
        #expect(
            try folder.vox("patch", "patch.json", input: "\n \n{\"year\":1990,\n\"tags\":[0]}\n")
                == .good("\n \n{\"year\":1990,\n\"tags\":[0,\"x\"]}\n"))
    }

    private let mixed = """
        {"year":1990,"tags":[1]}
        {"year":1991,"tags":[2]}
        {"year":
        {"year":1990,"tags":[3]}

        """

    @Test("T09 Where the patch does not fit: stop, a row with the error, or the record as it came")
    func faults() throws {
        let first = "{\"year\":1990,\"tags\":[1,\"x\"]}"
        let stop = try folder.vox("patch", "patch.json", input: mixed)
        #expect(stop.code == 1)
        #expect(stop.output == first + "\n")
        #expect(stop.errors.hasPrefix("-:2:1: error: operation 0: "))
        #expect(stop.errors.hasSuffix(" (offset 25, at \"/year\")\n"))

        let rows = try folder.vox("patch", "--on-error", "row", "patch.json", input: mixed)
        #expect(rows.code == 1 && rows.errors.isEmpty)
        try #require(rows.lines.count == 4)
        #expect(rows.lines[0] == first)
        let test = try #require(SelectError(row: rows.lines[1]))
        #expect(test.pointer == "/year" && test.offset == 25 && test.code == "VOX_ERROR_TEST")
        #expect(rows.lines[1].contains("\"operation\":0"))
        let cut = try #require(SelectError(row: rows.lines[2]))
        #expect(cut.code == "VOX_ERROR_END" && cut.line == 3 && cut.offset == 58)
        #expect(rows.lines[3] == "{\"year\":1990,\"tags\":[3,\"x\"]}")

        let keep = try folder.vox("patch", "--on-error", "keep", "patch.json", input: mixed)
        #expect(keep.code == 1)
        #expect(keep.errors.split(separator: "\n").count == 2)
        #expect(
            keep.output
                == mixed.replacing("[1]", with: "[1,\"x\"]").replacing("[3]", with: "[3,\"x\"]"))
    }

    @Test("A patch that is none, and files that are not there: exit code 2")
    func usage() throws {
        try folder.write("[", to: "broken.json")
        for command in ["patch", "merge"] {
            #expect(
                try folder.vox(command, "broken.json", "album.json").isRefusal(naming: "broken"))
            #expect(try folder.vox(command, "none.json", "album.json").isRefusal(naming: "none"))
            #expect(try folder.vox(command, "merge.json", "none.json").isRefusal(naming: "none"))
            #expect(try folder.vox(command, "-").isRefusal(naming: "Standard input"))
            #expect(try folder.vox(command).isRefusal(naming: "vox \(command)"))
            #expect(try folder.vox("help", command).output.contains("Examples"))
        }
        let odd = try folder.vox("patch", "merge.json", "album.json")
        #expect(odd.isFailure(naming: "album.json:1:1: error: "))
    }

    @Test("When nobody reads any more, patch ends without a word")
    func brokenPipe() throws {
        let outcome = try folder.shell(
            "(yes '{\"year\":1990}' 2>/dev/null | \"$VOX\" merge merge.json; echo $? >&2) | head -n 1"
        )
        #expect(outcome == Outcome(code: 0, output: "{\"year\":1991}\n", errors: "141\n"))
    }
}
