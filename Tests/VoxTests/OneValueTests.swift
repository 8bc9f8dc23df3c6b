// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

/// A document has one value of each resource, whatever views the program puts into it.
@Suite("One value of each resource in a document")
struct OneValueTests {
    private func failure(_ write: () throws -> Void) -> DocumentError? {
        do {
            try write()
            return nil
        } catch {
            return error as? DocumentError
        }
    }

    /// Two albums with artists that are read or made apart and have the same id.
    private func albums(_ first: String, _ second: String) -> [Resource<Album>] {
        let albums = [makeAlbum("a", id: "1"), makeAlbum("b", id: "2")]
        albums[0].artist = makeArtist(first, id: "7")
        albums[1].artist = makeArtist(second, id: "7")
        return albums
    }

    @Test("JA-040 Two views of a resource are not written into one list", arguments: ["A", "B"])
    func list(title: String) throws {
        let list = [makeAlbum("A", id: "1"), makeAlbum("x", id: "2"), makeAlbum(title, id: "1")]
        for write in [
            { _ = try list.documentData() }, { _ = try list.documentData(including: .all) },
            { _ = try list.documentDictionary() }, { _ = try Document(data: list) },
        ] {
            let error = failure(write)
            #expect(error?.code == .repeated)
            #expect(error?.pointer == "/data/2" && error?.otherPointer == "/data/0")
        }
        let local = [makeAlbum("A"), makeAlbum("A")]
        for album in local { album.lid = "l" }
        #expect(failure { _ = try local.documentData() }?.code == .repeated)
    }

    @Test("JA-040 Related resources with one identity and other values are an error at both places")
    func included() throws {
        let albums = albums("x", "y")
        let document = try Document(data: albums)
        for write in [
            { _ = try albums.documentData(including: .all) },
            { _ = try albums.documentData(including: .paths(\.artist)) },
            { try document.include(.depth(1)) }, { try document.include(.paths("artist")) },
        ] {
            let error = failure(write)
            #expect(error?.code == .repeated)
            #expect(error?.pointer == "/data/1/relationships/artist/data")
            #expect(error?.otherPointer == "/included/0")
            #expect(error?.description.contains("artists 7") == true)
        }
        #expect(document.includedState == .absent, "nothing was included")
        // Other members than attributes count, too.
        let others = self.albums("x", "x")
        others[1].artist?.meta.rank = 1
        #expect(failure { _ = try others.documentData(including: .all) }?.code == .repeated)
        #expect(throws: Never.self) { try others.documentData(including: .none) }
    }

    @Test("JA-040 Related resources with equal values are one resource")
    func equal() throws {
        let albums = albums("x", "x")
        let written = try JSON(parsing: albums.documentData(including: .all))
        #expect(written.included.vox.count == 1 && written.included[0].id == "7")
        let document = try Document(data: albums)
        try document.include(.all)
        #expect(document.json.vox.isEqual(to: written))
        // What only the second one leads to is in the document, and is compared, too.
        albums[0].artist?.debut = makeAlbum("d", id: "3")
        albums[1].artist?.debut = makeAlbum("other", id: "3")
        let error = failure { _ = try albums.documentData(including: .all) }
        #expect(error?.code == .repeated)
        #expect(error?.pointer == "/included/0/relationships/debut/data")
        #expect(error?.otherPointer == "/included/1")
        let path = failure {
            _ = try albums.documentData(including: .paths(\.artist.debut))
        }
        #expect(path?.pointer == error?.pointer)
    }

    @Test("JA-040 A primary resource is not related to another value of itself")
    func primary() throws {
        let album = makeAlbum("a", id: "1")
        album.artist = makeArtist("x", id: "7")
        album.artist?.debut = makeAlbum("other", id: "1")
        for write in [
            { _ = try album.documentData(including: .all) },
            { _ = try album.documentData(including: .paths(\.artist.debut)) },
            { try Document(data: album).include(.all) },
        ] {
            let error = failure(write)
            #expect(error?.code == .repeated && error?.otherPointer == "/data")
            #expect(error?.pointer == "/included/0/relationships/debut/data")
        }
        let list = failure { _ = try [album].documentData(including: .all) }
        #expect(list?.otherPointer == "/data/0")
        album.artist?.debut = album
        #expect(throws: Never.self) { try album.documentData(including: .all) }
    }

