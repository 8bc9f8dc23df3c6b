// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

private struct Slashes: ResourceRouter {
    func action(_ name: String, id: String, type: String) -> String { "<type>/<id>/do/<name>/" }
    func action(_ name: String, type: String) -> String { "<type>/all/<name>/" }
}

@Suite("Actions")
struct ActionTests {
    private func source(_ script: Script) throws -> DataSource<Album> {
        DataSource(.path("albums/<id>"), client: try script.api())
    }

    private func album(_ document: String = albumDocument()) throws -> Resource<Album> {
        guard let album = try Document<Album>(parsing: document).data else {
            throw RequestError(code: .document, message: "no album")
        }
        return album
    }

    @Test("an action on a resource: without a body, and the response is merged")
    func onResource() async throws {
        let script = Script(albumDocument(title: "Published"))
        let album = try album()
        album.year = 1992
        let answer = try await source(script).action(.post, "publish", on: album).result()
        #expect(script.lines == ["POST /v1/albums/1/publish"])
        #expect(script.requests[0].text == nil)
        #expect(script.requests[0].headers[.contentType] == nil)
        #expect(script.requests[0].headers[.accept] == "application/vnd.api+json")
        #expect(answer?.data?.title == "Published" && album.title == "Published")
        #expect(album.year == 1992, "what was changed here and not sent stays")
        #expect(try album.vox.changes().attributes == ["release-year"])
    }

    @Test("an action on a collection, with a list as its response")
    func onCollection() async throws {
        let script = Script(
            #"{"data":[{"type":"albums","id":"3"}]}"#, #"{"data":{"type":"albums","id":"4"}}"#)
        let albums = try source(script)
        #expect(try await albums.action(.post, "import").result()?.data.map(\.id) == ["3"])
        let one = try await albums.action(.get, "random", as: Album.self).sort(\.year)
            .query(exactly: "q", "x").result()
        #expect(one?.data?.id == "4")
        #expect(
            script.lines == [
                "POST /v1/albums/import", "GET /v1/albums/random?sort=release-year&q=x",
            ])
    }

    @Test("an action whose answer is of another type")
    func otherResponse() async throws {
        let script = Script(#"{"data":[{"type":"tracks","id":"9"}]}"#)
        let tracks = try await source(script)
            .action(.get, "similar", on: Resource(id: "1"), as: [Track].self).result()
        #expect(tracks?.data.map(\.id) == ["9"])
        #expect(script.lines == ["GET /v1/albums/1/similar"])
    }

    @Test("bodies: any JSON, a resource, identifiers")
    func bodies() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let albums = try source(script)
        let album = try album()
        let track = Resource<Track>()
        track.title = "Safe"
        try await albums.action(.post, "rate", on: album).body(["meta": ["stars": 5]]).result()
        try await albums.action(.put, "opener", on: album).body(track).result()
        try await albums.action(.post, "merge").body(identifiers: [album, Resource(id: "2")])
            .result()
        #expect(
            script.requests.map(\.text) == [
                #"{"meta":{"stars":5}}"#,
                #"{"data":{"type":"tracks","attributes":{"title":"Safe"}}}"#,
                #"{"data":[{"type":"albums","id":"1"},{"type":"albums","id":"2"}]}"#,
            ])
        for request in script.requests {
            #expect(request.headers[.contentType] == "application/vnd.api+json")
        }
        #expect(script.requests[1].method == .put)
    }

    @Test("answers: none, meta alone, a job")
    func answers() async throws {
        let script = Script { request, number in
            switch number {
            case 0: .document("", 204, of: request)
            case 1: .document(#"{"meta":{"queued":3}}"#, of: request)
            case 2:
                .document("", 202, [.contentLocation: "/v1/jobs/1", .retryAfter: "0"], of: request)
            case 3: .document("", 303, [.location: "/v1/albums/1"], of: request)
            default: .document(albumDocument(title: "Done"), of: request)
            }
        }
        let albums = try source(script)
        let album = try album()
        #expect(try await albums.action(.post, "a", on: album).result() == nil)
        let meta = try await albums.action(.post, "b", on: album).result()
        let queued: Int? = meta?.meta.queued
        #expect(meta?.data == nil && queued == 3)
        let done = try await albums.action(.post, "c", on: album).result()
        #expect(done?.data?.title == "Done" && album.title == "Done")
    }

    @Test("a response about another resource is given, and merged into nothing")
    func otherResource() async throws {
        let script = Script(albumDocument(id: "2", title: "Copy"))
        let album = try album()
        let copy = try await source(script).action(.post, "duplicate", on: album).result()
        #expect(copy?.data?.id == "2" && copy?.data?.title == "Copy")
        #expect(album.title == "Blue Lines")
    }

    @Test("a failure changes nothing and says where; so does a body that cannot be sent")
    func failing() async throws {
        let script = Script { request, _ in
            .document(#"{"errors":[{"title":"Not ready"}]}"#, 409, of: request)
        }
        let albums = try source(script)
        let album = try album()
        let error = await requestError {
            try await albums.action(.post, "publish", on: album).result()
        }
        #expect(error?.code == .conflict && error?.errors.first?.title == "Not ready")
        #expect(album.title == "Blue Lines")
        let unsaved = await requestError {
            try await albums.action(.post, "publish", on: Resource<Album>()).result()
        }
        #expect(unsaved?.code == .invalidPath)
        let unsendable = await requestError {
            try await albums.action(.post, "x").body(identifiers: [Resource<Album>()]).result()
        }
        #expect(unsendable?.code == .unsendable)
        let absent = await requestError {
            try await albums.action(.post, "x").body(nil as JSON).result()
        }
        #expect(absent?.code == .unsendable)
        #expect(script.requests.count == 1)
    }

    @Test("the name is one segment of the path, whatever is in it; routers say where else")
    func paths() throws {
        let api = try Script().api()
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        let album = Resource<Album>(id: "a/b")
        #expect(
            try albums.action(.post, "do it/?", on: album).url().target
                == "/v1/albums/a%2Fb/do%20it%2F%3F")
        #expect(throws: RequestError.self) { try albums.action(.post, "..").url() }
        #expect(throws: RequestError.self) { try albums.action(.post, "", on: album).url() }
        let plain = DataSource<Album>(.router(Plain()), client: api)
        #expect(try plain.action(.post, "x", on: album).url().target == "/v1/albums/a%2Fb/x")
        #expect(try plain.action(.post, "x").url().target == "/v1/albums/x")
        let slashes = DataSource<Album>(.router(Slashes()), client: api)
        #expect(try slashes.action(.post, "x", on: album).url().target == "/v1/albums/a%2Fb/do/x/")
        #expect(try slashes.action(.post, "x").url().target == "/v1/albums/all/x/")
    }
}

private struct Plain: ResourceRouter {}
