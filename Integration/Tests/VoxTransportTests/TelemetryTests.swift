// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import InMemoryTracing
import Logging
import MetricsTestKit
import Synchronization
import Testing
import Tracing
import Vox
import VoxAsyncHTTPClient
import VoxHummingbird
import VoxSQL
import VoxSQLite
import VoxTelemetry
import VoxTestSupport
import VoxURLSession

/// What is told about requests, and what is not.
@Suite("Telemetry")
struct TelemetryTests {
    /// Keeps what is logged, as text.
    private final class Records: LogHandler {
        private let kept = Mutex<[String]>([])

        var lines: [String] { kept.withLock { $0 } }
        var metadata: Logger.Metadata {
            get { [:] }
            set { _ = newValue }
        }
        var logLevel: Logger.Level {
            get { .trace }
            set { _ = newValue }
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set { _ = newValue }
        }

        func log(event: LogEvent) {
            let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            kept.withLock {
                $0.append("\(event.level) \(event.message) \(fields.joined(separator: " "))")
            }
        }
    }

    /// A client that answers as a function says.
    private struct Answering: HTTPTransport {
        let answer: @Sendable (ClientRequest) async throws -> ClientResponse

        func execute(_ request: ClientRequest) async throws -> ClientResponse {
            try await answer(request)
        }
    }

    private struct Foreign: Error, CustomStringConvertible {
        let description: String
    }

    private static let secrets: HTTPFields = [
        .authorization: "Bearer s3cret", .cookie: "s3cret", .accept: "a/b", .referer: "/?s3cret",
    ]

    private func request(_ method: HTTPRequest.Method = .get) throws -> ClientRequest {
        ClientRequest(
            method: method, url: try HTTPURL("https://a.example/x?token=s3cret&page=1"),
            headers: Self.secrets, body: method == .get ? nil : Array("s3cret".utf8))
    }

    private func answering(_ status: Int) -> Answering {
        Answering { request in
            ClientResponse(
                head: HTTPResponse(
                    status: .init(code: status),
                    headerFields: [
                        .setCookie: "s3cret", .location: "/?s3cret", .contentType: "c/d",
                    ]),
                url: request.url, body: ClientResponse.Body(Array("the s3cret body".utf8)))
        }
    }

    /// Runs requests that work and fail in all ways through a middleware.
    private func exercise(_ middleware: any HTTPMiddleware) async throws {
        let clients = [
            answering(200), answering(404), answering(500),
            Answering { _ in throw RequestError(code: .connection, message: "reset") },
            Answering { _ in throw Foreign(description: "GET /?token=s3cret failed") },
            Answering { request in
                ClientResponse(
                    head: HTTPResponse(status: .ok), url: request.url,
                    body: ClientResponse.Body(
                        AsyncThrowingStream { $0.finish(throwing: Foreign(description: "s3cret")) })
                )
            },
        ]
        for client in clients {
            for method in [HTTPRequest.Method.get, .post] {
                do {
                    let response = try await client.with(middleware).execute(request(method))
                    _ = try await response.body.bytes()
                } catch {
                    #expect(error is RequestError || error is Foreign)
                }
            }
        }
    }

    @Test("T62 No secret is logged, whatever is shown", arguments: [false, true])
    func noSecret(showsAll: Bool) async throws {
        let records = Records()
        let logger = Logger(label: "test") { _ in records }
        try await exercise(
            ClientLogging(logger, showsHeaders: showsAll, showsQuery: showsAll))
        let text = records.lines.joined(separator: "\n")
        #expect(!text.contains("s3cret"))
        #expect(text.contains("[redacted]"))
        #expect(text.contains("page=1") == showsAll)
        #expect(text.contains("Authorization: [redacted]") == showsAll)
        #expect(text.contains("Content-Type: c/d") == showsAll)
    }

    @Test("A request is logged with method, address, status, time and sizes")
    func logged() async throws {
        let records = Records()
        let logger = Logger(label: "test") { _ in records }
        let client = answering(200).with(ClientLogging(logger, level: .info))
        _ = try await client.execute(request(.post)).body.bytes()
        #expect(records.lines.count == 2)
        for part in [
            "info response received", "method=POST", "url=https://a.example/x?[redacted]",
            "status=200",
            "duration=", "sent-bytes=6",
        ] {
            #expect(records.lines[0].contains(part), "\(part)")
        }
        for part in ["info read", "received-bytes=15", "status=200", "duration="] {
            #expect(records.lines[1].contains(part), "\(part)")
        }
        _ = try await answering(500).with(ClientLogging(logger)).execute(request())
        #expect(records.lines.last?.hasPrefix("warning response received") == true)
    }

