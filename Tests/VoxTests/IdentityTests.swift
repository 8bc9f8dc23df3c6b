// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("Identity")
struct IdentityTests {
    @Test("MW-017 relating a resource without id is a named error, at serialising")
    func missingIdentity() throws {
        let album = makeAlbum("x", id: "1")
        album.artist = makeArtist("a")
        let error = #expect(throws: DocumentError.self) { try album.documentData() }
        #expect(error?.code == .missingIdentity)
        #expect(error?.pointer == "/data/relationships/artist/data")
        #expect(error?.message.contains("\"artist\"") == true)
        #expect(throws: DocumentError.self) { try album.documentDictionary() }
        album.artist = nil

        album.tracks = [makeTrack("one", id: "1"), makeTrack("two")]
        let second = #expect(throws: DocumentError.self) { try album.documentData() }
        #expect(second?.code == .missingIdentity)
        #expect(second?.pointer == "/data/relationships/tracks/data/1")
        #expect(second?.message.contains("\"tracks\"") == true)
        album.tracks[1].id = "2"
        #expect(
            try album.documentText().contains(
                #"{"type":"tracks","id":"1"},{"type":"tracks","id":"2"}"#))
    }

    @Test("MW-017 a document that was read names the relationship too")
    func missingIdentityInADocument() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        document.data[1].artist = makeArtist("a")
        let error = #expect(throws: DocumentError.self) { try document.documentData() }
        #expect(error?.code == .missingIdentity)
        #expect(error?.pointer == "/data/1/relationships/artist/data")
        #expect(error?.message.contains("\"artist\"") == true)
        #expect(throws: DocumentError.self) { try document.documentDictionary() }
    }

    @Test("MW-017 lid is written when given")
    func localIdentity() throws {
        let album = makeAlbum("x")
        album.lid = "album-1"
        let artist = makeArtist("a")
        artist.lid = "artist-1"
        album.artist = artist
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","lid":"album-1","attributes":{"title":"x"},"#
                + #""relationships":{"artist":{"data":{"type":"artists","lid":"artist-1"}}}}}"#)
        artist.id = "7"
        #expect(
            try album.documentText().contains(#"{"data":{"type":"artists","id":"7"}}"#),
            "an id outdoes a lid")
    }

