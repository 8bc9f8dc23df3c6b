// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// What becomes of a resource whose server does not say what it has created.
@Suite("Creating without an id in the response")
struct CreationTests {
    private func albums(_ script: Script) throws -> DataSource<Album> {
        DataSource(.path("albums/<id>"), client: try script.api())
    }

    private func album() -> Resource<Album> {
        let album = Resource<Album>()
        album.title = "Blue Lines"
        return album
    }

    @Test(
        "Where the body has no resource, the id is that of Location",
        arguments: [
            ("/v1/albums/9", "9"), ("https://internal.example:8080/v1/albums/a%2Fb?x=1", "a/b"),
            ("albums/9", "9"), ("/v1/albums/9/", "9"),
        ], [("", 201), (#"{"data":null}"#, 201), (#"{"meta":{}}"#, 200), ("", 204)])
    func location(_ location: (text: String, id: String), _ answer: (body: String, status: Int))
        async throws
    {
        let script = Script { request, _ in
            request.method == .post
                ? .document(answer.body, answer.status, [.location: location.text], of: request)
                : .document("", 204, of: request)
        }
        let albums = try albums(script)
        let album = album()
        try await albums.create(album).result()
        #expect(album.id == location.id)
        #expect(try album.vox.changes().isEmpty)
        #expect(try await albums.update(album).response().outcome.isUnchanged)
        album.title = "Protection"
        try await albums.update(album).result()
        #expect(script.lines.count == 2)
        #expect(script.lines.last?.hasPrefix("PATCH /v1/albums/") == true)
    }

    @Test("The id of the server replaces an id that the program sets during the request")
    @MainActor func idMeanwhile() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let sent = AsyncStream<Void>.makeStream()
        let script = Script { request, _ in
            sent.continuation.yield()
            for await _ in gate.stream { break }
            return .document(albumDocument(id: "9"), 201, of: request)
        }
        let album = album()
        let creation = try albums(script).create(album)
        let task = Task { @MainActor in _ = try await creation.result() }
        for await _ in sent.stream { break }
        album.id = "mine"
        gate.continuation.yield()
        try await task.value
        #expect(try album.id == "9" && album.vox.changes().isEmpty)
    }

    @Test(
        "Without any id, 201 is a success if it is a document, and nothing is created a second time",
        arguments: [
            "", #"{"data":null}"#, #"{"data":{"type":"albums"}}"#, "{}", "<html>", #"{"data":"#,
        ], [HTTPFields(), [.location: "/v1/queue"], [.location: "/v1/albums/9/edit"]])
    func once(_ body: String, _ headers: HTTPFields) async throws {
        let script = Script { request, _ in .document(body, 201, headers, of: request) }
        let albums = try albums(script)
        let album = album()
        let first = await requestError { try await albums.create(album).result() }
        if ["{}", "<html>", #"{"data":"#].contains(body) {
            #expect(first?.code == .document)
            #expect(first?.status == 201)
            #expect(first?.message.contains("the server carried out the request") == true)
        } else {
            #expect(first == nil)
        }
        #expect(album.id == nil)
        let second = await requestError { try await albums.create(album).result() }
        #expect(second?.code == .unsendable)
        #expect(second?.message.contains("already created") == true)
        #expect(script.lines == ["POST /v1/albums"])
        // Who knows the id can say it.
        album.id = "9"
        #expect(try albums.update(album).url().path == "/v1/albums/9")
    }

    @Test("A creation that the server refused can be tried again", arguments: [200, 409, 500])
    func refused(_ status: Int) async throws {
        let script = Script { request, number in
            number == 0
                ? .document(#"{"errors":[{"title":"no"}]}"#, status, of: request)
                : .document(albumDocument(), 201, of: request)
        }
        let albums = try albums(script)
        let album = album()
        _ = await requestError { try await albums.create(album).result() }
        try await albums.create(album).result()
        #expect(album.id == "1")
    }

    @Test("A response about another resource is an error, and what was sent is no change any more")
    func another() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"albums","id":"2"}}"#, 200, of: request)
        }
        let album = album()
        album.id = "1"
        let error = await requestError {
            try await albums(script).update(album, full: true).result()
        }
        #expect(error?.code == .unexpectedResponse)
        #expect(album.id == "1")
        #expect(try album.vox.changes().attributes == ["title"])
    }

    @Test("Where the body says no id or cannot be read, the id is that of Location")
    func locationBesideBody() async throws {
        for body in [
            #"{"data":{"type":"albums","attributes":{"title":"S"}}}"#, "<html>",
            #"{"data":{"type":"albums","id":"3","attributes":[]}}"#,
        ] {
            let script = Script { request, _ in
                .document(body, 201, [.location: "/v1/albums/3"], of: request)
            }
            let album = album()
            _ = try? await albums(script).create(album).result()
            #expect(album.id == "3", "\(body)")
        }
    }

    @Test(
        "What no server gives as an id is not taken out of Location",
        arguments: ["%2E%2E", "%2e", "%00", "%0A", ""])
    func oddLocations(_ segment: String) async throws {
        let script = Script { request, _ in
            .document("", 201, [.location: "/v1/albums/\(segment)"], of: request)
        }
        let album = album()
        try await albums(script).create(album).result()
        #expect(album.id == nil)
    }

    @Test(
        "A link without a path is not where a resource is written or deleted",
        arguments: [
            "", "#x", "?", "?a=1", ".", "./", "..", "/", "../.", "//", "3/../",
            "https://api.example.com", "https://api.example.com/", "//api.example.com/?a",
        ])
    func links(_ link: String) async throws {
        let script = Script { request, _ in
            request.method == .get
                ? .document(
                    #"{"data":[{"type":"albums","id":"1","links":{"self":"\#(link)"}}]}"#,
                    of: request) : .document("", 204, of: request)
        }
        let albums = try albums(script)
        let album = try #require(try await albums.fetch().result().data.first)
        album.title = "x"
        try await albums.update(album).result()
        try await albums.delete(album).result()
        #expect(script.lines.dropFirst() == ["PATCH /v1/albums/1", "DELETE /v1/albums/1"])
    }

    @Test("Errors that a successful response to a deletion reports are errors")
    func reportedErrors() async throws {
        let script = Script { request, _ in
            .document(#"{"errors":[{"status":"500","title":"locked"}]}"#, 200, of: request)
        }
        let error = await requestError { try await albums(script).delete(id: "1").result() }
        #expect(error?.code == .reported)
        #expect(error?.errors.first?.title == "locked")
    }

    @Test(
        "Reading a resource again needs a resource in the response",
        arguments: [
            "", #"{"data":null}"#, #"{"meta":{}}"#, #"{"data":{"type":"robots","id":"1"}}"#,
        ],
        [DocumentOptions.Mode.standard, .lenient])
    func emptyRefresh(_ body: String, _ mode: DocumentOptions.Mode) async throws {
        let script = Script { request, _ in .document(body, 200, of: request) }
        var api = try script.api()
        api.options.documents.mode = mode
        let album = album()
        album.id = "1"
        let error = await requestError {
            try await DataSource<Album>(.path("albums/<id>"), client: api).refresh(album).result()
        }
        #expect([.unexpectedResponse, .document].contains(error?.code))
        #expect(album.title == "Blue Lines")
    }

    @Test("Errors that a job reports end the waiting")
    func failedJob() async throws {
        let script = Script { request, _ in
            request.method == .post
                ? .document(
                    "", 202, [.contentLocation: "/v1/jobs/1", .retryAfter: "0"], of: request)
                : .document(#"{"errors":[{"title":"failed"}]}"#, 200, of: request)
        }
        let error = await requestError { try await albums(script).create(album()).result() }
        #expect(error?.code == .reported)
        #expect(script.lines.count == 2)
    }

    @Test(
        "JA-016 An id that leads to another path is refused whatever links the resource has",
        arguments: ["", ".", ".."])
    func ids(_ id: String) async throws {
        let script = Script("{}")
        let albums = try albums(script)
        let links = #""links":{"self":"/v1/albums/7"}"#
        let document = try Document<Album>(
            parsing: #"""
                {"data":{"type":"albums","id":"\#(id)",\#(links),"attributes":{"title":"x"},
                "relationships":{"tracks":{\#(links),"data":[]},"artist":{\#(links),"data":null}}}}
                """#)
        let album = try #require(document.data)
        album.title = "y"
        for error in [
            await requestError { try await albums.create(album).result() },
            await requestError { try await albums.update(album).result() },
            await requestError { try await albums.refresh(album).result() },
            await requestError { try await albums.delete(album).result() },
            await requestError { try await albums.delete(id: id).result() },
            await requestError { _ = try await albums.fetch(id: id).result() },
            await requestError { _ = try await albums.related(\.tracks, of: album).result() },
            await requestError {
                try await albums.relationship(\.artist, of: album).replace(with: nil).result()
            },
            await requestError { try await albums.action(.post, "play", on: album).result() },
        ] {
            #expect(error?.code == .invalidPath)
        }
        #expect(script.lines.isEmpty)
    }
}

extension APIResponse.Outcome {
    fileprivate var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
}
