// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("vox: lists of names", .timeLimit(.minutes(5)))
struct NameListTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(
            #"""
            {"data": {"type": "a", "id": "1", "attributes": {"t": 1, "b": {"c": 2}, " x": 3},
                      "relationships": {"r": {"data": {"type": "a", "id": "2"}}}},
             "included": [{"type": "a", "id": "2"}]}
            """#, to: "a.json")
    }

    @Test(
        "Blanks around columns, names and paths do not count",
        arguments: [
            ("id, t", "id,t"), (" id ,\tt\n", "id,t"), ("n = t , m= b.c", "n=t,m=b.c"),
            ("id, /attributes/b/c ", "id,/attributes/b/c"),
        ])
    func columns(loose: String, tight: String) throws {
        let expected = try folder.vox("select", tight, "a.json")
        #expect(expected.code == 0)
        #expect(try folder.vox("select", loose, "a.json") == expected)
        #expect(
            try folder.vox("select", loose, "a.json", "--type", " a ") == expected)
    }

    @Test(
        "A list that has an empty name, or a name with a blank inside of its path, is a mistake",
        arguments: [
            "select 'id, ,t' a.json", "select ' ' a.json", "select 'b. c' a.json",
            "select 'b .c' a.json", "select '= t' a.json", "select id --type ' ' a.json",
            "validate --fields 'a=t,,b' a.json", "validate --fields ' =t' a.json",
            "validate --include 'r,' a.json", "validate --extension 'x, y' a.json",
            "validate --extension '' a.json", "fetch http://localhost:1 --include r,,s",
            "fetch http://localhost:1 --sort t,", "fetch http://localhost:1 --fields a=t,,b",
            "fetch http://localhost:1 --filter ' =1'", "fetch http://localhost:1 --page =1",
        ])
    func mistakes(command: String) throws {
        let outcome = try folder.shell("\"$VOX\" \(command)")
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    @Test("A name with a blank before it is found by a JSON Pointer")
    func blankNames() throws {
        let outcome = try folder.vox("select", "x=/attributes/ x", "a.json")
        #expect(outcome == .good("{\"x\":3}\n"))
    }

    @Test("Fields and paths of validate: blanks around them do not count")
    func validate() throws {
        let options = [
            (
                ["--fields", "a=t,b,r", "--include", "r"],
                ["--fields", "a = t, b , r", "--include", " r "]
            ),
            (["--fields", "a="], ["--fields", " a = "]),
        ]
        for (tight, loose) in options {
            let outcomes = try [tight, loose].map { options in
                let words = options.map { "'\($0)'" }.joined(separator: " ")
                return try folder.shell("\"$VOX\" validate \(words) a.json")
            }
            #expect(outcomes[0] == outcomes[1])
        }
    }
}
