// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

@Suite("Views: reading")
struct ViewReadingTests {
    let album: JSON

    init() throws {
        album = try JSON(
            parsing: """
                {"title": "Blue Lines", "year": 1991, "rating": 9.5, "live": false, "label": null,
                 "artist": {"name": "Massive Attack", "members": ["Daddy G", "Mushroom"]},
                 "discs": [[1, 2], []], "a-b": "kebab", "": "empty", "vox": "shadowed", "0": "zero"}
                """)
    }

    @Test("members by property, name and pointer are the same place")
    func waysToAMember() {
        #expect(String(album.title) == "Blue Lines")
        #expect(String(album["title"]) == "Blue Lines")
        #expect(String(album[pointer: "/title"]) == "Blue Lines")
        #expect(album.title == album["title"])
        #expect(album.title == album[pointer: "/title"])
        #expect(album.artist.members[1] == album[pointer: "/artist/members/1"])
        #expect(album[pointer: ""] == album)
    }

    @Test("typed reading by property and subscript")
    func typedReading() {
        let title: String? = album.title
        let year: Int? = album["year"]
        let rating: Double? = album.rating
        let live: Bool? = album.live
        let members: [String]? = album.artist.members
        let second: String? = album.artist.members[1]
        #expect(title == "Blue Lines")
        #expect(year == 1991)
        #expect(rating == 9.5)
        #expect(live == false)
        #expect(members == ["Daddy G", "Mushroom"])
        #expect(second == "Mushroom")
        #expect((album.title ?? "untitled") == "Blue Lines")
        #expect((album.nothing ?? "untitled") == "untitled")
        #expect(album.vox.failure == nil)
    }

    @Test("MW-006 absent, null and present are told apart")
    func threeStates() {
        #expect(album.nothing.vox.state == .absent)
        #expect(album.label.vox.state == .null)
        #expect(album.live.vox.state == .value)
        #expect(album.title.vox.state == .value)
        #expect(album.discs[1].vox.state == .value)
        #expect(album.discs[2].vox.state == .absent)
        #expect(album.discs[-1].vox.state == .absent)
        #expect(album.title.deeper.vox.state == .absent)
        #expect(album.nothing[3].deeper.vox.state == .absent)
        #expect(album[pointer: "no pointer"].vox.state == .absent)
        let label: String? = album.label
        let nothing: String? = album.nothing
        #expect(label == nil)
        #expect(nothing == nil)
        #expect(album.vox.failure == nil, "absent and null are no failures")
    }

    @Test("kinds and counts")
    func kinds() {
        let expected: [(String, JSON.Kind, Int)] = [
            ("", .object, 11), ("/title", .string, 0), ("/year", .number, 0),
            ("/rating", .number, 0),
            ("/live", .boolean, 0), ("/label", .null, 0), ("/artist", .object, 2),
            ("/artist/members", .array, 2), ("/discs/1", .array, 0), ("/nothing", .absent, 0),
        ]
        for (pointer, kind, count) in expected {
            #expect(album[pointer: pointer].vox.kind == kind, "\(pointer)")
            #expect(album[pointer: pointer].vox.count == count, "\(pointer)")
        }
    }

    @Test("names that are no Swift identifiers, or words of the view")
    func unusualNames() {
        #expect(String(album["a-b"]) == "kebab")
        #expect(String(album[""]) == "empty")
        #expect(String(album["vox"]) == "shadowed")
        #expect(String(album["0"]) == "zero")
        #expect(album[0].vox.state == .absent, "a position is no name")
        #expect(album.discs["0"].vox.state == .absent, "a name is no position")
    }

    @Test("pointer, parent, root and name")
    func places() throws {
        let member = album.artist.members[1]
        #expect(member.vox.pointer == "/artist/members/1")
        #expect(member.vox.parent == album.artist.members)
        #expect(member.vox.root == album)
        #expect(member.vox.name == nil)
        #expect(album.artist.vox.name == "artist")
        #expect(album[""].vox.name == "")
        #expect(album.vox.name == nil)
        #expect(album.vox.parent == nil)
        #expect(album.vox.pointer == "")
        #expect(album.title.vox.view == album.title)
        #expect(album.nothing.vox.parent == nil)
        #expect(album.nothing.vox.name == nil)
        #expect(album.nothing.vox.root == album)
    }

    @Test("the pointer of what is not there, escaped")
    func pointersOfAbsentValues() {
        #expect(album.nothing.vox.pointer == "/nothing")
        #expect(album.artist["m~n"]["x/y"][3].vox.pointer == "/artist/m~0n/x~1y/3")
        #expect(album.title[""].vox.pointer == "/title/")
    }

