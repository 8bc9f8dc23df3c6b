// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// What statuses, media types and bodies of responses mean.
@Suite("Answers")
struct ResponseHandlingTests {
    private func fetch(
        _ body: String, _ status: Int = 200, _ headers: HTTPFields = [:],
        options: (inout APIOptions) -> Void = { _ in }
    ) async throws -> Document<Album> {
        let script = Script { request, _ in .document(body, status, headers, of: request) }
        var api = try script.api()
        options(&api.options)
        return try await DataSource<Album>(.path("albums"), client: api).fetch(id: "1").result()
    }

    private func failure(
        _ body: String, _ status: Int = 200, _ headers: HTTPFields = [:],
        options: (inout APIOptions) -> Void = { _ in }
    ) async -> RequestError? {
        await requestError { _ = try await fetch(body, status, headers, options: options) }
    }

    @Test("JA-084 JA-085 200 with null is a response, 404 is an error")
    func nullAndMissing() async throws {
        #expect(try await fetch(#"{"data":null}"#).data == nil)
        #expect(try await fetch(#"{"data":null}"#).dataState == .null)
        #expect(await failure(#"{"errors":[]}"#, 404)?.code == .notFound)
        let script = Script(#"{"data":[]}"#)
        let list = try await DataSource<Album>(.path("albums"), client: script.api()).fetch()
            .result()
        #expect(list.data.isEmpty)
        #expect(list.dataState == .value)
    }

    @Test(
        "JA-114 JA-119 JA-083 JA-134 Every status that is no success is an error of its own, with all that is known",
        arguments: [
            (401, RequestError.Code.unauthorized), (403, .forbidden), (404, .notFound),
            (406, .notAcceptable), (409, .conflict), (410, .gone), (412, .preconditionFailed),
            (415, .unsupportedMediaType), (422, .invalid), (429, .tooManyRequests), (400, .client),
            (418, .client), (500, .server), (502, .server), (302, .status),
        ])
    func statuses(status: Int, code: RequestError.Code) async throws {
        let body = #"{"errors":[{"id":"e1","status":"999","title":"no","meta":{"x":1}}]}"#
        let error = try #require(await failure(body, status, [.retryAfter: "7"]))
        #expect(error.code == code)
        #expect(error.status?.code == status)
        #expect(error.headers[.retryAfter] == "7")
        #expect(error.errors.map(\.id) == ["e1"])
        // The status of the response and that of an error are told apart.
        #expect(error.errors.first?.status == "999")
        #expect(error.body == Array(body.utf8))
        #expect(error.method == .get)
        #expect(error.url?.text == "https://api.example.com/v1/albums/1")
    }

    @Test(
        "MW-065 JA-081 JA-135 An HTML error, an empty one and a connection that fails keep all that is known"
    )
    func otherBodies() async throws {
        let html = try #require(
            await failure("<html>Bad Gateway", 502, [.contentType: "text/html"]))
        #expect(html.code == .server)
        #expect(String(decoding: html.body, as: UTF8.self) == "<html>Bad Gateway")
        #expect(html.headers[.contentType] == "text/html")
        let empty = try #require(await failure("", 500))
        #expect(empty.code == .server && empty.body.isEmpty && empty.errors.isEmpty)
        struct Refused: Error {}
        let refusing = Script { _, _ in throw Refused() }
        let refused = await requestError {
            _ = try await DataSource<Album>(.path("albums"), client: refusing.api()).fetch()
                .result()
        }
        #expect(refused?.code == .connection)
        #expect(refused?.cause is Refused)
        #expect(refused?.status == nil)
        let slow = Script { _, _ in throw RequestError(code: .timeout, message: "idle") }
        let timeout = await requestError {
            _ = try await DataSource<Album>(.path("albums"), client: slow.api()).fetch().result()
        }
        #expect(timeout?.code == .timeout)
        #expect(timeout?.method == .get)
    }

