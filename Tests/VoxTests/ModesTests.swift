// SPDX-License-Identifier: MIT

import Testing
import Vox

/// A row of the table of reading modes, for one input: where each mode refuses it.
struct ModeRow: CustomTestStringConvertible, Sendable {
    enum Outcome: Equatable, Sendable {
        case read
        /// The text is refused.
        case text(JSONError.Code)
        /// The shape is refused, at these pointers: the one at fault, and the first of two.
        case shape(String, first: String? = nil)
        /// The document reports errors, of this status.
        case api(status: String?)
    }

    let name: String
    let text: String
    let strict: Outcome
    let standard: Outcome
    let lenient: Outcome

    init(_ name: String, _ text: String, _ strict: Outcome, _ standard: Outcome, _ lenient: Outcome)
    {
        self.name = name
        self.text = text
        self.strict = strict
        self.standard = standard
        self.lenient = lenient
    }

    var testDescription: String { name }
}

@Suite("The table of reading modes")
struct ModesTests {
    private static func refused(_ name: String, _ text: String, _ code: JSONError.Code) -> ModeRow {
        ModeRow(name, text, .text(code), .text(code), .text(code))
    }

    private static let one = #"{"type":"albums","id":"1"}"#

    static let rows: [ModeRow] = [
        refused("malformed JSON", #"{"data":}"#, .syntax),
        refused("a lone surrogate escape", #"{"meta":"\ud800"}"#, .invalidSurrogate),
        refused("something behind the document", #"{"data":null} 1"#, .trailingText),
        refused("a comment", #"{"data":null/**/}"#, .syntax),
        refused("a trailing comma", #"{"data":[],}"#, .syntax),
        refused("a vertical tab", "{\u{B}\"data\":null}", .syntax),
        refused("a form feed", "{\u{C}\"data\":null}", .syntax),
        refused("a raw control character", "{\"meta\":\"\u{1}\"}", .controlCharacter),
        ModeRow(
            "a byte order mark", "\u{FEFF}{\"data\":[]}", .text(.byteOrderMark), .read, .read),
        ModeRow(
            "a name twice", #"{"data":[],"meta":1,"meta":2}"#, .text(.duplicateName), .read, .read),
        ModeRow(
            "a resource twice", #"{"data":[\#(one),\#(one)]}"#,
            .shape("/data/1", first: "/data/0"), .read, .read),
        ModeRow(
            "a resource in primary data and included",
            #"{"data":[{"type":"albums","id":"1","attributes":{}}],"included":[\#(one)]}"#,
            .shape("/included/0", first: "/data/0"), .read, .read),
        ModeRow(
            "a lid twice", #"{"data":[{"type":"albums","lid":"x"},{"type":"albums","lid":"x"}]}"#,
            .shape("/data/1", first: "/data/0"), .read, .read),
        ModeRow(
            "an id of a number", #"{"data":[{"type":"albums","id":1}]}"#, .shape("/data/0/id"),
            .shape("/data/0/id"), .read),
        ModeRow(
            "a type of a number", #"{"data":[],"included":[{"type":1,"id":"1"}]}"#,
            .shape("/included/0/type"), .shape("/included/0/type"), .read),
        ModeRow(
            "an id of neither", #"{"data":[{"type":"albums","id":true}]}"#, .shape("/data/0/id"),
            .shape("/data/0/id"), .shape("/data/0/id")),
        ModeRow(
            "a status of a number", #"{"errors":[{"status":"1"},{"status":404}]}"#,
            .shape("/errors/1/status"), .api(status: "404"), .api(status: "404")),
        ModeRow(
            "a code of a number", #"{"errors":[{"status":"404","code":7}]}"#,
            .shape("/errors/0/code"), .api(status: "404"), .api(status: "404")),
        ModeRow(
            "attributes of null", #"{"data":[{"type":"albums","id":"1","attributes":null}]}"#,
            .shape("/data/0/attributes"), .read, .read),
        ModeRow(
            "relationships of null", #"{"data":[{"type":"albums","id":"1","relationships":null}]}"#,
            .shape("/data/0/relationships"), .read, .read),
        ModeRow(
            "unknown members", #"{"data":[],"@a":1,"x:y":[2],"new":{"z":3}}"#, .read, .read, .read),
        ModeRow(
            "another class in a typed list", #"{"data":[\#(one),{"type":"tracks","id":"1"}]}"#,
            .shape("/data/1/type"), .shape("/data/1/type"), .read),
        ModeRow(
            "numbers of any size", #"{"data":[],"meta":[1e400,123456789012345678901234567890]}"#,
            .read, .read, .read),
        ModeRow("an escaped NUL", #"{"data":[],"meta":"\u0000"}"#, .read, .read, .read),
    ]

    private func check(_ row: ModeRow, _ mode: DocumentOptions.Mode, _ expected: ModeRow.Outcome)
        throws
    {
        let comment = Comment(rawValue: "\(mode)")
        var outcome = ModeRow.Outcome.read
        do throws(DocumentError) {
            let document = try Document<[Album]>(
                parsing: row.text, options: DocumentOptions(mode: mode))
            let written = try document.documentData()
            #expect(Array(written) == Array(row.text.utf8), comment)
        } catch {
            if let code = error.json?.code, error.code == .json { outcome = .text(code) }
            if error.code == .shape {
                outcome = .shape(error.pointer, first: error.otherPointer)
                #expect(error.position != nil, comment)
            }
            if error.code == .api { outcome = .api(status: error.errors.last?.status) }
        }
        #expect(outcome == expected, comment)
    }

    @Test("Each mode reads or refuses as decided", arguments: rows)
    func table(row: ModeRow) throws {
        try check(row, .strict, row.strict)
        try check(row, .standard, row.standard)
        try check(row, .lenient, row.lenient)
    }

    @Test("Bytes that are not UTF-8 are refused in every mode", arguments: OptionsTests.modes)
    func bytes(mode: DocumentOptions.Mode) {
        let texts: [[UInt8]] = [
            Array(#"{"meta":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8),
            Array("{\"data\":null}".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            Array("{\"data\":null}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            Array("{\"data\":null}".unicodeScalars).flatMap { [0, 0, 0, UInt8($0.value)] },
        ]
        for text in texts {
            let error = #expect(throws: DocumentError.self) {
                try Document<[Album]>(parsing: text, options: DocumentOptions(mode: mode))
            }
            #expect(error?.code == .json)
        }
    }

    @Test("JA-041 A resource that is there twice: both stay listed, the first is found")
    func twice() throws {
        let text = """
            {"included": [{"type": "albums", "id": "1", "attributes": {"title": "included"}}],
             "data": [{"type": "albums", "id": "1", "attributes": {"title": "first"}},
                      {"type": "albums", "id": "1", "attributes": {"title": "second"}}]}
            """
        for mode in [DocumentOptions.Mode.standard, .lenient] {
            let document = try Document<[Album]>(
                parsing: text, options: DocumentOptions(mode: mode))
            #expect(document.data.map(\.title) == ["first", "second"])
            #expect(document.included.count == 1)
            #expect(document.resource(Album.self, id: "1") == document.data[0])
            #expect(document.skipped.isEmpty)
        }
        let error = try #require(throws: DocumentError.self) {
            try Document<[Album]>(parsing: text, options: DocumentOptions(mode: .strict))
        }
        #expect(error.pointer == "/data/1" && error.otherPointer == "/data/0")
        #expect(error.position?.line == 3)
        #expect(error.description.contains(#""/data/0""#))
        #expect(error.description.contains(#""/data/1""#))
    }
}

@Suite("Resources of another type")
struct SkippingTests {
    static let lenient = DocumentOptions(mode: .lenient)

    static func text(_ types: [String]) -> String {
        let resources = types.enumerated().map { #"{"type":"\#($1)","id":"\#($0)"}"# }
        return #"{"data":["# + resources.joined(separator: ",") + "]}"
    }

    @Test("MW-035 A foreign class throws with its place, or is skipped and reported by choice")
    func list() throws {
        let text = Self.text(["tracks", "albums", "", "albums", "artists"])
        for mode in [DocumentOptions.Mode.strict, .standard] {
            let error = try #require(throws: DocumentError.self) {
                try Document<[Album]>(parsing: text, options: DocumentOptions(mode: mode))
            }
            #expect(error.code == .shape && error.pointer == "/data/0/type")
            #expect(error.position?.offset == 17)
        }
        let document = try Document<[Album]>(parsing: text, options: Self.lenient)
        #expect(document.data.map(\.id) == ["1", "3"])
        #expect(document.data.count == 2)
        #expect(document.data.indices.map { document.data[$0].id } == ["1", "3"])
        #expect(document.data.last?.id == "3" && document.data.reversed().first?.id == "3")
        #expect(document.skipped.map(\.pointer) == ["/data/0", "/data/2", "/data/4"])
        #expect(document.skipped.map(\.type) == ["tracks", "", "artists"])
        // They are there all the same.
        #expect(document.resource(type: "tracks", id: "0") != nil)
        #expect(try document.documentText() == text)
        let any = try Document<[AnyResource]>(parsing: text, options: Self.lenient)
        #expect(any.data.count == 5 && any.skipped.isEmpty)
    }

    @Test("MW-035 One of a foreign class is nil and reported; of lists, empty, full and long ones")
    func edges() throws {
        let single = #"{"data":{"type":"tracks","id":"1"}}"#
        let document = try Document<Album>(parsing: single, options: Self.lenient)
        #expect(document.data == nil && document.dataState == .value)
        #expect(document.skipped.map(\.pointer) == ["/data"])
        #expect(document.skipped.map(\.type) == ["tracks"])
        for (types, kept) in [
            ([], 0), (["albums"], 1), (["tracks"], 0), (["tracks", "tracks"], 0),
            (Array(repeating: "albums", count: 300) + ["x"], 300),
            (["x"] + Array(repeating: "albums", count: 300), 300),
        ] as [([String], Int)] {
            let list = try Document<[Album]>(parsing: Self.text(types), options: Self.lenient)
            #expect(list.data.count == kept)
            #expect(Array(list.data).count == kept)
            #expect(list.skipped.count == types.count - kept)
            #expect(list.data.allSatisfy { $0.type == "albums" })
        }
        let none = try Document<[Album]>(parsing: #"{"meta":{}}"#, options: Self.lenient)
        #expect(none.data.isEmpty && none.skipped.isEmpty)
    }

    @Test("What is edited after reading shows in the list asked for then")
    func edited() throws {
        let text = Self.text(["tracks", "albums", "albums"])
        let document = try Document<[Album]>(parsing: text, options: Self.lenient)
        let before = document.data
        document.json.data[1].vox.remove()
        try document.json.data.vox.append(["type": "albums", "id": "new"] as JSON)
        try document.json.data.vox.append(["type": "tracks", "id": "new"] as JSON)
        #expect(document.data.map(\.id) == ["2", "new"])
        #expect(document.data[1].id == "new")
        #expect(before.map(\.id) == ["1", "2"])
        #expect(document.skipped.map(\.pointer) == ["/data/0"])
        document.json["data"] = []
        #expect(document.data.isEmpty)
    }

    @Test("MW-035 A typed to-many skips other types in lenient mode, and reads them elsewhere")
    func relationships() throws {
        let text = """
            {"data": {"type": "albums", "id": "1", "relationships": {
               "tracks": {"data": [{"type": "artists", "id": "9"}, {"type": "tracks", "id": "1"},
                 {"type": "artists", "id": "8"}, {"type": "tracks", "id": "2"}]},
               "attachments": {"data": [{"type": "x", "id": "1"}, {"type": "y", "id": "2"}]}}},
             "included": [{"type": "tracks", "id": "2", "attributes": {"title": "two"}}]}
            """
        let document = try Document<Album>(parsing: text, options: Self.lenient)
        let album = try #require(document.data)
        #expect(album.tracks.map(\.id) == ["1", "2"])
        #expect(album.tracks.count == 2 && album.tracks[1].title == "two")
        #expect(album.tracks.state == .value)
        #expect(album.attachments.map(\.type) == ["x", "y"])
        #expect(album.vox.related("tracks").count == 4)
        #expect(album.vox.failure == nil)
        #expect(
            album.tracks.skipped.map(\.pointer)
                == [0, 2].map { "/data/relationships/tracks/data/\($0)" })
        #expect(album.tracks.skipped.map(\.type) == ["artists", "artists"])
        #expect(album.attachments.skipped.isEmpty)
        album.tracks.append(makeTrack("three", id: "3"))
        #expect(album.tracks.map(\.id) == ["1", "2", "3"])
        #expect(album.vox.related("tracks").map(\.id) == ["9", "1", "8", "2", "3"])
        album.tracks = [makeTrack("four", id: "4")]
        #expect(album.vox.related("tracks").map(\.id) == ["4"])

        let standard = try #require(try Document<Album>(parsing: text).data)
        #expect(standard.tracks.map(\.id) == ["9", "1", "8", "2"])
        #expect(standard.vox.failure?.code == .wrongKind)
    }
}
