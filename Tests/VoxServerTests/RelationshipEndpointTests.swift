// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

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
            case 2: .document("", 202, [.contentLocation: "/v1/jobs/5"], of: request)
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
        guard case .pending = try await endpoint.replace(with: []).response().outcome else {
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

    @Test("A page of the linkage is not taken for all of it")
    func pageOfLinkage() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":[{"type":"tracks","id":"1"}],"links":{"next":"/v1/albums/1/rel/tracks?p=2"}}"#,
                of: request)
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        let endpoint = albums.relationship(\.tracks, of: album)
        try await endpoint.add([track("2"), track("3")]).result()
        #expect(album.tracks.map(\.id) == ["1", "2", "3"])
        #expect(try album.vox.changes().isEmpty)
    }

    @Test("What the service answers to an edit is all of the linkage, however much it is")
    func longLinkage() async throws {
        let tracks = (1...50).map { StoredResource(type: "tracks", id: "\($0)") }
        let store = MemoryStore(
            tracks + [
                StoredResource(
                    type: "albums", id: "1",
                    relationships: ["tracks": .many(tracks.prefix(49).map(\.identifier))])
            ])
        let albums = DataSource<Album>(
            .path("albums/<id>"),
            client: try APIClient(
                "https://a.example", transport: ResourceService(serving: store), reliability: nil))
        let album = try #require(try await albums.fetch(id: "1").result().data)
        try await albums.relationship(\.tracks, of: album).add([track("50")]).result()
        #expect(album.tracks.count == 50)
    }

    @Test("JA-098 MW-059 The rest of a relationship is read by its next link, page by page")
    func relationshipPages() async throws {
        let script = Script { request, number in
            .document(
                """
                {"data":[{"type":"tracks","id":"\(number + 2)"}],"links":{"self":"/x",\
                "next":\(number == 0 ? #""/v1/albums/1/rel/tracks?p=3""# : "null")}}
                """, of: request)
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let document = try Document<Album>(
            parsing: albumDocument(
                more:
                    #","relationships":{"tracks":{"data":[{"type":"tracks","id":"1"}],"links":{"self":"/v1/albums/1/rel/tracks","next":"/v1/albums/1/rel/tracks?p=2"}},"artist":{"links":{"next":null}}}"#
            ))
        let album = try #require(document.data)
        let endpoint = albums.relationship(\.tracks, of: album)
        var ids: [String] = album.tracks.compactMap(\.id)
        for try await page in try #require(endpoint.next()).pages {
            ids += page.data.compactMap(\.id)
        }
        #expect(ids == ["1", "2", "3"])
        #expect(
            script.lines == ["GET /v1/albums/1/rel/tracks?p=2", "GET /v1/albums/1/rel/tracks?p=3"])
        let whole = try #require(try Document<Album>(parsing: albumDocument()).data)
        #expect(albums.relationship(\.tracks, of: whole).next() == nil)
    }

    @Test("JA-088 Key paths to include begin at the relationship, texts are as they are")
    func includeBelow() async throws {
        let script = Script(#"{"data":null}"#, #"{"data":null}"#)
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let endpoint = albums.relationship(\.artist, of: try album())
        _ = try await endpoint.fetch().include(\.debut).result()
        _ = try await endpoint.fetch().include(["artist"]).result()
        #expect(
            script.lines == [
                "GET /v1/albums/1/relationships/artist?include=artist.debut",
                "GET /v1/albums/1/relationships/artist?include=artist",
            ])
    }

    @Test("A change that the server makes later is waited for, and made here then")
    func later() async throws {
        let script = Script { request, number in
            switch number {
            case 0:
                .document(
                    "", 202, [.contentLocation: "/v1/jobs/5", .retryAfter: "0"], of: request)
            case 1: .document("", 303, [.location: "/v1/albums/1/rel/tracks"], of: request)
            default: .document(#"{"data":[{"type":"tracks","id":"7"}]}"#, of: request)
            }
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let album = try album()
        let endpoint = albums.relationship(\.tracks, of: album)
        try await endpoint.add([track("2")]).result()
        #expect(script.lines.count == 3)
        #expect(album.tracks.map(\.id) == ["7"])
        #expect(try album.vox.changes().isEmpty)
    }
}
