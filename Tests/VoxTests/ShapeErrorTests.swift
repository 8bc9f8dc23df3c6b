// SPDX-License-Identifier: MIT

import Testing
import Vox

/// A document that is not as it should be, and what is said about it.
struct Malformed: CustomTestStringConvertible, Sendable {
    let text: String
    let pointer: String
    /// Where the value at fault begins.
    let offset: Int

    init(_ text: String, at pointer: String, offset: Int) {
        self.text = text
        self.pointer = pointer
        self.offset = offset
    }

    var testDescription: String { text }
}

@Suite("Malformed documents")
struct ShapeErrorTests {
    /// Read as one album.
    static let singles: [Malformed] = [
        Malformed("[]", at: "", offset: 0),
        Malformed("null", at: "", offset: 0),
        Malformed(" \n 7", at: "", offset: 3),
        Malformed(#""data""#, at: "", offset: 0),
        Malformed(#"{"data":7}"#, at: "/data", offset: 8),
        Malformed(#"{"data":"x"}"#, at: "/data", offset: 8),
        Malformed(#"{"data":false}"#, at: "/data", offset: 8),
        Malformed(#"{"data":[]}"#, at: "/data", offset: 8),
        Malformed(#"{"data":{}}"#, at: "/data", offset: 8),
        Malformed(#"{"data":{"id":"1"}}"#, at: "/data", offset: 8),
        Malformed(#"{"data":{"type":null}}"#, at: "/data/type", offset: 16),
        Malformed(#"{"data":{"type":1,"id":"1"}}"#, at: "/data/type", offset: 16),
        Malformed(#"{"data":{"type":["albums"],"id":"1"}}"#, at: "/data/type", offset: 16),
        Malformed(#"{"data":{"type":"album","id":"1"}}"#, at: "/data/type", offset: 16),
        Malformed(#"{"data":{"type":"","id":"1"}}"#, at: "/data/type", offset: 16),
        Malformed(#"{"data":{"type":"albums","id":1}}"#, at: "/data/id", offset: 30),
        Malformed(#"{"data":{"type":"albums","id":null}}"#, at: "/data/id", offset: 30),
        Malformed(#"{"data":{"type":"albums","id":{}}}"#, at: "/data/id", offset: 30),
        Malformed(#"{"data":{"type":"albums","lid":1}}"#, at: "/data/lid", offset: 31),
        Malformed(
            #"{"data":{"type":"albums","id":"1","attributes":[]}}"#, at: "/data/attributes",
            offset: 47),
        Malformed(
            #"{"data":{"type":"albums","id":"1","attributes":"x"}}"#, at: "/data/attributes",
            offset: 47),
        Malformed(
            #"{"data":{"type":"albums","id":"1","relationships":[]}}"#, at: "/data/relationships",
            offset: 50),
        Malformed(#"{"data":null,"included":{}}"#, at: "/included", offset: 24),
        Malformed(#"{"data":null,"included":null}"#, at: "/included", offset: 24),
        Malformed(#"{"data":null,"included":[7]}"#, at: "/included/0", offset: 25),
        Malformed(#"{"data":null,"included":[{}]}"#, at: "/included/0", offset: 25),
        Malformed(#"{"data":null,"included":[{"type":"x"}]}"#, at: "/included/0", offset: 25),
        Malformed(
            #"{"data":null,"included":[{"type":"x","id":"1"},null]}"#, at: "/included/1", offset: 47
        ),
        Malformed(
            #"{"data":null,"included":[{"type":"x","id":2}]}"#, at: "/included/0/id", offset: 42),
        Malformed(
            #"{"included":[{"type":"x","id":"1","attributes":1}],"data":7}"#,
            at: "/included/0/attributes",
            offset: 47),
        Malformed(#"{"data":7,"included":7}"#, at: "/data", offset: 8),
    ]

    /// Read as a list of albums.
    static let lists: [Malformed] = [
        Malformed(#"{"data":{}}"#, at: "/data", offset: 8),
        Malformed(#"{"data":"x"}"#, at: "/data", offset: 8),
        Malformed(#"{"data":[null]}"#, at: "/data/0", offset: 9),
        Malformed(#"{"data":[[]]}"#, at: "/data/0", offset: 9),
        Malformed(#"{"data":["albums"]}"#, at: "/data/0", offset: 9),
        Malformed(#"{"data":[{"type":"albums","id":"1"},{"id":"2"}]}"#, at: "/data/1", offset: 36),
        Malformed(
            #"{"data":[{"type":"albums","id":"1"},{"type":"x","id":"2"}]}"#, at: "/data/1/type",
            offset: 44),
        Malformed(
            #"{"data":[{"type":"albums","id":"1","attributes":true}]}"#, at: "/data/0/attributes",
            offset: 48),
        Malformed(
            #"{"data":[{"type":"albums","lid":"1","relationships":"x"}]}"#,
            at: "/data/0/relationships",
            offset: 52),
        Malformed(#"{"data":[],"included":"x"}"#, at: "/included", offset: 22),
    ]

    private func check(_ error: DocumentError?, _ malformed: Malformed) throws {
        let error = try #require(error)
        #expect(error.code == .shape)
        #expect(error.json?.code == .shape)
        #expect(error.pointer == malformed.pointer)
        #expect(!error.message.isEmpty)
        #expect(error.errors.isEmpty)
        let position = try #require(error.position)
        #expect(position.offset == malformed.offset)
        let before = malformed.text.utf8.prefix(position.offset)
        #expect(position.line == 1 + before.count { $0 == UInt8(ascii: "\n") })
        #expect(position.column == 1 + before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
        var words = error.message
        if let expected = error.json?.expected, let found = error.json?.found {
            words = "expected \(expected), found \(found)"
        }
        #expect(
            error.description
                == "\(words) (line \(position.line), column \(position.column) "
                + "(offset \(position.offset)), at \"\(error.pointer)\")")
    }

    @Test("MW-042 one resource: code, pointer and position", arguments: singles)
    func single(malformed: Malformed) throws {
        try check(
            #expect(throws: DocumentError.self) { try Document<Album>(parsing: malformed.text) },
            malformed)
    }

    @Test("MW-042 a list: code, pointer and position", arguments: lists)
    func list(malformed: Malformed) throws {
        try check(
            #expect(throws: DocumentError.self) { try Document<[Album]>(parsing: malformed.text) },
            malformed)
    }

    @Test("MW-042 the position counts lines and bytes")
    func positions() throws {
        let text = "{\n  \"meta\": \"é\",\r\n\t\"data\": {\"type\": \"albums\", \"id\":\n 7}}"
        let error = #expect(throws: DocumentError.self) { try Document<Album>(parsing: text) }
        #expect(error?.position == JSONError.Position(offset: 54, line: 4, column: 2))
        #expect(error?.pointer == "/data/id")
    }

    @Test(
        "MW-042 what is not JSON keeps code, position and pointer of the text",
        arguments: [
            (#"{"data":{"type":"albums""#, JSONError.Code.unexpectedEnd, 24, "/data"),
            (#"{"data":null} x"#, .trailingText, 14, ""),
            (#"{"data":{"type":"\ud800"}}"#, .invalidSurrogate, 17, "/data/type"),
            (#"{"data":{"type":"\v"}}"#, .invalidEscape, 17, "/data/type"),
            (#"{"data":{"type":tru}}"#, .invalidLiteral, 19, "/data/type"),
            ("", .unexpectedEnd, 0, ""),
        ])
    func notJSON(text: String, code: JSONError.Code, offset: Int, pointer: String) throws {
        let error = try #require(throws: DocumentError.self) { try Document<Album>(parsing: text) }
        #expect(error.code == .json)
        #expect(error.json?.code == code)
        #expect(error.position?.offset == offset)
        #expect(error.pointer == pointer)
    }

    @Test("MW-042 bytes that are no UTF-8, and limits")
    func bytesAndLimits() throws {
        let bytes = Array(#"{"data":null,"meta":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8)
        let utf8 = try #require(throws: DocumentError.self) { try Document<Album>(parsing: bytes) }
        #expect(utf8.json?.code == .invalidUTF8)
        #expect(utf8.position?.offset == 21)

        var limits = JSON.Options()
        limits.maximumDepth = 3
        let deep = #"{"data":null,"meta":[[[]]]}"#
        let depth = try #require(throws: DocumentError.self) {
            try Document<Album>(parsing: deep, options: DocumentOptions(limits: limits))
        }
        #expect(depth.json?.code == .depthExceeded)
        #expect(depth.position?.offset == 22)
        limits.maximumDepth = 4
        limits.maximumSize = deep.utf8.count - 1
        let size = try #require(throws: DocumentError.self) {
            try Document<Album>(parsing: deep, options: DocumentOptions(limits: limits))
        }
        #expect(size.json?.code == .documentTooLarge)
        limits.maximumSize += 1
        #expect(throws: Never.self) {
            try Document<Album>(parsing: deep, options: DocumentOptions(limits: limits))
        }
    }

    @Test(
        "MW-042 a shape below that is not as it should be reads as nothing and never traps",
        arguments: [
            #""relationships":{"artist":7,"tracks":"x"}"#,
            #""relationships":{"artist":null,"tracks":null}"#,
            #""relationships":{"artist":{"data":7},"tracks":{"data":{}}}"#,
            #""relationships":{"artist":{"data":[]},"tracks":{"data":[7,null,"x",[],{}]}}"#,
            #""relationships":{"artist":{"data":{"type":7,"id":[]}},"#
                + #""tracks":{"data":[{"type":"tracks","id":{}}]}}"#,
            #""attributes":{"title":{},"release-year":[],"genres":{"0":1},"extras":7}"#,
            #""links":7,"meta":[]"#,
        ])
    func shapesBelow(members: String) throws {
        let album = try readAlbum(with: members)
        _ = album.title
        _ = album.year
        _ = album.genres
        _ = album.extras.a.b[3].c
        _ = album.artist?.name
        _ = album.artist?.id
        _ = album.tracks.map { ($0.id, $0.type, $0.title) }
        _ = album.tracks.state
        #expect(album.links["self"].state == .absent)
        album.vox.failure = nil
        album.artist = makeArtist("a", id: "1")
        album.tracks = [makeTrack("t", id: "1")]
        album.vox.failure = nil
        #expect(throws: Never.self) { try album.documentData() }
    }
}
