// SPDX-License-Identifier: MIT

import HTTPTypes
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
