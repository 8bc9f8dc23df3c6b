// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// What was read before is given again when the server says that it is still right, to whom it was
/// given before, and to nobody else.
@Suite("Conditional requests")
struct ConditionalRequestTests {
    /// A server whose answers depend on everything, with a tag that does not tell them apart.
    private func server(vary: String? = nil, tag: String = "\"1\"") -> Scripted {
        Scripted { request, _ in
            var headers: HTTPFields = [.eTag: tag]
            headers[.vary] = vary
            if request.headers[.ifNoneMatch] == tag { return request.answer(304, headers) }
            let seen = [HTTPField.Name.accept, .authorization, .cookie, .apiKey, .acceptLanguage]
                .map { request.headers[$0] ?? "-" }
            return request.answer(200, headers, request.url.text + seen.joined(separator: "|"))
        }
    }

    private func status(_ client: any HTTPTransport, _ request: ClientRequest) async throws
        -> String
    {
        let response = try await client.execute(request)
        #expect(response.status == .ok)
        return try await response.text()
    }

    @Test("T60 JA-082 Nothing is given again under another address, Accept, identity or Vary")
    func keys() async throws {
        let server = server(vary: "Accept, Accept-Language")
        let client = server.with(ConditionalRequests())
        var requests: [ClientRequest] = []
        for url in [
            "https://a.example/x", "https://a.example/x?y", "https://b.example/x",
            "http://a.example/x",
        ] {
            for headers: HTTPFields in [
                [:], [.accept: "application/json"], [.accept: "application/vnd.api+json"],
                [.authorization: "Bearer 1"], [.authorization: "Bearer 2"], [.cookie: "1"],
                [.cookie: "2"], [.apiKey: "1"], [.acceptLanguage: "en"], [.acceptLanguage: "de"],
            ] {
                requests.append(try .get(url, headers: headers))
            }
        }
        var expected: [String] = []
        for request in requests { expected.append(try await server.execute(request).text()) }
        // Twice, in two orders: every response is the right one, kept or not.
        for (request, text) in zip(requests, expected) {
            #expect(try await status(client, request) == text)
        }
        for (request, text) in zip(requests, expected).reversed() {
            #expect(try await status(client, request) == text)
            #expect(try await status(client, request) == text)
        }
        #expect(server.requests.contains { $0.headers[.ifNoneMatch] != nil })
    }

    @Test("JA-082 Another Accept is another response, also where the server says nothing of it")
    func otherAccept() async throws {
        let server = server()
        let client = server.with(ConditionalRequests())
        func isAsked(_ headers: HTTPFields) async throws -> Bool {
            _ = try await status(client, .get("https://a.example/x", headers: headers))
            return server.requests.last?.headers[.ifNoneMatch] != nil
        }
        #expect(try await !isAsked([.accept: "text/html"]))
        #expect(try await !isAsked([.accept: "application/json"]))
        #expect(try await isAsked([.accept: "text/html"]))
        // A field that the server did not name makes no difference.
        #expect(try await isAsked([.accept: "text/html", .acceptLanguage: "de"]))
    }

