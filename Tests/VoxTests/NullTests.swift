// SPDX-License-Identifier: MIT

import Testing
import Vox

/// An attribute of each kind, and a relationship of each.
private struct Kinds: ResourceSchema {
    static let type = "kinds"
    let text = Attribute<String>("text")
    let integer = Attribute<Int>("integer")
    let narrow = Attribute<Int32>("narrow")
    let number = Attribute<Double>("number")
    let flag = Attribute<Bool>("flag")
    let texts = Attribute<[String]>("texts")
    let numbers = Attribute<[Int]>("numbers")
    let object = Attribute<[String: JSONValue]>("object")
    let objects = Attribute<[[String: JSONValue]]>("objects")
    let value = Attribute<JSONValue>("value")
    let view = Attribute<JSON>("view")
    let one = ToOne<Kinds>("one")
    let many = ToMany<Kinds>("many")

    static let names = [
        "text", "integer", "narrow", "number", "flag", "texts", "numbers", "object", "objects",
        "value", "view",
    ]
}

/// Absent, null and present are three things; nil removes, null writes null.
@Suite("Null and nothing")
struct NullTests {
    private func filled() throws -> Resource<Kinds> {
        let text = """
            {"data": {"type": "kinds", "id": "1", "attributes": {
              "text": "", "integer": 0, "narrow": 0, "number": 0.0, "flag": false, "texts": [],
              "numbers": [], "object": {}, "objects": [], "value": 0, "view": {}
            }, "relationships": {
              "one": {"data": {"type": "kinds", "id": "1"}}, "many": {"data": []}
            }}}
            """
        return try #require(try Document<Kinds>(parsing: text).data)
    }

    private func states(_ kinds: Resource<Kinds>) -> [JSON.State] {
        let vox = kinds.vox
        return [
            vox.state(\.text), vox.state(\.integer), vox.state(\.narrow), vox.state(\.number),
            vox.state(\.flag), vox.state(\.texts), vox.state(\.numbers), vox.state(\.object),
            vox.state(\.objects), vox.state(\.value), vox.state(\.view),
        ]
    }

    private func setNull(_ kinds: Resource<Kinds>) {
        kinds.text = .null
        kinds.integer = .null
        kinds.narrow = .null
        kinds.number = .null
        kinds.flag = .null
        kinds.texts = .null
        kinds.numbers = .null
        kinds.object = .null
        kinds.objects = .null
        kinds.value = .null
        kinds.view = .null
    }

    @Test("MW-006 reading tells absent, null and present apart, for attributes and relationships")
    func threeStates() throws {
        let empty = Resource<Kinds>()
        #expect(states(empty) == Array(repeating: .absent, count: 11))
        #expect(empty.vox.state(\.one) == .absent)
        #expect(empty.vox.state(\.many) == .absent)

        let present = try filled()
        #expect(states(present) == Array(repeating: .value, count: 11))
        #expect(present.vox.state(\.one) == .value)
        #expect(present.vox.state(\.many) == .value)

        setNull(present)
        present.one = .null
        present.many = .null
        #expect(states(present) == Array(repeating: .null, count: 11))
        #expect(present.vox.state(\.one) == .null)
        #expect(present.vox.state(\.many) == .null)
        #expect(present.text == nil)
        #expect(present.one == nil)
        #expect(present.many.isEmpty)
        #expect(present.vox.failure == nil, "reading null is no failure")
    }

    @Test("MW-006 the throwing form names what is missing and what is null")
    func throwingForms() throws {
        let empty = Resource<Kinds>()
        let missing = #expect(throws: JSONError.self) { try empty.vox.value(\.integer) }
        #expect(missing?.code == .missing)
        #expect(missing?.pointer == "/data/attributes/integer")
        empty.integer = .null
        let null = #expect(throws: JSONError.self) { try empty.vox.value(\.integer) }
        #expect(null?.code == .wrongKind)
        #expect(empty.vox.failure == nil)
    }

