// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTesting

@Suite("The text of resource objects")
struct ResourceTextTests {
    private static func service(_ resources: [StoredResource]) -> ResourceService {
        ResourceService(
            [
                ServedType("notes", toOne: ["on": "boards"], toMany: ["by": "people"]),
                ServedType("boards", attributes: ["title"]), ServedType("people"),
            ], store: MemoryStore(resources))
    }

    private static func only(_ name: String, of object: JSONObject) -> JSONObject {
        var only = JSONObject()
        only[name] = object[name]
        return only
    }

    @Test("The text of a value is the compact text, wherever an escape stands in it")
    func escapes() async throws {
        var attributes = JSONObject()
        for code in UInt8(0)..<0x80 {
            let special = String(Character(Unicode.Scalar(code)))
            for place in [0, 1, 7, 8, 9, 16] {
                let text = String(repeating: "é", count: place / 2) + special + "-end of it"
                attributes["a\(special)\(code).\(place)"] = .string(text)
            }
        }
        attributes["all"] = try JSONValue(
            parsing: #"""
                {"null": null, "list": [1, [], [true, false, {}], "a\"b"], "number": -1.5e300,
                "object": {"empty": {}, "é\n": {"deep": [[[["x"]]]]}}}
                """#)
        let note = StoredResource(type: "notes", id: "a\"\\\u{1}é", attributes: attributes)
        let reply = try await Self.service([note]).send(.get, "/notes")
        let text = String(decoding: reply.bytes, as: UTF8.self)
        let expected = try JSONValue.object(attributes).text()
        #expect(text.contains("\"attributes\":\(expected),"))
        let stored = try StoredResource(reply.json["data"][0])
        #expect(stored.attributes == attributes && stored.id == note.id)
    }

    @Test("Resources of one type with other attributes, in another order, each have their own")
    func shapes() async throws {
        let shapes: [JSONObject] = [
            ["a": 1, "b": 2, "title": "x"], ["b": 1, "a": 2, "title": "y"], [:], ["title": "z"],
            ["a": 1, "title": "x", "b": 3, "c": 4], ["c": 1], ["a": 1, "b": 2, "title": "x"],
        ]
        let resources = ["notes", "boards"].flatMap { type in
            shapes.enumerated().map { number, attributes in
                StoredResource(type: type, id: "\(number)", attributes: attributes)
            }
        }
        let service = Self.service(resources)
        let notes = try await service.send(.get, "/notes")
        #expect(
            try notes.json["data"].vox.elements.map { try StoredResource($0).attributes } == shapes)
        // A board serves its title alone.
        let titles = shapes.map { Self.only("title", of: $0) }
        let boards = try await service.send(.get, "/boards")
        #expect(
            try boards.json["data"].vox.elements.map { try StoredResource($0).attributes } == titles
        )
        let sparse = try await service.send(.get, "/notes?fields[notes]=b")
        let only = shapes.map { Self.only("b", of: $0) }
        #expect(
            try sparse.json["data"].vox.elements.map { try StoredResource($0).attributes } == only)
    }

    @Test("Targets of types that are not served are in no resource object, whatever came before")
    func targets() async throws {
        let kinds = [("boards", "boards"), ("vaults", "people"), ("boards", "vaults")]
        let notes = kinds.enumerated().map { number, kinds in
            StoredResource(
                type: "notes", id: "\(number)",
                relationships: [
                    "on": .one(.init(type: kinds.0, id: "1")),
                    "by": .many([
                        .init(type: "people", id: "1"), .init(type: kinds.1, id: "2"),
                    ]),
                    "secret": .one(.init(type: "boards", id: "1")),
                ])
        }
        let reply = try await Self.service(notes).send(.get, "/notes")
        let text = String(decoding: reply.bytes, as: UTF8.self)
        #expect(!text.contains("vaults") && !text.contains("secret"))
        let found = try reply.json["data"].vox.elements.map { try StoredResource($0).relationships }
        #expect(found.map { $0["on"]?.identifiers.count } == [1, 0, 1])
        #expect(found.map { $0["by"]?.identifiers.count } == [1, 2, 1])
    }
}