    @Test("find says why there is nothing")
    func find() throws {
        #expect(try album.artist.vox.find("/members/0") == album.artist.members[0])
        for missing in [
            "/x", "/members/2", "/members/-", "/members/00", "/members/+1", "/members/-1",
        ] {
            #expect(
                code { () throws(JSONError) in try album.artist.vox.find(missing) } == .missing,
                "\(missing)")
        }
        for malformed in ["x", "members/0", "/~", "/~2", "/a~"] {
            #expect(
                code { () throws(JSONError) in try album.artist.vox.find(malformed) }
                    == .invalidPointer,
                "\(malformed)")
        }
        #expect(code { () throws(JSONError) in try album.nothing.vox.find("") } == .missing)
        let error = #expect(throws: JSONError.self) { try album.nothing.x.vox.find("/y") }
        #expect(error?.pointer == "/nothing/x")
    }

    @Test("the pointer of every value finds that value, by find and by subscript")
    func pointersFindTheirValues() throws {
        for seed in 0..<60 {
            var values = RandomValues(seed: UInt64(seed))
            let root = try JSON(parsing: values.source(of: values.value(depth: 5)))
            var pending = [root]
            var lost = 0
            while let view = pending.popLast() {
                let pointer = view.vox.pointer
                #expect(try root.vox.find(pointer) == view, "seed \(seed)")
                if root[pointer: pointer] != view { lost += 1 }
                pending += view.vox.elements
            }
            #expect(lost == 0, "seed \(seed): values that the subscript does not find")
        }
    }

    @Test("positions and sources")
    func positions() throws {
        let json = try JSON(parsing: "\u{FEFF}{\"é\":1,\r\n  \"b\" : [ true,\n\"x\\n\" ]}")
        #expect(json["é"].vox.position == .init(offset: 9, line: 1, column: 10))
        #expect(json.b[0].vox.position == .init(offset: 23, line: 2, column: 11))
        #expect(json.b[1].vox.position == .init(offset: 29, line: 3, column: 1))
        #expect(
            json.b.vox.source.map { String(decoding: $0, as: UTF8.self) } == "[ true,\n\"x\\n\" ]")
        #expect(json.nothing.vox.position == nil)
        #expect(json.nothing.vox.source == nil)
        json.b[1] = "y"
        #expect(json.b.vox.source == nil)
        #expect(json.b[0].vox.source.map { String(decoding: $0, as: UTF8.self) } == "true")
        json.c = 1
        #expect(json.c.vox.position == nil)
        #expect(try JSON("made" as JSONValue).vox.position == nil)
    }

    @Test("a document from other collections of bytes")
    func otherCollections() throws {
        let bytes = Array(#"{"a":[1]}"#.utf8)
        #expect(try Int(JSON(parsing: bytes).a[0]) == 1)
        #expect(try Int(JSON(parsing: bytes[...]).a[0]) == 1)
        #expect(try Int(JSON(parsing: Array(bytes.reversed()).reversed()).a[0]) == 1)
        #expect(try Int(JSON(parsing: ContiguousArray(bytes)).a[0]) == 1)
        #expect(code { () throws(JSONError) in try JSON(parsing: [UInt8]()) } == .unexpectedEnd)
    }

    @Test("text is lent where it stands, and compared with literals byte by byte")
    func lentText() throws {
        let json = try JSON(
            parsing: #"{"a": "caf\u00e9", "n": 1.50, "t": true, "z": null, "l": [1, "x"], "e": ""}"#
        )
        #expect(
            json["a"].vox.withUTF8 { bytes in bytes.indices.map { bytes[$0] } }
                == Array("café".utf8))
        #expect(json["e"].vox.withUTF8 { $0.count } == 0)
        #expect(
            json["n"].vox.withUTF8 { $0.count } == nil && json["q"].vox.withUTF8 { _ in 1 } == nil)
        #expect(json["a"] == "café" && json["a"] != "cafe\u{301}")
        #expect(json["n"] == 1.5 && json["n"] != 1 && json["n"] != "1.50")
        #expect(json["t"] == true && json["t"] != false && json["t"] != 1)
        #expect(json["z"] == JSONValue.null && json["a"] != JSONValue.null)
        #expect(json["l"] == [1, "x"] && json["l"] != [1] && json["q"] != JSONValue.null)
        json["a"] = "new"
        #expect(json["a"].vox.withUTF8 { $0.count } == 3 && json["a"] == "new")
    }

    /// A type that is read without a view where it is text.
    private struct Initial: JSONConvertible, Equatable {
        let letter: UInt8

        static func decode(_ json: JSON) throws(JSONError) -> Initial {
            throw JSONError(code: .notConvertible, pointer: json.vox.pointer)
        }

        static func decode(borrowed value: JSON.BorrowedScalar) -> Initial? {
            value.withUTF8 { $0.isEmpty ? nil : Initial(letter: $0[0]) } ?? nil
        }

        func encoded() -> JSONValue { .string(String(UnicodeScalar(letter))) }
    }

    @Test("a type of one's own is read where it is lent, else through a view")
    func lentValues() throws {
        let json = try JSON(
            parsing: #"{"a": "xyz", "e": "", "n": 1, "z": null, "d": 2.5, "t": true}"#)
        #expect(json.a as Initial? == Initial(letter: UInt8(ascii: "x")))
        #expect(json.z as Initial? == nil && json.q as Initial? == nil && json.vox.failure == nil)
        #expect(json.e as Initial? == nil && json.vox.failure?.pointer == "/e")
        json.vox.failure = nil
        #expect(json.n as Int8? == 1 && json.n as UInt64? == 1 && json.d as Double? == 2.5)
        #expect(json.n as Double? == 1 && json.t as Bool? == true && json.vox.failure == nil)
        #expect(json.d as Int? == nil && json.vox.failure?.code == .wrongKind)
    }
}
