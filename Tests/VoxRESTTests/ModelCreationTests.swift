// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

@Suite("Creating models without an id in the response")
struct ModelCreationTests {
    private func post() throws -> TypedObject<BlogPost> {
        TypedObject(try JSON(parsing: #"{"title": "a"}"#))
    }

    @Test("The id is that of Location; then the model is updated", arguments: [true, false])
    func location(_ reads: Bool) async throws {
        let log = RequestLog()
        let service = TransportFunction { request in
            var answer = request.answer(.created)
            answer.head.headerFields[.location] = "/v1/posts/12"
            return answer
        }
        let posts = try client(of: service.with(log)).models(BlogPost.self)
        let post = try post()
        if reads {
            try await posts.save(post).result()
        } else {
            try await posts.save(post).success()
        }
        #expect(post.id == "12")
        #expect(try post.vox.changes().isEmpty)
        post.title = "b"
        try await posts.save(post).success()
        #expect(log.lines == ["POST /v1/posts", "PATCH /v1/posts/12"])
    }

    @Test(
        "Without an id, the model is not created a second time",
        arguments: ["", #"{"ok": 1}"#, "<"])
    func once(_ body: String) async throws {
        let log = RequestLog()
        let posts = try client(of: TransportFunction { $0.answer(.created, body) }.with(log))
            .models(BlogPost.self)
        let post = try post()
        _ = try? await posts.save(post).result()
        let error = try await #require(throws: RequestError.self) {
            _ = try await posts.save(post).success()
        }
        #expect(error.code == .unsendable)
        #expect(log.lines == ["POST /v1/posts"])
    }

    @Test("An id that leads to another path is refused", arguments: ["", ".", ".."])
    func ids(_ id: String) async throws {
        let log = RequestLog()
        let posts = try client(of: TransportFunction { $0.answer(.noContent) }.with(log))
            .models(BlogPost.self)
        let post = TypedObject<BlogPost>(try JSON(parsing: #"{"id": "\#(id)", "title": "a"}"#))
        post.title = "b"
        // An empty id is none, so a model with it can only be created.
        let calls = id.isEmpty ? [] : [posts.create(post)]
        for call in calls + [posts.update(post), posts.refresh(post)] {
            let error = await #expect(throws: RequestError.self) { _ = try await call.success() }
            #expect(error?.code == .invalidPath)
        }
        for call in [posts.delete(post), posts.delete(id: id)] {
            let error = await #expect(throws: RequestError.self) { _ = try await call.success() }
            #expect(error?.code == .invalidPath)
        }
        #expect(log.lines.isEmpty)
    }
}