    @Test("JA-040 A document takes in no other value of a resource that it has")
    func documents() throws {
        let document = try Document<[Album]>()
        try document.add(makeAlbum("a", id: "1"))
        let artist = try document.include(makeArtist("x", id: "7"))
        #expect(try document.include(makeArtist("x", id: "7")) == artist)
        #expect(try document.include(artist) == artist)
        let error = failure { try document.include(makeArtist("y", id: "7")) }
        #expect(error?.code == .repeated)
        #expect(error?.pointer == "/included/1" && error?.otherPointer == "/included/0")
        let again = failure { try document.include(makeAlbum("b", id: "1")) }
        #expect(again?.otherPointer == "/data/0")
        #expect(document.included.count == 1 && artist.name == "x")
        // The included resource of the document, and the one that a relationship leads to.
        document.data[0].artist = makeArtist("z", id: "7")
        let linked = failure { try document.include(.all) }
        #expect(linked?.pointer == "/data/0/relationships/artist/data")
        #expect(linked?.otherPointer == "/included/0")
        document.data[0].artist = makeArtist("x", id: "7")
        try document.include(.all)
        #expect(document.data[0].artist == artist)
    }

    @Test("JA-040 Ids that are set later are compared when the document is written")
    func later() throws {
        let document = try Document<[Album]>()
        for _ in 0..<2 { try document.add().title = "x" }
        try document.include(Artist.self, id: "7")
        #expect(throws: Never.self) { try document.documentData() }
        for album in document.data { album.id = "1" }
        for write in [
            { _ = try document.documentData() }, { _ = try document.documentDictionary() },
        ] {
            let error = failure(write)
            #expect(error?.code == .repeated)
            #expect(error?.pointer == "/data/1" && error?.otherPointer == "/data/0")
        }
        document.data[1].id = "2"
        try document.include(Track.self, id: "7").id = "8"
        try document.include(Track.self, id: "7").id = "8"
        #expect(failure { _ = try document.documentData() }?.pointer == "/included/2")
        // What a server sent is written as it was sent.
        let text = #"{"data":[{"type":"albums","id":"1"},{"type":"albums","id":"1"}]}"#
        #expect(try Document<[Album]>(parsing: text).documentText() == text)
    }

