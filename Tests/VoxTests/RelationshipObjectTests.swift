// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("Relationship objects")
struct RelationshipObjectTests {
    /// A word for each state.
    private func word(_ linkage: Relationship.Linkage) -> String {
        switch linkage {
        case .absent: "absent"
        case .null: "null"
        case .one(let identifier): "one \(identifier.type) \(identifier.id ?? "none")"
        case .empty: "empty"
        case .many(let identifiers): "many \(identifiers.count)"
        }
    }

    @Test("JA-030 linkage has five states, and no linkage is not empty linkage")
    func states() throws {
        let album = try readAlbum(
            with: """
                "relationships": {"a": {"meta": {}}, "b": {"data": null},
                  "c": {"data": {"type": "artists", "id": "9"}}, "d": {"data": []},
                  "e": {"data": [{"type": "tracks", "id": "1"}]}}
                """)
        #expect(album.vox.relationships == ["a", "b", "c", "d", "e"])
        let words = album.vox.relationships.map { word(album.vox.relationship($0).linkage) }
        #expect(words == ["absent", "null", "one artists 9", "empty", "many 1"])
        #expect(word(album.vox.relationship("none").linkage) == "absent")
        #expect(album.vox.relationship("none").json.vox.state == .absent)
        #expect(Resource<Album>().vox.relationships.isEmpty)
    }

    @Test("linkage that is none counts as absent, and elements that are none have no identity")
    func malformed() throws {
        let album = Resource<Album>()
        album.relationships.a.data = 7
        album.relationships.b.data = [1, ["type": "tracks"]] as JSON
        album.relationships.c = "text"
        #expect(word(album.vox.relationship("a").linkage) == "absent")
        #expect(word(album.vox.relationship("c").linkage) == "absent")
        let identifiers = album.vox.relationship("b").linkage.identifiers
        #expect(identifiers.map(\.type) == ["", "tracks"])
        #expect(identifiers.map { $0.resource?.type } == [nil, "tracks"])
        #expect(identifiers.map(\.id) == [nil, nil])
    }

    @Test("JA-031 the order of a to-many and repetitions in it are kept")
    func order() throws {
        let text =
            #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":["#
            + ["2", "1", "2", "3", "1"].map { #"{"type":"tracks","id":"\#($0)"}"# }
            .joined(separator: ",") + "]}}}}"
        let document = try Document<Album>(parsing: text)
        let album = try #require(document.data)
        #expect(album.tracks.map(\.id) == ["2", "1", "2", "3", "1"])
        #expect(
            album.vox.relationship(\.tracks).linkage.identifiers.map(\.id)
                == ["2", "1", "2", "3", "1"])
        album.title = "touched"
        let again = try Document<Album>(parsing: document.documentData())
        #expect(again.data?.tracks.map(\.id) == ["2", "1", "2", "3", "1"])
    }

    @Test("JA-032 each identifier keeps its own meta")
    func identifierMeta() throws {
        let document = try Document<Album>(
            parsing: """
                {"data": {"type": "albums", "id": "1", "relationships": {
                  "tracks": {"data": [{"type": "tracks", "id": "1", "meta": {"n": 1}},
                    {"type": "tracks", "id": "1", "meta": {"n": 2}}, {"type": "tracks", "id": "1"}]},
                  "artist": {"data": {"type": "artists", "id": "9", "meta": {"n": 3}}}}},
                 "included": [{"type": "tracks", "id": "1", "meta": {"n": 4}},
                   {"type": "artists", "id": "9"}]}
                """)
        let album = try #require(document.data)
        let identifiers = album.vox.relationship(\.tracks).linkage.identifiers
        #expect(identifiers.map { $0.meta.n as Int? } == [1, 2, nil])
        let artist = album.vox.relationship(\.artist).linkage.identifiers
        #expect(artist.map { $0.meta.n as Int? } == [3])
        #expect(identifiers[0].resource?.meta.n == 4)
        #expect(artist[0].resource == album.artist?.as(AnyResource.self))
        identifiers[1].meta.n = 5
        identifiers[2].meta = ["fresh": true]
        #expect(
            try album.vox.relationship(\.tracks).json.vox.text(style: .compact)
                == #"{"data":[{"type":"tracks","id":"1","meta":{"n":1}},"#
                + #"{"type":"tracks","id":"1","meta":{"n":5}},"#
                + #"{"type":"tracks","id":"1","meta":{"fresh":true}}]}"#)
        #expect(album.tracks[0].meta.n == 4)
    }

    @Test("JA-033 links to pages inside a relationship are those of its linkage")
    func pages() throws {
        let document = try Document<[Album]>(
            parsing: """
                {"links": {"next": "/albums?page=2"}, "data": [{"type": "albums", "id": "1",
                 "links": {"self": "/albums/1"}, "relationships": {"tracks": {
                   "links": {"self": "/albums/1/relationships/tracks",
                     "related": "/albums/1/tracks",
                     "next": {"href": "/albums/1/relationships/tracks?page=2"}, "prev": null},
                   "data": [{"type": "tracks", "id": "1"}]}}}]}
                """)
        let album = document.data[0]
        let links = album.vox.relationship(\.tracks).links
        #expect(links.next.href == "/albums/1/relationships/tracks?page=2")
        #expect(links.previous.state == .null)
        #expect(links.first.state == .absent)
        #expect(links.selfLink.href == "/albums/1/relationships/tracks")
        #expect(links.related.href == "/albums/1/tracks")
        #expect(album.links.next.state == .absent)
        #expect(document.links.next.href == "/albums?page=2")
    }

    @Test("a relationship without linkage can be given links and meta")
    func writing() throws {
        let album = makeAlbum("x", id: "1")
        let tracks = album.vox.relationship(\.tracks)
        tracks.links.related = "/albums/1/tracks"
        tracks.links.selfLink = "/albums/1/relationships/tracks"
        tracks.meta = ["count": 3]
        #expect(
            try album.relationships.vox.text()
                == #"{"tracks":{"links":{"related":"/albums/1/tracks","#
                + #""self":"/albums/1/relationships/tracks"},"meta":{"count":3}}}"#)
        #expect(album.tracks.state == .absent)
        album.tracks = []
        #expect(word(tracks.linkage) == "empty")
        #expect(tracks.meta.count == 3)
        #expect(album.vox.failure == nil)
    }
}
