// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What `vox show --json` prints.
private struct Shown: Decodable {
    struct Resource: Decodable, Equatable {
        var type: String
        var id: String
        var attributes: [String]
        var relationships: [String: String]
    }

    struct Problem: Decodable, Equatable {
        var status: String?
        var title: String?
        var detail: String?
    }

    var file: String
    var bytes: Int
    var version: String?
    var primary: String?
    var data: [Resource]
    var included: [String: Int]
    var links: [String: String]
    var meta: [String: Int]?
    var errors: [Problem]
}

@Suite("vox show", .timeLimit(.minutes(5)))
struct ShowTests {
    let folder: Folder
    private let albums = """
        {"jsonapi": {"version": "1.1"}, "links": {"self": "/albums", "next": null, "docs": {"href": "/d"}},
         "meta": {"total": 2},
         "data": [
          {"type": "albums", "id": "1",
           "attributes": {"title": "Blue Lines", "year": 1991, "label": null, "extra": {}},
           "relationships": {
            "artist": {"data": {"type": "artists", "id": "9"}}, "cover": {"data": null},
            "tracks": {"data": [{"type": "tracks", "id": "1"}, {"type": "tracks", "id": "2"}]},
            "reviews": {"links": {"related": "/albums/1/reviews"}}}},
          {"type": "albums", "lid": "new"}],
         "included": [{"type": "tracks", "id": "1"}, {"type": "artists", "id": "9"},
          {"type": "tracks", "id": "2"}]}
        """
    private let problems = """
        {"errors": [
          {"status": "404", "code": "gone", "title": "Not found", "detail": "No album 7",
           "source": {"pointer": "/data/id"}},
          {"title": "Second"}]}
        """

    init() throws {
        folder = try Folder()
        try folder.write(albums, to: "albums.json")
        try folder.write(problems, to: "errors.json")
    }

    private func shown(_ text: String) throws -> Shown {
        let outcome = try folder.vox("show", "-", "--json", input: text)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        return try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
    }

    // MARK: Plain

