// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Options that hold for every request of a client.
@Suite("Client options")
struct ClientOptionTests {
    @Test("Each kind of request has the timeouts and header fields of its client")
    func everyRequest() async throws {
        let script = Script { request, _ in
            #expect(request.timeouts.total == .seconds(7))
            #expect(request.headers[.userAgent] == "vox")
            return .document(
                #"{"data":{"type":"albums","id":"1"},"links":{"next":"?p=2"}}"#, of: request)
        }
        let api = try script.api().with {
            $0.timeouts.total = .seconds(7)
            $0.headers[.userAgent] = "vox"
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        let document = try await albums.fetch(id: "1").result()
        let album = try #require(document.data)
        _ = try await document.next?.result()
        try await albums.refresh(album).result()
        album.title = "Protection"
        try await albums.update(album).result()
        try await albums.create(Resource()).result()
        try await albums.action(.post, "publish", on: album).result()
        try await albums.relationship(\.artist, of: album).replace(with: nil).result()
        try await albums.delete(album).result()
        #expect(script.requests.count == 8)
    }

    @Test("A request's own timeouts replace those of the client")
    func ownTimeouts() async throws {
        let script = Script { request, _ in
            #expect(request.timeouts.total == .seconds(1))
            return .document(#"{"data":null}"#, of: request)
        }
        let api = try script.api().with { $0.timeouts.total = .seconds(7) }
        var timeouts = Timeouts()
        timeouts.total = .seconds(1)
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        _ = try await albums.fetch(id: "1").timeouts(timeouts).response()
        #expect(script.requests.count == 1)
    }

    @Test("Each write has a new idempotency key, unless the request has one")
    func idempotencyKeys() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"albums","id":"1"}}"#, 201, of: request)
        }
        let api = try script.api().with { $0.idempotency = ClientOptions.IdempotencyKeys() }
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        for _ in 0..<2 { try await albums.create(Resource()).result() }
        try await albums.create(Resource()).idempotencyKey("own").result()
        let keys = script.requests.map { $0.headers[values: .idempotencyKey] }
        #expect(keys.allSatisfy { $0.count == 1 })
        #expect(Set(keys).count == 3 && keys.last == ["own"])
    }

    @Test("Each kind of request is sent with its query")
    func queries() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"albums","id":"1"}}"#, of: request)
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let document = try await albums.fetch(id: "1").query("tenantID", "1").result()
        let album = try #require(document.data)
        album.title = "Protection"
        try await albums.create(Resource()).query("tenantID", "2").result()
        try await albums.update(album).query("tenantID", "3").result()
        try await albums.action(.post, "publish", on: album).query("tenantID", "4").result()
        try await albums.relationship(\.artist, of: album).replace(with: nil)
            .query("tenantID", "5").result()
        try await albums.delete(album).query("tenantID", "6").result()
        #expect(script.requests.map(\.url.query) == (1...6).map { "tenantID=\($0)" })
    }
}
