// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer
import VoxTesting

@Suite("The service for tests: its documents")
struct ServiceDocumentTests {
    @Test("Every response to random requests keeps the rules of JSON:API", arguments: 0..<8)
    func valid(seed: UInt64) async throws {
        var random = Numbers(state: seed)
        let service = Music.service(albums: 12)
        let targets = [
            "/albums", "/albums/1", "/albums/3/tracks", "/albums/3/relationships/tracks",
            "/albums/5/artist", "/albums/5/relationships/artist", "/artists", "/tracks/3.1", "/x",
            "/albums/77", "/tracks",
        ]
        let parts = [
            "include=artist", "include=tracks.album,artist.rival", "include=rival", "include=",
            "include=album.tracks", "fields[albums]=title", "fields[tracks]=", "sort=-year,title",
            "sort=length", "page[size]=2", "page[number]=2", "page[offset]=3", "page[cursor]=",
            "filter[artist]=1", "filter[id]=1,2,3.1", "fooBar=1", "foo=1", "include=nothing",
        ]
        var successes = 0
        for _ in 0..<150 {
            let query = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                parts.randomElement(using: &random)
            }.joined(separator: "&")
            let target = (targets.randomElement(using: &random) ?? "") + "?" + query
            let reply = try await service.send(.get, target)
            let asked = try? RequestQuery(query, supporting: .everything)
            let validator = Validator(
                profile: reply.status == 200 && target.contains("/relationships/")
                    ? .relationship : .response,
                fields: asked?.fields ?? [:])
            let faults = try validator.findings(in: JSON(parsing: reply.bytes)).filter {
                $0.severity == .error
            }
            #expect(faults.isEmpty, "GET \(target)")
            if reply.status == 200 { successes += 1 }
        }
        #expect(successes > 20)
    }

    @Test("A document that was served, and is served again by what it said, is the same")
    func again() async throws {
        let first = try await Music.service().send(
            .get, "/albums?include=artist,tracks,artist.rival")
        let copy = ResourceService(
            serving: try MemoryStore(parsing: String(decoding: first.bytes, as: UTF8.self)))
        let second = try await copy.send(.get, "/albums?include=artist,tracks,artist.rival")
        #expect(second.bytes == first.bytes)
    }

    @Test("A store is made of a document with one resource, too, or none")
    func one() throws {
        let one = try MemoryStore(
            parsing: #"{"data":{"type":"a","id":"1"},"included":[{"type":"b","id":"2"}]}"#)
        #expect(one.types == ["a", "b"])
        #expect(try MemoryStore(parsing: #"{"data":null}"#).types.isEmpty)
    }

    @Test("A document may have other relationships than the schema of its resources")
    func otherRelationships() async throws {
        let store = try MemoryStore(
            parsing: #"""
                {"data": [
                  {"type": "albums", "id": "1", "attributes": {"title": "a"}, "relationships": {
                    "label": {"data": {"type": "labels", "id": "1"}},
                    "fans": {"data": [{"type": "fans", "id": "1"}]},
                    "artist": {"data": [{"type": "artists", "id": "1"}]},
                    "tracks": {"data": {"type": "tracks", "id": "1"}}}},
                  {"type": "albums", "id": "2"},
                  {"type": "artists", "id": "1"}, {"type": "tracks", "id": "1"}]}
                """#)
        var service = ResourceService(
            [ServedType(Album.self), ServedType(Artist.self), ServedType(Track.self)], store: store)
        let failures = Mutex<[String]>([])
        service.onFailure = { error in failures.withLock { $0.append("\(error)") } }
        for id in ["1", "2"] {
            for path in [
                "/albums", "/albums?include=artist,tracks", "/albums/\(id)",
                "/albums/\(id)?include=artist,tracks", "/albums/\(id)/artist",
                "/albums/\(id)/tracks", "/albums/\(id)/relationships/artist",
                "/albums/\(id)/relationships/tracks", "/albums?sort=title",
                "/albums?filter[artist]=1", "/albums?filter[artist.name]=x", "/albums?page[size]=1",
                "/albums?include=artist.debut", "/albums?fields[albums]=title,artist",
            ] {
                let reply = try await service.send(.get, path)
                #expect(reply.status == 200, "\(path)")
                let faults = try Validator().findings(in: reply.json).filter {
                    $0.severity == .error
                }
                #expect(faults.isEmpty, "\(path) \(faults)")
            }
            for path in ["/albums/\(id)/label", "/albums/\(id)/relationships/fans"] {
                #expect(try await service.send(.get, path).status == 404, "\(path)")
            }
            #expect(try await service.send(.get, "/albums?include=label").status == 400)
            let patch = #"{"data":{"type":"albums","id":"\#(id)","attributes":{"title":"b"}}}"#
            #expect(try await service.send(.patch, "/albums/\(id)", patch).status == 200)
            let artist = #"{"data":{"type":"artists","id":"1"}}"#
            let one = "/albums/\(id)/relationships/artist"
            #expect(try await service.send(.patch, one, artist).status == 200)
            let tracks = #"{"data":[{"type":"tracks","id":"1"}]}"#
            let many = "/albums/\(id)/relationships/tracks"
            #expect(try await service.send(.post, many, tracks).status == 200)
            #expect(try await service.send(.get, many).json.data.vox.count == 1)
            #expect(try await service.send(.delete, "/albums/\(id)").status == 204)
        }
        #expect(failures.withLock { $0 } == [])
    }

    @Test("A store is refused a document whose resources have no id")
    func noID() {
        #expect(throws: DocumentError.self) {
            try MemoryStore(parsing: #"{"data":[{"type":"a"}]}"#)
        }
    }
}

/// The same numbers for the same seed.
struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
