// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Credentials go where they belong, and are renewed when they are refused.
@Suite("Credentials")
struct CredentialTests {
    private let home: HTTPURL

    init() throws { home = try HTTPURL("https://a.example/") }

    @Test("Bearer, basic and fields of other names are shown to their origin only")
    func shown() async throws {
        let credentials: [(Authentication.Credential, HTTPField.Name, String)] = [
            (.bearer("t"), .authorization, "Bearer t"),
            (
                .basic(user: "Aladdin", password: "open sesame"), .authorization,
                "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
            ),
            (Authentication.Credential(HTTPField(name: .custom, value: "v")), .custom, "v"),
        ]
        for (credential, name, value) in credentials {
            let server = Scripted(200)
            let client = server.with(Authentication(credential, for: home))
            for url in [
                "https://a.example/x", "https://A.example:443/", "https://a.example:444/",
                "https://b.example/", "https://a.example.b.example/",
            ] {
                _ = try await client.execute(.get(url))
            }
            #expect(server.requests.map { $0.headers[name] } == [value, value, nil, nil, nil])
            #expect(server.requests[0].headers[fields: name].allSatisfy { $0.isSensitive })
            #expect(!"\(credential)".contains(value))
        }
    }

    @Test("What a request has itself wins")
    func own() async throws {
        let server = Scripted(401)
        let client = server.with(Authentication(.bearer("t"), for: home))
        _ = try await client.execute(.get("https://a.example/", headers: [.authorization: "own"]))
        #expect(server.requests.map { $0.headers[values: .authorization] } == [["own"]])
    }

    @Test("After a 401 the request is sent once more, with a new credential")
    func renewed() async throws {
        let server = Scripted { request, _ in
            request.answer(request.headers[.authorization] == "Bearer 2" ? 200 : 401)
        }
        let refused = Mutex<[String?]>([])
        let client = server.with(
            Authentication(for: home) { old in
                refused.withLock { refused in
                    refused.append(old?.field.value)
                    return .bearer("\(refused.count)")
                }
            })
        let request = try ClientRequest(.post, "https://a.example/", body: "{}")
        #expect(try await client.execute(request).status == .ok)
        #expect(try await client.execute(request).status == .ok)
        #expect(refused.withLock { $0 } == [nil, "Bearer 1"])
        #expect(server.requests.count == 3)
        #expect(server.requests.allSatisfy { $0.body == request.body })

        let stubborn = Scripted(401)
        let fetches = Tally()
        let again = stubborn.with(
            Authentication(for: home) { _ in
                fetches.add()
                return .bearer("same")
            })
        #expect(try await again.execute(request).status == .unauthorized)
        #expect(stubborn.requests.count == 2)
        #expect(fetches.count == 2)
    }

