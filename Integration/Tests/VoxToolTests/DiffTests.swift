// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("vox diff", .timeLimit(.minutes(5)))
struct DiffTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(
            "\n{\"title\": \"A\\u0042\",  \"year\": 1.990e3,\r\n \"tags\": [1, 2]}\n",
            to: "album.json")
        try folder.write(
            #"[{"op": "add", "path": "/tags/1", "value": "x"}]"#, to: "patch.json")
        try folder.write(
            "{\"year\": 1990, \"tags\": [1,2]}\r\n\n{\"year\":1990,\"tags\":[7]}", to: "all.ndjson")
    }

    @Test("Exit codes are those of diff(1), and a patch that leads from one to the other")
    func diff() throws {
        let line = """
            "$VOX" patch patch.json album.json > new.json; "$VOX" diff album.json new.json > made
            echo $? && "$VOX" patch made album.json | cmp - new.json && echo same
            "$VOX" diff --merge album.json new.json > made
            echo $? && "$VOX" merge made album.json | "$VOX" diff - new.json
            """
        #expect(try folder.shell(line) == .good("1\nsame\n1\n[]\n"))
        #expect(
            try folder.vox("diff", "album.json", "-", input: "{\"year\": 1991, \"tags\": [1, 2]}")
                .code
                == 1)
        let equal = "{\"tags\":[1.0,2],\"year\":1990,\"title\":\"AB\"}"
        #expect(try folder.vox("diff", "album.json", "-", input: equal) == .good("[]\n"))
        #expect(try folder.vox("diff", "--merge", "-", "album.json", input: equal) == .good("{}\n"))
    }

    @Test("NDJSON is compared line by line")
    func diffLines() throws {
        let other = "{\"tags\":[1,2],\"year\":1990}\n{\"year\":1990,\"tags\":[8]}\n"
        let outcome = try folder.vox("diff", "all.ndjson", "-", input: other)
        #expect(outcome.code == 1 && outcome.errors.isEmpty)
        #expect(
            outcome.lines == ["[]", #"[{"op":"replace","path":"/tags/0","value":8}]"#])
        let longer = try folder.vox("diff", "all.ndjson", "-", input: other + "{}\n")
        #expect(longer.code == 2)
        #expect(longer.lines == outcome.lines)
        #expect(longer.errors.hasPrefix("-:3:1: error: this file has more records"))
    }

    @Test("What cannot be compared: exit code 2")
    func trouble() throws {
        for line in [
            "diff none.json album.json", "diff album.json none.json", "diff - -", "diff album.json",
            "diff . album.json",
        ] {
            let outcome = try folder.shell("\"$VOX\" \(line) < /dev/null")
            #expect(outcome.code == 2 && !outcome.errors.isEmpty, "\(line)")
        }
        let malformed = try folder.vox("diff", "album.json", "-", input: "{\"a\":tru}")
        #expect(malformed.isRefusal(naming: "-:1:9: error: "))
        let null = try folder.vox("diff", "--merge", "album.json", "-", input: "{\"title\": null}")
        #expect(null.isRefusal(naming: "\"/title\""))
    }
}
