// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Resources of several documents that refer to one another.
@Suite("Linking across documents")
struct LinkingTests {
    @Test("MW-022 a resource attached to another document keeps its attributes and relationships")
    func attaching() throws {
        let first = try Document<Album>(parsing: AlbumDocument.single)
        let second = try Document<[Album]>(parsing: AlbumDocument.list)
        let artist = try #require(first.data?.artist)
        let target = second.data[1]
        target.artist = artist
        #expect(target.artist == artist)
        #expect(target.artist?.name == "Portishead")
        #expect(target.artist?.debut == first.data)
        #expect(target.artist?.debut?.title == "Dummy")
        #expect(artist.debut?.id == "1")
        #expect(
            second.data[0].artist?.debut == second.data[0], "each document looks in itself first")
        #expect(second.data[0].artist?.name == "Massive Attack")
    }

    @Test("the assigned resource comes before one of the same identity in the own document")
    func assignedFirst() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let own = try #require(document.resource(Artist.self, id: "9"))
        let other = makeArtist("another nine", id: "9")
        let album = document.data[0]
        #expect(album.artist == own)
        album.artist = other
        #expect(album.artist == other)
        #expect(album.artist?.name == "another nine")
        album.artist = own
        #expect(album.artist == own)
        #expect(document.resource(Artist.self, id: "9") == own)
    }

    @Test("what the document lacks is found in a linked one")
    func groupLookUp() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let album = document.data[1]
        #expect(album.artist?.vox.isResolved == false)
        let artist = makeArtist("Portishead", id: "10")
        document.data[0].artist = artist
        #expect(album.artist == artist)
        #expect(album.artist?.name == "Portishead")
        #expect(album.artist?.vox.isResolved == true)
    }

    @Test("one side of a cycle is dropped: the other still reads it, live")
    func droppingOneSide() throws {
        func albumOfACycle() -> Resource<Album> {
            let album = makeAlbum("x", id: "1")
            let artist = makeArtist("a", id: "9")
            album.artist = artist
            artist.debut = album
            return album
        }
        let album = albumOfACycle()
        #expect(album.artist?.name == "a")
        #expect(album.artist?.debut == album)
        album.artist?.name = "b"
        #expect(album.artist?.name == "b")
        let artist = try #require(album.artist)
        album.title = "y"
        #expect(artist.debut?.title == "y")
        #expect(try artist.documentText().contains(#"{"type":"albums","id":"1"}"#))
    }

    @Test("three documents in a chain are alive through any of them")
    func chain() throws {
        func first() -> Resource<Album> {
            let album = makeAlbum("1", id: "1")
            let artist = makeArtist("2", id: "2")
            let debut = makeAlbum("3", id: "3")
            debut.tracks = [makeTrack("4", id: "4")]
            // Linked from the far end on, so that groups with links in them are merged.
            artist.debut = debut
            album.artist = artist
            return album
        }
        let album = first()
        let debut = try #require(album.artist?.debut)
        #expect(debut.title == "3")
        #expect(debut.tracks.first?.title == "4")
        #expect(debut.tracks.first?.vox.isResolved == true)

        func last() throws -> Resource<Track> {
            let album = first()
            return try #require(album.artist?.debut?.tracks.first)
        }
        let track = try last()
        #expect(track.title == "4")
        track.title = "5"
        #expect(
            try track.documentText()
                == #"{"data":{"type":"tracks","id":"4","attributes":{"title":"5"}}}"#)
    }

    @Test("relationships read after the document that owns the target is gone")
    func ownerGone() throws {
        let album = makeAlbum("x", id: "1")
        do {
            let document = try Document<[Album]>(parsing: AlbumDocument.list)
            album.artist = document.data[0].artist
            album.tracks = document.data[0].tracks
        }
        #expect(album.artist?.name == "Massive Attack")
        #expect(album.artist?.debut?.title == "Blue Lines")
        #expect(album.tracks.map(\.title) == ["Safe", "One Love"])
        #expect(album.artist?.debut?.tracks.first?.seconds == 318)
    }

    @Test("both documents stay live: a write through either shows in the other")
    func liveViews() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let album = makeAlbum("x", id: "1")
        album.artist = document.data[0].artist
        document.json.included[0].attributes.name = "raw"
        #expect(album.artist?.name == "raw")
        album.artist?.name = "typed"
        #expect(try document.documentText().contains(#""name": "typed""#))
    }

    @Test("a replaced or removed link no longer answers")
    func unlinking() throws {
        let album = makeAlbum("x", id: "1")
        let one = makeArtist("one", id: "1")
        let two = makeArtist("two", id: "2")
        album.artist = one
        album.artist = two
        #expect(album.artist == two)
        album.artist = nil
        #expect(album.artist == nil)
        album.tracks = [makeTrack("a"), makeTrack("b")]
        album.tracks = []
        #expect(album.tracks.isEmpty)
        #expect(
            try album.documentText().contains(#""tracks":{"data":[]}"#),
            "no resource without id is left")
        album.artist = makeArtist("no id")
        album.relationships.artist.vox.remove()
        #expect(album.artist == nil)
        #expect(throws: Never.self) { try album.documentData() }
    }

    @Test("an unresolved resource can be related: identity is all it takes")
    func relatingUnresolved() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let unresolved = try #require(document.data[1].artist)
        let album = makeAlbum("x", id: "1")
        album.artist = unresolved
        #expect(album.artist?.id == "10")
        #expect(album.artist?.vox.isResolved == false)
        document.data[0].artist = unresolved
        #expect(document.data[0].artist?.id == "10")
        #expect(
            try album.documentText().contains(#""artist":{"data":{"type":"artists","id":"10"}}"#))
    }

    @Test("a resource related to itself")
    func selfReference() throws {
        struct Node: ResourceSchema {
            static let type = "nodes"
            let next = ToOne<Node>("next")
            let all = ToMany<Node>("all")
        }
        let node = Resource<Node>()
        node.next = node
        node.all = [node, node]
        #expect(node.next == node)
        #expect(Array(node.all) == [node, node])
        #expect(throws: DocumentError.self) { try node.documentData() }
        node.id = "1"
        #expect(
            try node.documentText()
                == #"{"data":{"type":"nodes","id":"1","#
                + #""relationships":{"next":{"data":{"type":"nodes","#
                + #""id":"1"}},"all":{"data":[{"type":"nodes","id":"1"}]}}}}"#
        )
        #expect(node.next == node)
    }
}
