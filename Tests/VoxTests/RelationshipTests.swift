// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("Relationships")
struct RelationshipTests {
    @Test("MW-015 assignment writes type and id in order, and reading gives the same objects")
    func assigning() throws {
        let album = makeAlbum("Blue Lines", id: "1")
        let artist = makeArtist("Massive Attack", id: "9")
        let tracks = [
            makeTrack("Safe", id: "3"), makeTrack("One Love", id: "1"),
            makeTrack("Daydreaming", id: "2"),
        ]
        album.artist = artist
        album.tracks = tracks
        #expect(
            try album.relationships.vox.text(style: .compact)
                == #"{"artist":{"data":{"type":"artists","id":"9"}},"tracks":{"data":["#
                + #"{"type":"tracks","id":"3"},{"type":"tracks","id":"1"},{"type":"tracks","#
                + #""id":"2"}]}}"#
        )
        #expect(album.artist == artist)
        #expect(Array(album.tracks) == tracks)
        #expect(album.tracks == tracks as [Resource<Track>]?)
        #expect(album.tracks[1].title == "One Love")
        #expect(album.tracks.count == 3)
        #expect(album.artist?.vox.isResolved == true)

        album.tracks[1].title = "changed"
        #expect(tracks[1].title == "changed", "the related resource is the one assigned, no copy")
        artist.name = "3D"
        #expect(album.artist?.name == "3D")
    }

    @Test("MW-015 the same within a document that was read")
    func assigningWithinADocument() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let second = document.data[1]
        let artist = try #require(document.resource(Artist.self, id: "9"))
        let track = try #require(document.resource(Track.self, id: "2"))
        second.artist = artist
        second.tracks = [track]
        #expect(second.artist == artist)
        #expect(second.tracks.first == track)
        #expect(
            try second.relationships.vox.text(style: .compact).contains(#""tracks":{"data":[{"#))
        let again = try Document<[Album]>(parsing: document.documentData())
        #expect(again.data[1].artist?.name == "Massive Attack")
        #expect(again.data[1].tracks.map(\.title) == ["One Love"])
    }

    @Test("MW-015 ids that differ by their bytes alone are two")
    func lookalikes() throws {
        let album = makeAlbum("x", id: "1")
        let composed = makeTrack("composed", id: "\u{e9}")
        let decomposed = makeTrack("decomposed", id: "e\u{301}")
        album.tracks = [composed, decomposed]
        album.tracks.remove(composed)
        #expect(Array(album.tracks) == [decomposed])

        album.artist = makeArtist("composed", id: "\u{e9}")
        album.artist = makeArtist("decomposed", id: "e\u{301}")
        let id = String(album.relationships.artist.data.id)
        #expect(id?.utf8.count == 3)
    }

    @Test("append and remove write the linkage")
    func appending() throws {
        let album = makeAlbum("x", id: "1")
        let one = makeTrack("one", id: "1")
        let two = makeTrack("two", id: "2")
        album.tracks.append(one)
        album.tracks.append(two)
        album.tracks.append(one)
        #expect(album.tracks.map(\.id) == ["1", "2", "1"])
        album.tracks.remove(one)
        #expect(Array(album.tracks) == [two])
        album.tracks.remove(two)
        #expect(album.tracks.state == .value)
        #expect(try album.relationships.vox.text(style: .compact) == #"{"tracks":{"data":[]}}"#)
        #expect(try album.documentText().hasSuffix(#""relationships":{"tracks":{"data":[]}}}}"#))
    }

    @Test("a list taken from another resource's relationship is copied")
    func copyingALinkage() throws {
        let first = makeAlbum("first", id: "1")
        let second = makeAlbum("second", id: "2")
        let track = makeTrack("one", id: "1")
        first.tracks = [track]
        second.tracks = first.tracks
        #expect(Array(second.tracks) == [track])
        first.tracks = []
        #expect(Array(second.tracks) == [track])
    }

    @Test("a relationship is reached by its JSON name too: none, one or many resources")
    func byName() throws {
        let album = try Document<[Album]>(parsing: AlbumDocument.list).data[0]
        #expect(album.vox.related("artist").map(\.type) == ["artists"])
        #expect(album.vox.related("artist").first?.as(Artist.self) == album.artist)
        #expect(album.vox.related("tracks").compactMap { $0.as(Track.self) } == Array(album.tracks))
        #expect(album.vox.related("nothing").isEmpty)
        album.artist = .null
        #expect(album.vox.related("artist").isEmpty)
    }

    @Test("T24 iteration is over the list as it was")
    func snapshots() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let album = document.data[0]
        var ids: [String?] = []
        for track in album.tracks {
            album.tracks.remove(track)
            ids.append(track.id)
        }
        #expect(ids == ["1", "2"])
        #expect(album.tracks.isEmpty)

        let other = document.data[1]
        let track = Resource<Track>()
        track.id = "3"
        other.tracks = [track, track]
        for track in other.tracks {
            other.tracks.append(track)
        }
        #expect(other.tracks.count == 4)
    }

    static let members = #""links":{"self":"/r","related":null},"meta":{"n":[1, 2]},"ext:x":true"#

    @Test("MW-016 replacing linkage keeps links and meta")
    func linksAndMetaStay() throws {
        let album = try readAlbum(
            with: #""relationships":{"artist":{"data":{"type":"artists","id":"1"},"# + Self.members
                + #"},"tracks":{"# + Self.members + #","data":[{"type":"tracks","id":"1"}]},"#
                + #""attachments":{"# + Self.members + "}}")
        album.artist = makeArtist("a", id: "2")
        album.tracks = [makeTrack("t", id: "2"), makeTrack("u", id: "3")]
        album.attachments = []
        let linkages = ["artist": "2", "tracks": "2"]
        for name in ["artist", "tracks", "attachments"] {
            let relationship: JSON = album.relationships[name]
            #expect(relationship.links["self"] == "/r")
            #expect(relationship.links.related.vox.state == .null)
            #expect(relationship.meta.n == [1, 2])
            #expect(relationship["ext:x"] == true)
            #expect(relationship.vox.count == 4)
        }
        #expect(linkages["artist"] == album.artist?.id)
        #expect(album.tracks.map(\.id) == ["2", "3"])

        album.artist = .null
        album.tracks.append(makeTrack("v", id: "4"))
        #expect(album.relationships.artist.links["self"] == "/r")
        #expect(album.relationships.artist.data.vox.state == .null)
        #expect(album.relationships.tracks.meta.n == [1, 2])
        #expect(album.vox.relationship(\.artist).meta.n == [1, 2])
        #expect(album.vox.relationship(\.tracks).links.selfLink.href == "/r")
    }

    @Test("an identifier that stays keeps its meta")
    func identifierMeta() throws {
        let album = try readAlbum(
            with:
                #""relationships":{"tracks":{"data":[{"type":"tracks","id":"1","meta":{"disc":2}},"#
                + #"{"type":"tracks","id":"2"}]},"#
                + #""artist":{"data":{"type":"artists","id":"1","meta":{"role":"x"}}}}"#)
        album.tracks = [makeTrack("b", id: "2"), makeTrack("a", id: "1")]
        album.artist = makeArtist("same", id: "1")
        #expect(
            try album.relationships.vox.text(style: .compact)
                == #"{"tracks":{"data":[{"type":"tracks","id":"2"},"#
                + #"{"type":"tracks","id":"1","meta":{"disc":2}}]},"#
                + #""artist":{"data":{"type":"artists","id":"1","meta":{"role":"x"}}}}"#)
        #expect(album.artist?.name == "same")
    }

    @Test("MW-018 one relationship holds several classes, each read back as its own")
    func severalClasses() throws {
        let album = makeAlbum("x", id: "1")
        let track = makeTrack("t", id: "1")
        let artist = makeArtist("a", id: "1")
        album.attachments = [
            try track.erased(), try artist.erased(), try makeAlbum("y", id: "1").erased(),
        ]
        let parsed = try Document<[Album]>(parsing: AlbumDocument.list).data[0]

        #expect(album.attachments.map(\.type) == ["tracks", "artists", "albums"])
        #expect(album.attachments[0].as(Track.self) == track)
        #expect(album.attachments[0].as(Artist.self) == nil)
        #expect(album.attachments[1].as(Artist.self)?.name == "a")
        #expect(album.attachments[2].as(Album.self)?.title == "y")

        #expect(parsed.attachments.map(\.type) == ["tracks", "artists"])
        #expect(parsed.attachments[0].as(Track.self)?.seconds == 288)
        #expect(parsed.attachments[1].as(Artist.self)?.name == "Massive Attack")
        #expect(parsed.attachments[1].as(Track.self) == nil)
    }

    @Test("MW-019 a cycle in a document leads back to the same identity")
    func parsedCycle() throws {
        let document = try Document<Album>(parsing: AlbumDocument.single)
        let album = try #require(document.data)
        let artist = try #require(album.artist)
        #expect(artist.debut == album)
        #expect(artist.debut?.artist == artist)
        #expect(artist.debut?.artist?.debut?.artist?.name == "Portishead")
        artist.debut?.title = "through the cycle"
        #expect(album.title == "through the cycle")
        let one: Set = [
            album, try #require(artist.debut), try #require(document.resource(Album.self, id: "1")),
        ]
        #expect(one.count == 1)
    }

    @Test(
        "MW-019 a cycle built by hand leads back to the same identity",
        arguments: [
            [nil, nil], ["1", nil], ["1", "1"],
        ])
    func handBuiltCycle(ids: [String?]) throws {
        let album = makeAlbum("x", id: ids[0])
        let artist = makeArtist("a", id: ids[1])
        album.artist = artist
        artist.debut = album
        #expect(album.artist == artist)
        #expect(album.artist?.debut == album)
        #expect(artist.debut?.artist?.debut?.artist == artist)
        #expect(album.vox.failure == nil)
        #expect(artist.vox.failure == nil)
    }
}
