// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Reading and writing relationships at their own endpoints.
@Suite("Relationship endpoints")
struct RelationshipEndpointTests {
    private func track(_ id: String) -> Resource<Track> {
        let track = Resource<Track>()
        track.id = id
        return track
    }

    private func album() throws -> Resource<Album> {
        try #require(
            try Document<Album>(
                parsing: albumDocument(
                    more:
                        #","relationships":{"artist":{"data":null},"tracks":{"data":[{"type":"tracks","id":"1","meta":{"n":1}}],"links":{"self":"/v1/albums/1/rel/tracks","related":"/v1/t?album=1"},"meta":{"x":1}}}"#
                )
            ).data)
    }

    @Test("JA-122 A to-one is set and emptied by PATCH")
    func toOne() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        let artist = Resource<Artist>()
        artist.id = "7"
        artist.name = "x"
        try await albums.relationship(\.artist, of: album).replace(with: artist).result()
        #expect(album.artist == artist)
        #expect(album.artist?.name == "x")
        try await albums.relationship(\.artist, of: album).replace(with: nil).result()
        #expect(album.artist == nil)
        #expect(
            script.lines == Array(repeating: "PATCH /v1/albums/1/relationships/artist", count: 2))
        #expect(
            script.requests.map(\.text) == [
                #"{"data":{"type":"artists","id":"7"}}"#, #"{"data":null}"#,
            ])
        #expect(try album.vox.changes().isEmpty)
    }

    @Test(
        "JA-123 JA-125 JA-126 PATCH replaces, POST adds, DELETE removes, always a list; repeats are no error"
    )
    func toMany() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        let endpoint = albums.relationship(\.tracks, of: album)
        try await endpoint.add([track("2"), track("1")]).result()
        #expect(album.tracks.map(\.id) == ["1", "2"])
        #expect(album.relationships["tracks"]["data"][0]["meta"]["n"] == 1)
        try await endpoint.remove([track("1"), track("9")]).result()
        #expect(album.tracks.map(\.id) == ["2"])
        try await endpoint.replace(with: [track("5")]).result()
        #expect(album.tracks.map(\.id) == ["5"])
        try await endpoint.replace(with: []).result()
        #expect(album.tracks.isEmpty)
        #expect(album.relationships["tracks"]["meta"]["x"] == 1)
        #expect(
            script.lines
                == ["POST", "DELETE", "PATCH", "PATCH"].map { "\($0) /v1/albums/1/rel/tracks" })
        #expect(
            script.requests.map(\.text) == [
                #"{"data":[{"type":"tracks","id":"2"},{"type":"tracks","id":"1"}]}"#,
                #"{"data":[{"type":"tracks","id":"1"},{"type":"tracks","id":"9"}]}"#,
                #"{"data":[{"type":"tracks","id":"5"}]}"#, #"{"data":[]}"#,
            ])
        #expect(try album.vox.changes().isEmpty)
    }

    @Test("JA-126 The linkage that the server answers is the final one; 202 and 403 change nothing")
    func answers() async throws {
        let script = Script { request, number in
            switch number {
            case 0:
                .document(
                    #"{"data":[{"type":"tracks","id":"8"},{"type":"tracks","id":"9"}]}"#,
                    of: request)
            case 1: .document(#"{"meta":{}}"#, of: request)
            case 2: .document("", 202, of: request)
            default: .document(#"{"errors":[{"title":"no"}]}"#, 403, of: request)
            }
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        let endpoint = albums.relationship(\.tracks, of: album)
        try await endpoint.add([track("2")]).result()
        #expect(album.tracks.map(\.id) == ["8", "9"])
        try await endpoint.remove([track("8")]).result()
        #expect(album.tracks.map(\.id) == ["9"])
        guard case .pending = try await endpoint.replace(with: []).answer().outcome else {
            return #expect(Bool(false), "not pending")
        }
        #expect(album.tracks.map(\.id) == ["9"])
        #expect(
            await requestError { try await endpoint.replace(with: []).result() }?.code == .forbidden
        )
        #expect(album.tracks.map(\.id) == ["9"])
        #expect(try album.vox.changes().isEmpty)
    }

    @Test("JA-086 JA-088 Reading a relationship gives linkage, with what was included")
    func fetching() async throws {
        let script = Script(
            #"{"data":[{"type":"tracks","id":"1"},{"type":"tracks","id":"2","meta":{"m":1}}],"links":{"self":"/x","related":"/y"},"included":[{"type":"tracks","id":"1","attributes":{"title":"one"}}]}"#,
            #"{"data":null}"#)
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        let linkage = try await albums.relationship(\.tracks, of: album).fetch().include(["tracks"])
            .result()
        #expect(linkage.data.map(\.id) == ["1", "2"])
        #expect(linkage.data[1].meta["m"] == 1)
        #expect(linkage.included.first?.as(Track.self)?.title == "one")
        #expect(linkage.json["links"]["self"] == "/x")
        #expect(try await albums.relationship(\.artist, of: album).fetch().result().data == nil)
        #expect(
            script.lines == [
                "GET /v1/albums/1/rel/tracks?include=tracks",
                "GET /v1/albums/1/relationships/artist",
            ])
    }

    @Test("JA-034 JA-087 A related link is read; an empty relationship is no error")
    func related() async throws {
        let script = Script(#"{"data":[]}"#, #"{"data":null}"#)
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        #expect(try await albums.related(\.tracks, of: album).result().data.isEmpty)
        #expect(try await albums.related(\.artist, of: album).result().data == nil)
        #expect(script.lines == ["GET /v1/t?album=1", "GET /v1/albums/1/artist"])
        #expect(
            await requestError { _ = try await albums.related(\.artist, of: album).result() }?.code
                == .notFound)
    }
}