    @Test("A target that is linked twice is sent once, in every form of a request")
    func linkage() throws {
        let album = makeAlbum("a", id: "1")
        let track = makeTrack("t", id: "5")
        album.tracks.append(track)
        album.tracks.append(makeTrack("other view", id: "5"))
        album.tracks.append(contentsOf: [Resource<Track>(id: "6"), track])
        let sent = #"{"data":[{"type":"tracks","id":"5"},{"type":"tracks","id":"6"}]}"#
        for data in [
            try album.createDocument(), try album.updateDocument(),
            try album.updateDocument(full: true),
        ] {
            let json = try JSON(parsing: data)
            #expect(try json.data.relationships.tracks.vox.text() == sent)
        }
        func text(_ data: some Collection<UInt8>) -> String {
            String(decoding: data, as: UTF8.self)
        }
        #expect(try text(album.linkageDocument(\.tracks)) == sent)
        #expect(try text(Array(album.tracks).identifierDocument()) == sent)
        #expect(album.tracks.count == 4, "the program's own list stays as it is")
        // Meta information tells two identifiers apart.
        let quantities =
            #"[{"type":"tracks","id":"5","meta":{"n":1}},{"type":"tracks","id":"5","meta":{"n":2}}]"#
        let read = try readAlbum(with: #""relationships":{"tracks":{"data":\#(quantities)}}"#)
        #expect(try text(read.linkageDocument(\.tracks)) == #"{"data":\#(quantities)}"#)
    }

    @Test("A target that is linked twice is sent once, at every door that puts a document together")
    func writtenOnce() throws {
        struct Model: Codable {
            var id: String?
            var tracks: [String]?
        }
        let sent = #"[{"type":"tracks","id":"5"},{"type":"tracks","id":"6"}]"#
        let track = makeTrack("t", id: "5")
        let other = Resource<Track>(id: "6")
        let fills: [(Resource<Album>) throws -> Void] = [
            { for target in [track, other, track] { $0.tracks.append(target) } },
            { $0.tracks = [track, other, makeTrack("t", id: "5"), Resource(id: "6")] },
            { $0.tracks.insert(contentsOf: [track, other, track, other], at: 0) },
            {
                $0.tracks = [track, other, Resource(id: "7")]
                $0.tracks[2] = track
            },
            { try $0.vox.encode(Model(tracks: ["5", "6", "5"])) },
            {
                $0.json["relationships"]["tracks"]["data"] = try JSON(
                    parsing: "[\(sent.dropFirst().dropLast()),\(sent.dropFirst())")
            },
        ]
        func linkage(_ data: some Collection<UInt8>, _ pointer: String) throws -> String? {
            try JSON(parsing: data)[pointer: pointer].vox.text(style: .compact)
        }
        let one = "/data/relationships/tracks/data"
        let first = "/data/0/relationships/tracks/data"
        for (index, fill) in fills.enumerated() {
            let album = makeAlbum("a", id: "1")
            try fill(album)
            let count = album.tracks.count
            let read = try Document<[Album]>(
                parsing: #"{ "data": [{"type":"albums","id":"1"}], "meta":{"a": 1} }"#)
            try fill(read.data[0])
            let doors = [
                (try album.documentData(), one), (try album.documentData(including: .none), one),
                (try [album].documentData(), first),
                (try [album].documentData(including: .all), first),
                (try read.data[0].documentData(), one),
                (
                    try AtomicDocument(results: [album]).documentData(),
                    "/atomic:results/0/data/relationships/tracks/data"
                ),
            ]
            for (door, (data, pointer)) in doors.enumerated() {
                #expect(try linkage(data, pointer) == sent, "\(index), door \(door)")
            }
            let object = try album.documentDictionary()
            #expect(try linkage(JSONValue.object(object).text().utf8, one) == sent, "\(index)")
            #expect(album.tracks.count == count, "the program's own list stays as it is")
            #expect(read.data[0].tracks.count == count)
            // A document is written as it is.
            #expect(try JSON(parsing: read.documentData()).vox.isEqual(to: read.json))
        }
        let text =
            #"{"data":[{"type":"albums","id":"1","relationships":{"tracks":{"data":[{"type":"tracks","id":"5"},{"type":"tracks","id":"5"}]}}}]}"#
        let sentTwice = try Document<[Album]>(parsing: text)
        #expect(try sentTwice.documentText() == text)
        sentTwice.data[0].title = "x"
        #expect(try sentTwice.documentText().contains(#""id":"5"},{"type":"tracks","id":"5"}"#))
        #expect(
            try linkage(sentTwice.data[0].documentData(), one) == #"[{"type":"tracks","id":"5"}]"#)
    }

    @Test("A number as an id is an error that names the mode that reads it")
    func numbers() throws {
        for text in [
            #"{"data":{"type":"albums","id":5}}"#,
            #"{"data":{"type":"albums","id":"1"},"included":[{"type":"artists","id":7}]}"#,
        ] {
            let error = failure { _ = try Document<Album>(parsing: text) }
            #expect(error?.code == .shape && error?.description.contains(".lenient") == true)
            #expect(
                throws: Never.self,
                performing: {
                    try Document<Album>(parsing: text, options: DocumentOptions(mode: .lenient))
                })
        }
        let other = failure {
            _ = try Document<Album>(parsing: #"{"data":{"type":"albums","id":[]}}"#)
        }
        #expect(other?.description.contains("lenient") == false)
    }
}
