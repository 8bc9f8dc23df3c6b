// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// What is sent, and what becomes of the resource.
@Suite("Data source")
struct DataSourceTests {
    private let jsonAPI = "application/vnd.api+json"

    private func source(_ script: Script) throws -> DataSource<Album> {
        DataSource(.path("albums/<id>"), client: try script.api())
    }

    @Test(
        "MW-054 MW-051 Create, fetch one, fetch list, update and delete call the client exactly once"
    )
    func verbs() async throws {
        let script = Script { request, _ in
            switch request.method {
            case .delete: .document("", 204, of: request)
            case .get where request.url.path == "/v1/albums":
                .document(#"{"data":[{"type":"albums","id":"1"}]}"#, of: request)
            default: .document(albumDocument(), request.method == .post ? 201 : 200, of: request)
            }
        }
        let albums = try source(script)
        let album = Resource<Album>()
        album.title = "Blue Lines"
        try await albums.create(album).result()
        #expect(album.id == "1")
        _ = try await albums.fetch(id: "1").result()
        #expect(try await albums.fetch().result().data.count == 1)
        album.year = 1992
        try await albums.update(album).result()
        try await albums.delete(id: "1").result()
        #expect(
            script.lines == [
                "POST /v1/albums", "GET /v1/albums/1", "GET /v1/albums", "PATCH /v1/albums/1",
                "DELETE /v1/albums/1",
            ])
        #expect(
            script.requests[0].text
                == #"{"data":{"type":"albums","attributes":{"title":"Blue Lines"}}}"#)
        #expect(
            script.requests[3].text
                == #"{"data":{"type":"albums","id":"1","attributes":{"release-year":1992}}}"#)
    }