    @Test("MW-007 setting null writes JSON null for each kind of attribute")
    func nulls() throws {
        let fresh = Resource<Kinds>()
        setNull(fresh)
        let parsed = try filled()
        setNull(parsed)
        for kinds in [fresh, parsed] {
            #expect(kinds.attributes.vox.members.map(\.name) == Kinds.names)
            #expect(kinds.attributes.vox.elements.allSatisfy { $0.vox.kind == .null })
        }
        let nulls = Kinds.names.map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(
            try fresh.documentText() == #"{"data":{"type":"kinds","attributes":{"# + nulls + "}}}")
    }

    @Test("MW-008 nil removes the member, and emptied attributes are left out")
    func removal() throws {
        let kinds = try filled()
        kinds.text = nil
        #expect(kinds.attributes.vox.members.map(\.name) == Array(Kinds.names.dropFirst()))
        kinds.integer = nil
        kinds.narrow = nil
        kinds.number = nil
        kinds.flag = nil
        kinds.texts = nil
        kinds.numbers = nil
        kinds.object = nil
        kinds.objects = nil
        kinds.value = nil
        kinds["view"] = nil
        kinds.one = nil
        kinds.many = nil
        #expect(kinds.attributes.vox.state == .absent)
        #expect(try kinds.documentText() == #"{"data":{"type":"kinds","id":"1"}}"#)
        #expect(kinds.vox.failure == nil)

        let fresh = Resource<Kinds>()
        fresh.text = "x"
        fresh.text = nil
        fresh.flag = nil
        #expect(try fresh.documentText() == #"{"data":{"type":"kinds"}}"#)
        fresh.view = nil
        #expect(try fresh.documentText() == #"{"data":{"type":"kinds"}}"#)
    }

    @Test("MW-009 nil removes a to-one and a to-many, their links and meta too")
    func relationshipRemoval() throws {
        let album = try readAlbum(
            with:
                #""relationships":{"artist":{"links":{"self":"/a"},"#
                + #""data":{"type":"artists","id":"1"}},"#
                + #""tracks":{"meta":{"n":1},"data":[{"type":"tracks","id":"1"}]}}"#)
        album.artist = nil
        #expect(album.vox.state(\.artist) == .absent)
        #expect(album.relationships.vox.members.map(\.name) == ["tracks"])
        album.tracks = nil
        #expect(album.vox.state(\.tracks) == .absent)
        #expect(album.relationships.vox.state == .absent)
        #expect(try album.documentText() == #"{"data":{"type":"albums","id":"1"}}"#)
    }

    @Test("MW-010 null on a to-one and on a to-many writes null linkage; an empty list writes []")
    func relationshipNulls() throws {
        let album = makeAlbum("x")
        album.artist = .null
        album.tracks = .null
        album.attachments = []
        let relationships =
            #"{"artist":{"data":null},"tracks":{"data":null},"attachments":{"data":[]}}"#
        #expect(try album.relationships.vox.text(style: .compact) == relationships)
        #expect(album.vox.state(\.artist) == .null)
        #expect(album.tracks.state == .null)
        #expect(album.attachments.state == .value)
        #expect(album.artist == nil)
        #expect(album.tracks.isEmpty)
    }

    @Test("MW-011 an empty text array is an attribute, an empty resource array a relationship")
    func emptyArrays() throws {
        let kinds = Resource<Kinds>()
        kinds.texts = ["x"]
        kinds.texts = []
        kinds.many = []
        #expect(
            try kinds.documentText()
                == #"{"data":{"type":"kinds","attributes":{"texts":[]},"#
                + #""relationships":{"many":{"data":[]}}}}"#
        )
        #expect(kinds.texts == [])
        #expect(kinds.many.isEmpty)
        #expect(kinds.vox.state(\.many) == .value)
    }

    @Test(
        "MW-012 no number and no text is taken for null",
        arguments: [
            "null", "NULL", "<null>", "nil", "2147483647", "__null__", "\u{0}",
        ])
    func noSentinels(text: String) throws {
        let kinds = Resource<Kinds>()
        kinds.text = text
        kinds.texts = [text, text]
        kinds.integer = 2_147_483_647
        kinds.narrow = .max
        kinds.number = 2_147_483_647
        kinds.numbers = [2_147_483_647, 1]
        kinds.object = ["k": 2_147_483_647, "t": .string(text)]
        let read = try #require(try Document<Kinds>(parsing: kinds.documentData()).data)
        for kinds in [kinds, read] {
            #expect(kinds.text == text)
            #expect(kinds.texts == [text, text])
            #expect(kinds.integer == 2_147_483_647)
            #expect(kinds.narrow == Int32.max)
            #expect(kinds.number == 2_147_483_647)
            #expect(kinds.numbers == [2_147_483_647, 1])
            #expect(kinds.object == ["k": 2_147_483_647, "t": .string(text)])
            #expect(states(kinds).allSatisfy { $0 != .null })
        }
    }
    @Test(
        "what cannot be written into a resource without attributes leaves it without",
        arguments: [
            #"{ "data" : { "type": "kinds" ,"id":"1" } }"#,
            #"{"data": {"type": "kinds", "attributes": { }, "id": "1"} }"#,
        ])
    func noAttributes(text: String) throws {
        let document = try Document<Kinds>(parsing: text)
        let kinds = try #require(document.data)
        kinds.text = nil
        kinds["other"] = Int?.none
        #expect(kinds.vox.failure == nil)
        #expect(!kinds.vox.isChanged)
        #expect(try document.documentText() == text)

        kinds.number = .infinity
        #expect(kinds.vox.failure?.code == .notFinite)
        #expect(kinds.vox.failure?.pointer == "/data/attributes/number")
        #expect(throws: DocumentError.self) { try document.documentText() }
        kinds.vox.failure = nil
        #expect(try document.documentText() == text)

        kinds.text = "x"
        #expect(kinds.text == "x")
        #expect(kinds.attributes.vox.count == 1)
        kinds.text = nil
        #expect(kinds.vox.json.attributes.vox.state == .absent)

        let frozen = try #require(try document.frozen().document.data)
        frozen.text = "refused"
        #expect(frozen.vox.failure?.code == .frozen)
        #expect(frozen.vox.failure?.pointer == "/data/attributes/text")
        #expect(frozen.text == nil)
    }
}
