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
}
