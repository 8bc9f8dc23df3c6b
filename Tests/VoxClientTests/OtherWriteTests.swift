// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Writes to services that bend the standard.
@Suite("Writes of other forms")
struct OtherWriteTests {
    private func albums(
        _ script: Script, _ change: (inout APIOptions) -> Void = { _ in }
    ) throws -> DataSource<Album> {
        var api = try script.api()
        change(&api.options)
        return DataSource(.path("albums/<id>"), client: api)
    }

    private func album(id: String? = nil) -> Resource<Album> {
        let album = Resource<Album>()
        album.id = id
        album.title = "Mezzanine"
        return album
    }

    @Test("MW-127 202 without a place to ask is a success, with the document taken over")
    func accepted() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"albums","id":"9","attributes":{"title":"theirs"}}}"#, 202,
                of: request)
        }
        let album = album()
        let response = try await albums(script).create(album).response()
        guard case .document = response.outcome else { throw Unexpected() }
        #expect(album.id == "9" && album.title == "theirs")
        #expect(try album.vox.changes().isEmpty)
        // Without a body, too, and for all kinds of writes.
        let silent = Script { request, _ in .document("", 202, of: request) }
        let changed = self.album(id: "1")
        try await albums(silent).update(changed).result()
        #expect(try changed.vox.changes().isEmpty)
        try await albums(silent).delete(id: "1").result()
        try await albums(silent).action(.post, "publish", on: changed).result()
        try await albums(silent).relationship(\.tracks, of: changed).add([]).result()
        #expect(silent.requests.count == 4)
    }

    @Test("MW-127 202 with a job of another type and no place is a success, and nothing is merged")
    func acceptedJob() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"jobs","id":"5"}}"#, 202, of: request)
        }
        let album = album(id: "1")
        let response = try await albums(script).update(album).response()
        guard case .done(let document?) = response.outcome else { throw Unexpected() }
        #expect(document.data?.type == "jobs")
        #expect(album.id == "1" && album.type == "albums")
        #expect(try album.vox.changes().isEmpty)
    }

    private struct Unexpected: Error {}

    @Test("MW-127 An empty list of errors beside a success is a success")
    func noErrors() async throws {
        let script = Script { request, _ in .document(#"{"errors":[]}"#, 200, of: request) }
        let album = album(id: "1")
        let response = try await albums(script).update(album).response()
        guard case .done(let document?) = response.outcome else { throw Unexpected() }
        #expect(document.json["errors"].vox.count == 0)
        #expect(try album.vox.changes().isEmpty)
        // On reading there is nothing to return.
        let error = await requestError { _ = try await albums(script).fetch().result() }
        #expect(error?.code == .reported)
    }

    @Test(
        "MW-127 A response without a document is what the profile says, and never an empty list",
        arguments: ["{}", #"{"status":"ok"}"#, "[]", "ok"])
    func otherBodies(body: String) async throws {
        let script = Script { request, _ in
            .document(body, 200, [.contentType: "application/json"], of: request)
        }
        let refused = album(id: "1")
        let error = await requestError { try await albums(script).update(refused).result() }
        #expect(error?.code == .document)
        #expect(error?.message.contains("the server carried out the request") == true)
        #expect(error.map { Array($0.body) == Array(body.utf8) } == true)
        #expect(try !refused.vox.changes().isEmpty)
        let album = album(id: "1")
        let response = try await albums(script) { $0.writes.acceptsOtherBodies = true }
            .update(album).response()
        guard case .done(let document) = response.outcome else { throw Unexpected() }
        #expect(body == "ok" ? document == nil : document != nil)
        #expect(try album.vox.changes().isEmpty)
        for change in [{ _ in }, { $0.writes.acceptsOtherBodies = true }]
            as [(inout APIOptions) -> Void]
        {
            let error = await requestError {
                _ = try await albums(script, change).fetch().result()
            }
            #expect(error?.code == .document)
        }
    }

    @Test(
        "MW-127 A response about another id is taken over where the profile says so, else it is an error"
    )
    func otherIdentity() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"albums","id":"N","attributes":{"title":"T"}}}"#, of: request)
        }
        let album = album(id: "n")
        let error = await requestError { try await albums(script).create(album).result() }
        #expect(error?.code == .unexpectedResponse)
        #expect(error?.message.contains("carried out") == true && error?.status == .ok)
        #expect(error?.body.isEmpty == false)
        #expect(album.id == "n")
        let other = self.album(id: "n")
        let response = try await albums(script) { $0.writes.acceptsOtherIdentities = true }
            .create(other).response()
        #expect(response.hasOtherIdentity)
        #expect(other.id == "N" && other.title == "T")
        #expect(try other.vox.changes().isEmpty)
        let same = self.album(id: "N")
        #expect(try await !albums(script).create(same).response().hasOtherIdentity)
    }

    @Test("MW-127 A type of creations that the plain type answers")
    func otherType() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"cases","id":"5","attributes":{"a":1}}}"#, of: request)
        }
        func draft() throws -> Resource<AnyResource> {
            try #require(
                try Document<AnyResource>(
                    parsing: #"{"data":{"type":"create_case","attributes":{"b":2}}}"#
                ).data)
        }
        var api = try script.api()
        let refused = try draft()
        let strict = api
        let error = await requestError {
            try await DataSource<AnyResource>(.path("cases"), client: strict).create(refused)
                .result()
        }
        #expect(error?.code == .unexpectedResponse)
        #expect(refused.type == "create_case" && refused.id == nil)
        // It is created, so it is not created again.
        let again = await requestError {
            try await DataSource<AnyResource>(.path("cases"), client: strict).create(refused)
                .result()
        }
        #expect(again?.code == .unsendable)
        api.options.writes.acceptsOtherIdentities = true
        let taken = try draft()
        let response = try await DataSource<AnyResource>(.path("cases"), client: api)
            .create(taken).response()
        #expect(response.hasOtherIdentity)
        #expect(taken.type == "cases" && taken.id == "5" && taken["a"] as Int? == 1)
    }

    @Test(
        "MW-131 Updates go as PUT with all fields, without the id, as flat JSON, as the profile says"
    )
    func forms() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        func send(_ change: @escaping (inout APIOptions) -> Void) async throws -> ClientRequest {
            let document = try Document<Album>(
                parsing:
                    #"{"data":{"type":"albums","id":"1","attributes":{"title":"a","release-year":1998},"relationships":{"artist":{"data":{"type":"artists","id":"7"}},"tracks":{"data":[{"type":"tracks","id":"1"},{"type":"tracks","id":"2"}]}}}}"#
            )
            let album = try #require(document.data)
            album.title = "b"
            try await albums(script, change).update(album).result()
            return try #require(script.requests.last)
        }
        let usual = try await send { _ in }
        #expect(
            usual.text == #"{"data":{"type":"albums","id":"1","attributes":{"title":"b"}}}"#)
        let put = try await send { $0.writes.updateMethod = .put }
        #expect(put.method == .put && put.text?.contains("release-year") == true)
        let bare = try await send { $0.writes.sendsIDs = false }
        #expect(bare.text == #"{"data":{"type":"albums","attributes":{"title":"b"}}}"#)
        #expect(bare.url.path == "/v1/albums/1")
        let flat = try await send { $0.writes.form = .flat }
        #expect(flat.text == #"{"id":"1","title":"b"}"#)
        #expect(flat.headers[.contentType] == "application/json")
        let flatPut = try await send {
            $0.writes.form = .flat
            $0.writes.updateMethod = .put
            $0.writes.sendsIDs = false
            $0.sentType = "application/x-flat+json"
        }
        #expect(
            flatPut.text == #"{"title":"b","release-year":1998,"artist":"7","tracks":["1","2"]}"#)
        #expect(flatPut.headers[.contentType] == "application/x-flat+json")
        let plain = try await send { $0.sentType = "application/json" }
        #expect(plain.headers[.contentType] == "application/json")
    }

    @Test("MW-131 Any address takes any method, with a body, lists of resources and all")
    func addresses() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let api = try script.api()
        let drafts = ["a", "b"].map { title in
            let album = Resource<Album>()
            album.title = title
            return album
        }
        try await api.post("albums").body(drafts).result()
        try await api.patch("/albums/1?x=1").body(JSON(parsing: #"{"data":null}"#)).result()
        try await api.put("https://api.example.com/v1/settings").body(["a": 1]).result()
        try await api.delete("albums").body(identifiers: [Resource<Album>(id: "1")]).result()
        #expect(
            script.lines == [
                "POST /v1/albums", "PATCH /v1/albums/1?x=1", "PUT /v1/settings",
                "DELETE /v1/albums",
            ])
        #expect(
            script.requests.map(\.text) == [
                #"{"data":[{"type":"albums","attributes":{"title":"a"}},{"type":"albums","attributes":{"title":"b"}}]}"#,
                #"{"data":null}"#, #"{"a":1}"#, #"{"data":[{"type":"albums","id":"1"}]}"#,
            ])
        let empty = try await api.post("x").body([] as [Resource<Album>]).response()
        #expect(empty.status == .noContent && script.requests.last?.text == #"{"data":[]}"#)
        #expect(
            await requestError { try await api.post("https://evil.test/x").result() }?.code
                == .crossOrigin)
    }

    @Test("MW-131 Documents of other media types can be read less strictly, and JSON:API strictly")
    func modes() async throws {
        let numbered = #"{"data":[{"type":"albums","id":7}]}"#
        func read(_ type: String, _ change: (inout APIOptions) -> Void) async throws -> String? {
            let script = Script { request, _ in
                .document(numbered, 200, [.contentType: type], of: request)
            }
            return try await albums(script, change).fetch().result().data.first?.id
        }
        let lenient: (inout APIOptions) -> Void = { $0.modeOfOtherTypes = .lenient }
        #expect(try await read("application/json", lenient) == "7")
        let strict = await requestError {
            _ = try await read("application/vnd.api+json", lenient)
        }
        #expect(strict?.code == .document)
        let usual = await requestError { _ = try await read("application/json") { _ in } }
        #expect(usual?.code == .document)
    }

    @Test("MW-131 Header fields of the client replace the ones that it sets itself")
    func headers() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let album = album()
        try await albums(script) {
            $0.headers[.accept] = "application/json"
            $0.headers[.contentType] = "application/json"
        }.create(album).header(.accept, "text/x").result()
        let sent = try #require(script.requests.first?.headers)
        #expect(sent.filter { $0.name == .accept }.map(\.value) == ["text/x"])
        #expect(sent.filter { $0.name == .contentType }.map(\.value) == ["application/json"])
    }

    @Test(
        "MW-131 Query items of the client are in every request, once, and in links as the profile says"
    )
    func queries() async throws {
        let script = Script { request, number in
            .document(
                #"{"data":[{"type":"albums","id":"\#(number)"}],"links":{"next":"?page=\#(number)\#(number == 0 ? "&version=1" : "")"}}"#,
                of: request)
        }
        for addsToLinks in [true, false] {
            let first = script.requests.count
            var limits = Paging.Limits()
            limits.pages = 3
            let source = try albums(script) {
                $0.query = [QueryItem("version", "2"), QueryItem("country[code]", "DE")]
                $0.addsQueryToLinks = addsToLinks
            }
            for try await _ in source.fetch().sort(["title"]).pages(limits: limits) {}
            let lines = script.lines.dropFirst(first).map { String($0) }
            #expect(lines[0] == "GET /v1/albums?sort=title&version=2&country%5Bcode%5D=DE")
            if first == 0 {
                #expect(lines[1] == "GET /v1/albums?page=0&version=1&country%5Bcode%5D=DE")
                #expect(lines[2] == "GET /v1/albums?page=1&version=2&country%5Bcode%5D=DE")
            } else {
                #expect(lines[1] == "GET /v1/albums?page=3")
            }
        }
        _ = try await albums(script) { $0.query = [QueryItem("version", "2")] }
            .fetch().query(exactly: "version", nil).result()
        #expect(script.lines.last == "GET /v1/albums?version")
    }

    @Test("MW-131 Relative links can refer to the address of the client")
    func linkBase() async throws {
        for (link, line) in [
            ("/albums?page=2", "GET /v1/albums?page=2"), ("albums?page=2", "GET /v1/albums?page=2"),
            ("/v1/albums?page=2", "GET /v1/albums?page=2"), ("?page=2", "GET /v1/albums?page=2"),
            ("/v10/albums", "GET /v1/v10/albums"),
            ("https://api.example.com/other", "GET /other"),
        ] {
            let script = Script { request, number in
                .document(
                    #"{"data":[{"type":"albums","id":"\#(number)"}],"links":{"next":\#(number == 0 ? "\"\(link)\"" : "null")}}"#,
                    of: request)
            }
            for try await _ in try albums(script, { $0.linkBase = .client }).fetch().pages {}
            #expect(script.lines.last == line)
        }
        let script = Script { request, _ in .document("", 204, of: request) }
        let document = try Document<Album>(
            parsing: #"{"data":{"type":"albums","id":"1","links":{"self":"/discs/1"}}}"#)
        let album = try #require(document.data)
        album.title = "x"
        try await albums(script) { $0.linkBase = .client }.update(album, full: true).result()
        #expect(script.lines.last == "PATCH /v1/discs/1")
        try await albums(script) {
            $0.linkBase = .client
            $0.writes.followsSelfLinks = false
        }.delete(album).result()
        #expect(script.lines.last == "DELETE /v1/albums/1")
    }

    @Test("MW-127 A response without an id is about the resource that was sent")
    func withoutID() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"albums","attributes":{"title":"theirs"}}}"#, 201,
                [.location: "/v1/albums/3"], of: request)
        }
        let album = album()
        try await albums(script).create(album).result()
        #expect(album.id == "3" && album.title == "theirs")
        #expect(try album.vox.changes().isEmpty)
        album.title = "again"
        try await albums(script).update(album).result()
        #expect(album.id == "3" && album.title == "theirs")
    }

    @Test(
        "MW-127 A success that reports errors in another form is an error",
        arguments: [
            #"{"errors":{"base":["is locked"]}}"#, #"{"errors":"is locked"}"#,
            #"{"error":{"message":"is locked"}}"#, #"{"error":"is locked"}"#,
            #"{"errors":["is locked"]}"#,
        ])
    func otherErrors(body: String) async throws {
        let script = Script { request, _ in
            .document(body, 200, [.contentType: "application/json"], of: request)
        }
        let change: (inout APIOptions) -> Void = { $0.writes.acceptsOtherBodies = true }
        let album = album(id: "1")
        let failures = [
            await requestError { try await albums(script).delete(id: "1").result() },
            await requestError { try await albums(script, change).update(album).result() },
            await requestError {
                try await albums(script, change).action(.post, "x", on: album).result()
            },
        ]
        for error in failures {
            #expect(error?.code == .reported)
            #expect(error?.errors.first?.detail == "is locked")
        }
        #expect(try !album.vox.changes().isEmpty)
    }

    @Test("MW-127 A body that is no linkage leaves the linkage as it was sent")
    func oddLinkage() async throws {
        let script = Script { request, _ in
            .document(#"{"data":"ok"}"#, 200, [.contentType: "application/json"], of: request)
        }
        let document = try Document<Album>(
            parsing:
                #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":null}}}}"#)
        let album = try #require(document.data)
        try await albums(script) { $0.writes.acceptsOtherBodies = true }
            .relationship(\.artist, of: album).replace(with: Resource<Artist>(id: "7")).result()
        #expect(album.artist?.id == "7")
    }

    @Test("MW-131 A flat body refuses what it cannot say")
    func flatFaults() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let artist = Resource<Artist>()
        let album = album()
        let source = try albums(script) { $0.writes.form = .flat }
        let included = await requestError {
            try await source.create(
                album, including: [artist.as(AnyResource.self)].compactMap { $0 }
            )
            .result()
        }
        #expect(included?.code == .unsendable && artist.lid == nil)
        let other = try #require(
            try Document<Artist>(parsing: #"{"data":{"type":"artists","lid":"x"}}"#).data)
        album.artist = other
        let local = await requestError { try await source.create(album).result() }
        #expect(local?.code == .unsendable)
        #expect(script.requests.isEmpty)
    }

    @Test("MW-131 An encoded path out of the base is not followed for writes")
    func encodedDots() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let document = try Document<Album>(
            parsing: #"{"data":{"type":"albums","id":"1","links":{"self":"/v1/%2e%2e/admin/1"}}}"#)
        try await albums(script).delete(try #require(document.data)).result()
        #expect(script.lines == ["DELETE /v1/albums/1"])
    }
}