    @Test("Requests are counted and timed, under few labels")
    func metrics() async throws {
        let metrics = TestMetrics()
        let middleware = ClientMetrics(factory: metrics)
        try await exercise(middleware)
        for number in 0..<20 {
            let method = try #require(HTTPRequest.Method("ODD\(number)"))
            _ = try await answering(200).with(middleware).execute(request(method))
        }
        func counted(_ method: String, _ outcome: String) throws -> Int64 {
            try metrics.expectCounter(
                "vox.requests", [("method", method), ("outcome", outcome)]
            ).totalValue
        }
        #expect(try counted("GET", "2xx") == 2)
        #expect(try counted("POST", "4xx") == 1)
        #expect(try counted("GET", "5xx") == 1)
        #expect(try counted("GET", "connection") == 1)
        #expect(try counted("POST", "error") == 1)
        #expect(try counted("other", "2xx") == 20)
        #expect(
            try metrics.expectCounter("vox.response.bytes", [("method", "GET")]).totalValue == 45)
        let timer = try metrics.expectTimer(
            "vox.request.duration", [("method", "GET"), ("outcome", "2xx")])
        #expect(timer.values.count == 2)
        #expect(metrics.counters.count < 20)
    }

    @Test("T62 A span for each request goes along in its header fields, without secrets")
    func traces() async throws {
        let tracer = InMemoryTracer()
        let sent = Mutex<[HTTPFields]>([])
        let client = Answering { request in
            sent.withLock { $0.append(request.headers) }
            return ClientResponse(head: HTTPResponse(status: .notFound), url: request.url)
        }
        _ = try await client.with(ClientTracing(tracer: tracer)).execute(request())
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "GET")
        #expect(span.kind == .client)
        #expect(span.attributes.get("url.full") == "https://a.example/x?[redacted]")
        #expect(span.attributes.get("http.response.status_code") == 404)
        #expect(span.attributes.get("error.type") == "404")
        let fields = try #require(sent.withLock { $0.first })
        #expect(fields.count > Self.secrets.count)
        #expect(fields.contains { $0.value == span.traceID })

        try await exercise(ClientTracing(tracer: tracer))
        #expect(tracer.finishedSpans.count == 13)
        for span in tracer.finishedSpans {
            var text = "\(span.operationName) \(span.attributes) \(span.errors) \(span.events)"
            dump(span.errors, to: &text)
            span.attributes.forEach { name, value in text += "\(name)=\(value)" }
            #expect(!text.contains("s3cret"))
        }
    }

    @Test("T62 AsyncHTTPClient traces nothing on its own: its spans would have the query")
    func tracingOfTheTransport() async throws {
        let tracer = InMemoryTracer()
        var configuration = HTTPClient.Configuration()
        configuration.tracing.tracer = tracer
        let client = AsyncHTTPClientTransport(configuration: configuration)
        try await withServer(Handler { $0.answer("ok") }) { url in
            let request = ClientRequest(
                method: .get, url: try url.resolve("/?token=s3cret"))
            #expect(try await client.execute(request).text() == "ok")
        }
        #expect(tracer.finishedSpans.isEmpty && tracer.activeSpans.isEmpty)
    }

    /// Notes the route of each request after the response, as metrics of Hummingbird do.
    private final class RouteNotes: RouterMiddleware {
        typealias Context = BasicRequestContext

        let records = Records()
        private let list = Mutex<[String]>([])

        var routes: [String] { list.withLock { $0 } }

        func handle(
            _ request: Request, context: Context,
            next: (Request, Context) async throws -> Response
        ) async throws -> Response {
            var context = context
            context.logger = Logger(label: "test") { [records] _ in records }
            let response = try await next(request, context)
            list.withLock { $0.append(context.endpointPath ?? "none") }
            return response
        }
    }

    @Test("A server gets the route of a request without ids, and the number of its statements")
    func routes() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLStore(
            SQLiteDatabase(path: folder.appendingPathComponent("a.sqlite").path),
            [
                SQLType(
                    "albums", table: "album", attributes: ["title": .text("title")],
                    relationships: ["artist": .toOne("artists", column: "artist_id")]),
                SQLType("artists", table: "artist", attributes: ["name": .text("name")]),
            ])
        try await store.createTables()
        try await store.checkConnection()
        var service = ResourceService(
            [
                ServedType("albums", attributes: ["title"], toOne: ["artist": "artists"]),
                ServedType("artists", attributes: ["name"]),
            ], store: store)
        service.openAPIPath = "openapi.json"
        let notes = RouteNotes()
        let router = Router()
        router.add(middleware: notes)
        router.get("albums/own") { _, _ in "own" }
        router.mount(service, at: "v1")
        let expected = [
            ("v1/albums", "/v1/albums", 200, 2), ("v1/albums/1", "/v1/albums/{id}", 404, 1),
            ("v1/albums/2/artist", "/v1/albums/{id}/artist", 404, 1),
            ("v1/albums/2/label", "/v1/albums/{id}/{relationship}", 404, 0),
            ("v1/albums/2/relationships/artist", "/v1/albums/{id}/relationships/artist", 404, 1),
            ("v1/openapi.json", "/v1/openapi.json", 200, 0),
        ]
        try await withServer(router.buildResponder()) { base in
            for (path, _, status, _) in expected {
                let url = base.with(target: "/" + path)
                let response = try await URLSessionTransport(clock: TestClock()).execute(
                    ClientRequest(method: .get, url: url))
                #expect(response.status.code == status)
            }
            for path in ["v1/none", "albums/own"] {
                _ = try await URLSessionTransport(clock: TestClock()).execute(
                    ClientRequest(method: .get, url: base.with(target: "/" + path)))
            }
        }
        #expect(notes.routes == expected.map(\.1) + ["/v1/**", "/albums/own"])
        #expect(
            notes.records.lines
                == expected.map {
                    "debug response route=\($0.1) statements=\($0.3) status=\($0.2)"
                })
    }

    @Test("A refused request has its route, and a service inside a service does not change it")
    func routesOfRefusals() async throws {
        let tags = ResourceService([ServedType("tags")], store: MemoryStore())
        var albums = ServedType("albums")
        albums.validate = { _ in
            let url = try HTTPURL("http://tags.example/tags")
            _ = try await tags.execute(ClientRequest(method: .get, url: url))
            return []
        }
        let service = ResourceService([albums], store: MemoryStore())
        let notes = RouteNotes()
        let router = Router()
        router.add(middleware: notes)
        router.mount(service, at: "v1", maximumBodySize: 100)
        let json = "Content-Type: application/vnd.api+json\r\n"
        let album = #"{"data":{"type":"albums"}}"#
        let large = album + String(repeating: " ", count: 100)
        let requests: [(line: String, fields: String, body: String, status: Int, route: String)] = [
            ("POST /v1/albums", json, album, 201, "/v1/albums"),
            ("POST /v1/albums", json, large, 413, "/v1/albums"),
            (
                "PATCH /v1/albums/1", json + "Content-Encoding: gzip\r\n", album, 415,
                "/v1/albums/{id}"
            ),
            ("GET /v1/albums/1", "Host: other.example\r\n", "", 400, "/v1/albums/{id}"),
            ("GET /v1/albums", "Accept: text/html\r\n", "", 406, "/v1/albums"),
            ("LOCK /v1/albums/1", "", "", 501, "/v1/albums/{id}"),
            ("GET /v1/none", "Host: other.example\r\n", "", 400, "/v1/**"),
        ]
        try await withServer(router.buildResponder()) { base in
            for (line, fields, body, status, _) in requests {
                let host = fields.hasPrefix("Host") ? "" : "Host: localhost\r\n"
                let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
                let text = "\(line) HTTP/1.1\r\n\(host)\(fields)\(length)Connection: close\r\n\r\n"
                let reply = try await RawClient.talk(to: base) { connection in
                    connection.write(text + body)
                    return connection.readToEnd() ?? ""
                }
                #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(line): \(reply.prefix(200))")
            }
        }
        #expect(notes.routes == requests.map { $0.route })
        let responses = notes.records.lines.filter { $0.hasPrefix("debug response route=/v1/") }
        #expect(responses.count == requests.count - 1)
    }
}
