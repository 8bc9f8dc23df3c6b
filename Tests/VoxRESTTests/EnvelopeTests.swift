// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

@Suite("Envelopes")
struct EnvelopeTests {
    @Test(
        "MW-079 A dotted path leads through objects to a value, or nowhere.",
        arguments: [
            ("data", #"{"post":{"id":1},"none":null}"#), ("data.post", #"{"id":1}"#),
            ("data.post.id", "1"), ("data.none", "null"), ("", nil), (".", nil), ("..", nil),
            ("data.", nil), (".data", nil), ("data..post", nil), ("missing", nil),
            ("data.missing.deeper", nil), ("data.post.id.deeper", nil), ("list.0", nil),
            ("list.id", nil), ("data.none.deeper", nil),
        ] as [(String, String?)])
    func dottedPaths(path: String, found: String?) throws {
        let json = try JSON(
            parsing: #"{"data": {"post": {"id": 1}, "none": null}, "list": [{"id": 1}]}"#)
        #expect(try json.vox.member(at: path)?.vox.text(style: .compact) == found)
    }

    @Test(
        "MW-078 One name serves for one model and for a list, or its plural for the list.",
        arguments: [
            ("post", "posts"), ("box", "boxes"), ("category", "categories"), ("day", "days"),
            ("match", "matches"), ("address", "addresses"),
        ])
    func names(one: String, many: String) {
        #expect(Envelope.named(one) == Envelope(request: one, response: one, list: one))
        #expect(Envelope.named(one, plural: true).list == many)
    }

    private struct Wrapped: RESTSchema, CRUD {
        static let path = "posts/:id"
        static let envelope = Envelope(request: "post", response: "data.post", list: "data.posts")
        let title = Attribute<String>("title")
    }

    #if Hummingbird
    @Test("MW-078 MW-109 Requests and responses have envelopes of their own, over the wire.")
    func enveloped() async throws {
        let service = PostService(
            .init(one: "data.post", many: "data.posts", request: "post"),
            posts: [["title": "a"], ["title": "b"]])
        try await withLoopback(service, path: "/") { api in
            let posts = api.models(Wrapped.self)
            #expect(try await posts.fetch().result().map { $0.title } == ["a", "b"])
            let post = try await posts.fetch(id: "2").result()
            post.title = "c"
            try await posts.save(post).result()
            #expect(post.title == "c" && !post.vox.isChanged)
            let new = TypedObject<Wrapped>()
            new.title = "d"
            try await posts.save(new).result()
            #expect(new.id == "3")
        }
        #expect(service.bodies == [#"{"post":{"title":"c"}}"#, #"{"post":{"title":"d"}}"#])
    }

    @Test("MW-080 A list may be the whole response.")
    func rootList() async throws {
        try await withLoopback(PostService(posts: [["title": "a"], ["title": "b"]])) { api in
            let titles = try await api.models(BlogPost.self).fetch().result().map { $0.title }
            #expect(titles == ["a", "b"])
            let list = try await api.get("posts", as: [TypedObject<BlogPost>].self).result()
            #expect(list.map { $0.id } == ["1", "2"])
        }
    }
    #endif

    @Test("MW-109 A response with another name is an error, and never an empty result.")
    func wrongNames() async throws {
        let service = PostService(.init(one: "article", many: "articles"), posts: [["title": "a"]])
        let posts = try client(of: service).models(Wrapped.self)
        for request in [
            { _ = try await posts.fetch().result() },
            { _ = try await posts.fetch(id: "1").result() },
        ] as [() async throws -> Void] {
            let error = try await #require(throws: RequestError.self) { try await request() }
            #expect(error.code == .document)
            #expect(error.message.contains("data.post"))
        }
    }

    @Test("MW-087 A list that could not be fetched is no empty one.")
    func failedLists() async throws {
        let answers: [(HTTPStatus, String)] = [
            (.error, "[]"), (.found, "null"), (.found, "{}"), (.found, ""), (.found, "no JSON"),
        ]
        for (status, body) in answers {
            let service = TransportFunction {
                $0.answer(status == .error ? .badRequest : .ok, body)
            }
            await #expect(throws: RequestError.self, "\(body)") {
                _ = try await client(of: service).models(BlogPost.self).fetch().result()
            }
        }
        let empty = TransportFunction { $0.answer(.ok, "[]") }
        #expect(try await client(of: empty).models(BlogPost.self).fetch().result().isEmpty)
    }

    private enum HTTPStatus { case found, error }
}
