// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

@Suite("Endpoints as types")
struct EndpointTests {
    private struct Artist: ObjectSchema {
        let name = Attribute<String>("name")
    }

    /// Says what is sent, and gives an artist where one is asked for.
    private let log = RequestLog()

    private func api(
        _ body: String = #"{"name": "Ada", "artists": {"items": [{"name": "a"}, {"name": "b"}]}}"#,
        _ headers: HTTPFields = [:]
    ) throws -> RESTClient {
        var options = RESTOptions()
        options.headers = [.userAgent: "client", .authorization: "Bearer s3cret"]
        return try client(
            of: TransportFunction { request in
                var headers = headers
                headers[.contentType] = request.headers[.accept]
                return request.answer(.ok, body, headers)
            }.with(log), options)
    }

    private struct OneArtist: MusicEndpoint {
        typealias Content = TypedObject<Artist>
        let path = "artists/:id?"
    }

    private struct Search: MusicEndpoint {
        typealias Content = [TypedObject<Artist>]
        let path = "search"
        let keyPath: String? = "artists.items"
        let query = [QueryItem("type", "artist")]
        let headers: HTTPFields = [.userAgent: "search"]
    }

    @Test("MW-116 An endpoint says what it is, and takes the rest from what it is based on.")
    func inheritance() async throws {
        let api = try api()
        #expect(try await api.get(OneArtist(), for: ["id": "7"]).result().name == "Ada")
        let found = try await api.get(Search()).query("q", "x").result()
        #expect(found.map { $0.name } == ["a", "b"])
        #expect(log.lines == ["GET /v2/artists/7", "GET /v2/search?type=artist&q=x"])
        let requests = log.requests
        #expect(requests.allSatisfy { $0.url.host == "music.example" })
        #expect(
            requests.map { $0.headers[.accept] } == [
                "application/vnd.music+json", "application/vnd.music+json",
            ])
        #expect(requests.map { $0.headers[.userAgent] } == ["music", "search"])
        // The credential is for the service of the client alone.
        #expect(requests.allSatisfy { $0.headers[.authorization] == nil })
    }

    private struct Person {
        struct Account { var id: Int? }
        var name: String
        var account: Account
    }

    private struct ByName: Endpoint {
        typealias Content = JSON
        let path = "people/<name>/accounts/<account.id>"
    }

    @Test("MW-117 Places are filled from a dictionary, JSON, a model, or any value by key path.")
    func sources() throws {
        let api = try api()
        let json = try JSON(parsing: #"{"name": "a/b", "account": {"id": 3}}"#)
        let expected = "/v1/people/a%2Fb/accounts/3"
        #expect(
            try api.get(ByName(), for: ["name": "a/b", "account.id": "3"]).url().target == expected)
        #expect(try api.get(ByName(), for: json).url().target == expected)
        #expect(try api.get(ByName(), for: TypedObject<Artist>(json)).url().target == expected)
        let person = Person(name: "a/b", account: .init(id: 3))
        #expect(try api.get(ByName(), for: person).url().target == expected)
        #expect(try api.get(ByName(), for: person as Person?).url().target == expected)
        let nobody = Person(name: "a", account: .init(id: nil))
        #expect(throws: RequestError.self) { try api.get(ByName(), for: nobody).url() }
        #expect(throws: RequestError.self) { try api.get(ByName()).url() }
    }

    private struct Choosy: Endpoint {
        typealias Content = JSON
        let path = "things/<id?>"

        func value(for place: String, from source: Any) -> String? {
            switch source {
            case let person as Person: person.name
            case let number as Int: "\(number)"
            default: nil
            }
        }

        func isEmpty(_ value: String) -> Bool { value.isEmpty || value == "0" }
    }

    @Test("MW-117 An endpoint says which value of which type it takes, and what counts as empty.")
    func choosing() throws {
        let api = try api()
        let person = Person(name: "ada", account: .init(id: 1))
        #expect(try api.get(Choosy(), for: person).url().target == "/v1/things/ada")
        #expect(try api.get(Choosy(), for: 7).url().target == "/v1/things/7")
        #expect(try api.get(Choosy(), for: 0).url().target == "/v1/things")
        #expect(try api.get(Choosy(), for: "x").url().target == "/v1/things")
    }

    private struct Middle: Endpoint {
        typealias Content = JSON
        let path = "users/:id?/posts"
    }

    private struct Needed: Endpoint {
        typealias Content = JSON
        let path = "users/:id"
    }

    @Test("MW-118 A last place may be absent if it says so; one in the middle is an error.")
    func optionalPlaces() async throws {
        let api = try api()
        #expect(try api.get(OneArtist()).url().target == "/v2/artists")
        #expect(try api.get(OneArtist(), for: ["id": ""]).url().target == "/v2/artists")
        #expect(try api.get(Middle(), for: ["id": "7"]).url().target == "/v1/users/7/posts")
        for request in [api.delete(Middle()), api.delete(Middle(), for: ["id": ""])] {
            let error = try await #require(throws: RequestError.self) {
                try await request.success()
            }
            #expect(error.code == .invalidPath)
        }
        #expect(throws: RequestError.self) { try api.get(Needed()).url() }
        #expect(log.lines.isEmpty)
    }

    @Test("MW-119 All methods work on one endpoint, with an object or a list.")
    func methods() async throws {
        let api = try api()
        let one = OneArtist()
        let place = ["id": "7"]
        try await api.get(one, for: place).query("full", "1").result()
        try await api.post(one, body: ["name": "x"]).result()
        try await api.put(one, for: place, body: [1, "two", nil]).result()
        try await api.patch(one, for: place, body: .form(["name": "y"])).result()
        try await api.delete(one, for: place).success()
        #expect(
            log.lines == [
                "GET /v2/artists/7?full=1", "POST /v2/artists", "PUT /v2/artists/7",
                "PATCH /v2/artists/7", "DELETE /v2/artists/7",
            ])
        #expect(
            log.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
                == ["", #"{"name":"x"}"#, #"[1,"two",null]"#, "name=y", ""])
    }

    @Test(
        "MW-120 A key path that leads nowhere is an error, through a list at the root too.",
        arguments: ["{}", #"{"artists": null}"#, "[]", #"[{"artists": {"items": []}}]"#, "3"])
    func wrongKeyPaths(body: String) async throws {
        let error = try await #require(throws: RequestError.self) {
            _ = try await api(body).get(Search()).result()
        }
        #expect(error.code == .document && error.message.contains("artists.items"))
    }

    @Test("MW-120 What the key path leads to may be a list or an object.")
    func keyPaths() async throws {
        let api = try api(#"{"data": {"first": {"name": "a"}, "all": [{"name": "b"}]}}"#)
        let first = try await api.get("x", as: TypedObject<Artist>.self, at: "data.first").result()
        #expect(first.name == "a")
        let all = try await api.get("x", as: [TypedObject<Artist>].self, at: "data.all").result()
        #expect(all.map { $0.name } == ["b"])
        await #expect(throws: RequestError.self) {
            _ = try await api.get("x", as: [TypedObject<Artist>].self, at: "data.first").result()
        }
    }

    private struct Tagged: RESTSchema, Readable, Enumerable {
        static let path = "tagged/<id>"
        let name = Attribute<String>("name")
        let version = ResponseHeader<String>("ETag")
        let total = ResponseHeader<Int>("X-Total-Count")
    }

    @Test("MW-121 Header fields of a response are properties, of one model and of those of a list.")
    func headers() async throws {
        var headers: HTTPFields = [.eTag: "\"v1\""]
        if let name = HTTPField.Name("X-Total-Count") { headers[name] = "2" }
        let tagged = try api(#"[{"id": 1, "ETag": "no"}, {"id": 2}]"#, headers).models(Tagged.self)
        let list = try await tagged.fetch().result()
        #expect(list.map { $0.version } == ["\"v1\"", "\"v1\""])
        #expect(list[1].total == 2)
        let one = try await api(#"{"id": 1}"#, headers).models(Tagged.self).fetch(id: "1").result()
        #expect(one.version == "\"v1\"")
        #expect(one.vox.source?.etag == "\"v1\"")
        #expect(try one.vox.json.vox.text() == #"{"id": 1}"#)
        // After another answer was taken over, the header fields are those of that.
        let again = try api(#"{"id": 1}"#, [.eTag: "\"v2\""]).models(Tagged.self)
        try await again.refresh(one).result()
        #expect(one.version == "\"v2\"" && one.total == nil)
        #expect(TypedObject<Tagged>().version == nil)
    }
}

private protocol MusicEndpoint: Endpoint {}

extension MusicEndpoint {
    var base: String? { "https://music.example/v2" }
    var acceptedTypes: [String]? { ["application/vnd.music+json"] }
    var headers: HTTPFields { [.userAgent: "music"] }
    func options(_ options: RESTOptions) -> RESTOptions {
        var options = options
        options.maximumBody = 1 << 20
        return options
    }
}