    @Test("MW-051 JA-108 A client id is sent only when it is set")
    func clientID() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let album = Resource<Album>()
        album.id = "0f4ecd2c-5a1c-4a8c-9d09-2f0f1f0a3e55"
        try await source(script).create(album).result()
        #expect(
            script.requests[0].text
                == #"{"data":{"type":"albums","id":"0f4ecd2c-5a1c-4a8c-9d09-2f0f1f0a3e55"}}"#)
    }

    @Test(
        "JA-069 JA-070 JA-074 Accept goes with every request, Content-Type only with a body, neither with a parameter"
    )
    func mediaTypes() async throws {
        let script = Script { request, _ in
            request.method == .get
                ? .document(albumDocument(), of: request) : .document("", 204, of: request)
        }
        let albums = try source(script)
        let album = try #require(try await albums.fetch(id: "1").result().data)
        try await albums.create(Resource<Album>()).result()
        album.title = "changed"
        try await albums.update(album).result()
        try await albums.delete(id: "1").result()
        try await albums.relationship(\.tracks, of: album).remove([]).result()
        for request in script.requests {
            #expect(request.headers[values: .accept] == [jsonAPI])
            #expect(
                request.headers[values: .contentType] == (request.body == nil ? [] : [jsonAPI]))
        }
        #expect(script.requests.map { $0.body != nil } == [false, true, true, false, true])
    }

    @Test(
        "JA-071 JA-072 JA-073 Extensions and profiles are URIs in quotes, parted by one space; Accept may list several types"
    )
    func extensions() async throws {
        let script = Script { request, _ in
            .document(
                albumDocument(), 200,
                [
                    .contentType:
                        #"application/vnd.api+json; EXT="https://e.example/a https://e.example/b""#
                ],
                of: request)
        }
        var api = try script.api()
        api.options.extensions = ["https://e.example/a", "https://e.example/b"]
        api.options.profiles = ["https://p.example/x"]
        let type =
            #"application/vnd.api+json; ext="https://e.example/a https://e.example/b"; profile="https://p.example/x""#
        let albums = DataSource<Album>(.path("albums"), client: api)
        try await albums.create(Resource<Album>()).result()
        #expect(script.requests[0].headers[.accept] == type)
        #expect(script.requests[0].headers[.contentType] == type)
        api.options.accepted = [
            HTTPMediaType.Accepted(.jsonAPI(ext: ["https://e.example/a", "https://e.example/b"])),
            HTTPMediaType.Accepted(.jsonAPI, quality: 0.5),
        ]
        _ = try await DataSource<Album>(.path("albums"), client: api).fetch(id: "1").result()
        #expect(
            script.requests[1].headers[.accept]
                == #"application/vnd.api+json; ext="https://e.example/a https://e.example/b", application/vnd.api+json; q=0.500"#
        )
    }

    @Test("MW-063 What the caller gives along reaches the client untouched")
    func userInfo() async throws {
        let script = Script(albumDocument())
        _ = try await source(script).fetch(id: "1").userInfo(["trace": 7]).userInfo(["name": "x"])
            .result()
        #expect(script.requests[0].userInfo["trace"] as? Int == 7)
        #expect(script.requests[0].userInfo["name"] as? String == "x")
    }

    @Test(
        "MW-064 JA-110 JA-113 JA-118 JA-127 An empty response is fine for create, update and delete; for a fetch it is an error"
    )
    func emptyResponses() async throws {
        for status in [200, 201, 204] {
            let script = Script { request, _ in .document("", status, of: request) }
            let albums = try source(script)
            let album = Resource<Album>()
            album.id = "1"
            album.title = "x"
            #expect(try await albums.create(album).result() == nil)
            #expect(try album.vox.changes().isEmpty)
            album.title = "y"
            #expect(try await albums.update(album).result() == nil)
            #expect(try album.vox.changes().isEmpty)
            #expect(album.title == "y")
            try await albums.delete(id: "1").result()
            let error = await requestError { _ = try await albums.fetch(id: "1").result() }
            #expect(error?.code == .unexpectedResponse)
            #expect(error?.status?.code == status)
        }
    }

    @Test("MW-064 JA-127 A delete ignores the body of the response")
    func deleteBody() async throws {
        for body in ["<html>", "{}", #"{"meta":{"a":1}}"#, "[", #"{"errors":[]}"#] {
            let script = Script { request, _ in .document(body, of: request) }
            try await source(script).delete(id: "1").result()
        }
        let script = Script { request, _ in .document(#"{"meta":{"left":3}}"#, of: request) }
        guard case .done(let document) = try await source(script).delete(id: "1").response().outcome
        else { return #expect(Bool(false), "not done") }
        #expect(document?.json["meta"]["left"] == 3)
    }

    @Test("JA-110 JA-118 Meta alone means: taken as it was sent")
    func metaOnly() async throws {
        for status in [200, 201] {
            let script = Script { request, _ in .document(#"{"meta":{"n":1}}"#, status, of: request)
            }
            let album = Resource<Album>()
            album.id = "1"
            album.title = "x"
            let answer = try await source(script).update(album).response()
            guard case .done(let document) = answer.outcome else {
                return #expect(Bool(false), "not done")
            }
            #expect(document?.json["meta"]["n"] == 1)
            #expect(try album.vox.changes().isEmpty)
        }
    }

    @Test("JA-109 JA-118 What the server answers is taken over, and is no change")
    func takenOver() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"albums","id":"9","attributes":{"title":"Blue Lines!","release-year":1991},"relationships":{"artist":{"data":{"type":"artists","id":"3"}}}},"included":[{"type":"artists","id":"3","attributes":{"name":"MA"}}]}"#,
                201, [.location: "/v1/albums/9"], of: request)
        }
        let album = Resource<Album>()
        album.title = "Blue Lines"
        let answer = try await source(script).create(album).response()
        #expect(answer.headers[.location] == "/v1/albums/9")
        #expect(album.id == "9")
        #expect(album.title == "Blue Lines!")
        #expect(album.year == 1991)
        #expect(album.artist?.name == "MA")
        #expect(try album.vox.changes().isEmpty)
    }

    @Test("JA-111 Location is told; in strict mode it must be the self link of what was created")
    func location() async throws {
        for (location, link, isSame) in [
            ("/v1/albums/9", "https://api.example.com/v1/albums/9", true),
            ("https://API.example.com:443/v1/albums/9", "albums/9", true),
            ("/v1/albums/9", "/v1/albums/8", false), ("/v1/albums/9?x", "/v1/albums/9", false),
            ("https://evil.test/v1/albums/9", "/v1/albums/9", false),
        ] {
            let script = Script { request, _ in
                .document(
                    albumDocument(id: "9", more: #","links":{"self":"\#(link)"}"#), 201,
                    [.location: location], of: request)
            }
            var api = try script.api()
            let answer = try await DataSource<Album>(.path("albums"), client: api).create(
                Resource<Album>()
            ).response()
            #expect(answer.headers[.location] == location)
            #expect(answer.document?.data?.links.selfLink.href == link)
            api.options.documents.mode = .strict
            let album = Resource<Album>()
            album.title = "mine"
            let error = await DataSource<Album>(.path("albums"), client: api).create(album)
                .failure()
            #expect(error?.code == (isSame ? nil : .unexpectedResponse), "\(location) \(link)")
            #expect(album.title == (isSame ? "Blue Lines" : "mine"))
            #expect(album.id == (isSame ? "9" : nil))
        }
        // One of them alone is nothing to compare.
        for (headers, more) in [
            ([.location: "/x"], ""), (HTTPFields(), #","links":{"self":"/y"}"#),
        ] {
            let script = Script { request, _ in
                .document(albumDocument(more: more), 201, headers, of: request)
            }
            var api = try script.api()
            api.options.documents.mode = .strict
            let albums = DataSource<Album>(.path("albums"), client: api)
            #expect(await albums.create(Resource<Album>()).failure() == nil)
        }
    }

    @Test("An edit made while the request is under way stays, and is still a change")
    func editedMeanwhile() async throws {
        let album = Resource<Album>()
        album.title = "sent"
        // The edit happens in the client, between sending and answer: this task waits then.
        nonisolated(unsafe) let shared = album
        let script = Script { request, _ in
            shared.title = "edited"
            return .document(albumDocument(title: "server"), 201, of: request)
        }
        try await source(script).create(album).result()
        #expect(
            script.requests[0].text == #"{"data":{"type":"albums","attributes":{"title":"sent"}}}"#)
        #expect(album.title == "edited")
        #expect(album.id == "1")
        #expect(album.year == 1991)
        #expect(try album.vox.changes().attributes == ["title"])
    }

    @Test("JA-121 A failed write leaves the resource and its changes as they were")
    func failedWrite() async throws {
        let script = Script { request, _ in
            request.method == .get
                ? .document(albumDocument(), of: request)
                : .document(
                    #"{"errors":[{"status":"422","title":"bad","source":{"pointer":"/data/attributes/title"}}]}"#,
                    422, of: request)
        }
        let albums = try source(script)
        let album = try #require(try await albums.fetch(id: "1").result().data)
        album.title = "new"
        let error = await requestError { try await albums.update(album).result() }
        #expect(error?.code == .invalid)
        #expect(album.title == "new")
        #expect(try album.vox.changes().attributes == ["title"])
        try album.vox.revert()
        #expect(album.title == "Blue Lines")
    }

    @Test(
        "JA-120 An update goes to the resource's self link, else where the routing says; a link to elsewhere is not followed"
    )
    func selfLink() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let albums = try source(script)
        for (link, line) in [
            (#""/v1/discs/1?x=[1]""#, "PATCH /v1/discs/1?x=[1]"),
            (#"{"href":"https://api.example.com/v1/d/1"}"#, "PATCH /v1/d/1"),
            // Another version of the service may take other documents.
            (#"{"href":"https://api.example.com/d/1"}"#, "PATCH /v1/albums/1"),
            (#""/v1x/albums/1""#, "PATCH /v1/albums/1"), (#""/v1/../x/1""#, "PATCH /v1/albums/1"),
            (#""https://evil.test/albums/1""#, "PATCH /v1/albums/1"),
            // A slash at the end belongs to the path.
            (#""/v1/discs/1/""#, "PATCH /v1/discs/1/"),
            (#""https://api.example.com/v1/d/1/?x=1""#, "PATCH /v1/d/1/?x=1"),
            ("null", "PATCH /v1/albums/1"),
            ("7", "PATCH /v1/albums/1"),
        ] {
            let document = try Document<Album>(
                parsing: albumDocument(more: #","links":{"self":\#(link)}"#))
            document.data?.title = "changed"
            try await albums.update(try #require(document.data)).result()
            #expect(script.lines.last == line)
        }
    }

    @Test("JA-036 Refreshing reads the self link and keeps what was changed here")
    func refresh() async throws {
        let script = Script { request, _ in
            .document(albumDocument(title: "theirs", more: #","meta":{"v":2}"#), of: request)
        }
        let document = try Document<Album>(
            parsing: albumDocument(more: #","links":{"self":"https://api.example.com/discs/1"}"#))
        let album = try #require(document.data)
        album.year = 2000
        try await source(script).refresh(album).result()
        #expect(script.lines == ["GET /discs/1"])
        #expect(album.title == "theirs")
        #expect(album.year == 2000)
        #expect(album.meta["v"] == 2)
        #expect(try album.vox.changes().attributes == ["release-year"])
    }

    @Test("JA-036 A self link without a path of its own is no address of a resource")
    func selfLinks() async throws {
        for (link, line) in [
            ("https://api.example.com/discs/1/", "GET /discs/1/"),
            ("/discs/1?a=/", "GET /discs/1?a=/"),
            ("//api.example.com/discs", "GET /discs"), ("discs#/", "GET /discs"),
            ("https://api.example.com", nil), ("https://api.example.com/", nil),
            ("https://api.example.com/?a=/b", nil), ("//api.example.com", nil),
            ("//api.example.com//", nil), ("?a/b", nil), ("#a/b", nil), (".", nil), ("..", nil),
            ("./", nil), ("../..", nil), ("/", nil), ("", nil),
        ] as [(String, String?)] {
            let script = Script { request, _ in .document(albumDocument(), of: request) }
            let document = try Document<Album>(
                parsing: albumDocument(more: #","links":{"self":"\#(link)"}"#))
            try await source(script).refresh(try #require(document.data)).result()
            #expect(script.lines == [line ?? "GET /v1/albums/1"], "\(link)")
        }
    }

    @Test(
        "A response about another resource is an error, not taken over",
        arguments: [("1", "2"), ("\u{e9}", "e\u{301}")])
    func otherResource(id: String, other: String) async throws {
        let script = Script { request, _ in .document(albumDocument(id: other), of: request) }
        let album = Resource<Album>()
        album.id = id
        album.title = "mine"
        let error = try await source(script).update(album).failure()
        #expect(error?.code == .unexpectedResponse)
        #expect(album.id == id)
        #expect(album.title == "mine")
    }

    @Test("MW-017 A resource that cannot be sent is not sent")
    func unsendable() async throws {
        let script = Script()
        let album = Resource<Album>()
        album.artist = Resource<Artist>()
        let error = try await source(script).create(album).failure()
        #expect(error?.code == .unsendable)
        #expect((error?.cause as? DocumentError)?.code == .missingIdentity)
        #expect(script.requests.isEmpty)
    }

    @Test("JA-105 Include and fields go along with writes, too")
    func queriesOnWrites() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let album = Resource<Album>()
        album.id = "1"
        try await source(script).update(album).include(["artist"]).fields("albums", ["title"])
            .result()
        #expect(script.lines == ["PATCH /v1/albums/1?include=artist&fields%5Balbums%5D=title"])
    }

    @Test("JA-164 PATCH can go as POST with a header field")
    func override() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        var api = try script.api()
        api.options.overridesPatch = true
        let album = Resource<Album>()
        album.id = "1"
        try await DataSource<Album>(.path("albums"), client: api).update(album).result()
        #expect(script.lines == ["POST /v1/albums/1"])
        #expect(
            script.requests[0].headers[HTTPField.Name("X-HTTP-Method-Override") ?? .accept]
                == "PATCH")
    }

    @Test(
        "JA-106 JA-107 JA-115 JA-116 JA-117 A write carries one resource, linkage only, and what is absent, null or there"
    )
    func writtenDocuments() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let document = try Document<Album>(
            parsing: albumDocument(
                more:
                    #","relationships":{"artist":{"links":{"related":"/a"}},"tracks":{"data":[{"type":"tracks","id":"1"}],"links":{"self":"/t"},"meta":{"n":1}}}"#
            ))
        let album = try #require(document.data)
        album.title = .null
        album.tracks = []
        try await source(script).update(album).result()
        try await source(script).create(album).result()
        #expect(
            script.requests[0].text
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":null},"relationships":{"tracks":{"data":[]}}}}"#
        )
        #expect(
            script.requests[1].text
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":null,"release-year":1991},"relationships":{"tracks":{"data":[]}}}}"#
        )
    }

    @Test("JA-054 A relative link of a resource is relative to where its document came from")
    func relativeSelf() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"albums","id":"9","links":{"self":"albums/9"},"attributes":{"title":"x"}}}"#,
                of: request)
        }
        let albums = DataSource<Album>(.path("else/<id>"), client: try script.api())
        let album = try #require(
            try await script.api().fetch("albums?x=1", as: Album.self).result().data)
        album.title = "y"
        try await albums.update(album).result()
        #expect(script.lines == ["GET /v1/albums?x=1", "PATCH /v1/albums/9"])
    }

    @Test("What a relationship only names is read, and found there from then on")
    func refreshUnresolved() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"artists","id":"7","attributes":{"name":"Massive Attack"}}}"#,
                of: request)
        }
        let artists = DataSource<Artist>(.path("artists/<id>"), client: try script.api())
        let album = try #require(
            try Document<Album>(
                parsing: albumDocument(
                    more: #","relationships":{"artist":{"data":{"type":"artists","id":"7"}}}"#)
            ).data)
        let artist = try #require(album.artist)
        #expect(artist.name == nil)
        try await artists.refresh(artist).result()
        #expect(album.artist?.name == "Massive Attack")
        #expect(try album.vox.changes().isEmpty)
    }

    @Test(
        "A create that is in its own way is re-read where resources are, and only taken for it when it is"
    )
    func conflictAfterRetry() async throws {
        for (title, isOwn) in [("Blue Lines", true), ("Mezzanine", false)] {
            let script = Script { request, number in
                switch number {
                case 0: .document("", 503, [.retryAfter: "0"], of: request)
                case 1: .document(#"{"errors":[{"status":"409"}]}"#, 409, of: request)
                default: .document(albumDocument(title: title), of: request)
                }
            }
            let api = try APIClient("https://a.example/v1", transport: script)
            let albums = DataSource<Album>(.router(Drafts()), client: api)
            let album = Resource<Album>()
            album.id = "1"
            album.title = "Blue Lines"
            let error = await requestError {
                try await albums.create(album).repeatability(.always).result()
            }
            #expect(error?.code == (isOwn ? nil : .conflict))
            #expect(script.lines == ["POST /v1/drafts", "POST /v1/drafts", "GET /v1/albums/1"])
            #expect(album.title == "Blue Lines")
            #expect(album.vox.isChanged == !isOwn)
        }
    }

    private struct Drafts: ResourceRouter {
        func create(_ resource: Resource<AnyResource>) -> String { "drafts" }
    }

    @Test("The limit on answers can be raised", arguments: [60, 70])
    func largeResponses(megabytes: Int) async throws {
        let size = 65 << 20
        let script = Script { request, _ in
            let text = #"{"meta":{"x":""# + String(repeating: "x", count: size) + #""}}"#
            return .document(text, of: request)
        }
        var api = try APIClient("https://a.example/v1", transport: script)
        api.options.maximumBody = megabytes << 20
        api.options.documents.limits.maximumSize = 100 << 20
        let error = await requestError {
            _ = try await api.fetch("x", as: AnyResource.self).result()
        }
        #expect(error?.code == (megabytes < 65 ? .responseTooLarge : nil))
    }
}

extension WriteRequest {
    /// The error of a request that must fail.
    nonisolated(nonsending) func failure() async -> RequestError? {
        do {
            try await result()
            return nil
        } catch {
            return error as? RequestError
        }
    }
}
