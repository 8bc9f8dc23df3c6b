// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// The client of this library and a service that executes its operations.
@Suite("Units of work and a service")
struct AtomicClientTests {
    private struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
        let artist = ToOne<Artist>("artist")
        let tracks = ToMany<Track>("tracks")
    }

    private struct Artist: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
        let rival = ToOne<Artist>("rival")
    }

    private struct Track: ResourceSchema {
        static let type = "tracks"
        let length = Attribute<Int>("length")
        let album = ToOne<Album>("album")
    }

    private let store = Music.store()

    private func client(_ service: ResourceService) throws -> APIClient {
        try APIClient("http://music.example", transport: service, reliability: nil)
    }

    @Test("JA-149 New resources that refer to one another get their ids from the service")
    func created() async throws {
        let service = Atomic.service(store)
        let unit = try client(service).atomic()
        let artist = Resource<Artist>()
        artist.name = "Ann"
        let album = Resource<Album>()
        album.title = "Tides"
        album.artist = artist
        let track = Resource<Track>()
        track.length = 7
        track.album = album
        unit.create(track)
        unit.create(album)
        unit.create(artist)
        unit.relationship(\.tracks, of: album).add([track])
        unit.delete(Resource<Album>(id: "1"))
        try await unit.result()
        let id = try #require(album.id)
        let stored = try await service.send(.get, "/albums/\(id)?include=artist,tracks").json
        #expect(stored.data.attributes.title == "Tides")
        #expect(stored.data.relationships.artist.data.id as String? == artist.id)
        #expect(stored.data.relationships.tracks.data[0].id as String? == track.id)
        let link = try await service.send(.get, "/tracks/\(track.id ?? "")").json.data
        #expect(link.relationships.album.data.id as String? == id)
        #expect(try await service.send(.get, "/albums/1").status == 404)
        #expect(try album.vox.changes().isEmpty && track.vox.changes().isEmpty)
    }

    @Test(
        "A refused unit of work leaves both sides as they were, and its errors find their resource")
    func refused() async throws {
        let service = Atomic.service(store)
        let before = Atomic.contents(of: store)
        let unit = try client(service).atomic()
        let artist = Resource<Artist>()
        artist.name = "Ann"
        let album = Resource<Album>()
        album.title = ""
        album.artist = artist
        unit.create(artist)
        unit.create(album)
        do {
            try await unit.result()
            Issue.record("the album has no title")
        } catch let error as RequestError {
            #expect(error.errors(of: album).map(\.title) == ["Missing"])
            #expect(error.errors(of: artist).isEmpty)
        }
        #expect(artist.id == nil && album.id == nil)
        #expect(Atomic.contents(of: store) == before)
        album.title = "Tides"
        try await unit.result()
        #expect(store.resources(of: "albums").count == 8)
    }
}
