// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import VoxREST
import VoxTesting

/// Answers, and moments, at which a model must not be lost or mistaken.
@Suite("Hostile answers to saves")
struct HostileResponseTests {
    private func post(_ text: String) throws -> TypedObject<BlogPost> {
        TypedObject(try JSON(parsing: text))
    }

    @Test(
        "MW-093 A response whose id is none does not take that of the model away",
        arguments: ["null", "true", "{}", "[1]"])
    func noID(id: String) async throws {
        let post = try post(#"{"id": 5, "title": "a"}"#)
        post.title = "b"
        let posts = try client(
            of: TransportFunction { $0.answer(.ok, #"{"id": \#(id), "title": "c"}"#) }
        ).models(BlogPost.self)
        for request in [posts.save(post), posts.refresh(post)] {
            let error = await #expect(throws: RequestError.self) { _ = try await request.result() }
            #expect(error?.code == .unexpectedResponse)
        }
        #expect(post.id == "5" && post.title == "b" && !post.vox.isNew)
    }

    @Test(
        "MW-093 A model that is read by its id has this id, or none",
        arguments: [
            (#"{"id": 7, "title": "a"}"#, true), (#"{"id": "7", "title": "a"}"#, true),
            (#"{"title": "a"}"#, true), (#"{"id": "", "title": "a"}"#, true),
            (#"{"id": 8, "title": "a"}"#, false), (#"{"id": "07", "title": "a"}"#, false),
            (#"{"id": null, "title": "a"}"#, false), (#"{"id": {}, "title": "a"}"#, false),
        ])
    func fetchedIDs(text: String, isRight: Bool) async throws {
        let service = TransportFunction { $0.answer(.ok, text) }
        let posts = try client(of: service).models(BlogPost.self)
        if isRight {
            #expect(try await posts.fetch(id: "7").result().title == "a")
        } else {
            let error = try await #require(throws: RequestError.self) {
                _ = try await posts.fetch(id: "7").response()
            }
            #expect(error.code == .unexpectedResponse && error.status == .ok)
            #expect(error.message.contains("instead of 7"))
        }
        // The client reads a model by another name.
        let me = posts.client.get("posts/me", as: TypedObject<BlogPost>.self)
        #expect(try await me.result().title == "a")
    }

    @Test("MW-093 An empty id is no id")
    func emptyIDs() async throws {
        let post = try post(#"{"id": "", "title": "a"}"#)
        #expect(post.id == nil && post.vox.isNew)
        let log = RequestLog()
        let service = TransportFunction { request in
            request.answer(
                .created, #"{"id": "", "title": "theirs"}"#, [.location: "/v1/posts/3"])
        }
        let posts = try client(of: service.with(log)).models(BlogPost.self)
        try await posts.save(post).result()
        #expect(post.id == "3" && post.title == "theirs" && !post.vox.isNew)
        // A response with an empty id keeps the id of the model.
        post.title = "b"
        try await posts.save(post).result()
        #expect(post.id == "3" && post.title == "theirs")
        #expect(try post.vox.changes().isEmpty)
        #expect(log.lines == ["POST /v1/posts", "PATCH /v1/posts/3"])
        #expect(
            log.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } }
                == [#"{"title":"a"}"#, #"{"title":"b"}"#])
        let list = try ModelList<BlogPost>(JSON(parsing: #"[{"id": ""}, {"id": ""}]"#))
        #expect(list.count == 2 && list[id: ""] == nil)
    }

    @Test("MW-093 Ids that differ in their bytes alone are two")
    func equivalentIDs() async throws {
        let post = try post(#"{"id": "\#u{E9}"}"#)
        let posts = try client(
            of: TransportFunction { $0.answer(.ok, #"{"id": "e\#u{301}", "title": "other"}"#) }
        ).models(BlogPost.self)
        await #expect(throws: RequestError.self) { _ = try await posts.refresh(post).result() }
        #expect(post.title == nil)
        let list = try ModelList<BlogPost>(JSON(parsing: #"[{"id": "e\#u{301}"}]"#))
        #expect(list[id: "\u{E9}"] == nil && list[id: "e\u{301}"] != nil)
    }

    @Test("An id of the server that begins like a local one is the server's")
    func slugLikeLocalID() async throws {
        let log = RequestLog()
        let posts = try client(
            of: TransportFunction { $0.answer(.ok, #"{"id": "local-news", "title": "a"}"#) }
                .with(log)
        ).models(BlogPost.self)
        let post = try await posts.fetch(id: "local-news").result()
        #expect(!post.vox.isNew && post.vox.localID == nil)
        post.title = "b"
        try await posts.save(post).result()
        try await posts.delete(post).success()
        #expect(
            log.lines == [
                "GET /v1/posts/local-news", "PATCH /v1/posts/local-news",
                "DELETE /v1/posts/local-news",
            ])
    }

    @Test("A local id is never sent, wherever it comes from")
    func localIDsStay() async throws {
        let log = RequestLog()
        let posts = try client(of: TransportFunction { $0.answer(.ok, "{}") }.with(log))
            .models(BlogPost.self)
        let id = try #require(TypedObject<BlogPost>().vox.assignLocalID())
        await #expect(throws: RequestError.self) { _ = try await posts.fetch(id: id).result() }
        await #expect(throws: RequestError.self) { _ = try await posts.delete(id: id).success() }
        #expect(log.lines == [])
        let draft = TypedObject<BlogPost>()
        draft.vox.assignLocalID()
        let api = posts.client
        #expect(throws: RequestError.self) { try api.get(One(), for: draft).url() }
    }

    private struct Person: RESTSchema, Updatable {
        static let path = "people/<id>"
        static let updateMethod = UpdateMethod.put
        let name = Attribute<String>("display_name").written(as: "name")
        let nick = Attribute<String>("shown_nick").written(as: "nick")
    }

    @Test("MW-110 What is written by another name is not nil, so a whole model has no null for it")
    func renamedInWhole() async throws {
        let log = RequestLog()
        let people = try client(of: TransportFunction { $0.answer(.noContent) }.with(log))
            .models(Person.self)
        let person = TypedObject<Person>(try JSON(parsing: #"{"id": 1, "display_name": "Ada"}"#))
        try await people.update(person).result()
        person.name = "Grace"
        person.nick = "G"
        try await people.update(person).result()
        let bodies = log.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
        #expect(
            bodies == [
                #"{"id":1,"name":"Ada","nick":null}"#, #"{"id":1,"name":"Grace","nick":"G"}"#,
            ])
    }

    @Test("MW-084 A request that is cancelled leaves the model as it was, with the response there")
    func cancelledAtTheEnd() async throws {
        let post = try post(#"{"id": 1, "title": "a"}"#)
        post.title = "b"
        var options = RESTOptions()
        options.responseParser = Self.cancellingParser
        let posts = try client(
            of: TransportFunction { $0.answer(.ok, #"{"id": 1, "title": "c"}"#) }, options
        ).models(BlogPost.self)
        nonisolated(unsafe) let shared = post
        let task = Task { _ = try await posts.save(shared).result() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(post.title == "b")
        #expect(try post.vox.changes().attributes == ["title"])
    }

    /// Cancels the task that reads a response, when all of it is there.
    private static let cancellingParser = RESTOptions.Parser(["application/json"]) {
        body, _, options in
        withUnsafeCurrentTask { $0?.cancel() }
        return try JSON(parsing: body, options: options)
    }

    private struct Refused: Error {}

    @Test("MW-085 What a service had against a model is gone after a save that failed otherwise")
    func otherFailure() async throws {
        let post = try post(#"{"id": 1, "title": "a"}"#)
        post.title = "b"
        let isDown = Mutex(false)
        var options = RESTOptions()
        options.hooks = [
            RESTOptions.Hook(before: { _ in if isDown.withLock({ $0 }) { throw Refused() } })
        ]
        let posts = try client(
            of: TransportFunction { request in
                request.method == .get
                    ? request.answer(.ok, #"{"id": 1, "title": "x"}"#)
                    : request.answer(.unprocessableContent, #"{"errors": {"title": ["is odd"]}}"#)
            }, options
        ).models(BlogPost.self)
        await #expect(throws: RequestError.self) { _ = try await posts.save(post).result() }
        #expect(post.vox.validation?["title"] == ["is odd"])
        try await posts.refresh(post).result()
        #expect(post.vox.validation?["title"] == ["is odd"], "reading is no save")
        isDown.withLock { $0 = true }
        await #expect(throws: Refused.self) { _ = try await posts.save(post).result() }
        #expect(post.vox.validation == nil && post.vox.saveError == nil)
    }

    @Test("MW-089 A function that is to run after a request does, whatever could not be sent")
    func hooksAround() async throws {
        let counts = Mutex((before: 0, after: 0))
        var options = RESTOptions()
        options.hooks = [
            RESTOptions.Hook(
                before: { _ in counts.withLock { $0.before += 1 } },
                after: { _ in counts.withLock { $0.after += 1 } })
        ]
        let api = try client(of: TransportFunction { $0.answer(.ok, "{}") }, options)
        await #expect(throws: RequestError.self) {
            _ = try await api.post("a", body: .json(Double.nan)).result()
        }
        await #expect(throws: RequestError.self) { _ = try await api.get("a b").result() }
        await #expect(throws: RequestError.self) {
            _ = try await api.get("a").query("q", String(repeating: "x", count: 70_000)).result()
        }
        try await api.get("a").result()
        #expect(counts.withLock { $0.before == $0.after && $0.before >= 1 })
    }

    @Test("T62 The description of an error is one line, whatever a service says")
    func oneLine() async throws {
        let texts = ["a\\nERROR forged", "b\\r\\nc", "\\u001b[2Jd", "e\\u2028f\\u0085g"]
        for text in texts {
            let api = try client(
                of: TransportFunction {
                    $0.answer(.badRequest, #"{"errors": {"title": ["\#(text)"]}}"#)
                })
            let error = try await #require(throws: RequestError.self) {
                _ = try await api.get("a").result()
            }
            let isOdd = "\(error)".unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
            }
            #expect(!isOdd, "\(text)")
            #expect(error.validation?["title"].first?.isEmpty == false)
        }
    }

    // MARK: Endpoints

    private class Record {
        let id = 7
    }

    private final class Song: Record {
        let title = "a"
    }

    private struct One: Endpoint {
        typealias Content = JSON
        let path = "songs/:id"
    }

    @Test("MW-117 Places are filled from inherited properties, too, and from no list")
    func places() throws {
        let api = try client(of: TransportFunction { $0.answer() })
        #expect(try api.get(One(), for: Song()).url().target == "/v1/songs/7")
        let sources: [Any] = [
            ["id": [1, 2]] as [String: Any], ["id": ["a": 1]] as [String: Any],
            (id: [1], b: 2), ["id": JSONValue.array([1])],
        ]
        for source in sources {
            let error = #expect(throws: RequestError.self) {
                try api.get(One(), for: source).url()
            }
            #expect(error?.code == .invalidPath, "\(source)")
        }
        #expect(
            try api.get(One(), for: ["id": JSONValue.string("a/b")]).url().target
                == "/v1/songs/a%2Fb")
    }
}
