// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// What was changed, and the documents that carry it.
@Suite("Changes")
struct ChangeTests {
    private static let text = #"""
        {"data": {"type": "albums", "id": "1",
          "attributes": {"title": "A", "release-year": 1991, "genres": ["x"],
                         "extras": {"label": {"name": "L", "city": "C"}, "n": 1.0}},
          "relationships": {
            "artist": {"links": {"related": "/artist"}, "data": {"type": "artists", "id": "9"}},
            "tracks": {"links": {"related": "/tracks"}}}}}
        """#

    private func album() throws -> Resource<Album> {
        try #require(try Document<Album>(parsing: Self.text).data)
    }

    private func string(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test("a resource just read has none, and its update carries none")
    func none() throws {
        let album = try album()
        #expect(try album.vox.changes().isEmpty)
        #expect(string(try album.updateDocument()) == #"{"data":{"type":"albums","id":"1"}}"#)
    }

    @Test("MW-052 an update carries what was changed, whole attributes, and the whole on request")
    func update() throws {
        let album = try album()
        album.title = "B"
        album.extras.label.city = "D"
        let changes = try album.vox.changes()
        #expect(changes.attributes == ["title", "extras"])
        #expect(changes.paths == ["/attributes/title", "/attributes/extras/label/city"])
        #expect(try album.vox.isChanged(\.title) && !album.vox.isChanged(\.year))
        #expect(
            string(try album.updateDocument())
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":"B","#
                + #""extras":{"label":{"name":"L","city":"D"},"n":1.0}}}}"#)
        let full = string(try album.updateDocument(full: true))
        #expect(full.contains(#""release-year":1991"#))
        // Links-only relationships are never echoed, and links never go along.
        #expect(full.contains(#""relationships":{"artist":{"data":{"type":"artists","id":"9"}}}"#))
        #expect(!full.contains("links") && !full.contains("tracks"))
    }

    @Test("setting back clears a change, by value", arguments: [0, 1, 2, 3])
    func settingBack(which: Int) throws {
        let album = try album()
        switch which {
        case 0: (album.title, album.title) = ("B", "A")
        case 1: (album.year, album.year) = (nil, 1991)
        case 2: (album.genres, album.genres) = (["y"], ["x"])
        default:
            album.extras.n = 2
            album.extras.n = 1
        }
        #expect(try album.vox.changes().isEmpty && !album.vox.isChanged)
    }

    @Test("null is a change, removal is one that no update can carry")
    func nullAndAbsent() throws {
        let album = try album()
        album.title = nil
        album.year = .null
        #expect(try album.vox.changes().attributes.sorted() == ["release-year", "title"])
        #expect(
            string(try album.updateDocument())
                == #"{"data":{"type":"albums","id":"1","attributes":{"release-year":null}}}"#)
    }

    @Test("only changed linkage goes along")
    func relationships() throws {
        let album = try album()
        album.relationships.artist.links.related = "/elsewhere"
        album.relationships.artist.meta.since = 1991
        #expect(try album.vox.changes().isEmpty)
        let track = Resource<Track>()
        track.id = "5"
        album.tracks = [track]
        #expect(try album.vox.changes().relationships == ["tracks"])
        #expect(
            string(try album.updateDocument())
                == #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[{"type":"tracks","id":"5"}]}}}}"#
        )
        track.id = "6"
        #expect(string(try album.updateDocument()).contains(#""id":"6""#))
    }

    @Test("each relationship tells whether it was changed, and goes back by itself")
    func revertingRelationships() throws {
        let album = try album()
        #expect(try !album.vox.isChanged(\.artist) && !album.vox.isChanged(\.tracks))
        let artist = Resource<Artist>()
        artist.id = "7"
        artist.name = "new"
        album.artist = artist
        album.tracks = [makeTrack("T", id: "1")]
        album.attachments = []
        #expect(try album.vox.isChanged(\.artist) && album.vox.isChanged(\.tracks))
        #expect(try album.vox.changes().relationships == ["artist", "tracks", "attachments"])
        try album.vox.revert(\.artist)
        #expect(album.artist?.id == "9" && album.artist?.vox.isResolved == false)
        try album.vox.revert(\.tracks)
        try album.vox.revert(\.attachments)
        #expect(album.vox.state(\.tracks) == .absent && album.vox.state(\.attachments) == .absent)
        #expect(album.vox.relationship(\.tracks).links.related.href == "/tracks")
        #expect(album.vox.relationships == ["artist", "tracks"])
        #expect(!album.vox.isChanged)
        // Attributes that are null are absent; a new resource has nothing to go back to.
        album.attributes = .null
        try album.vox.revert(\.title)
        #expect(album.title == "A")
        let new = Resource<Album>()
        new.title = "B"
        new.tracks = []
        try new.vox.revert(\.title)
        try new.vox.revert(\.tracks)
        #expect(new.title == "B" && new.vox.state(\.tracks) == .value)
    }

    @Test("a merge takes over what extensions add, and what the response includes")
    func mergingTheRest() throws {
        let album = try album()
        let answer = try Document<Album>(
            parsing: #"""
                {"data": {"type": "albums", "id": "1", "version:id": "2", "@x": 1,
                          "relationships": {"artist": {"data": {"type": "artists", "id": "8"}}}},
                 "included": [{"type": "artists", "id": "8", "attributes": {"name": "N"}}]}
                """#)
        try album.vox.merge(#require(answer.data))
        #expect(album.json["version:id"] == "2" && album.json["@x"] == 1)
        #expect(album.artist?.name == "N")
    }

    @Test("a new resource is all change, and is created with what it has")
    func creating() throws {
        let album = Resource<Album>()
        album.title = "N"
        album.tracks = []
        let changes = try album.vox.changes()
        #expect(changes.attributes == ["title"] && changes.relationships == ["tracks"])
        #expect(
            string(try album.createDocument())
                == #"{"data":{"type":"albums","attributes":{"title":"N"},"relationships":{"tracks":{"data":[]}}}}"#
        )
        let error = try #require(throws: DocumentError.self) { try album.updateDocument() }
        #expect(error.code == .missingIdentity)
    }

    @Test("marks move what changes are told from, and going back goes there")
    func marking() throws {
        let album = try album()
        album.title = "B"
        try album.vox.mark()
        #expect(try album.vox.changes().isEmpty)
        album.title = "A"
        album.year = nil
        album.extras.fresh = true
        #expect(try album.vox.changes().attributes.sorted() == ["extras", "release-year", "title"])
        try album.vox.revert(\.title)
        #expect(album.title == "B")
        try album.vox.revert()
        #expect(try album.vox.changes().isEmpty)
        #expect(album.year == 1991 && album.extras.fresh == nil)
    }

    @Test("going back to what was read gives the same bytes")
    func revertingToTheSource() throws {
        let document = try Document<Album>(parsing: Self.text)
        let album = try #require(document.data)
        album.title = "B"
        album.extras.label.city = "D"
        album.extras.more = ["a": 1]
        try album.vox.revert()
        #expect(string(try document.documentData()) == Self.text)
    }

    @Test("a response is merged member by member; edits made meanwhile survive")
    func merging() throws {
        let album = try album()
        album.title = "sent"
        try album.vox.mark()
        album.year = 2000  // while the request is under way
        let answer = try #require(
            try Document<Album>(
                parsing: #"""
                    {"data":{"type":"albums","id":"1","attributes":{"title":"Sent","release-year":1992,"added":true},
                     "relationships":{"artist":{"links":{"related":"/new"},"data":{"type":"artists","id":"10"}}},
                     "links":{"self":"/albums/1"}}}
                    """#
            ).data)
        try album.vox.merge(answer)
        #expect(album.title == "Sent" && album.year == 2000 && album.genres == ["x"])
        #expect(album.attributes.added == true)
        #expect(album.artist?.id == "10" && album.relationships.artist.links.related == "/new")
        #expect(album.links["self"].href == "/albums/1")
        #expect(try album.vox.changes().attributes == ["release-year"])
        album.year = 1992
        #expect(try album.vox.changes().isEmpty)
    }

    @Test("the documents of relationship endpoints")
    func endpoints() throws {
        let album = try album()
        #expect(
            string(try album.linkageDocument(\.artist)) == #"{"data":{"type":"artists","id":"9"}}"#)
        album.artist = .null
        #expect(string(try album.linkageDocument(\.artist)) == #"{"data":null}"#)
        #expect(string(try album.linkageDocument(\.tracks)) == #"{"data":[]}"#)
        let track = Resource<Track>()
        #expect(throws: DocumentError.self) { try [track].identifierDocument() }
        track.lid = "t"
        track.title = "not sent"
        #expect(
            string(try [track].identifierDocument()) == #"{"data":[{"type":"tracks","lid":"t"}]}"#)
    }

    @Test("taking out the only attribute, or the only relationship, is a change")
    func theOnlyOne() throws {
        let album = try readAlbum(
            with: #"""
                "attributes":{"title":"A"},
                "relationships":{"artist":{"data":{"type":"artists","id":"9"}}}
                """#)
        album.title = nil
        #expect(try album.vox.changes().attributes == ["title"])
        #expect(try album.vox.changes().paths == ["/attributes/title"])
        album.artist = nil
        let changes = try album.vox.changes()
        #expect(changes.relationships == ["artist"] && !changes.isEmpty)
        #expect(string(try album.updateDocument()) == #"{"data":{"type":"albums","id":"1"}}"#)
        try album.vox.revert()
        #expect(album.title == "A" && album.artist?.id == "9")
    }

    @Test("a merge keeps the changed one of two names that look alike, and takes the other")
    func mergingLookAlikes() throws {
        func make(_ first: Int, _ second: Int) throws -> Resource<Album> {
            try readAlbum(
                with: "\"attributes\":{\"\u{E9}\":\(first),\"e\u{301}\":\(second)}")
        }
        let album = try make(1, 1)
        album["\u{E9}"] = 2
        album["e\u{301}"] = 1
        try album.vox.merge(make(3, 3))
        #expect(album["\u{E9}"] == 2 && album["e\u{301}"] == 3)
        album["e\u{301}"] = 4
        // Both by their bytes: the two texts are equal to Swift.
        #expect(try album.vox.changes().attributes.map { Array($0.utf8).count } == [2, 3])
    }

    @Test("names that need escapes in a pointer, and look-alikes, are told apart")
    func oddNames() throws {
        let resource = try #require(
            try Document<AnyResource>(
                parsing:
                    "{\"data\":{\"type\":\"t\",\"id\":\"1\",\"attributes\":{\"a/b~c\":1,\"\u{E9}\":1,\"e\u{301}\":1}}}"
            ).data)
        resource["a/b~c"] = 2
        resource["e\u{301}"] = 2
        let changes = try resource.vox.changes()
        #expect(changes.paths == ["/attributes/a~1b~0c", "/attributes/e\u{301}"])
        #expect(
            string(try resource.updateDocument()).utf8.count
                == "{'data':{'type':'t','id':'1','attributes':{'a/b~c':2,'e\u{301}':2}}}".utf8.count
        )
    }
}

/// Relationships of many, again and again.
@Suite("Large and long-lived relationships")
struct ManyRelatedTests {
    @Test("appending is linear, and takes no more room than what is appended")
    func appending() throws {
        let album = Resource<Album>()
        for number in 0..<5000 {
            let track = Resource<Track>()
            track.id = "\(number)"
            album.tracks.append(track)
        }
        #expect(album.tracks.count == 5000 && album.vox.failure == nil)
        #expect(album.vox.json.vox.memory.values < 40_000)
        let first = album.tracks[0]
        album.tracks.remove(first)
        #expect(album.tracks.count == 4999)
    }

    @Test(
        "a relationship set and removed again holds nothing",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func removing() async {
        await #expect(processExitsWith: .success) {
            let album = Resource<Album>()
            func toggle(_ count: Int) {
                for _ in 0..<count {
                    let artist = Resource<Artist>()
                    artist.id = "1"
                    artist.name = String(repeating: "n", count: 10_000)
                    album.artist = artist
                    album.artist = nil
                }
            }
            toggle(1000)
            let before = try #require(Heap.bytesInUse())
            toggle(5000)
            let after = try #require(Heap.bytesInUse())
            // 5,000 of them are 50 MB and more; what remains is the linkage, some 100 bytes each.
            try #require(after - before < 8_000_000)
        }
    }

    @Test("a list of resources with links is written in one pass, the first fault first")
    func collections() throws {
        let text = (0..<1500).map { #"{"type":"albums","id":"\#($0)"}"# }.joined(separator: ",")
        let document = try Document<[Album]>(parsing: "{\"data\":[\(text)]}")
        let artist = Resource<Artist>()
        for album in document.data { album.artist = artist }
        let error = try #require(throws: DocumentError.self) { try document.data.documentData() }
        #expect(error.pointer == "/data/0/relationships/artist/data")
        artist.id = "1"
        #expect(try document.data.documentData().count > 1500 * 60)
    }
}
