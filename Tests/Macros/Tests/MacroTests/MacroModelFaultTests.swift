// SPDX-License-Identifier: MIT

import Testing
import VoxMacros

@Suite
struct MacroModelFaultTests {
    private func album(_ text: String) throws -> Resource<Album.Schema> {
        try #require(Document<Album.Schema>(parsing: text).data)
    }

    private func failure(_ body: () throws -> Void) -> JSONError? {
        do {
            try body()
            return nil
        } catch { return error as? JSONError }
    }

    @Test(arguments: [
        (#"{}"#, #"{}"#, "missing", "/data/attributes/title"),
        (#"{"title": 1}"#, #"{}"#, "wrongKind", "/data/attributes/title"),
        (
            #"{"title": "a", "release-year": "b"}"#, #"{}"#, "wrongKind",
            "/data/attributes/release-year"
        ),
        (#"{"title": "a"}"#, #"{}"#, "missing", "/data/relationships/artist/data"),
        (
            #"{"title": "a"}"#, #"{"artist": {"data": null}}"#, "missing",
            "/data/relationships/artist/data"
        ),
        (
            #"{"title": "a"}"#, #"{"artist": {"data": []}}"#, "wrongKind",
            "/data/relationships/artist/data"
        ),
        (
            #"{"title": "a"}"#, #"{"artist": {"data": {"type": "artists", "id": "9"}}}"#, "missing",
            "/data/relationships/artist/data/attributes/name"
        ),
    ])
    func whatIsWrongHasItsPlace(
        attributes: String, relationships: String, code: String, pointer: String
    ) throws {
        let resource = try album(
            #"{"data": {"type": "albums", "id": "1", "attributes": \#(attributes), "#
                + #""relationships": \#(relationships)}}"#)
        let error = try #require(failure { _ = try Album(resource) })
        #expect(error.code.description == code)
        #expect(error.pointer == pointer)
    }

    @Test
    func aRelationshipOfAnotherTypeIsRefused() throws {
        let text = #"""
            {"data": {"type": "releases", "id": "1", "attributes": {"catalog-number": "1", "price": 1},
              "relationships": {"album": {"data": {"type": "tracks", "id": "9"}}}}}
            """#
        let release = try #require(
            Document<Release.Schema>(parsing: text).data)
        let error = try #require(failure { _ = try Release(release) })
        #expect(error.code == .wrongKind)
        #expect(error.pointer == "/data/relationships/album/data")
    }

    @Test
    func aRelatedModelNeedsAnID() throws {
        let album = Album(title: "a", artist: Artist(name: "b"))
        let error = try #require(failure { _ = try Resource(album) })
        #expect(error.code == .notConvertible)
        #expect(error.pointer == "/data/relationships/artist/data")
    }

    @Test
    func circlesEnd() throws {
        let text = #"""
            {"data": {"type": "people", "id": "1", "attributes": {"name": "a"},
              "relationships": {"friends": {"data": [{"type": "people", "id": "2"}]}}},
             "included": [{"type": "people", "id": "2", "attributes": {"name": "b"},
              "relationships": {"friends": {"data": [{"type": "people", "id": "1"}]}}}]}
            """#
        let person = try #require(Document<Person.Schema>(parsing: text).data)
        #expect(failure { _ = try Person(person) }?.code == .cycle)
        // The bound is that of one model: the next begins anew.
        #expect(failure { _ = try Person(person) }?.code == .cycle)
        let alone = #"{"data": {"type": "people", "id": "1", "attributes": {"name": "a"}}}"#
        #expect(try Person(#require(Document<Person.Schema>(parsing: alone).data)).friends.isEmpty)
    }

    /// Each person has the next twice among the friends: 2^30 models.
    @Test
    func manyWaysToTheSameResourcesEnd() throws {
        let people = (0..<30).map { number in
            let friend = #"{"type": "people", "id": "\#(number + 1)"}"#
            return #"{"type": "people", "id": "\#(number)", "attributes": {"name": "a"}, "#
                + #""relationships": {"friends": {"data": [\#(friend), \#(friend)]}}}"#
        }
        let last = #"{"type": "people", "id": "30", "attributes": {"name": "a"}}"#
        let text =
            #"{"data": \#(people[0]), "included": [\#(people.dropFirst().joined(separator: ",")), \#(last)]}"#
        let person = try #require(Document<Person.Schema>(parsing: text).data)
        #expect(failure { _ = try Person(person) }?.code == .cycle)
    }

    @Test
    func viewsMayLeadInCircles() throws {
        let text = #"""
            {"data": {"type": "nodes", "id": "1", "attributes": {"name": "a"},
              "relationships": {"next": {"data": {"type": "nodes", "id": "1"}},
                                "owners": {"data": [{"type": "robots", "id": "r"}]}}}}
            """#
        let resource = try #require(Document<Node.Schema>(parsing: text).data)
        var node = try Node(resource)
        #expect(node.next?.next?.name == "a")
        #expect(node.owners.map(\.type) == ["robots"])
        try node.write(to: resource)
        #expect(!resource.vox.isChanged)
        node.next = nil
        node.owners.append(Resource(type: "people", id: "2"))
        try node.write(to: resource)
        #expect(
            String(decoding: try resource.updateDocument(), as: UTF8.self)
                == #"{"data":{"type":"nodes","id":"1","relationships":{"next":{"data":null},"#
                + #""owners":{"data":[{"type":"robots","id":"r"},{"type":"people","id":"2"}]}}}}"#)
    }

    @Test
    func ownInitializersAndComputedIDsStay() throws {
        let book = Book(isbn: "978", notes: nil)
        let resource = try Resource(book)
        #expect(
            try resource.vox.json.vox.text()
                == #"{"type":"books","id":"978","attributes":{"isbn":"978"}}"#)
        #expect(try Book(resource).isbn == "978")
        #expect(!book.hasNotes)
    }

    @Test
    func accessLevelsAreCarriedOver() throws {
        let shelf = Library.Shelf(id: "1", name: "a")
        let resource = try Resource(shelf)
        #expect(resource.name == "a")
        #expect(shelf.isEmpty)
        #expect(try Library.Shelf(resource).books == nil)
    }
}
