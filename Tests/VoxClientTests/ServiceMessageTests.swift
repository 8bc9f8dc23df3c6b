// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Messages that lead a program to the option that helps, and to no option that does not.
@Suite("Messages about services")
struct ServiceMessageTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    private func script(
        _ body: String, _ status: Int, _ headers: HTTPFields = [:]
    ) -> Script {
        Script { request, _ in .document(body, status, headers, of: request) }
    }

    private func albums(_ script: Script) throws -> DataSource<Album> {
        DataSource(.path("albums"), client: try script.api())
    }

    private func creation(_ script: Script) async throws -> RequestError {
        let album = Resource<Album>()
        album.title = "S"
        let albums = try albums(script)
        return try #require(await requestError { try await albums.create(album).result() })
    }

    private func reading(_ script: Script) async throws -> RequestError {
        let albums = try albums(script)
        return try #require(await requestError { _ = try await albums.fetch().result() })
    }

    @Test("A refused media type names the option and the refused value")
    func mediaTypes() async throws {
        let refused = try await creation(script("{}", 415, json))
        #expect(refused.code == .unsupportedMediaType)
        for word in ["application/vnd.api+json", "sentType", "writes.form"] {
            #expect(refused.message.contains(word), "\(refused.message)")
        }
        for status in [406, 415] {
            let error = try await reading(script("{}", status, json))
            #expect(error.message.contains("accepts application/vnd.api+json; set accepted"))
            #expect(error.status?.code == status)
        }
        #expect(try await !reading(script("{}", 404, json)).message.contains("accepted"))
    }

    @Test("A response to a write names the option that allows it")
    func writes() async throws {
        for body in ["{}", #"{"ok":true}"#, "[]"] {
            let error = try await creation(script(body, 201, json))
            #expect(error.message.contains("carried out the request"))
            #expect(
                error.message.hasSuffix("set writes.acceptsOtherBodies to allow such a response"))
        }
        for body in [
            #"{"data":{"type":"records","id":"1"}}"#, #"{"data":{"type":"albums-2","id":"1"}}"#,
        ] {
            let error = try await creation(script(body, 201))
            #expect(error.message.contains("carried out the request"))
            #expect(error.message.contains("writes.acceptsOtherIdentities"), "\(error.message)")
        }
        let album = Resource<Album>()
        album.id = "1"
        album.title = "S"
        let other = try albums(script(#"{"data":{"type":"albums","id":"2"}}"#, 200))
        let error = await requestError { try await other.update(album, full: true).result() }
        #expect(
            error?.message.contains("set writes.acceptsOtherIdentities") == true,
            "\(String(describing: error))")
        // No option takes a list in place of a resource.
        let list = try await creation(script(#"{"data":[{"type":"albums","id":"1"}]}"#, 201))
        #expect(!list.message.contains("set writes"))
    }

    @Test("An HTML page is called an HTML page, and no option is named")
    func html() async throws {
        let page = script("<html>", 200, [.contentType: "text/html; charset=utf-8"])
        for error in [try await reading(page), try await creation(page)] {
            #expect(error.code == .unexpectedContentType)
            #expect(error.message.contains("an HTML page") && error.message.contains("login"))
            #expect(!error.message.contains("set ") && !error.message.contains("acceptedTypes"))
        }
        let text = try await reading(script("x", 200, [.contentType: "text/plain"]))
        #expect(text.message.contains("acceptedTypes"))
    }

    @Test("A link from https to http does not name an option that cannot help")
    func weakerLinks() async throws {
        let list = script(
            #"{"data":[{"type":"albums","id":"1"}],"links":{"next":"http://api.example.com/v1/albums?p=2"}}"#,
            200)
        for allows in [false, true] {
            var api = try list.api()
            api.options.allowsOtherOrigins = allows
            let pages = DataSource<Album>(.path("albums"), client: api).fetch().pages
            let error = try #require(await requestError { for try await _ in pages {} })
            #expect(error.message.contains("from https to http"))
            #expect(!error.message.contains("allowsOtherOrigins"))
        }
    }

    @Test("A resource that the server sent without an id is not to be created first")
    func listedWithoutID() async throws {
        let source = try albums(script(#"{"data":[{"type":"albums","attributes":{}}]}"#, 200))
        let album = try #require(try await source.fetch().result().data.first)
        album.title = "T"
        let read = await requestError { try await source.update(album).result() }
        #expect(read?.code == .invalidPath)
        #expect(read?.message.contains("sent it without an id") == true)
        let new = Resource<Album>()
        let error = await requestError { try await source.update(new, full: true).result() }
        #expect(error?.message.contains("create it first") == true)
    }

    @Test("A wait that is too long names the limit that applies")
    func waits() async throws {
        for (asked, total, option) in [
            ("86399.999676919", nil, "longestRetryWait is 60.0 seconds"),
            ("30", Duration.seconds(10), "timeouts.total is 10.0 seconds"),
        ] {
            let script = script("{}", 429, [.retryAfter: asked])
            var reliability = ReliabilityOptions()
            reliability.rateBudget = ReliabilityOptions.RateBudget(readsFields: false)
            var api = try APIClient(
                "https://api.example.com/v1", transport: script, reliability: reliability)
            api.options.timeouts.total = total
            let source = DataSource<Album>(.path("albums"), client: api)
            let error = try #require(await requestError { _ = try await source.fetch().result() })
            #expect(error.code == .retryAfter)
            #expect(error.message.hasSuffix(option), "\(error.message)")
            #expect(error.message.contains(asked == "30" ? "30.0 seconds" : "86400.0 seconds"))
        }
    }

    @Test("The address of a client has no query, because requests would not have it")
    func baseQuery() throws {
        for address in [
            "https://x.example/api?version=1", "https://x.example?v", "https://x.example/?",
        ] {
            let error = #expect(throws: RequestError.self) {
                _ = try APIClient(address, transport: Script { request, _ in request.answer(200) })
            }
            #expect(error?.code == .invalidURL)
            #expect(error?.message.contains("options.query") == true)
            #expect(error?.message.contains("version") == false)
        }
    }

    @Test(
        "Objects with a message give their words, and the field that they name",
        arguments: [
            (
                #"{"detail":[{"loc":["body","name"],"msg":"field required","type":"missing"}]}"#,
                ["/name field required"]
            ),
            (
                #"{"detail":[{"loc":["body","items",0,"price"],"msg":"too low"},{"loc":["query","q"],"msg":"no"}]}"#,
                ["/items/0/price too low", "/q no"]
            ),
            (#"{"detail":[{"loc":["body"],"msg":"not JSON"}]}"#, ["- not JSON"]),
            (#"{"messages":[{"field":"name","message":"is blank"}]}"#, ["/name is blank"]),
            (#"{"tags":[{"code":"x","message":"is blank"}]}"#, ["/tags is blank"]),
            // A field of a nested serializer may have any name.
            (#"{"items":[{},{"message":["is blank"]}]}"#, ["/items/1/message is blank"]),
        ])
    func words(body: String, words: [String]) async throws {
        let error = try await creation(script(body, 422, json))
        #expect(error.errors.map { "\($0.pointer ?? "-") \($0.detail ?? "")" } == words)
    }
}