    @Test("Ids that are no text, and errors that are no list, are shown as they stand")
    func oddities() throws {
        let text = #"""
            {"data": [{"type": "a", "id": 7}, {"type": "a", "id": null}, {"type": "a", "id": ["x"]},
              {"type": "a"}, {"type": "a", "lid": 3}], "errors": {"title": "odd"}}
            """#
        let lines = try folder.vox("show", "-", input: text).output.split(separator: "\n")
        #expect(lines.contains { $0.split(separator: " ") == ["a", "7"] })
        #expect(lines.contains { $0.split(separator: " ") == ["a", "null"] })
        #expect(lines.contains { $0.split(separator: " ") == ["a", #"["x"]"#] })
        #expect(lines.contains { $0.split(separator: " ") == ["a", "–"] })
        #expect(lines.contains { $0.split(separator: " ") == ["a", "lid", "3"] })
        #expect(lines.last == #"errors    not an array: {"title":"odd"}"#)
        let json = try folder.vox("show", "-", "--json", input: text).output
        #expect(json.contains(#""title": "odd""#))
        let single = try folder.vox("show", "-", input: #"{"data": "x", "errors": [3]}"#).output
        #expect(single.contains("data      invalid (not an object, an array or null)\n"))
        #expect(single.contains("error     3\n"))
    }

    @Test("Operations are counted by op, and results with their data")
    func operations() throws {
        let operations = #"""
            {"atomic:operations": [{"op": "add", "data": {"type": "a", "lid": "x\u001b"}},
              {"op": "remove", "ref": {"type": "a", "id": "1"}}, {"op": "add"}, {"ref": 1}]}
            """#
        let results = #"{"atomic:results": [{"data": null}, {}, {"meta": {}}]}"#
        #expect(
            try folder.vox("show", "-", input: operations).output
                .contains("operations 4: 2 add, 1 remove, 1 ?\n"))
        #expect(
            try folder.vox("show", "-", input: results).output.contains(
                "results   3: 1 with data\n"))
        #expect(
            try folder.vox("show", "-", "--json", input: operations).output.replacing(" ", with: "")
                .contains("\"operations\":{\n\"add\":2,\n\"remove\":1,\n\"?\":1\n}"))
        #expect(
            try folder.vox("show", "-", "--json", input: results).output.replacing(" ", with: "")
                .contains("\"results\":{\n\"count\":3,\n\"withData\":1\n}"))
        #expect(
            try folder.vox("show", "-", "--tree", input: operations).output == #"""
                operations: 4 operations
                  add a lid "x\u001b"
                  remove a 1
                  add
                  ?

                """#)
    }

    @Test("--tree prints the document as indented text, without control characters")
    func tree() throws {
        let outcome = try folder.vox("show", "albums.json", "--tree")
        #expect(
            outcome.output == """
                data: 2 resources
                  albums 1
                    title: "Blue Lines"
                    year: 1991
                    label: null
                    extra: {}
                    artist → artists 9
                    cover → none
                    tracks → tracks 1, tracks 2
                    reviews → not loaded
                  albums lid new
                included: 3 resources
                  tracks 1
                  artists 9
                  tracks 2
                links
                  self: "/albums"
                  next: null
                  docs
                    href: "/d"
                meta
                  total: 2
                jsonapi
                  version: "1.1"

                """)
    }

    @Test("Primary data, included by type, links and meta")
    func plain() throws {
        let outcome = try folder.vox("show", "albums.json")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        try #require(lines.count == 10)
        #expect(lines[0] == "albums.json JSON:API 1.1, \(albums.utf8.count) bytes")
        #expect(lines[1] == "data 2 resources")
        #expect(lines[2] == "TYPE ID ATTRIBUTES RELATIONSHIPS")
        #expect(
            lines[3].hasPrefix(
                "albums 1 title=\"Blue Lines\" year=1991 label=null +1 artist→artists 9"))
        #expect(lines[3].hasSuffix(" cover→none tracks→2 reviews→not loaded"))
        #expect(lines[4] == "albums lid new")
        #expect(lines[5] == "included 3: 2 tracks, 1 artists")
        #expect(lines[6...8] == ["link self /albums", "link next none", "link docs /d"])
        #expect(lines[9] == "meta {\"total\":2}")
    }

    @Test("Plain output has no colours and no control characters when it is not a terminal")
    func noColours() throws {
        for file in ["albums.json", "errors.json"] {
            #expect(controls(in: try folder.vox("show", file).output) == [])
        }
        let forced = "TERM=xterm-256color COLORTERM=truecolor \"$VOX\" show albums.json | cat"
        #expect(controls(in: try folder.shell(forced).output) == [])
    }

    /// A program of Linux that lends another one a terminal.
    private static let script = "/usr/bin/script"

    @Test(
        "Colours on a terminal, but not when NO_COLOR asks for none",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: script),
            "there is no /usr/bin/script"))
    func colours() throws {
        let plain = try folder.vox("show", "albums.json").output
        let show = "\(Self.script) -qec '\"$VOX\" show albums.json' /dev/null </dev/null"
        let coloured = try folder.shell("NO_COLOR= \(show)")
        #expect(coloured.code == 0)
        #expect(coloured.output.contains("\u{1B}["))
        let bare = coloured.output.replacing(/\x1B\[[0-9;]*m/, with: "")
        #expect(bare.replacing("\r\n", with: "\n") == plain)
        #expect(
            try folder.shell("NO_COLOR=1 \(show)").output.replacing("\r\n", with: "\n") == plain)
    }

    @Test("Errors, with all they say")
    func plainErrors() throws {
        let outcome = try folder.vox("show", "errors.json")
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("error ") }
        try #require(lines.count == 2)
        for word in ["404", "gone", "Not found", "No album 7", "/data/id"] {
            #expect(lines[0].contains(word))
        }
        #expect(lines[1].hasSuffix("Second"))
    }

    @Test("A list longer than a screen is cut, and says so")
    func manyRows() throws {
        let resources = (1...100).map { "{\"type\":\"t\",\"id\":\"\($0)\"}" }.joined(separator: ",")
        let outcome = try folder.vox("show", "-", input: "{\"data\":[\(resources)]}")
        #expect(outcome.output.contains("100 resources"))
        let rows = outcome.output.split(separator: "\n").count { $0.hasPrefix("  t ") }
        #expect(rows > 0 && rows < 100)
        #expect(outcome.output.contains("\(100 - rows) more"))
        #expect(try shown("{\"data\":[\(resources)]}").data.count == 100)
    }

    @Test(
        "What there is of primary data",
        arguments: [
            ("{\"data\":null}", "data null"), ("{\"data\":[]}", "data 0 resources"),
            ("{\"meta\":{}}", "data none"),
            ("{\"data\":{\"type\":\"t\",\"id\":\"1\"}}", "data 1 resource"),
            ("{\"data\":[{\"type\":\"t\",\"id\":\"1\"}]}", "data 1 resource"),
        ])
    func primary(text: String, expected: String) throws {
        let outcome = try folder.vox("show", "-", input: text)
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.contains(expected))
    }

    // MARK: --json

    @Test("The same for programs")
    func json() throws {
        let outcome = try folder.vox("show", "albums.json", "--json")
        #expect(outcome.code == 0)
        #expect(outcome.output.hasSuffix("}\n"))
        #expect(try folder.vox("show", "--json", "albums.json") == outcome)
        let shown = try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
        #expect(shown.file == "albums.json")
        #expect(shown.bytes == albums.utf8.count)
        #expect(shown.version == "1.1")
        #expect(shown.primary == "many")
        try #require(shown.data.count == 2)
        #expect(
            shown.data[0]
                == Shown.Resource(
                    type: "albums", id: "1", attributes: ["title", "year", "label", "extra"],
                    relationships: [
                        "artist": "artists 9", "cover": "none", "tracks": "2",
                        "reviews": "not loaded",
                    ]))
        #expect(shown.data[1].type == "albums")
        #expect(shown.included == ["tracks": 2, "artists": 1])
        #expect(shown.links == ["self": "/albums", "next": "none", "docs": "/d"])
        #expect(shown.meta == ["total": 2])
        #expect(shown.errors == [])
    }

    @Test("Primary data is one, many, null or not there")
    func jsonPrimary() throws {
        #expect(try shown("{\"data\":{\"type\":\"t\",\"id\":\"1\"}}").primary == "one")
        #expect(try shown("{\"data\":[]}").primary == "many")
        #expect(try shown("{\"data\":null}").primary == "null")
        #expect(try shown("{\"meta\":{}}").primary == nil)
    }

    @Test("Errors are listed as they stand")
    func jsonErrors() throws {
        let shown = try shown(problems)
        #expect(
            shown.errors == [
                Shown.Problem(status: "404", title: "Not found", detail: "No album 7"),
                Shown.Problem(title: "Second"),
            ])
        #expect(shown.data == [])
    }

    // MARK: Endings

    @Test("A malformed document, or none of JSON:API: exit code 1")
    func wrong() throws {
        #expect(
            try folder.vox("show", "-", input: "{\"data\":").isFailure(naming: "-:1:9: error: "))
        for text in ["[1]", "1", "null", "\"text\""] {
            #expect(
                try folder.vox("show", "-", input: text).isFailure(naming: "-:1:1: error: "),
                "\(text)")
            #expect(
                try folder.vox("show", "-", "--json", input: text).isFailure(
                    naming: "-:1:1: error: "), "\(text)")
        }
    }

    @Test("A file that cannot be read, or a line not understood: exit code 2")
    func usage() throws {
        #expect(try folder.vox("show", "none.json").isRefusal(naming: "none.json"))
        #expect(try folder.vox("show", ".", "--json").isRefusal(naming: "."))
        #expect(try folder.vox("show").isRefusal(naming: "vox show"))
        #expect(try folder.vox("show", "albums.json", "errors.json").isRefusal(naming: "vox show"))
        #expect(
            try folder.vox("show", "albums.json", "--style", "compact").isRefusal(naming: "--style")
        )
    }
}