    @Test("JA-018 a new resource carries the same lid as object and in every identifier")
    func sameLid() throws {
        let album = makeAlbum("x")
        let (artist, track) = (makeArtist("a"), makeTrack("t"))
        (album.lid, artist.lid, track.lid) = ("l-1", "l-2", "l-3")
        album.artist = artist
        album.tracks = [track, track]
        artist.debut = album
        func lids(_ text: String) throws -> [String: Set<String>] {
            let json = try JSON(parsing: text)
            #expect(try Validator().findings(in: json).filter { $0.rule == 18 } == [])
            var lids: [String: Set<String>] = [:]
            func collect(_ value: JSON) {
                if let type: String = value.type, let lid: String = value.lid {
                    lids[type, default: []].insert(lid)
                }
                value.vox.members.forEach { collect($0.value) }
                value.vox.elements.forEach { collect($0) }
            }
            collect(json)
            return lids
        }
        func all() throws -> String {
            let resources = [try album.erased(), try artist.erased(), try track.erased()]
            return String(decoding: try resources.documentData(), as: UTF8.self)
        }
        #expect(
            try lids(all()) == ["albums": ["l-1"], "artists": ["l-2"], "tracks": ["l-3"]])
        // Identifiers follow the resource, whenever its lid is given or changed.
        (album.lid, artist.lid, track.lid) = ("m-1", "m-2", "m-3")
        #expect(
            try lids(all()) == ["albums": ["m-1"], "artists": ["m-2"], "tracks": ["m-3"]])
        let created = String(decoding: try album.createDocument(), as: UTF8.self)
        #expect(created.contains(#"{"type":"artists","lid":"m-2"}"#))
        // The server's id takes the place of the lid in identifiers.
        artist.id = "7"
        #expect(try lids(all())["artists"] == ["m-2"])
        #expect(try all().contains(#""artist":{"data":{"type":"artists","id":"7"}}"#))
    }

    @Test("an id given later is in what is written later, and a changed one too")
    func laterIdentity() throws {
        let album = makeAlbum("x", id: "1")
        let artist = makeArtist("a")
        album.artist = artist
        #expect(album.artist == artist)
        artist.id = "7"
        #expect(try album.documentText().contains(#""data":{"type":"artists","id":"7"}"#))
        artist.id = "8"
        #expect(try album.documentText().contains(#""data":{"type":"artists","id":"8"}"#))
        #expect(album.artist == artist)
    }

    @Test("MW-023 JA-021 (1_a, b) and (1, a_b) are two identities")
    func compositeKeys() throws {
        let document = try Document<AnyResource>(
            parsing: """
                {"data": {"type": "list", "id": "1", "relationships": {"all": {"data": [
                  {"type": "b", "id": "1_a"}, {"type": "a_b", "id": "1"}, {"type": "b_1", "id": "a"}
                ]}}},
                "included": [
                  {"type": "b", "id": "1_a", "attributes": {"n": 1}},
                  {"type": "a_b", "id": "1", "attributes": {"n": 2}},
                  {"type": "b_1", "id": "a", "attributes": {"n": 3}}
                ]}
                """)
        #expect(document.resource(type: "b", id: "1_a")?["n"] == 1)
        #expect(document.resource(type: "a_b", id: "1")?["n"] == 2)
        #expect(document.resource(type: "b_1", id: "a")?["n"] == 3)
        #expect(document.resource(type: "a", id: "1_b") == nil)
        #expect(document.resource(type: "b", id: "1") == nil)
        #expect(document.resource(type: "", id: "b1_a") == nil)
    }

    @Test("ids differ by their bytes, not by how they look")
    func exactIds() throws {
        let document = try Document<[AnyResource]>(
            parsing: """
                {"data": [
                  {"type": "t", "id": "\\u00e9", "attributes": {"n": 1}},
                  {"type": "t", "id": "e\\u0301", "attributes": {"n": 2}},
                  {"type": "t", "id": "", "attributes": {"n": 3}},
                  {"type": "t", "id": " ", "attributes": {"n": 4}},
                  {"type": "t", "id": "\\u0000", "attributes": {"n": 5}}
                ]}
                """)
        #expect(document.resource(type: "t", id: "\u{e9}")?["n"] == 1)
        #expect(document.resource(type: "t", id: "e\u{301}")?["n"] == 2)
        #expect(document.resource(type: "t", id: "")?["n"] == 3)
        #expect(document.resource(type: "t", id: " ")?["n"] == 4)
        #expect(document.resource(type: "t", id: "\u{0}")?["n"] == 5)
    }

    @Test("MW-024 JA-035 a resource's links and meta read, and meta is written")
    func linksAndMeta() throws {
        let album = try readAlbum(
            with:
                #""links":{"self":"/albums/1","related":{"href":"/x","meta":{}}},"#
                + #""meta":{"hint":"Hint"}"#
        )
        #expect(album.links.selfLink.href == "/albums/1")
        #expect(album.links.related.href == "/x")
        #expect(album.meta.hint == "Hint")
        album.meta.hint = "new"
        album.meta.count = 3
        #expect(try album.meta.vox.text(style: .compact) == #"{"hint":"new","count":3}"#)
        album.meta = ["whole": true]
        #expect(album.meta.whole == true)
        album.meta = nil
        #expect(album.vox.json.vox.members.map(\.name) == ["type", "id", "links"])

        let fresh = Resource<Album>()
        fresh.meta.made.onTheWay = "yes"
        #expect(fresh.meta.made.onTheWay == "yes")
    }

    @Test("MW-025 two schemas of one type name read the same document side by side")
    func twoSchemas() throws {
        struct Heading: ResourceSchema {
            static let type = "albums"
            let heading = Attribute<String>("title")
            let year = Attribute<Double>("release-year")
        }
        let albums = try Document<[Album]>(parsing: AlbumDocument.list)
        let headings = try Document<[Heading]>(parsing: AlbumDocument.list)
        #expect(albums.data[0].title == headings.data[0].heading)
        #expect(headings.data[0].year == 1991)
        let same = try #require(albums.data[0].as(Heading.self))
        same.heading = "one tree"
        #expect(albums.data[0].title == "one tree")
        #expect(headings.data[0].heading == "Blue Lines")
    }
}
