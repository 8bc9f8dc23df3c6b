// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// What every request has, and what sees every request.
@Suite("Header fields and hooks")
struct HeaderAndHookTests {
    @Test("Fields are added, replaced and removed; what a request has wins over what is added")
    func fields() async throws {
        let server = Scripted(200)
        let client = server.with(
            ClientRequest.DefaultHeaders(
                adding: [.userAgent: "shop/1.0", .acceptLanguage: "en"],
                replacing: [.accept: "a/b"], removing: [.referer]))
        _ = try await client.execute(.get("https://a.example/"))
        _ = try await client.execute(
            .get(
                "https://a.example/",
                headers: [.userAgent: "own", .accept: "c/d", .referer: "x", .custom: "1"]))
        #expect(
            server.requests.map(\.headers) == [
                [.userAgent: "shop/1.0", .acceptLanguage: "en", .accept: "a/b"],
                [.userAgent: "own", .acceptLanguage: "en", .accept: "a/b", .custom: "1"],
            ])
    }

    @Test("Secret default fields go to the origins they are for, and to nobody without one")
    func secrets() async throws {
        let server = Scripted(200)
        let client = server.with(
            ClientRequest.DefaultHeaders(
                adding: [.apiKey: "s3cret"], secretsFor: [try HTTPURL("https://a.example")]))
        _ = try await client.execute(.get("https://a.example/x"))
        _ = try await client.execute(.get("https://b.example/x"))
        #expect(server.requests.map { $0.headers[.apiKey] } == ["s3cret", nil])
        let careless = server.with(ClientRequest.DefaultHeaders(replacing: [.apiKey: "s3cret"]))
        #expect(
            await failure { _ = try await careless.execute(.get("https://a.example/")) }
                == .crossOrigin)
        #expect(server.requests.count == 2)
    }

    @Test("Hooks enclose one another, and each outcome is seen once")
    func hooks() async throws {
        let log = Mutex<[String]>([])
        @Sendable func note(_ text: String) { log.withLock { $0.append(text) } }
        func hook(_ name: String) -> ClientRequest.Hooks {
            ClientRequest.Hooks(
                before: { request in
                    note("\(name) before")
                    request.headers[.custom] = (request.headers[.custom] ?? "") + name
                },
                after: { request, outcome in
                    switch outcome {
                    case .success(let response):
                        note(
                            "\(name) after \(response.status.code) \(request.headers[.custom] ?? "")"
                        )
                    case .failure(let error): note("\(name) failed \(error)")
                    }
                })
        }
        let server = Scripted { request, number in
            if number == 1 { throw RequestError(code: .connection, message: "reset") }
            return request.answer(201)
        }
        let client = server.with(hook("a"), hook("b"))
        _ = try await client.execute(.get("https://a.example/"))
        #expect(
            await failure { _ = try await client.execute(.get("https://a.example/")) }
                == .connection)
        #expect(
            log.withLock { $0 } == [
                "a before", "b before", "b after 201 ab", "a after 201 a",
                "a before", "b before", "b failed connection: reset", "a failed connection: reset",
            ])
        let refusing = server.with(
            ClientRequest.Hooks(
                before: { _ in throw RequestError(code: .unsendable, message: "no") },
                after: { _, _ in note("never") }))
        #expect(
            await failure { _ = try await refusing.execute(.get("https://a.example/")) }
                == .unsendable)
        #expect(server.requests.count == 2)
        #expect(!log.withLock { $0 }.contains("never"))
    }

    @Test("MW-069 Extra headers, auth and logging need no client of one's own")
    func together() async throws {
        let server = Scripted { request, _ in
            request.answer(request.headers[.authorization] == "Bearer new" ? 200 : 401)
        }
        let lines = Mutex<[String]>([])
        var options = ReliabilityOptions()
        options.clock = TestClock()
        options.headers = ClientRequest.DefaultHeaders(adding: [.custom: "extra"])
        options.authentication = Authentication(for: try HTTPURL("https://a.example")) { old in
            .bearer(old == nil ? "old" : "new")
        }
        options.eachSend = [
            ClientRequest.Hooks(after: { request, outcome in
                let status = try? outcome.get().status.code
                lines.withLock { $0.append("\(request.method) \(request.url) \(status ?? 0)") }
            })
        ]
        let client = server.reliable(options)
        #expect(try await client.execute(.get("https://a.example/x?token=s3cret")).status == .ok)
        #expect(server.requests.map { $0.headers[.custom] } == ["extra", "extra"])
        #expect(server.requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new"])
        #expect(
            lines.withLock { $0 } == [
                "GET https://a.example/x?[redacted] 401", "GET https://a.example/x?[redacted] 200",
            ])
    }

    @Test("T62 Clients, and requests that are not sent yet, print without their secrets")
    func redactedClients() async throws {
        let server = Scripted { request, _ in
            request.answer(
                200, [.contentType: HTTPMediaType.jsonAPI.description, .setCookie: "s3cret"],
                #"{"data":[{"type":"albums","id":"1"}],"links":{"next":"/albums?token=s3cret"}}"#)
        }
        var reliability = ReliabilityOptions()
        let base = try HTTPURL("https://a.example")
        let fields: HTTPFields = [.authorization: "Bearer s3cret", .apiKey: "s3cret"]
        reliability.headers = ClientRequest.DefaultHeaders(
            adding: fields, replacing: [.custom: "s3cret"], secretsFor: [base])
        var options = APIOptions()
        options.headers = fields
        let client = try APIClient(
            "https://a.example", transport: server, reliability: reliability, options: options)
        let albums = DataSource<Album>(.path("albums/<id>"), client: client)
        let request = albums.fetch().header(.authorization, "s3cret").filter("token", "s3cret")
        let page = try await request.result()
        let next = try #require(page.next)
        let answer = try await request.response()
        let shown: [Any] = [
            reliability, reliability.headers, options, client, albums, request, request.settings,
            page, page.data, page.data[0], next, answer, albums.update(page.data[0]),
            albums.delete(page.data[0]), albums.fetch().pages(),
        ]
        for value in shown {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("s3cret"), "\(type(of: value))")
            }
        }
        #expect("\(client)" == "APIClient(https://a.example/)")
        #expect("\(next)".count < 400)
    }

    @Test("T62 Requests, answers, credentials and errors print without their secrets")
    func redacted() async throws {
        let headers: HTTPFields = [
            .authorization: "Bearer s3cret", .cookie: "s3cret", .apiKey: "s3cret",
            .custom: "s3cret",
        ]
        var request = try ClientRequest(
            .post, "https://a.example/x?token=s3cret&a=1", headers: headers, body: "s3cret")
        request.userInfo = ["token": "s3cret"]
        let response = request.answer(401, [.setCookie: "s3cret", .custom: "s3cret"], "s3cret")
        var errors: [any Error] = []
        let clock = TestClock(jumping: .seconds(5))
        var options = ReliabilityOptions()
        options.clock = clock
        for client: any HTTPTransport in [
            Scripted { _, _ in throw RequestError(code: .connection, message: "reset") },
            Scripted { request, _ in request.answer(302, [.location: "https://b.example/?s3cret"])
            },
            Scripted { request, _ in request.answer(302, [.location: "ftp://b.example/?s3cret"]) },
            Scripted { request, _ in request.answer(302, [.location: "http://b.example/?s3cret"]) },
            Scripted { request, _ in
                request.answer(302, [.location: "https://a:s3cret@b.example/x@y?s3cret"])
            },
            Scripted { request, _ in request.answer(302, [.location: "ftp://a/b#s3cret"]) },
            Scripted { request, _ in
                request.answer(503, [.retryAfter: "999", .setCookie: "s3cret"])
            },
            Scripted { request, _ in request.answer(304, [.setCookie: "s3cret"]) },
            Scripted { request, _ in request.answer(200, [.contentLength: "99999999999"]) },
            Scripted { request, _ in request.answer(302, [.location: request.url.text]) },
            Scripted { _, _ in
                clock.advance(by: .seconds(60))
                try await forever()
            },
        ] {
            for url in ["https://a.example/x?token=s3cret", "http://a.example/x?token=s3cret"] {
                for method in [HTTPRequest.Method.get, .post] {
                    var failing = try ClientRequest(method, url, headers: headers)
                    failing.repeatability = .always
                    failing.timeouts.total = .seconds(60)
                    do {
                        let response = try await client.reliable(options).execute(failing)
                        _ = try await response.body.bytes()
                    } catch {
                        errors.append(error)
                    }
                }
            }
        }
        #expect(errors.count >= 30)
        let values: [Any] =
            [request, response, request.url, Authentication.Credential.bearer("s3cret")] as [Any]
            + errors
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [
                "\(value)", String(reflecting: value), dumped, "\([value])", "\(["k": value])",
            ] {
                #expect(!text.isEmpty && !text.contains("s3cret"), "\(type(of: value))")
            }
        }
        #expect("\(request)".contains("https://a.example/x?[redacted]"))
        #expect("\(response)".contains("?[redacted]"))
        #expect("\(Authentication.Credential.bearer("s3cret"))" == "Authorization: [redacted]")
        #expect(errors.contains { "\($0)".contains("?[redacted]") })
    }
}
