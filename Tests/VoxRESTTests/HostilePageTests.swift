// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

/// Walks through pages that lead astray.
@Suite("Hostile pages")
struct HostilePageTests {
    private let log = RequestLog()

    private func client(
        _ answer: @escaping @Sendable (ClientRequest) -> ClientResponse
    ) throws -> RESTClient {
        try VoxRESTTests.client(of: TransportFunction { answer($0) }.with(log))
    }

    @Test("The parameter of the page is the one that the path has, too")
    func parameterInPath() async throws {
        let api = try client { request in
            let query = request.url.query ?? ""
            return request.answer(
                .ok,
                query.contains("page=5") ? "[]" : #"[{"id": \#(query.contains("page=4") ? 4 : 3)}]"#
            )
        }
        let request = api.get(
            "posts?a=%5Bx%5D&page=3&page%5Bsize%5D=2&b", as: ModelList<BlogPost>.self)
        for try await _ in request.pages(by: .number()) {}
        #expect(
            log.lines == [
                "GET /v1/posts?a=%5Bx%5D&page=3&page%5Bsize%5D=2&b",
                "GET /v1/posts?a=%5Bx%5D&page%5Bsize%5D=2&b&page=4",
                "GET /v1/posts?a=%5Bx%5D&page%5Bsize%5D=2&b&page=5",
            ])
        log.clear()
        let cursors = try client { request in
            request.answer(
                .ok,
                request.url.query == "c=1"
                    ? #"{"l": [{"id": 1}], "c": 2}"# : #"{"l": [], "c": null}"#)
        }
        for try await _ in cursors.get("posts?c=1", as: ModelList<BlogPost>.self, at: "l")
            .pages(by: .cursor("c", parameter: "c"))
        {}
        #expect(log.lines == ["GET /v1/posts?c=1", "GET /v1/posts?c=2"])
    }

    @Test("The page behind the last number there is, is none")
    func lastNumber() async throws {
        let api = try client { $0.answer(.ok, #"[{"id": 1}]"#) }
        let posts = api.models(BlogPost.self)
        let request = posts.fetch().query("page", "\(Int.max)")
        await #expect(throws: RequestError.self) {
            for try await _ in request.pages(by: .number()) {}
        }
        let few = try client {
            $0.answer(.ok, #"{"l": [{"id": 1}], "pages": 9223372036854775807}"#)
        }
        let lowest = few.get("posts", as: ModelList<BlogPost>.self, at: "l")
            .query("page", "\(Int.max)")
        var count = 0
        for try await _ in lowest.pages(by: .number(first: .min, pages: "pages")) { count += 1 }
        #expect(count == 1)
    }

    @Test(
        "MW-087 A cursor that is neither text nor number ends a list with an error",
        arguments: ["{}", "[1]", #"{"after": "x"}"#])
    func oddCursor(cursor: String) async throws {
        let api = try client { $0.answer(.ok, #"{"l": [], "cursor": \#(cursor)}"#) }
        let error = await #expect(throws: RequestError.self) {
            for try await _ in api.get("posts", as: ModelList<BlogPost>.self, at: "l")
                .pages(by: .cursor("cursor"))
            {}
        }
        #expect(error?.code == .document)
    }

    @Test(
        "Relations are separated by any white space, and need no quotes (RFC 8288, appendix B)",
        arguments: [
            "<?page=2>; rel=\"prev\tnext\"", "<?page=2>; rel=prev next", "<?page=2>;rel=next x;a=b",
            "<x>; rel=prev of, <?page=2>; rel=next", "<?page=2> ; REL = NEXT ; title=a b",
        ])
    func linkForms(field: String) async throws {
        let name = try #require(HTTPField.Name("Link"))
        let api = try client { request in
            request.answer(.ok, "[{}]", request.url.query == nil ? [name: field] : [:])
        }
        for try await _ in api.models(BlogPost.self).fetch().pages(by: .linkHeader) {}
        #expect(log.lines == ["GET /v1/posts", "GET /v1/posts?page=2"])
    }

    @Test("T36 A secret that a hook adds to a query does not go to another origin")
    func hookSecrets() async throws {
        let name = try #require(HTTPField.Name("Link"))
        let api = try client { request in
            request.url.host == "api.example.com"
                ? request.answer(.ok, "[{}]", [name: "<https://other.example/posts>; rel=next"])
                : request.answer(.ok, "[]")
        }.with {
            $0.allowsOtherOrigins = true
            $0.hooks = [
                RESTOptions.Hook(before: { draft in
                    draft.query += [QueryItem("access_token", "s3cret"), QueryItem("v", "1")]
                })
            ]
        }
        for try await _ in api.models(BlogPost.self).fetch().pages(by: .linkHeader) {}
        #expect(log.lines == ["GET /v1/posts?access_token=s3cret&v=1", "GET /posts?v=1"])
    }
}
