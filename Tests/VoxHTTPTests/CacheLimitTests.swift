// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What a cache keeps, up to the byte.
@Suite("Limits of caches")
struct CacheLimitTests {
    private func server(tag: String = "\"1\"", size: Int) -> Scripted {
        Scripted { request, _ in
            let headers: HTTPFields = [.eTag: tag]
            if request.headers[.ifNoneMatch] == tag { return request.answer(304, headers) }
            return request.answer(200, headers, String(repeating: "x", count: size))
        }
    }

    /// Asks for a path, and tells whether the response of before was kept.
    private func wasKept(
        _ path: String, _ client: any HTTPTransport, _ server: Scripted
    ) async throws -> Bool {
        _ = try await client.execute(.get("https://a.example/\(path)")).text()
        return server.requests.last?.headers[.ifNoneMatch] != nil
    }

    @Test("A body of a quarter of the capacity is kept, and no larger one")
    func quarter() async throws {
        for (size, isKept) in [(0, true), (10_000, true), (10_001, false)] {
            let server = server(size: size)
            let client = server.with(ConditionalRequests(capacity: 40_000))
            #expect(try await !wasKept("a", client, server))
            #expect(try await wasKept("a", client, server) == isKept, "\(size)")
        }
    }

    @Test("A cache that is full is emptied to seven eighths, the oldest first")
    func shrinking() async throws {
        // Four responses fit, with the memory for their fields; the fifth does not.
        let server = server(size: 9000)
        let client = server.with(ConditionalRequests(capacity: 40_000))
        for path in ["a", "b", "c", "d"] { #expect(try await !wasKept(path, client, server)) }
        #expect(try await wasKept("a", client, server))
        #expect(try await !wasKept("e", client, server))
        // The two that were used longest ago had to go.
        for path in ["a", "d", "e"] { #expect(try await wasKept(path, client, server), "\(path)") }
        for path in ["c", "b"] { #expect(try await !wasKept(path, client, server), "\(path)") }
    }

    @Test("A response that is replaced counts once")
    func replaced() async throws {
        let server = Scripted { request, number in
            let headers: HTTPFields = [.eTag: "\"\(number)\""]
            if request.url.path != "/a", request.headers[.ifNoneMatch] != nil {
                return request.answer(304, [.eTag: request.headers[.ifNoneMatch] ?? ""])
            }
            return request.answer(200, headers, String(repeating: "x", count: 9000))
        }
        let client = server.with(ConditionalRequests(capacity: 40_000))
        #expect(try await !wasKept("b", client, server))
        for _ in 0..<20 { _ = try await wasKept("a", client, server) }
        #expect(try await wasKept("b", client, server))
    }

    @Test("A tag has at most 1,024 characters, visible ones")
    func tags() async throws {
        for (tag, isKept) in [
            ("\"\"", true), ("\"!\"", true), ("\"~\"", true), ("\"#\"", true), ("W/\"x\"", true),
            ("\"" + String(repeating: "x", count: 1022) + "\"", true),
            ("\"" + String(repeating: "x", count: 1023) + "\"", false), ("\" \"", false),
            ("\"\u{7F}\"", false), ("\"x", false), ("x\"", false), ("w/\"x\"", false),
        ] {
            let server = server(tag: tag, size: 1)
            let client = server.with(ConditionalRequests())
            _ = try await wasKept("a", client, server)
            #expect(try await wasKept("a", client, server) == isKept, "\(tag.prefix(9))")
        }
    }

    @Test("A 304 refreshes the fields of a response, but not those of its content")
    func refreshed() async throws {
        let server = Scripted { request, _ in
            if request.headers[.ifNoneMatch] != nil {
                return request.answer(
                    304, [.eTag: "W/\"1\"", .custom: "new", .contentType: "a/new", .age: "7"])
            }
            return request.answer(
                200, [.eTag: "\"1\"", .custom: "old", .contentType: "a/old", .server: "s"], "x")
        }
        let client = server.with(ConditionalRequests())
        _ = try await client.execute(.get("https://a.example/")).text()
        let response = try await client.execute(.get("https://a.example/"))
        #expect(response.status == .ok)
        #expect(
            response.headers.map { "\($0.name.canonicalName): \($0.value)" }.sorted() == [
                "age: 7", "content-type: a/old", "etag: W/\"1\"", "server: s", "x-custom: new",
            ])
    }

    @Test("A 304 with another tag is not for this response, which is asked for again")
    func otherTag() async throws {
        let server = Scripted { request, number in
            request.headers[.ifNoneMatch] != nil
                ? request.answer(304, [.eTag: "\"2\""])
                : request.answer(200, [.eTag: "\"1\""], "\(number)")
        }
        let client = server.with(ConditionalRequests())
        #expect(try await client.execute(.get("https://a.example/")).text() == "0")
        #expect(try await client.execute(.get("https://a.example/")).text() == "2")
    }

    @Test(
        "An address with brackets and others is sent in the strict form, and exactly if it can be")
    func strictAddresses() throws {
        for (target, strict, exact) in [
            ("/x?a=b", "/x?a=b", nil), ("/x?a[b]=c", "/x?a%5Bb%5D=c", "/x?a[b]=c"),
            ("/x?%5B%5d", "/x?%5B%5d", nil), ("/x?%", "/x?%25", "/x?%"),
            ("/x?%4", "/x?%254", "/x?%4"), ("/x?%4g", "/x?%254g", "/x?%4g"),
            ("/x?%g4", "/x?%25g4", "/x?%g4"), ("/!$&'()*+,;=:@/?-._~", "/!$&'()*+,;=:@/?-._~", nil),
            ("/{x}|^`\"<>", "/%7Bx%7D%7C%5E%60%22%3C%3E", "/{x}|^`\"<>"),
        ] as [(String, String, String?)] {
            let url = try HTTPURL("https://a.example/").with(target: target)
            #expect(url.strictText == "https://a.example" + strict, "\(target)")
            #expect(url.exactTarget == exact, "\(target)")
        }
    }

    @Test("Names of templates stand between angle brackets, and their values are one segment")
    func templates() throws {
        let template = PathTemplate("albums/<id>/<name>")
        for (name, isThere) in [
            ("id", true), ("name", true), ("i", false), ("idx", false), ("", false),
        ] { #expect(template.has(name) == isThere, "\(name)") }
        #expect(
            try template.path([(name: "id", value: "a b"), (name: "name", value: "é")])
                == "albums/a%20b/%C3%A9")
        // What is left out at the end takes its slash with it, and nowhere else.
        #expect(
            try template.path([(name: "id", value: "1"), (name: "name", value: nil)]) == "albums/1")
        for values in [
            [(name: "id", value: nil), (name: "name", value: "x")], [(name: "id", value: "1")],
            [(name: "id", value: ""), (name: "name", value: nil)],
            [(name: "id", value: "."), (name: "name", value: nil)],
        ] as [[(name: String, value: String?)]] {
            #expect(throws: RequestError.self) { try template.path(values) }
        }
        #expect(try PathTemplate("<id>").path([(name: "id", value: nil)]) == "")
        #expect(throws: RequestError.self) {
            try PathTemplate("a<id>").path([(name: "id", value: nil)])
        }
        #expect(try PathTemplate("a<b").path([]) == "a<b")
    }
}
