// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import VoxREST
import VoxTestSupport
import VoxTesting

@Suite("Clients of plain services")
struct ClientTests {
    @Test(
        "MW-086 The kind of a status is told, whatever the body says.",
        arguments: [
            (200, ClientResponse.Head.StatusClass.success), (204, .success), (304, .redirection),
            (401, .unauthorized),
            (400, .invalid), (404, .invalid), (422, .invalid), (500, .serverError),
            (503, .serverError),
        ])
    func statusClasses(code: Int, kind: ClientResponse.Head.StatusClass) async throws {
        let body = code == 204 ? "" : #"{"id": 1, "title": "a"}"#
        let service = TransportFunction { $0.answer(.init(code: code), body) }
        let api = try RESTClient(
            "https://api.example.com", transport: service, reliability: nil)
        do {
            let response = try await api.models(BlogPost.self).delete(id: "1").response()
            #expect(response.statusClass == kind && kind == .success)
        } catch let error as RequestError {
            #expect(error.statusClass == kind && kind != .success)
            #expect(error.status?.code == code)
        }
    }

    @Test("MW-086 A timeout has no status, and a 404 no other code than its own.")
    func timeouts() async throws {
        let clock = TestClock()
        let slow = TransportFunction { _ in
            clock.advance(by: .seconds(20))
            try await forever()
        }
        var options = RESTOptions()
        options.timeouts.total = .seconds(20)
        let error = try await #require(throws: RequestError.self) {
            _ = try await client(of: slow, options, clock: clock).models(BlogPost.self).fetch()
                .result()
        }
        #expect(error.code == .timeout && error.statusClass == .noResponse && error.status == nil)
        let missing = try await #require(throws: RequestError.self) {
            try await client(of: TransportFunction { $0.answer(.notFound) }).models(BlogPost.self)
                .fetch(id: "1").result()
        }
        #expect(missing.code == .notFound && missing.statusClass == .invalid)
    }

    private struct Special: RESTSchema, CRUD {
        static let path = "special/<id>"
        static func options(_ options: RESTOptions) -> RESTOptions {
            var options = options
            options.headers[.userAgent] = "special"
            options.headers[.acceptLanguage] = nil
            options.nulls = .omitted
            return options
        }
    }

    @Test("MW-088 Options for one schema are a copy: those of the client stay.")
    func options() async throws {
        let log = RequestLog()
        var options = RESTOptions()
        options.headers = [.userAgent: "all", .acceptLanguage: "en"]
        let api = try client(of: TransportFunction { $0.answer(.ok, "[]") }.with(log), options)
        try await api.models(Special.self).fetch().result()
        try await api.models(BlogPost.self).fetch().result()
        #expect(log.requests.map { $0.headers[.userAgent] } == ["special", "all"])
        #expect(log.requests.map { $0.headers[.acceptLanguage] } == [nil, "en"])
        #expect(api.options.headers[.userAgent] == "all" && api.options.nulls == .sent)
        let other = api.with { $0.headers[.userAgent] = "other" }
        #expect(api.options.headers[.userAgent] == "all")
        #expect(other.options.headers[.userAgent] == "other")
    }

    @Test("MW-113 Default header fields are set, replaced and removed; those of a request win.")
    func headers() async throws {
        let log = RequestLog()
        var api = try client(of: TransportFunction { $0.answer(.ok, "[]") }.with(log))
        api.options.headers[.userAgent] = "one"
        try await api.get("a").result()
        api.options.headers[.userAgent] = "two"
        try await api.get("a").result()
        try await api.get("a").header(.userAgent, "mine").result()
        api.options.headers[.userAgent] = nil
        try await api.get("a").result()
        #expect(log.requests.map { $0.headers[.userAgent] } == ["one", "two", "mine", nil])
        try await api.get("a").header(.accept, "text/x, application/json").result()
        #expect(log.requests.last?.headers[.accept] == "text/x, application/json")
    }

    @Test("MW-089 Hooks change parameters and fields before, and see what came of it after.")
    func hooks() async throws {
        let log = RequestLog()
        let seen = Mutex<[String]>([])
        func hook(_ name: String) -> RESTOptions.Hook {
            RESTOptions.Hook(
                before: { draft in
                    seen.withLock { $0.append("before \(name)") }
                    draft.query.append(QueryItem(name, "1"))
                    draft.headers[.userAgent] = name
                },
                after: { outcome in
                    let title: String? = outcome.json?.title
                    let error = outcome.error as? RequestError
                    seen.withLock {
                        $0.append(
                            "after \(name) \(outcome.request.method) \(outcome.status?.code ?? 0) \(title ?? "-") \(error?.code.description ?? "-")"
                        )
                    }
                })
        }
        var options = RESTOptions()
        options.hooks = [hook("a"), hook("b")]
        let service = TransportFunction { request in
            request.method == .get
                ? request.answer(.ok, #"{"id": 1, "title": "x"}"#) : request.answer(.conflict)
        }
        let posts = try client(of: service.with(log), options).models(BlogPost.self)
        try await posts.fetch(id: "1").query("q", "0").result()
        #expect(log.lines == ["GET /v1/posts/1?q=0&a=1&b=1"])
        #expect(log.requests[0].headers[.userAgent] == "b")
        await #expect(throws: RequestError.self) { _ = try await posts.delete(id: "1").result() }
        #expect(
            seen.withLock { $0 } == [
                "before a", "before b", "after b GET 200 x -", "after a GET 200 x -", "before a",
                "before b", "after b DELETE 409 - conflict", "after a DELETE 409 - conflict",
            ])
    }

    @Test("MW-089 An error of a function that runs before is what the caller gets.")
    func failingHooks() async throws {
        struct Refused: Error {}
        let log = RequestLog()
        var options = RESTOptions()
        options.hooks = [RESTOptions.Hook(before: { _ in throw Refused() })]
        let api = try client(of: TransportFunction { $0.answer(.ok, "[]") }.with(log), options)
        await #expect(throws: Refused.self) { _ = try await api.get("a").result() }
        #expect(log.lines.isEmpty)
    }

    @Test("MW-096 MW-115 A log has method, path and status; fields and queries when asked, masked.")
    func logs() async throws {
        let lines = Mutex<[String]>([])
        func api(_ change: (inout ClientRequest.TextLog) -> Void = { _ in }) throws -> RESTClient {
            var log = ClientRequest.TextLog { line in lines.withLock { $0.append(line) } }
            change(&log)
            var options = RESTOptions()
            options.headers = [.authorization: "Bearer s3cret", .userAgent: "tester"]
            let service = TransportFunction { request in
                request.answer(
                    request.url.path == "/v1/a" ? .ok : .notFound, "{}", [.setCookie: "c=s3cret"])
            }
            return try client(of: service.with(log), options)
        }
        func taken() -> String {
            lines.withLock { lines in
                defer { lines = [] }
                return lines.joined(separator: "\n")
            }
        }
        try await api().get("a").query("token", "s3cret").result()
        let short = taken()
        #expect(short.contains("> GET https://api.example.com/v1/a"))
        #expect(short.contains("< 200 GET https://api.example.com/v1/a"))
        #expect(!short.contains("s3cret") && !short.contains("tester"))
        let wordy = try api {
            $0.showsHeaders = true
            $0.showsQuery = true
        }
        await #expect(throws: RequestError.self) {
            _ = try await wordy.get("b").query("token", "s3cret").query("q", "x").result()
        }
        let long = taken()
        #expect(long.contains("q=x") && long.contains("User-Agent: tester"))
        #expect(long.contains("< 404") && long.contains("[redacted]"))
        #expect(!long.contains("s3cret"))
    }

    @Test("MW-115 A log tells what failed without a response.")
    func failedLogs() async throws {
        let lines = Mutex<[String]>([])
        let service = TransportFunction { _ in
            throw RequestError(code: .connection, message: "refused")
        }
        let api = try client(
            of: service.with(ClientRequest.TextLog { line in lines.withLock { $0.append(line) } }))
        await #expect(throws: RequestError.self) {
            _ = try await api.delete("a").repeatability(.never).result()
        }
        let last = try #require(lines.withLock { $0.last })
        #expect(last.hasPrefix("< failed (connection) DELETE https://api.example.com/v1/a"))
    }

    @Test("Requests and clients print without what may be secret.")
    func descriptions() throws {
        var options = RESTOptions()
        options.headers[.authorization] = "Bearer s3cret"
        let api = try client(of: TransportFunction { $0.answer() }, options)
        let posts = api.models(BlogPost.self)
        let post = TypedObject<BlogPost>(try JSON(parsing: #"{"id": 1, "title": "s3cret"}"#))
        let things: [Any] = [
            api, options, posts, api.get("a").query("token", "s3cret"),
            api.post("a", body: ["password": "s3cret"]), posts.save(post).query("t", "s3cret"),
            RequestContent.form(["password": "s3cret"]),
        ]
        for thing in things {
            var dumped = ""
            dump(thing, to: &dumped)
            #expect(!"\(thing) \(String(reflecting: thing)) \(dumped)".contains("s3cret"))
        }
    }

    @Test("MW-097 No main run loop is needed: the caller may be a thread that only waits.")
    func noRunLoop() async throws {
        let posts = try client(
            of: TransportFunction { request in
                await Task.yield()
                return request.answer(.ok, #"[{"id": 1, "title": "a"}]"#)
            }
        ).models(BlogPost.self)
        let title: String? = await withCheckedContinuation { continuation in
            let thread = Thread {
                let found = Found()
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    let list = try? await posts.fetch().result()
                    found.title.withLock { $0 = list?.first?.title }
                    isDone.signal()
                }
                isDone.wait()
                continuation.resume(returning: found.title.withLock { $0 })
            }
            thread.start()
        }
        #expect(title == "a")
    }

    /// Counts requests.
    private final class Arrivals: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    private final class Found: Sendable {
        let title = Mutex<String?>(nil)
    }

    #if Hummingbird
    @Test("MW-096 Time limits take effect over the wire.")
    func limitsOverTheWire() async throws {
        let clock = TestClock()
        let service = TransportFunction { _ in
            clock.advance(by: .seconds(20))
            try await forever()
        }
        var options = RESTOptions()
        options.timeouts.total = .seconds(20)
        try await withLoopback(service, options: options, clock: clock) { api in
            let error = try await #require(throws: RequestError.self) {
                _ = try await api.models(BlogPost.self).fetch().result()
            }
            #expect(error.code == .timeout)
        }
    }

    @Test("MW-114 A handle pauses, resumes and cancels a request, whose status is checked.")
    func handles() async throws {
        let arrived = Arrivals()
        let service = TransportFunction { request in
            arrived.add()
            return request.answer(
                request.url.path == "/posts" ? .ok : .notFound, #"[{"id": 1, "title": "a"}]"#)
        }
        try await withLoopback(service) { api in
            let posts = api.models(BlogPost.self)
            let paused = ClientRequest.Handle()
            paused.pause()
            async let titles = posts.fetch().controlled(by: paused).result().map { $0.title }
            await othersHaveTheirTurn()
            #expect(paused.isPaused && arrived.count == 0)
            paused.resume()
            let found = try await titles
            #expect(found == ["a"] && arrived.count == 1)
            let cancelled = ClientRequest.Handle()
            cancelled.pause()
            let task = Task { try await posts.fetch().controlled(by: cancelled).result().count }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await #expect(throws: RequestError.self) {
                _ = try await api.get("nothing").controlled(by: ClientRequest.Handle()).result()
            }
        }
    }
    #endif
}