    @Test("A 304 gives what was read before, with what it says anew")
    func kept() async throws {
        let server = Scripted { request, number in
            number == 0
                ? request.answer(
                    200, [.eTag: "W/\"1\"", .contentType: "a/b", .age: "0"], "the body")
                : request.answer(304, [.eTag: "\"1\"", .age: "7", .contentType: "c/d"])
        }
        let client = server.with(ConditionalRequests())
        for number in 0..<3 {
            let response = try await client.execute(.get("https://a.example/x"))
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "a/b")
            #expect(response.headers[.age] == (number == 0 ? "0" : "7"))
            #expect(try await response.text() == "the body")
        }
        #expect(server.requests.map { $0.headers[.ifNoneMatch] } == [nil, "W/\"1\"", "W/\"1\""])
    }

    @Test("T60 A 304 that fits nothing is fetched again, and then an error")
    func unasked() async throws {
        let always = Scripted(304)
        let client = always.with(ConditionalRequests())
        #expect(
            await failure { _ = try await client.execute(.get("https://a.example/x")) }
                == .unexpectedResponse)

        let wrong = Scripted { request, number in
            switch number {
            case 0: request.answer(200, [.eTag: "\"1\""], "one")
            case 1: request.answer(304, [.eTag: "\"2\""])
            default: request.answer(200, [.eTag: "\"2\""], "two")
            }
        }
        let second = wrong.with(ConditionalRequests())
        #expect(try await status(second, .get("https://a.example/x")) == "one")
        #expect(try await status(second, .get("https://a.example/x")) == "two")
        #expect(wrong.requests.map { $0.headers[.ifNoneMatch] } == [nil, "\"1\"", nil])
    }

    @Test("T60 A tag belongs to the address that sent it, also behind redirects")
    func redirected() async throws {
        let server = Scripted { request, number in
            switch request.url.path {
            case "/x": request.answer(302, [.location: number < 2 ? "/1" : "/2"])
            default:
                request.headers[.ifNoneMatch] == "\"same\""
                    ? request.answer(304, [.eTag: "\"same\""])
                    : request.answer(200, [.eTag: "\"same\""], request.url.path)
            }
        }
        let client = server.with(Redirects(), ConditionalRequests())
        #expect(try await status(client, .get("https://a.example/x")) == "/1")
        #expect(try await status(client, .get("https://a.example/x")) == "/2")
        #expect(try await status(client, .get("https://a.example/x")) == "/2")
        #expect(server.requests.filter { $0.headers[.ifNoneMatch] != nil }.count == 1)
    }

    @Test("What must not be kept is not")
    func notKept() async throws {
        for headers: HTTPFields in [
            [:], [.eTag: "\"1\"", .cacheControl: "private, no-store"],
            [.eTag: "\"1\"", .vary: "Accept, *"], [.eTag: "\"1\"", .vary: "a b"],
        ] {
            let server = Scripted { request, _ in request.answer(200, headers, "x") }
            let client = server.with(ConditionalRequests())
            for _ in 0..<2 { _ = try await client.execute(.get("https://a.example/x")).text() }
            #expect(server.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil }, "\(headers)")
        }
        // Nor what was not read to its end, and what is larger than a quarter of the room.
        let server = server()
        let client = server.with(ConditionalRequests(capacity: 100))
        for _ in 0..<2 { _ = try await client.execute(.get("https://a.example/x")) }
        for _ in 0..<2 { _ = try await client.execute(.get("https://a.example/x")).text() }
        #expect(server.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
    }

    @Test(
        "A tag that cannot be sent back, or means something else, is not",
        arguments: ["\"caf\u{E9}\"", "*", "1", "\"", "W/", "\"a\"b\"", "\"a b\""])
    func tags(tag: String) async throws {
        let server = server(tag: tag)
        let client = server.with(ConditionalRequests())
        for _ in 0..<3 { _ = try await status(client, .get("https://a.example/x")) }
        #expect(server.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
        let long = self.server(tag: "\"\(String(repeating: "x", count: 60_000))\"")
        let other = long.with(ConditionalRequests())
        for _ in 0..<2 { _ = try await status(other, .get("https://a.example/x")) }
        #expect(long.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
    }

    @Test("What was kept is not given to who takes less")
    func limits() async throws {
        let server = server()
        let client = server.with(ConditionalRequests())
        let size = try await status(client, .get("https://a.example/x")).utf8.count
        for (limit, asks) in [(size, true), (size - 1, false)] {
            var request = try ClientRequest.get("https://a.example/x")
            request.limits.body = limit
            _ = try await client.execute(request).text()
            #expect((server.requests.last?.headers[.ifNoneMatch] != nil) == asks, "\(limit)")
        }
    }

    @Test("Addresses and identities count as memory, and do not get in each other's way")
    func longKeys() async throws {
        let server = server()
        let client = server.with(ConditionalRequests(capacity: 100_000))
        func ask(_ number: Int) async throws -> Bool {
            let address = "https://a.example/x?" + String(repeating: "y", count: 10_000)
            let request = try ClientRequest.get(
                address, headers: [.authorization: "Bearer \(number)"])
            _ = try await status(client, request)
            return server.requests.last?.headers[.ifNoneMatch] != nil
        }
        for number in 0..<20 { #expect(try await !ask(number)) }
        #expect(try await ask(19))
        #expect(try await ask(18))
        #expect(try await !ask(0))
    }

    @Test("The caller's own conditions pass untouched, and so do their responses")
    func ownConditions() async throws {
        let client = server().with(ConditionalRequests())
        let request = try ClientRequest.get("https://a.example/x", headers: [.ifNoneMatch: "\"1\""])
        #expect(try await client.execute(request).status == .notModified)
        let range = try ClientRequest.get("https://a.example/x", headers: [.range: "bytes=0-1"])
        #expect(try await client.execute(range).status == .ok)
        let head = try ClientRequest(.head, "https://a.example/x", headers: [.ifNoneMatch: "\"1\""])
        #expect(try await client.execute(head).status == .notModified)
    }

    @Test("Memory is bounded; what was used last stays")
    func bounded() async throws {
        let server = server()
        let client = server.with(ConditionalRequests(capacity: 10_000))
        for number in 0..<100 {
            _ = try await client.execute(.get("https://a.example/\(number)")).text()
            _ = try await client.execute(.get("https://a.example/0")).text()
        }
        let asked = server.requests.filter { $0.url.path == "/0" }
        #expect(asked.dropFirst().allSatisfy { $0.headers[.ifNoneMatch] != nil })
        _ = try await client.execute(.get("https://a.example/1")).text()
        #expect(server.requests.last?.headers[.ifNoneMatch] == nil)
        _ = try await client.execute(.get("https://a.example/99")).text()
        #expect(server.requests.last?.headers[.ifNoneMatch] != nil)
    }

    @Test("What was read in pieces is kept, too, if it was read to its end")
    func pieces() async throws {
        for isWhole in [true, false] {
            let server = Scripted { request, _ in
                if request.headers[.ifNoneMatch] != nil { return request.answer(304) }
                var response = request.answer(200, [.eTag: "\"1\""])
                response.body = ClientResponse.Body(
                    AsyncThrowingStream<[UInt8], any Error> { continuation in
                        for text in ["a", "b", "c"] { continuation.yield(Array(text.utf8)) }
                        continuation.finish()
                    })
                return response
            }
            let client = server.with(ConditionalRequests())
            let first = try await client.execute(.get("https://a.example/"))
            var text = ""
            for try await chunk in first.body {
                text += String(decoding: chunk, as: UTF8.self)
                if !isWhole { break }
            }
            #expect(text == (isWhole ? "abc" : "a"))
            let again = try await client.execute(.get("https://a.example/"))
            #expect(try await again.text() == "abc")
            #expect((server.requests.last?.headers[.ifNoneMatch] != nil) == isWhole)
        }
    }
}
