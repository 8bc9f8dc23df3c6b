// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

@Suite("Routes of models")
struct RouteTests {
    private let log = RequestLog()

    private func api(_ base: String = "https://api.example.com/v1") throws -> RESTClient {
        try RESTClient(
            base, transport: TransportFunction { $0.answer(.ok, "{}") }.with(log))
    }

    @Test("MW-108 Paths derive from base, path and id, with a slash behind the base or without.")
    func paths() throws {
        for base in ["https://api.example.com/v1", "https://api.example.com/v1/"] {
            let posts = try api(base).models(BlogPost.self)
            let post = TypedObject<BlogPost>(try JSON(parsing: #"{"id": 7}"#))
            let root = "https://api.example.com/v1/posts"
            #expect(try posts.fetch().url().text == root)
            #expect(try posts.create(TypedObject<BlogPost>()).url().text == root)
            #expect(try posts.fetch(id: "7").url().text == root + "/7")
            #expect(try posts.update(post).url().text == root + "/7")
            #expect(try posts.delete(post).url().text == root + "/7")
            #expect(try posts.delete(id: "7").url().text == root + "/7")
        }
    }

    private struct Memo: RESTSchema, CRUD {
        static let path = "memos/:id"
        static let createPath = "memos/new"
        static let listPath = "memos/all"
        static let readPath = "memo/:id:.json"
        static func deletePath(for model: TypedObject<Memo>) -> String {
            model.state == "draft" ? "drafts/<id>" : "memos/<author.id>/<id>"
        }
        let state = Attribute<String>("state")
    }

    @Test("MW-082 MW-108 Each verb may have a path of its own, a constant or computed.")
    func ownPaths() throws {
        let memos = try api().models(Memo.self)
        let memo = TypedObject<Memo>(
            try JSON(parsing: #"{"id": "a/b", "state": "draft", "author": {"id": 3}}"#))
        let root = "https://api.example.com/v1/"
        #expect(try memos.fetch().url().text == root + "memos/all")
        #expect(try memos.create(memo).url().text == root + "memos/new")
        #expect(try memos.fetch(id: "7").url().text == root + "memo/7.json")
        #expect(try memos.update(memo).url().text == root + "memo/a%2Fb.json")
        #expect(try memos.delete(memo).url().text == root + "drafts/a%2Fb")
        memo.state = "sent"
        #expect(try memos.delete(memo).url().text == root + "memos/3/a%2Fb")
    }

    private struct Document: RESTSchema, CRUD { static let path = "docs/<id>.json" }
    private struct Place: RESTSchema, CRUD { static let path = "places/:id/" }
    private struct Settings: RESTSchema, CRUD { static let path = "user/settings" }
    private struct Comment: RESTSchema, CRUD { static let path = "posts/<post>/comments/<id>" }

    @Test("MW-082 One path can be enough: of a list and its items, or of the one thing there is.")
    func onePath() async throws {
        let root = "https://api.example.com/v1/"
        let documents = try api().models(Document.self)
        #expect(try documents.fetch().url().text == root + "docs.json")
        #expect(try documents.fetch(id: "1").url().text == root + "docs/1.json")
        let places = try api().models(Place.self)
        #expect(try places.fetch().url().text == root + "places/")
        #expect(try places.create(TypedObject()).url().text == root + "places/")
        #expect(try places.fetch(id: "1").url().text == root + "places/1/")
        let settings = try api().models(Settings.self)
        #expect(try settings.fetchOne().url().text == root + "user/settings")
        #expect(try settings.create(TypedObject()).url().text == root + "user/settings")
        #expect(throws: RequestError.self) { try settings.fetch(id: "1").url() }
    }

    @Test("MW-083 Places are filled from the model, or by the caller, and encoded.")
    func places() throws {
        let comments = try api().models(Comment.self, filling: ["post": "ä b"])
        #expect(
            try comments.fetch().url().text
                == "https://api.example.com/v1/posts/%C3%A4%20b/comments")
        let comment = TypedObject<Comment>(try JSON(parsing: #"{"id": 2, "post": 9}"#))
        #expect(
            try comments.update(comment).url().text
                == "https://api.example.com/v1/posts/9/comments/2")
    }

    @Test(
        "MW-083 A place without a value, or with one that is no segment, is an error before sending.",
        arguments: ["{}", #"{"id": null}"#, #"{"id": ""}"#, #"{"id": ".."}"#, #"{"id": {}}"#])
    func missingPlaces(text: String) async throws {
        let posts = try api().models(BlogPost.self)
        let post = TypedObject<BlogPost>(try JSON(parsing: text))
        let error = try await #require(throws: RequestError.self) {
            _ = try await posts.update(post).result()
        }
        #expect(error.code == .invalidPath)
        #expect(log.lines.isEmpty)
    }

    private struct Absolute: RESTSchema, Readable {
        static let path = "http://127.0.0.1:8080/api/:id"
    }

    @Test("MW-083 An absolute address with a port stands for host, route or path.")
    func absolute() throws {
        let api = try api("http://127.0.0.1:8080")
        #expect(
            try api.models(Absolute.self).fetch(id: "1").url().text
                == "http://127.0.0.1:8080/api/1")
        #expect(
            try api.get("http://127.0.0.1:8080/a:b?c=d:e").url().text
                == "http://127.0.0.1:8080/a:b?c=d:e")
        let elsewhere = try self.api().models(Absolute.self).fetch(id: "1")
        #expect(throws: RequestError.self) { try elsewhere.url() }
        let allowed = try self.api().with { $0.allowsOtherOrigins = true }
        #expect(try allowed.get("https://other.example/x").url().host == "other.example")
    }

    #if Hummingbird
    @Test("MW-082 MW-084 Listing, reading, creating, updating and deleting, over the wire.")
    func wholeCycle() async throws {
        let service = PostService(posts: [["title": "a", "contents": "b"]])
        try await withLoopback(service) { api in
            let posts = api.models(BlogPost.self)
            let new = TypedObject<BlogPost>()
            new.vox.assignLocalID()
            new.title = "b"
            new.slug = "b-slug"
            try await posts.save(new).result()
            #expect(new.id == "2" && !new.vox.isNew && !new.vox.isChanged)
            new.title = "c"
            try await posts.save(new).result()
            let list = try await posts.fetch().result()
            #expect(list.map { $0.title } == ["a", "c"])
            list[0].contents = nil
            try await posts.update(list[0]).result()
            try await posts.update(list[1], full: true).result()
            try await posts.delete(list[1]).result()
            #expect(try await posts.fetch().result().count == 1)
        }
        #expect(
            service.lines == [
                "POST /posts", "PATCH /posts/2", "GET /posts", "PATCH /posts/1", "PUT /posts/2",
                "DELETE /posts/2", "GET /posts",
            ])
        #expect(
            service.bodies == [
                #"{"title":"b","slug":"b-slug"}"#, #"{"title":"c"}"#, #"{"contents":null}"#,
                #"{"id":2,"title":"c","contents":null,"views":null}"#,
            ])
    }

    @Test("MW-081 GET, POST, PUT, PATCH and DELETE of any path, with parameters and without.")
    func anyPath() async throws {
        let service = TransportFunction { request in
            let body = String(decoding: request.body ?? [], as: UTF8.self)
            let type = request.headers[.contentType] ?? "-"
            return request.answer(
                .ok,
                #"{"line": "\#(request.method) \#(request.url.target) \#(body.count) \#(type)"}"#)
        }
        try await withLoopback(service, path: "/v1") { api in
            let object: RequestContent = ["title": "x", "tags": [1, nil]]
            let requests = [
                (api.get("a"), "GET /v1/a 0 -"),
                (api.get("a?b=c").query("d", "e f"), "GET /v1/a?b=c&d=e%20f 0 -"),
                (api.post("a", body: object), "POST /v1/a 29 application/json"),
                (api.put("a", body: [1, 2]), "PUT /v1/a 5 application/json"),
                (api.patch("/a", body: [:]), "PATCH /v1/a 2 application/json"),
                (api.delete("a"), "DELETE /v1/a 0 -"),
                (
                    api.post("a", body: .form(["b": "c d"])),
                    "POST /v1/a 5 application/x-www-form-urlencoded"
                ),
                (
                    api.post("a", body: .json("x")).header(.contentType, "application/vnd.own"),
                    "POST /v1/a 3 application/vnd.own"
                ),
            ]
            for (request, expected) in requests {
                let line: String? = try await request.result().line
                #expect(line == expected)
            }
        }
    }
    #endif
}
