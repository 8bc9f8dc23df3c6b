// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Names that are the same for Swift, and two names in JSON (RFC 8259, section 8.3).
@Suite("Names in two normal forms")
struct EquivalentNameTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    struct Shelf: ResourceSchema {
        static let type = "shelves"
        let labels = Attribute<[String: String]>("labels")
        let deep = Attribute<[[String: [String: Int]]]>("deep")
        let maybe = Attribute<[String: String]?>("maybe")
        let title = Attribute<String>("title")
    }

    private static func shelf(_ attributes: String) throws -> Resource<Shelf> {
        let text = #"{"data":{"type":"shelves","id":"1","attributes":{\#(attributes)}}}"#
        return try #require(try Document<Shelf>(parsing: text).data)
    }

    private static let both = #"{"\#(composed)":"a","\#(decomposed)":"b"}"#

    @Test("A dictionary that cannot contain both members is refused, and an update loses none")
    func attribute() throws {
        let shelf = try Self.shelf(#""labels":\#(Self.both),"title":"t""#)
        #expect(shelf.labels == nil)
        #expect(shelf.vox.failures.map(\.error.code) == [.notConvertible])
        let pointer = shelf.vox.failures.first?.error.pointer
        #expect(pointer == "/data/attributes/labels/\(Self.decomposed)")
        shelf.labels?["new"] = "c"
        shelf.title = "u"
        let update = String(decoding: try shelf.updateDocument(), as: UTF8.self)
        #expect(update == #"{"data":{"type":"shelves","id":"1","attributes":{"title":"u"}}}"#)
        let document = try JSON(parsing: #"{"a":\#(Self.both)}"#)
        let error = #expect(throws: JSONError.self) {
            try document.a.vox.value(as: [String: String].self)
        }
        #expect(error?.code == .notConvertible)
        // Each member can be read by its name, and a value keeps both.
        #expect(document.a[Self.composed] == "a" && document.a[Self.decomposed] == "b")
        #expect(try document.a.vox.value(as: JSONValue.self).text() == Self.both)
    }

    @Test("The same inside of lists, dictionaries and optionals")
    func nested() throws {
        let inner = #"{"\#(Self.composed)":1,"\#(Self.decomposed)":2}"#
        let shelf = try Self.shelf(#""deep":[{"x":\#(inner)}],"maybe":\#(Self.both)"#)
        #expect(shelf.deep == nil && shelf.maybe == nil)
        #expect(shelf.vox.failures.count == 2)
    }

    struct Plain: Codable {
        var labels: [String: String]
    }
    struct Values: Codable {
        var labels: JSONValue
    }

    @Test("Decoding refuses the dictionary, too, and JSONValue keeps both members")
    func decoding() throws {
        let json = try JSON(parsing: #"{"labels":\#(Self.both)}"#)
        #expect(throws: JSONError.self) { try json.vox.decode(Plain.self) }
        #expect(throws: JSONError.self) { try json.vox.decode([String: [String: String]].self) }
        let values = try json.vox.decode(Values.self)
        #expect(try values.labels.text() == Self.both)
        #expect(try json.vox.decode([String: JSONValue].self)["labels"]?.text() == Self.both)
        let shelf = try Self.shelf(#""labels":\#(Self.both)"#)
        #expect(throws: JSONError.self) { try shelf.vox.decode(Plain.self) }
        // Encoding into an object with the other name adds a member.
        let object = try JSON(parsing: #"{"a":{"\#(Self.composed)":"a"}}"#)
        try object.a[Self.decomposed].vox.encode("b")
        #expect(try object.vox.text() == #"{"a":\#(Self.both)}"#)
    }

    @Test("One spelling of a name is read and written as it is")
    func single() throws {
        for name in [Self.composed, Self.decomposed] {
            let shelf = try Self.shelf(#""labels":{"\#(name)":"a"}"#)
            shelf.labels?["new"] = "c"
            let update = String(decoding: try shelf.updateDocument(), as: UTF8.self)
            #expect(
                update.utf8.elementsEqual(
                    #"{"data":{"type":"shelves","id":"1","attributes":{"labels":{"\#(name)":"a","new":"c"}}}}"#
                        .utf8))
            #expect(shelf.vox.failures.isEmpty)
        }
    }
}
