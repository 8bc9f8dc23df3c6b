// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("References")
struct ReferenceTests {
    @Test("a reference has type and id, and nothing else")
    func identity() throws {
        let album = Resource<Album>(id: "7")
        #expect(album.type == "albums" && album.id == "7")
        #expect(!album.vox.isResolved)
        #expect(album.title == nil && album.artist == nil && album.tracks.isEmpty)
        let any = Resource(type: "things", id: "é/1")
        #expect(any.type == "things" && any.id == "é/1" && !any.vox.isResolved)
        #expect(any.as(Album.self) == nil)
        #expect(try album.documentText() == #"{"data":{"type":"albums","id":"7"}}"#)
        #expect(try [album].identifierDocument() == [album].documentData())
    }

    @Test("a reference is assigned as a resource is, and writes its identifier")
    func assigning() throws {
        let album = makeAlbum("x", id: "1")
        album.artist = Resource<Artist>(id: "9")
        album.tracks = [Resource<Track>(id: "1"), Resource<Track>(id: "2")]
        album.tracks.append(Resource<Track>(id: "3"))
        album.attachments = [Resource(type: "notes", id: "n")]
        #expect(
            try album.relationships.vox.text(style: .compact)
                == #"{"artist":{"data":{"type":"artists","id":"9"}},"tracks":{"data":["#
                + #"{"type":"tracks","id":"1"},{"type":"tracks","id":"2"},{"type":"tracks","id":"3"}]},"#
                + #""attachments":{"data":[{"type":"notes","id":"n"}]}}"#)
        #expect(album.artist?.id == "9" && album.artist?.vox.isResolved == false)
        #expect(album.tracks.map(\.id) == ["1", "2", "3"])
        #expect(album.vox.failures.isEmpty)
    }

    @Test("what a reference stands for is found where the document has it")
    func resolving() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let second = document.data[1]
        second.artist = Resource<Artist>(id: "9")
        second.tracks = [Resource<Track>(id: "2")]
        #expect(second.artist?.name == "Massive Attack")
        #expect(second.tracks[0].title == "One Love")
        second.tracks.remove(Resource<Track>(id: "2"))
        #expect(second.tracks.isEmpty)
    }

    @Test("a reference that is assigned replaces the resource that was")
    func replacing() throws {
        let album = makeAlbum("x", id: "1")
        album.artist = makeArtist("Massive Attack", id: "9")
        album.artist = Resource<Artist>(id: "10")
        #expect(album.artist?.id == "10" && album.artist?.name == nil)
        let included = try Document<Album>(parsing: album.documentData(including: .all)).included
        #expect(included.isEmpty, "a reference is no resource to include")
    }

    @Test("writing a reference is refused, and says what to do instead")
    func writing() throws {
        let album = Resource<Album>(id: "7")
        album.title = "x"
        album.id = "8"
        album.tracks.append(Resource<Track>(id: "1"))
        #expect(album.title == nil && album.id == "7" && album.tracks.isEmpty)
        let failures = album.vox.failures
        #expect(!failures.isEmpty)
        for failure in failures {
            #expect(failure.kind == .write && failure.error.code == .missing)
            #expect(failure.error.message.contains("set the id of a new resource"))
        }
        #expect(throws: DocumentError.self) { try album.createDocument() }
    }

    @Test("many references in one relationship cost no more each than few")
    func many() throws {
        let album = makeAlbum("x", id: "1")
        album.tracks.append(contentsOf: (0..<3000).map { Resource<Track>(id: String($0)) })
        #expect(album.tracks.count == 3000)
        #expect(album.tracks.reduce(0) { $0 + ($1.vox.isResolved ? 1 : 0) } == 0)
        #expect(album.tracks[2999].id == "2999")
    }
}