    @Test("Requests refused at the same time get one new credential together")
    func together() async throws {
        let fetches = Tally()
        let arrivals = Tally()
        let server = Scripted { request, _ in
            await Task.yield()
            return request.answer(request.headers[.authorization] == "Bearer 2" ? 200 : 401)
        }
        let client = server.with(
            ClientRequest.Hooks(before: { _ in arrivals.add() }),
            Authentication(for: home) { old in
                fetches.add()
                // All are there when the first credential comes.
                if old == nil { await eventually { arrivals.count == 50 } }
                return .bearer(old == nil ? "1" : "2")
            })
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { try await client.execute(.get("https://a.example/")).status }
            }
            for try await status in group { #expect(status == .ok) }
        }
        #expect(fetches.count == 2)
        #expect(server.requests.count <= 100)
    }

    @Test("Who goes away leaves the others their credential; a failure is everybody's, once")
    func leaving() async throws {
        let gate = Gate()
        let fetches = Tally()
        let arrived = Tally()
        let thread = OneThread()
        let server = Scripted(200)
        let client = server.with(
            ClientRequest.Hooks(before: { _ in arrived.add() }),
            Authentication(for: home) { _ in
                fetches.add()
                try await gate.pass()
                if fetches.count == 1 { throw RequestError(code: .connection, message: "no") }
                return .bearer("1")
            })
        let tasks = (0..<3).map { _ in
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/")).status
            }
        }
        await eventually { fetches.count == 1 && arrived.count == 3 }
        await thread.settle()
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        gate.open()
        for task in tasks.dropFirst() {
            #expect(await failure { _ = try await task.value } == .connection)
        }
        #expect(server.requests.isEmpty)
        #expect(try await client.execute(.get("https://a.example/")).status == .ok)
        #expect(fetches.count == 2)
    }

    @Test("T63 Secrets over plain http are refused, save to this machine and where allowed by name")
    func plainHTTP() async throws {
        let plain = try HTTPURL("http://a.example/v1")
        let urls = [
            ("https://a.example/", true), ("http://localhost:8080/", true),
            ("http://127.0.0.1/", true), ("http://[::1]:1/", true), ("http://a.example/x", false),
            ("http://a.example:8080/", false), ("http://127.example.com/", false),
            ("http://localhost.example/", false), ("http://169.254.169.254/", false),
        ]
        let server = Scripted(200)
        var options = ReliabilityOptions.timeless
        let strict = server.reliable(options)
        options.plainHTTPOrigins = [plain]
        let lenient = server.reliable(options)
        for (url, isSafe) in urls {
            for name in [HTTPField.Name.authorization, .cookie, .proxyAuthorization, .apiKey] {
                let request = try ClientRequest.get(url, headers: [name: "s3cret"])
                #expect(
                    await failure { _ = try await strict.execute(request) }
                        == (isSafe ? nil : .insecure), "\(url)")
                let isAllowed = isSafe || url == "http://a.example/x"
                #expect(
                    await failure { _ = try await lenient.execute(request) }
                        == (isAllowed ? nil : .insecure), "\(url)")
            }
        }
        #expect(try await strict.execute(.get("http://a.example/")).status == .ok)
        // With a provider too: refused before a credential is fetched.
        let fetches = Tally()
        options = .timeless
        options.authentication = Authentication(for: plain) { _ in
            fetches.add()
            return .bearer("s3cret")
        }
        let refusing = server.reliable(options)
        #expect(
            await failure { _ = try await refusing.execute(.get("http://a.example/")) } == .insecure
        )
        #expect(fetches.count == 0)
        options.authentication = Authentication(
            .bearer("s3cret"), for: plain, allowingPlainHTTP: [plain])
        #expect(try await server.reliable(options).execute(.get("http://a.example/")).status == .ok)
        #expect(server.requests.last?.headers[.authorization] == "Bearer s3cret")
        options.authentication = Authentication(for: plain, allowingPlainHTTP: [plain]) { _ in
            .bearer("fetched")
        }
        #expect(try await server.reliable(options).execute(.get("http://a.example/")).status == .ok)
        #expect(server.requests.last?.headers[.authorization] == "Bearer fetched")
        #expect(
            server.requests.allSatisfy {
                $0.url.scheme == .https || $0.url.isLoopback || $0.url.authority == "a.example"
            })
    }

    @Test(
        "Names say whether a field is secret",
        arguments: [
            ("Authorization", true), ("Proxy-Authorization", true), ("Cookie", true),
            ("Set-Cookie", true), ("X-Sig", true), ("X-Design", false), ("X-Api-Key", true),
            ("apikey", true), ("X-Auth-Token", true),
            ("X-CSRF-Token", true), ("Private-Token", true), ("X-Amz-Security-Token", true),
            ("Ocp-Apim-Subscription-Key", true), ("X-Client-Secret", true), ("Accept", false),
            ("Content-Type", false), ("ETag", false), ("Idempotency-Key", false),
            ("X-Request-Id", false),
            ("User-Agent", false), ("Traceparent", false), ("Location", false),
        ])
    func names(name: String, isSecret: Bool) throws {
        let field = HTTPField(name: try #require(HTTPField.Name(name)), value: "")
        #expect(field.isSensitive == isSecret)
    }

    @Test("A request with a field of its own waits for no credential")
    func ownField() async throws {
        let server = Scripted(200)
        let client = server.with(
            Authentication(in: .custom, for: home) { _ in throw CancellationError() })
        _ = try await client.execute(.get("https://a.example/", headers: [.custom: "own"]))
        #expect(server.requests.map { $0.headers[.custom] } == ["own"])
    }

    @Test(
        "What is asked of the same client to get a credential goes without one",
        .timeLimit(.minutes(10)))
    func askingTheSameServer() async throws {
        let server = Scripted { request, _ in
            request.url.target == "/token"
                ? request.answer(200, [:], "t1")
                : request.answer(request.headers[.authorization] == "Bearer t1" ? 200 : 401)
        }
        let holder = Mutex<(any HTTPTransport)?>(nil)
        let client = server.with(
            Authentication(for: home) { _ in
                let client = holder.withLock { $0 }
                let token = try await client?.execute(.get("https://a.example/token")).text()
                return .bearer(token ?? "")
            })
        holder.withLock { $0 = client }
        #expect(try await client.execute(.get("https://a.example/x")).status == .ok)
        #expect(server.requests.map(\.url.target) == ["/token", "/x"])
        #expect(server.requests[0].headers[.authorization] == nil)
        holder.withLock { $0 = nil }
    }

    @Test("Origins that may see secrets over plain http may see this one")
    func plainOrigins() async throws {
        let plain = try HTTPURL("http://a.example/")
        let server = Scripted(200)
        var options = ReliabilityOptions.timeless
        options.authentication = Authentication(.bearer("t"), for: plain)
        #expect(
            await failure { _ = try await server.reliable(options).execute(.get(plain.text)) }
                == .insecure)
        options.plainHTTPOrigins = [plain]
        _ = try await server.reliable(options).execute(.get(plain.text))
        #expect(server.requests.map { $0.headers[.authorization] } == ["Bearer t"])
    }
}
