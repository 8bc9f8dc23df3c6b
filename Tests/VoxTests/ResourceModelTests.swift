// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Types as a program has them already.
private struct Song: Equatable, Codable {
    var title: String
    var seconds: Int?
}

private final class Record {
    let id: String?
    var title: String
    var songs: [Song]

    init(id: String? = nil, title: String, songs: [Song]) {
        self.id = id
        self.title = title
        self.songs = songs
    }

    convenience init(_ album: Resource<Album>) throws {
        self.init(
            id: album.id, title: try album.vox.value(\.title),
            songs: try album.tracks.map(Song.init))
    }
}

extension Song: ResourceModel {
    init(_ track: Resource<Track>) throws {
        title = try track.vox.value(\.title)
        seconds = track.seconds
    }

    func write(to track: Resource<Track>) {
        track.title = title
        track.seconds = seconds
    }
}

extension Record: ResourceModel {
    func write(to album: Resource<Album>) throws {
        album.id = id
        album.title = title
        album.tracks = nil
        for (position, song) in songs.enumerated() {
            let track = try Resource(song)
            track.lid = "song \(position)"
            album.tracks.append(track)
        }
    }
}

private struct Unwritable: ResourceModel {
    init() {}
    init(_ resource: Resource<Point>) {}
    func write(to resource: Resource<Point>) { resource.x = .infinity }
}

private struct Point: ResourceSchema {
    static let type = "points"
    let x = Attribute<Double>("x")
}

@Suite("Models by conformance")
struct ResourceModelTests {
    @Test("MW-098 existing structs and classes are made from resources, without a base class")
    func reading() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let records = try document.data.map(Record.init)
        #expect(records.map(\.title) == ["Blue Lines", "Dummy"])
        #expect(
            records[0].songs
                == [Song(title: "Safe", seconds: 318), Song(title: "One Love", seconds: 288)])
        let single = try Document<Album>(parsing: AlbumDocument.single)
        #expect(try single.data.map(Record.init)?.title == "Dummy")
        #expect(try Document<[Album]>(parsing: #"{"data": []}"#).data.map(Record.init).isEmpty)

        document.data[0].title = nil
        #expect(throws: JSONError.self) { try document.data.map(Record.init) }
    }

    @Test("MW-098 existing structs and classes become resources, without a base class")
    func writing() throws {
        let record = Record(title: "Mezzanine", songs: [Song(title: "Angel", seconds: nil)])
        let album = try Resource(record)
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","attributes":{"title":"Mezzanine"},"relationships":"#
                + #"{"tracks":{"data":[{"type":"tracks","lid":"song 0"}]}}}}"#)
        #expect(album.tracks.first?.title == "Angel")
        let again = try Record(album)
        #expect(again.title == record.title)
        #expect(again.songs == record.songs)
    }

    @Test("a plain write that fails is thrown")
    func failing() {
        do {
            _ = try Resource(Unwritable())
            Issue.record("infinity is no JSON")
        } catch {
            #expect((error as? JSONError)?.code == .notFinite)
        }
    }

    @Test("attributes go through Codable as any JSON does")
    func codable() throws {
        let document = try Document<AnyResource>(
            parsing: """
                {"data": {"type": "songs", "id": "1", "attributes": {"title": "a", "seconds": 2}}}
                """)
        let song = try #require(document.data)
        #expect(try song.attributes.vox.decode(Song.self) == Song(title: "a", seconds: 2))
        try song.attributes.vox.encode(Song(title: "b"))
        #expect(song["title"] == "b")
    }
}