    @Test(
        "MW-066 A success with an error document throws its errors; an error status with data throws"
    )
    func contradictions() async throws {
        let reported = try #require(await failure(#"{"errors":[{"title":"no"}]}"#, 200))
        #expect(reported.code == .reported)
        #expect(reported.errors.first?.title == "no")
        let failed = try #require(await failure(albumDocument(), 500))
        #expect(failed.code == .server)
        #expect(failed.errors.isEmpty)
    }

    @Test(
        "JA-075 JA-081 T55 Parameters, case and quotes of the media type do not matter; what is no JSON:API is told with its first bytes"
    )
    func receivedTypes() async throws {
        for type in [
            "application/vnd.api+json", "application/vnd.api+json; charset=utf-8",
            "Application/VND.API+JSON;Charset=\"utf-8\"", "application/json",
            #"application/vnd.api+json; profile="https://p.example/a https://p.example/b""#,
            "application/vnd.api+json;profile=https://p.example/a",
        ] {
            #expect(
                try await fetch(albumDocument(), 200, [.contentType: type]).data?.title
                    == "Blue Lines", "\(type)")
        }
        // Tolerated, and told.
        for charset in ["utf-8", "ISO-8859-1"] {
            let document = try await fetch(
                albumDocument(), 200,
                [.contentType: "application/vnd.api+json;Charset=\"\(charset)\""])
            #expect(document.data?.title == "Blue Lines")
            #expect(document.source?.mediaType?["charset"] == charset)
        }
        #expect(try await fetch(albumDocument()).source?.mediaType?["charset"] == nil)
        for type in ["text/html", "text/plain; charset=utf-8", "application/xml", "nonsense", "a/"]
        {
            let error = await failure("<html>login</html>", 200, [.contentType: type])
            #expect(error?.code == .unexpectedContentType, "\(type)")
            #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == "<html>login</html>")
        }
        for fields: HTTPFields in [[.contentType: "application/json"], [:]] {
            let bare = await failure(albumDocument(), 200, fields) { $0.extensions = ["urn:e"] }
            #expect(bare?.code == .unsupportedExtension)
        }
        let strict = await failure(albumDocument(), 200, [.contentType: "application/json"]) {
            $0.acceptedTypes = []
        }
        #expect(strict?.code == .unexpectedContentType)
        let other = try await fetch(albumDocument(), 200, [.contentType: "application/hal+json"]) {
            $0.acceptedTypes = ["application/hal+json"]
        }
        #expect(other.data?.id == "1")
    }

    @Test(
        "JA-058 JA-076 JA-077 JA-079 Extensions come from the media type alone: a missing or unknown one is an error, a missing profile is visible"
    )
    func extensions() async throws {
        let wanted = "https://e.example/a"
        let missing = await failure(albumDocument()) { $0.extensions = [wanted] }
        #expect(missing?.code == .unsupportedExtension)
        let only = #"{"jsonapi":{"ext":["https://e.example/a"]},"data":null}"#
        #expect(await failure(only) { $0.extensions = [wanted] }?.code == .unsupportedExtension)
        #expect(try await fetch(only).data == nil)
        let applied: HTTPFields = [
            .contentType: #"application/vnd.api+json; ext="https://e.example/a""#
        ]
        #expect(
            try await fetch(albumDocument(), 200, applied) { $0.extensions = [wanted] }.data != nil)
        #expect(await failure(albumDocument(), 200, applied)?.code == .unsupportedExtension)
        let plain = try await fetch(albumDocument()) { $0.profiles = ["https://p.example/x"] }
        #expect(plain.source?.mediaType?.profile == [])
        let profiled = try await fetch(
            albumDocument(), 200,
            [.contentType: #"application/vnd.api+json; profile="https://p.example/x""#]
        ) { $0.profiles = ["https://p.example/x"] }
        #expect(profiled.source?.mediaType?.profile == ["https://p.example/x"])
    }

    @Test(
        "T61 Answers without a body are the outcome that their status names, whatever type they claim"
    )
    func withoutBody() async throws {
        for status in [200, 201, 202, 204] {
            let script = Script { request, _ in
                .document(
                    "", status,
                    [.contentType: "application/vnd.api+json", .contentLocation: "/v1/jobs/1"],
                    of: request)
            }
            let albums = DataSource<Album>(.path("albums"), client: try script.api())
            let album = Resource<Album>()
            album.id = "1"
            album.title = "x"
            let created = try await albums.create(album).response().outcome
            let deleted = try await albums.delete(id: "1").response().outcome
            let fetched = try await albums.fetch(id: "1").response().outcome
            if status == 202 {
                guard case .pending = created, case .pending = deleted, case .pending = fetched
                else { return #expect(Bool(false), "not pending") }
                #expect(try album.vox.changes().attributes == ["title"])
            } else {
                guard case .done(nil) = created, case .done(nil) = deleted,
                    case .done(nil) = fetched
                else { return #expect(Bool(false), "not done") }
                #expect(try album.vox.changes().isEmpty)
                let error = await requestError { _ = try await albums.fetch(id: "1").result() }
                #expect(error?.code == .unexpectedResponse)
            }
        }
    }

    @Test("MW-034 JA-007 A body that is no document of the form asked for is told with its cause")
    func malformed() async throws {
        for body in [
            "[", "[]", #"{"data":[]}"#, #"{"data":{"type":"artists","id":"1"}}"#,
            #"{"data":{"id":"1"}}"#, "{}", #"{"message":"rate limit"}"#, #"{"items":[{}]}"#,
            #"{"id":"1"}"#,
        ] {
            let error = try #require(await failure(body))
            #expect(error.code == .document)
            #expect(error.cause is DocumentError)
            #expect(String(decoding: error.body, as: UTF8.self) == body)
        }
    }

    @Test("An error about a request without a document has no places in one")
    func noPlaces() async throws {
        let text = #"{"errors":[{"source":{"pointer":"/data/attributes/title"}}]}"#
        let error = try #require(await failure(text, 422))
        #expect(error.errors.count == 1)
        #expect(error.errors(at: \Album.title).isEmpty && error.errors(at: \Album.artist).isEmpty)
        let script = Script { request, _ in .document(text, 422, of: request) }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let write = await requestError { try await albums.create(Resource<Album>()).result() }
        #expect(write?.errors(at: \Album.title).count == 1)
        #expect(write?.errors(at: \Album.artist).isEmpty == true)
    }

    @Test("A response to an action that is no document is an error, and after a write it says so")
    func bodiesOfActions() async throws {
        let advice = ": set writes.acceptsOtherBodies to allow such a response"
        for body in [#"{"message":"ok"}"#, "[1]", "ok"] {
            for method in [HTTPRequest.Method.get, .post] {
                let script = Script { request, _ in .document(body, of: request) }
                let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
                let error = await requestError {
                    try await albums.action(method, "report", on: Resource<Album>(id: "1")).result()
                }
                #expect(error?.code == .document, "\(body) \(method)")
                let message = error?.message ?? ""
                #expect(
                    message.contains("carried out the request") == (method == .post), "\(message)")
                #expect(message.hasSuffix(advice) == (method == .post), "\(message)")
            }
        }
    }

    @Test("A response without a document is an error with all that is known")
    func noDocument() async throws {
        let error = try #require(await failure("", 204, [.retryAfter: "7"]))
        #expect(
            error.code == .unexpectedResponse && error.message == "the response has no document")
        #expect(error.method == .get && error.status?.code == 204)
        #expect(error.url?.text == "https://api.example.com/v1/albums/1")
        #expect(error.headers[.retryAfter] == "7")
    }

    @Test("JA-002 JSON that is no document is no empty list")
    func otherJSON() async throws {
        for body in ["{}", #"{"message":"rate limit"}"#, #"{"items":[{}]}"#, #"{"id":"1"}"#] {
            let albums = DataSource<Album>(.path("albums"), client: try Script(body).api())
            let error = await requestError { _ = try await albums.fetch().result() }
            #expect(error?.code == .document && error?.cause is DocumentError, "\(body)")
        }
    }

    @Test("Bodies larger than allowed are not read to their end")
    func tooLarge() async throws {
        let script = Script { request, _ in
            let endless = AsyncThrowingStream<[UInt8], any Error> {
                Array(repeating: 0x20, count: 1000)
            }
            return ClientResponse(
                head: HTTPResponse(status: .ok), url: request.url,
                body: ClientResponse.Body(endless)
            )
        }
        var api = try script.api()
        api.options.maximumBody = 10_500
        let error = await requestError {
            _ = try await DataSource<Album>(.path("albums"), client: api).fetch().result()
        }
        #expect(error?.code == .responseTooLarge)
    }

    @Test("304 is an outcome of its own, and asking for news sends the version")
    func notModified() async throws {
        let script = Script { request, _ in
            request.headers[.ifNoneMatch] == "\"v1\""
                ? .document("", 304, of: request)
                : .document(albumDocument(), 200, [.eTag: "\"v1\""], of: request)
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let document = try await albums.fetch(id: "1").result()
        let etag = try #require(document.source?.etag)
        guard
            case .notModified = try await albums.fetch(id: "1").ifNoneMatch(etag).response().outcome
        else { return #expect(Bool(false), "modified") }
        #expect(
            await requestError { _ = try await albums.fetch(id: "1").ifNoneMatch(etag).result() }?
                .code == .unexpectedResponse)
    }

    @Test("412 to If-Match is an error of its own")
    func precondition() async throws {
        let script = Script { request, _ in
            .document("", request.headers[.ifMatch] == "\"v1\"" ? 412 : 204, of: request)
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let album = Resource<Album>()
        album.id = "1"
        #expect(await albums.update(album).ifMatch("\"v1\"").failure()?.code == .preconditionFailed)
        #expect(
            await requestError { try await albums.delete(id: "1").ifMatch("\"v1\"").result() }?.code
                == .preconditionFailed)
        #expect(await albums.update(album).failure() == nil)
    }

    @Test("JA-133 A pointer lands on what was sent; one that leads nowhere is ignored")
    func places() async throws {
        let pointers = [
            "/data/attributes/title", "/data/attributes/release-year",
            "/data/relationships/artist/data",
            "/data/relationships/tracks/data/1/id", "/data", "", "/data/id",
            "/data/attributes/none",
            "/data/attributes/~2", "title", "/data/attributes/a~1b~0c/0",
        ]
        let errors = pointers.map { #"{"source":{"pointer":"\#($0)"}}"# }.joined(separator: ",")
        let script = Script { request, _ in
            .document(#"{"errors":[\#(errors),{"source":{"parameter":"x"}},{}]}"#, 422, of: request)
        }
        let album = Resource<Album>()
        album.title = "x"
        album.year = 1
        album["a/b~c"] = ["q"]
        let artist = Resource<Artist>()
        artist.id = "1"
        album.artist = artist
        album.tracks = ["1", "2"].map {
            let track = Resource<Track>()
            track.id = $0
            return track
        }
        let error = try #require(
            try await DataSource<Album>(.path("albums"), client: script.api()).create(album)
                .failure())
        #expect(
            error.errors.map { error.location(of: $0) } == [
                .attribute("title", path: ""), .attribute("release-year", path: ""),
                .relationship("artist", path: "/data"), .relationship("tracks", path: "/data/1/id"),
                .resource(pointer: ""), .document, nil, nil, nil, nil,
                .attribute("a/b~c", path: "/0"), nil, nil,
            ])
        #expect(error.errors(at: \Album.title).count == 2)  // one by a near pointer
        #expect(error.errors(at: \Album.artist).count == 1)
        #expect(error.errors(at: \Album.tracks).count == 1)
    }

    @Test(
        "JA-133 An error about what was not sent is found, as one about a place that was not sent")
    func missingLocations() async throws {
        let service = Script { request, _ in
            .document(
                #"{"errors":[{"source":{"pointer":"/data"},"meta":{"missing":"/data/attributes/title"}}]}"#,
                422, of: request)
        }
        let refused = try #require(
            try await DataSource<Album>(.path("albums"), client: service.api())
                .create(Resource<Album>()).failure())
        #expect(
            refused.errors.map { refused.missingLocation(of: $0) } == [
                .attribute("title", path: "")
            ])
        #expect(refused.errors(at: \Album.title).count == 1)
        #expect(refused.errors(at: \Album.year).isEmpty)

        let pointers = [
            "/data/attributes/title", "/data/attributes/release-year/a/0",
            "/data/relationships/artist", "/data/relationships/tracks/data/1/id", "/data/id",
            "/data/relationships", "/data/attributes", "/data/type", "title", "/data/attributes/~2",
            "/included/0/attributes/title", "/data/attributes/\u{301}x",
        ]
        let errors = pointers.map { #"{"source":{"pointer":"\#($0)"}}"# }.joined(separator: ",")
        let script = Script { request, _ in
            .document(
                #"{"errors":[\#(errors),{"source":{"parameter":"title"}}]}"#, 400, of: request)
        }
        let bare = Resource<Album>()
        let error = try #require(
            try await DataSource<Album>(.path("albums"), client: script.api()).create(bare)
                .failure())
        #expect(
            error.errors.map { error.missingLocation(of: $0) } == [
                .attribute("title", path: ""), .attribute("release-year", path: "/a/0"),
                .relationship("artist", path: ""), .relationship("tracks", path: "/data/1/id"),
                .resource(pointer: "/id"), .resource(pointer: "/relationships"),
                .resource(pointer: "/attributes"), nil, nil, nil, .document,
                .attribute("\u{301}x", path: ""), nil,
            ])
        #expect(error.errors.compactMap { error.location(of: $0) } == [.resource(pointer: "/type")])
        #expect(
            error.errors(at: \Album.title).map(\.pointer) == ["/data/attributes/title", "title"])
        #expect(error.errors(at: \Album.year).count == 1)
        #expect(error.errors(at: \Album.artist).count == 1)
        #expect(error.errors(at: \Album.tracks).count == 1)
        #expect(error.errors.filter { $0.parameter == "title" }.count == 1)

        let titled = Resource<Album>()
        titled.title = "x"
        let other = try #require(
            try await DataSource<Album>(.path("albums"), client: script.api()).create(titled)
                .failure())
        let found = try #require(other.errors(at: \Album.title).first)
        #expect(other.location(of: found) == .attribute("title", path: ""))
        #expect(other.missingLocation(of: found) == nil)
    }

    @Test(
        "JA-078 A server that refuses every parameter is asked again without profiles, where that is wanted",
        arguments: [415, 406])
    func bare(status: Int) async throws {
        let readings = Tally()
        let script = Script { request, _ in
            guard request.headers[.accept]?.contains(";") == true else {
                return .document(albumDocument(), of: request)
            }
            var refusal = ClientResponse.document(
                #"{"errors":[{"status":"\#(status)"}]}"#, status, of: request)
            let bytes = try await refusal.body.bytes()
            refusal.body = ClientResponse.Body(
                AsyncThrowingStream(unfolding: {
                    readings.add()
                    return readings.count % 2 == 1 ? bytes : nil
                }))
            return refusal
        }
        var api = try script.api()
        api.options.profiles = ["urn:p"]
        func fetch() async throws -> String? {
            try await DataSource<Album>(.path("albums"), client: api).fetch(id: "1").result().data?
                .id
        }
        let refused = await requestError { _ = try await fetch() }
        #expect(refused?.code == (status == 415 ? .unsupportedMediaType : .notAcceptable))
        api.options.retriesWithoutProfiles = true
        #expect(try await fetch() == "1")
        let accepts = script.requests.map { $0.headers[.accept] ?? "" }
        #expect(accepts.map { $0.contains("urn:p") } == [true, true, false])
        // The body of each refusal was read to its end, so that its connection is free.
        #expect(readings.count == 4)
        // An extension is needed to read the response: without it there is none.
        api.options.extensions = ["urn:e"]
        #expect(await requestError { _ = try await fetch() }?.code == refused?.code)
    }
}
