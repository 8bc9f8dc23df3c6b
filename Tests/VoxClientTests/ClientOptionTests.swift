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
        var timeouts = ClientRequest.Timeouts()
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

    @Test("The header field of a key, and the path of operations, are those that the options name")
    func names() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"albums","id":"1"}}"#, 201, of: request)
        }
        let field = try #require(HTTPField.Name("X-Request-Key"))
        let api = try script.api().with {
            var keys = ClientOptions.IdempotencyKeys()
            keys.header = field
            $0.idempotency = keys
            $0.atomic.path = "bulk"
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        try await albums.create(Resource()).result()
        #expect(script.requests.last?.headers[field]?.isEmpty == false)
        #expect(script.requests.last?.headers[.idempotencyKey] == nil)
        let unit = api.atomic()
        unit.create(Resource<Album>())
        _ = try? await unit.result()
        #expect(script.lines.last == "POST /v1/bulk")
    }

    @Test("The errors in the body of an error that a transport throws are read, if it has one")
    func thrownErrors() async throws {
        for (body, titles) in [(#"{"errors":[{"title":"no"}]}"#, ["no"]), ("", [])] {
            let script = Script { _, _ in
                var error = RequestError(code: .server, message: "refused")
                error.status = .init(code: 500)
                error.headers[.contentType] = "application/vnd.api+json"
                error.body = Array(body.utf8)
                throw error
            }
            let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
            let error = await requestError { _ = try await albums.fetch(id: "1").result() }
            #expect(error?.errors.map(\.title) == titles.map { $0 })
            #expect(error?.method == .get && error?.url?.path == "/v1/albums/1")
            #expect((error?.report == nil) == body.isEmpty)
        }
    }

    @Test("A document that is malformed for a task that was cancelled meanwhile is no error of it")
    func cancelledReading() async throws {
        let script = Script { request, _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return .document("{", of: request)
        }
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        let task = Task { _ = try await albums.fetch(id: "1").result() }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private struct Part: ResourceSchema {
        static let type = "parts"
        let name = Attribute<String>("name").required()
        let main = ToOne<Part>("main")
        let others = ToMany<Part>("others")
    }

    @Test("A client that checks required fields reads linkage, which has none")
    func requiredFields() async throws {
        let script = Script { request, _ in
            let one = #"{"type":"parts","id":"1"}"#
            let data = request.url.path.hasSuffix("others") ? "[\(one)]" : one
            return .document(#"{"data":\#(data)}"#, of: request)
        }
        var api = try script.api()
        api.options.documents.checksRequired = true
        let parts = DataSource<Part>(.path("parts/<id>"), client: api)
        let part = Resource<Part>(id: "7")
        let main = try await parts.relationship(\.main, of: part).fetch().result()
        #expect(main.data?.id == "1")
        let others = try await parts.relationship(\.others, of: part).fetch().result()
        #expect(others.data.map(\.id) == ["1"])
        let error = await requestError { _ = try await parts.fetch(id: "1").result() }
        #expect(error?.code == .document)
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
