// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// What every transport does, shown on each of them.
@Suite("Transports")
struct TransportTests {
    private static let echo = Handler { request in
        var fields = HTTPFields()
        for field in request.headers where field.name.canonicalName.hasPrefix("x-") {
            fields.append(field)
        }
        fields["Seen-Method"] = request.method.rawValue
        fields["Seen-Path"] = request.head.path
        fields["Seen-Type"] = request.headers[.contentType]
        fields["Seen-Accept"] = request.headers[.accept]
        return request.answer(.ok, fields, ClientResponse.Body(request.body ?? []))
    }

    @Test("Methods arrive as they are, their body with them", arguments: Transport.allCases)
    func methods(transport: Transport) async throws {
        try await transport.with(Self.echo) { client, base in
            for method in [HTTPRequest.Method.post, .put, .patch, .delete, .init("QUERY")!] {
                let answer = try await client.execute(
                    ClientRequest(
                        method: method, url: base, headers: [.contentType: "text/plain"],
                        body: Array("body of \(method)".utf8)))
                #expect(answer.headers["Seen-Method"] == method.rawValue)
                #expect(try await answer.text() == "body of \(method)")
            }
            for method in [HTTPRequest.Method.get, .head, .options, .delete] {
                let answer = try await client.execute(ClientRequest(method: method, url: base))
                #expect(answer.headers["Seen-Method"] == method.rawValue)
                #expect(try await answer.text().isEmpty)
            }
        }
    }

    @Test(
        "JA-124 The body of a DELETE is really sent, with its Content-Type",
        arguments: Transport.allCases)
    func deleteWithBody(transport: Transport) async throws {
        try await transport.with(Self.echo) { client, base in
            let body = #"{"data":[{"type":"comments","id":"12"}]}"#
            let answer = try await client.execute(
                ClientRequest(
                    method: .delete, url: base,
                    headers: [.contentType: "application/vnd.api+json"], body: Array(body.utf8)))
            #expect(answer.headers["Seen-Method"] == "DELETE")
            #expect(answer.headers["Seen-Type"] == "application/vnd.api+json")
            #expect(try await answer.text() == body)
        }
    }

