// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// Documents that a service reads and answers with, on whatever server.
@Suite("Documents of a service")
struct RespondingTests {
    private struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let artist = ToOne<Artist>("artist")
    }

    private struct Artist: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
        let rival = ToOne<Artist>("rival")
    }

    private static let text = #"""
        {"data": [
           {"type": "albums", "id": "1", "attributes": {"title": "A", "year": 1, "@x": 2},
            "relationships": {"artist": {"data": {"type": "artists", "id": "1"}},
                              "tracks": {"data": [{"type": "tracks", "id": "1"}]}}},
           {"type": "albums", "id": "2", "attributes": {"year": 2}}],
         "included": [
           {"type": "artists", "id": "1", "attributes": {"name": "N", "born": 3},
            "relationships": {"rival": {"data": {"type": "artists", "id": "2"}}}},
           {"type": "tracks", "id": "1", "attributes": {"seconds": 4}},
           {"type": "artists", "id": "2", "attributes": {"name": "M"}}]}
        """#

    private func applied(_ query: String, _ text: String = text) throws -> JSON {
        let document = try Document<[AnyResource]>(parsing: text)
        try document.apply(RequestQuery(query, supporting: .everything))
        return try JSON(parsing: document.documentData())
    }

    private func included(_ json: JSON) -> [String] {
        json.included.vox.elements.map { "\($0.type ?? "")/\($0.id ?? "")" }
    }

    @Test("A fieldset leaves just that, of primary data and of what is included")
    func fieldsets() throws {
        let json = try applied("fields[albums]=title&fields[artists]=name,rival")
        #expect(json.data[0].attributes == ["title": "A", "@x": 2])
        #expect(json.data[0].relationships == nil)
        #expect(json.data[1].attributes == nil)
        #expect(json.data[1].id == "2")
        #expect(json.included[0].attributes == ["name": "N"])
        #expect(json.included[0].relationships.rival.data.id == "2")
        #expect(json.included[1].attributes == ["seconds": 4])
        let none = try applied("fields[albums]=")
        #expect(none.data[0].relationships == nil)
        #expect(none.included.vox.count == 3)
    }

    @Test("Include leaves what it names and every step on the way; empty, it leaves nothing")
    func include() throws {
        #expect(included(try applied("")) == ["artists/1", "tracks/1", "artists/2"])
        #expect(included(try applied("include=artist")) == ["artists/1"])
        #expect(included(try applied("include=artist.rival")) == ["artists/1", "artists/2"])
        #expect(included(try applied("include=tracks,artist")) == ["artists/1", "tracks/1"])
        let empty = try applied("include=")
        #expect(empty.included == [])
        #expect(try applied("include=artist", #"{"data": []}"#).included == [])
        // A relationship that is not among the fields is followed all the same.
        let hidden = try applied("include=artist&fields[albums]=title")
        #expect(included(hidden) == ["artists/1"])
        #expect(hidden.data[0].relationships == nil)
    }

    @Test("Names are compared byte by byte: the same letter in two spellings is two fields")
    func spellings() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let text = """
            {"data": [{"type": "a", "id": "1", "attributes": {"\(composed)": 1, "\(decomposed)": 2},
              "relationships": {"r\(composed)": {"data": {"type": "b", "id": "1"}},
                                "r\(decomposed)": {"data": {"type": "b", "id": "2"}}}}],
             "included": [{"type": "b", "id": "1"}, {"type": "b", "id": "2"}]}
            """
        for (name, number) in [(composed, 1), (decomposed, 2)] {
            let json = try applied("fields[a]=\(name)", text)
            let kept = json.data[0].attributes.vox.members.map(\.name)
            #expect(kept.map { $0.utf8.elementsEqual(name.utf8) } == [true])
            #expect(included(try applied("include=r\(name)", text)) == ["b/\(number)"])
        }
    }

    @Test("What is linked in other documents is included, and its fields are chosen as well")
    func linked() throws {
        let artist = Resource<Artist>()
        artist.id = "7"
        artist.name = "N"
        let rival = Resource<Artist>()
        rival.id = "8"
        rival.name = "M"
        artist.rival = rival
        let document = try Document<Album>()
        let album = try document.add(id: "1")
        album.title = "A"
        album.artist = artist
        try document.apply(
            RequestQuery(
                "include=artist&fields[artists]=rival",
                supporting: RequestQuery.Support(include: ["artist"])))
        let json = try JSON(parsing: document.documentData())
        #expect(included(json) == ["artists/7"])
        #expect(json.included[0].attributes == nil)
        #expect(json.included[0].relationships.rival.data.id == "8")
        #expect(json.data.attributes.title == "A")
    }

    @Test("A path that leads nowhere is an error, which is responded with 400")
    func unknownPath() throws {
        let document = try Document<Album>()
        try document.add(id: "1")
        let query = try RequestQuery("include=label", supporting: .everything)
        do throws(DocumentError) {
            try document.apply(query)
            Issue.record("it was applied")
        } catch {
            #expect(error.code == .unknownPath)
            #expect(ErrorResponse(error).status == .badRequest)
        }
    }

    private func refusal(
        _ text: String, for id: String? = nil
    ) throws -> (status: Int, pointer: String?)? {
        do {
            _ = try Document<Album>(ofRequest: text.utf8, for: id)
            return nil
        } catch {
            let refusal = ErrorResponse(error)
            return (refusal.status.code, refusal.errors.first?.pointer)
        }
    }

    @Test("A request for another type or another id is in conflict (409)")
    func conflicts() throws {
        let own = #"{"data": {"type": "albums", "id": "1"}}"#
        #expect(try refusal(own) == nil)
        #expect(try refusal(own, for: "1") == nil)
        for (text, id, status, pointer) in [
            (#"{"data": {"type": "songs", "id": "1"}}"#, nil, 409, "/data/type"),
            (#"{"data": {"type": "songs", "id": "1"}}"#, "1", 409, "/data/type"),
            (own, "2", 409, "/data/id"),
            (#"{"data": {"type": "albums"}}"#, "2", 409, "/data/id"),
            (#"{"data": {"type": "albums", "lid": "2"}}"#, "2", 409, "/data/id"),
            // The same to a reader, but other bytes.
            (#"{"data": {"type": "albums", "id": "e\u0301"}}"#, "\u{e9}", 409, "/data/id"),
            (#"{"data": null}"#, "1", 400, "/data"),
            (#"{"data": {"type": 1, "id": "1"}}"#, nil, 400, "/data/type"),
            (#"{"data": {"id": "1"}}"#, nil, 400, nil), ("{", nil, 400, ""),
        ] as [(String, String?, Int, String?)] {
            let found = try #require(try refusal(text, for: id), "\(text)")
            #expect(found.status == status, "\(text)")
            if let pointer { #expect(found.pointer == pointer, "\(text)") }
        }
        // Resources of any type have no other.
        #expect(
            try Document<AnyResource>(ofRequest: #"{"data": {"type": "songs"}}"#.utf8).data?.type
                == "songs")
    }
}