    @Test("Header fields, Accept and Content-Type arrive as given", arguments: Transport.allCases)
    func headers(transport: Transport) async throws {
        try await transport.with(Self.echo) { client, base in
            var request = ClientRequest(method: .post, url: base, body: [])
            let type = #"application/vnd.api+json;ext="https://example.com/ext""#
            request.headers[.contentType] = type
            request.headers[.accept] = type
            request.headers["X-One"] = "a, b;c=\"d\""
            request.headers.append(HTTPField(name: .init("X-Two")!, value: "first"))
            request.headers.append(HTTPField(name: .init("X-Two")!, value: "second"))
            let answer = try await client.execute(request)
            #expect(answer.headers["Seen-Type"] == type)
            #expect(answer.headers["Seen-Accept"] == type)
            #expect(answer.headers["X-One"] == "a, b;c=\"d\"")
            #expect(
                answer.headers["X-Two"]?.split(separator: ",").map {
                    $0.drop { $0 == " " }
                } == ["first", "second"])
            #expect(answer.url == base)
        }
    }

    @Test("Path and query arrive byte for byte", arguments: Transport.allCases)
    func paths(transport: Transport) async throws {
        try await transport.with(Self.echo) { client, base in
            for target in [
                "/", "/a%2Fb/%C3%A9", "/a//b", "/a;v=1/b:c@d", "/?",
                "/?page%5Bnumber%5D=2&q=a+b%20c",
                "/~a-b_c.d?filter=(a,b)&x=*'!$",
            ] {
                let answer = try await client.execute(
                    ClientRequest(method: .get, url: base.with(target: target)))
                #expect(answer.headers["Seen-Path"] == target)
            }
            // RFC 3986 has no place for these: Foundation has them, and nothing beside them,
            // encoded.
            for (target, encoded) in [
                ("/?page[number]=2", "/?page%5Bnumber%5D=2"),
                ("/a%2Fb[c]?q=%26%2525&x[y]=%C3%A9", "/a%2Fb%5Bc%5D?q=%26%2525&x%5By%5D=%C3%A9"),
                ("/?a=%zz&b=100%&c=%4", "/?a=%25zz&b=100%25&c=%254"),
                ("/?a=|^`{}\"<>", "/?a=%7C%5E%60%7B%7D%22%3C%3E"),
            ] {
                let answer = try await client.execute(
                    ClientRequest(method: .get, url: base.with(target: target)))
                let seen = answer.headers["Seen-Path"]
                #expect(seen == (transport == .urlSession ? encoded : target))
            }
        }
    }

    @Test("8 MiB go there and back", arguments: Transport.allCases)
    func largeBodies(transport: Transport) async throws {
        var body = (0..<1 << 13).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        for _ in 0..<10 { body += body }
        try await transport.with(Self.echo) { [body] client, base in
            let answer = try await client.execute(
                ClientRequest(
                    method: .post, url: base, headers: [.contentType: "text/plain"], body: body))
            #expect(try await answer.body.bytes() == body)
        }
    }

    @Test("The first chunk is there before the last is sent", arguments: Transport.allCases)
    func streaming(transport: Transport) async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let handler = Handler { request in
            request.answer(
                .ok, [:],
                ClientResponse.Body { body in
                    body.yield(Array("first".utf8))
                    Task {
                        for await _ in gate { break }
                        body.yield(Array("last".utf8))
                        body.finish()
                    }
                })
        }
        try await transport.with(handler) { client, base in
            let answer = try await client.execute(ClientRequest(method: .get, url: base))
            var chunks = answer.body.makeAsyncIterator()
            #expect(try await chunks.next() == Array("first".utf8))
            opener.yield()
            #expect(try await chunks.next() == Array("last".utf8))
            #expect(try await chunks.next() == nil)
            #expect(try await chunks.next() == nil)
        }
    }

    @Test("204, 304 and empty answers have no body", arguments: Transport.allCases)
    func emptyResponses(transport: Transport) async throws {
        let handler = Handler { request in
            switch request.url.path {
            case "/304": request.answer(.notModified, [.eTag: "\"a\""])
            case "/204": request.answer(.noContent)
            default: request.answer(.created, [.contentType: "application/vnd.api+json"])
            }
        }
        try await transport.with(handler) { client, base in
            for (path, status) in [("/204", 204), ("/304", 304), ("/201", 201)] {
                let answer = try await client.execute(
                    ClientRequest(method: .get, url: base.with(target: path)))
                #expect(answer.status.code == status)
                #expect(try await answer.body.bytes().isEmpty)
            }
        }
    }

    @Test("A status is never an error, a redirect is a response", arguments: Transport.allCases)
    func statuses(transport: Transport) async throws {
        let handler = Handler { request in
            let code = Int(request.url.path.dropFirst()) ?? 500
            var fields: HTTPFields = [:]
            if code / 100 == 3 { fields[.location] = "/200" }
            if code == 401 { fields[.wwwAuthenticate] = "Basic realm=\"x\"" }
            return request.answer(
                .init(code: code), fields, ClientResponse.Body(Array("text of \(code)".utf8)))
        }
        try await transport.with(handler) { client, base in
            for code in [
                202, 301, 302, 303, 307, 308, 400, 401, 403, 404, 409, 412, 422, 429, 500, 503,
            ] {
                let answer = try await client.execute(
                    ClientRequest(method: .get, url: base.with(target: "/\(code)")))
                #expect(answer.status.code == code)
                #expect(answer.headers[.location] == (code / 100 == 3 ? "/200" : nil))
                #expect(try await answer.text() == "text of \(code)")
            }
        }
    }

    @Test("Cookies are neither kept nor sent", arguments: Transport.allCases)
    func cookies(transport: Transport) async throws {
        let handler = Handler { request in
            var answer = request.answer(request.headers[.cookie] ?? "none")
            answer.head.headerFields[.setCookie] = "session=1; Path=/"
            answer.head.headerFields[.cacheControl] = "max-age=3600"
            return answer
        }
        try await transport.with(handler) { client, base in
            for _ in 0..<2 {
                let answer = try await client.execute(ClientRequest(method: .get, url: base))
                #expect(try await answer.text() == "none")
            }
        }
    }

    @Test("1,000 requests, 64 at a time, each get their own answer", arguments: Transport.allCases)
    func concurrency(transport: Transport) async throws {
        let handler = Handler { $0.answer("answer to \($0.url.target)") }
        try await transport.with(handler) { client, base in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<1000 {
                    if number >= 64 { try await group.next() }
                    group.addTask {
                        let request = ClientRequest(
                            method: .get, url: base.with(target: "/\(number)"))
                        let answer = try await client.execute(request)
                        #expect(try await answer.text() == "answer to /\(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(
        "MW-063 What the caller gave along passes through and goes to nobody",
        arguments: Transport.allCases)
    func userInfo(transport: Transport) async throws {
        struct Passing: HTTPMiddleware {
            func intercept(
                _ request: ClientRequest, next: any HTTPTransport
            ) async throws -> ClientResponse {
                #expect(request.userInfo["key"] as? String == "the-value")
                return try await next.execute(request)
            }
        }
        let handler = Handler { request in
            request.answer(request.headers.map { "\($0)" }.joined() + (request.head.path ?? ""))
        }
        try await transport.with(handler) { client, base in
            var request = ClientRequest(method: .get, url: base)
            request.userInfo = ["key": "the-value"]
            let answer = try await client.with(Passing()).execute(request)
            #expect(try await !answer.text().contains("the-value"))
        }
    }
}
