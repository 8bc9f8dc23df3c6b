// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing
import Vox
import VoxHummingbird
import VoxServer
import VoxTestSupport

/// Files that a service receives over a socket.
@Suite("Received files", .serialized)
struct ReceivedFileTests {
    private static let type = "multipart/form-data; boundary=B"

    /// A service of albums with files.
    private static func service(
        _ files: [String: ServedType.File]
    ) -> ResourceService {
        var albums = ServedType("albums", attributes: Set(["title"] + files.keys))
        albums.files = files
        return ResourceService([albums], store: MemoryStore())
    }

    private static func part(_ name: String, _ type: String) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n"
    }

    private static let document =
        part("document", "application/vnd.api+json")
        + #"{"data":{"type":"albums","attributes":{"title":"Tides"}}}"# + "\r\n"

    private static func head(
        _ method: String, _ path: String, type: String = type, _ fields: String
    ) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
            + "Connection: close\r\n\(fields)\r\n\r\n"
    }

    private static func talk(to url: HTTPURL, _ texts: String...) async throws -> String {
        try await RawClient.talk(to: url) { connection in
            for text in texts { connection.write(text) }
            return connection.readToEnd() ?? ""
        }
    }

    /// Receives a file, counts its bytes, and notes the most memory that was in use meanwhile.
    private final class Meter: Sendable {
        let state = Mutex((count: 0, most: 0))
        private let start = Heap.bytesInUse() ?? 0

        var file: ServedType.File {
            ServedType.File(maximumSize: 1 << 30) { part in
                let count = try await self.measure(part.body)
                return .number(JSONNumber(count))
            } discard: { _ in
            }
        }

        func measure(_ body: ClientResponse.Body) async throws -> Int {
            var sampled = 0
            for try await chunk in body {
                state.withLock { $0.count += chunk.count }
                let count = state.withLock { $0.count }
                guard count - sampled >= 8 << 20 else { continue }
                sampled = count
                let bytes = (Heap.bytesInUse() ?? 0) - start
                state.withLock { $0.most = max($0.most, bytes) }
            }
            return state.withLock { $0.count }
        }
    }

    private static let blocks = 200

    /// Sends a form with a file of 200 MiB.
    private static func sendLarge(to url: HTTPURL, _ path: String) async throws -> String {
        let start = document + part("cover", "image/png")
        let end = "\r\n--B--\r\n"
        let size = start.utf8.count + blocks << 20 + end.utf8.count
        return try await RawClient.talk(to: url) { connection in
            connection.write(head("POST", path, "Content-Length: \(size)") + start)
            let block = [UInt8]((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) })
            for _ in 0..<blocks where !connection.write(block) { break }
            connection.write(end)
            return connection.readToEnd() ?? ""
        }
    }

    @Test(
        "A file of 200 MiB takes no more than 16 MiB of memory, in a service and in a route",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func large() async throws {
        // In a process of its own, whose memory is measured.
        await #expect(processExitsWith: .success) { try await ReceivedFileTests.receiveLarge() }
    }

    private static func receiveLarge() async throws {
        let meter = Meter()
        let routed = Meter()
        let router = Router()
        router.add(
            middleware: JSONAPIMiddleware(bodyTypes: ["covers": ["multipart/form-data"]]))
        router.post("covers") { request, _ in
            var limits = MultipartBody.Reader.Limits()
            limits.partBytes = 1 << 30
            limits.bytes = 1 << 30
            for try await part in try request.multipart(limits: limits) where part.name == "cover" {
                _ = try await routed.measure(part.body)
            }
            return HTTPResponse.Status.noContent
        }
        router.mount(Self.service(["cover": meter.file]))
        try await withServer(router.buildResponder()) { url in
            let reply = try await Self.sendLarge(to: url, "/albums")
            #expect(reply.hasPrefix("HTTP/1.1 201 "), "\(reply.prefix(300))")
            #expect(reply.contains("\"cover\":\(Self.blocks << 20)"))
            #expect(try await Self.sendLarge(to: url, "/covers").hasPrefix("HTTP/1.1 204 "))
        }
        for meter in [meter, routed] {
            let (count, most) = meter.state.withLock { $0 }
            #expect(count == Self.blocks << 20)
            #expect(most < 16 << 20)
        }
    }

    @Test("What authorize refuses is refused before the client sends the body")
    func forbidden() async throws {
        var service = Self.service(["cover": Meter().file])
        service.authorize = { _ in throw ErrorResponse(.forbidden, "not today") }
        let client = service.with(ResourceService.MethodOverride())
        try await withServer(TransportResponder<BasicRequestContext>(client)) { url in
            let size = 1 << 29
            let reply = try await Self.talk(
                to: url,
                Self.head("POST", "/albums", "Expect: 100-continue\r\nContent-Length: \(size)"))
            #expect(reply.hasPrefix("HTTP/1.1 403 "), "\(reply.prefix(300))")
            // Beyond all files of the type.
            let larger = try await Self.talk(
                to: url,
                Self.head("POST", "/albums", "Expect: 100-continue\r\nContent-Length: \(size * 4)"))
            #expect(larger.hasPrefix("HTTP/1.1 413 "), "\(larger.prefix(300))")
        }
    }

    @Test("Files larger than the limit of other bodies are received, and other bodies keep it")
    func limits() async throws {
        let meter = Meter()
        let responder = TransportResponder<BasicRequestContext>(
            Self.service(["cover": meter.file]).with(ResourceService.MethodOverride()),
            maximumBodySize: 1000)
        let form =
            Self.document + Self.part("cover", "image/png") + String(repeating: "x", count: 5000)
            + "\r\n--B--"
        try await withServer(responder) { url in
            let length = "Content-Length: \(form.utf8.count)"
            let created = try await Self.talk(to: url, Self.head("POST", "/albums", length), form)
            #expect(created.hasPrefix("HTTP/1.1 201 "), "\(created.prefix(300))")
            let chunked = try await Self.talk(
                to: url, Self.head("POST", "/albums", "Transfer-Encoding: chunked"),
                String(form.utf8.count, radix: 16) + "\r\n" + form + "\r\n0\r\n\r\n")
            #expect(chunked.hasPrefix("HTTP/1.1 201 "), "\(chunked.prefix(300))")
            for (path, type, status) in [
                ("/albums", "application/vnd.api+json", 413),
                ("/albums/1/relationships/x", Self.type, 404),
            ] {
                let refused = try await Self.talk(
                    to: url, Self.head("POST", path, type: type, length), form)
                #expect(refused.hasPrefix("HTTP/1.1 \(status) "), "\(refused.prefix(300))")
            }
        }
    }

    @Test("A large form for a type without files gets a 415 before the client sends it")
    func typeWithoutFiles() async throws {
        let responder = TransportResponder<BasicRequestContext>(Self.service([:]))
        try await withServer(responder) { url in
            let reply = try await Self.talk(
                to: url,
                Self.head("POST", "/albums", "Expect: 100-continue\r\nContent-Length: \(1 << 29)"))
            #expect(reply.hasPrefix("HTTP/1.1 415 "), "\(reply.prefix(300))")
        }
    }

    @Test("A form is a stream, too, if a header field changes the method of its request")
    func rewritten() async throws {
        let meter = Meter()
        let client = Self.service(["cover": meter.file]).with(ResourceService.MethodOverride())
        let responder = TransportResponder<BasicRequestContext>(client, maximumBodySize: 1000)
        let file =
            Self.part("cover", "image/png") + String(repeating: "x", count: 5000) + "\r\n--B--"
        let creation = Self.document + file
        let update =
            Self.part("document", "application/vnd.api+json")
            + #"{"data":{"type":"albums","id":"1"}}"# + "\r\n" + file
        try await withServer(responder) { url in
            let created = try await Self.talk(
                to: url,
                Self.head("POST", "/albums", "Content-Length: \(creation.utf8.count)") + creation)
            #expect(created.hasPrefix("HTTP/1.1 201 "), "\(created.prefix(300))")
            let length = "Content-Length: \(update.utf8.count)"
            let updated = try await Self.talk(
                to: url,
                Self.head("POST", "/albums/1", "X-HTTP-Method-Override: PATCH\r\n" + length)
                    + update
            )
            #expect(updated.hasPrefix("HTTP/1.1 200 "), "\(updated.prefix(300))")
        }
    }

    @Test("The files of a client that goes in the middle are discarded")
    func departure() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let (endings, ending) = AsyncStream<String>.makeStream()
        let service = Self.service([
            "back": ServedType.File { part in
                .string(String(decoding: try await part.body.bytes(), as: UTF8.self))
            } discard: {
                ending.yield("discarded \($0)")
            },
            "cover": ServedType.File { part in
                do {
                    for try await _ in part.body { arrival.yield() }
                    return "whole"
                } catch {
                    ending.yield("broken off")
                    throw error
                }
            } discard: {
                ending.yield("discarded \($0)")
            },
        ])
        let arrived = Counter()
        try await withServer(TransportResponder<BasicRequestContext>(service)) { url in
            async let client: Void = RawClient.talk(to: url) { connection in
                connection.write(
                    Self.head("POST", "/albums", "Content-Length: 100000") + Self.document
                        + Self.part("back", "text/plain") + "first\r\n"
                        + Self.part("cover", "text/plain") + "some of the second")
                blockUntil { arrived.value > 0 }
            }
            for await _ in arrivals { break }
            arrived.add(1)
            try await client
            var found: [String] = []
            for await text in endings {
                found.append(text)
                if found.count == 2 { break }
            }
            #expect(found == ["broken off", "discarded \"first\""])
        }
    }

    @Test("A route reads forms, and the bodies that it says, beside JSON:API")
    func routes() async throws {
        let router = Router()
        router.add(
            middleware: JSONAPIMiddleware(bodyTypes: [
                "/albums/:id/forms": ["multipart/form-data"], "albums/{id}/cover": ["image/*"],
            ]))
        router.post("albums/:id/forms") { request, _ in
            var limits = MultipartBody.Reader.Limits()
            limits.bytes = 2000
            limits.partBytes = 100
            var names: [String] = []
            for try await part in try request.multipart(limits: limits) {
                names.append("\(part.name)=\(try await part.body.bytes().count)")
            }
            return names.joined(separator: " ")
        }
        router.put("albums/:id/cover") { request, _ in
            "\(try await request.body.collect(upTo: 100).readableBytes)"
        }
        router.post("albums/:id/open") { request, _ in
            _ = try request.multipart()
            return "open"
        }
        router.mount(Self.service(["cover": Meter().file]))
        let part = Self.part("a", "text/plain") + "12345\r\n"
        let long = Self.part("a", "text/plain") + String(repeating: "x", count: 101) + "\r\n"
        let json = "application/vnd.api+json"
        let cases: [(String, String, String, String, Int, String)] = [
            ("POST", "/albums/1/forms", Self.type, part + part + "--B--", 200, "a=5 a=5"),
            ("POST", "/albums/1/forms", Self.type, part, 400, "the form ends within"),
            ("POST", "/albums/1/forms", Self.type, long + "--B--", 413, "part 1 is larger than"),
            (
                "POST", "/albums/1/forms", Self.type, String(repeating: part, count: 30), 413,
                "the form is larger than"
            ),
            ("POST", "/albums/1/forms", "multipart/form-data", "", 400, "has no boundary"),
            ("POST", "/albums/1/forms", json, "{}", 415, "the media type must be"),
            ("POST", "/albums/1/forms", "text/plain", "{}", 415, "the media type of the document"),
            ("PUT", "/albums/1/cover", "image/png", "12", 200, "2"),
            ("PUT", "/albums/1/cover", Self.type, "12", 415, "the media type of the document"),
            // Without an entry, a route gets JSON:API alone.
            ("POST", "/albums/1/open", Self.type, part, 415, "the media type of the document"),
            ("POST", "/albums/1/open", json, "{}", 415, "the media type must be"),
            // The mounted service checks its requests.
            ("POST", "/albums", "text/plain", part, 415, "the media type of the document"),
            ("POST", "/albums", Self.type, part + "--B--", 400, "the first part of the form"),
            ("POST", "/albums/1/x", Self.type, part + "--B--", 405, "does not support"),
            ("PATCH", "/albums/1", Self.type, part + "--B--", 404, "does not exist"),
        ]
        try await withServer(router.buildResponder()) { url in
            for (method, path, type, body, status, text) in cases {
                let fields = "Content-Length: \(body.utf8.count)"
                let reply = try await Self.talk(
                    to: url, Self.head(method, path, type: type, fields) + body)
                #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(method) \(path) \(type)")
                #expect(reply.contains(text), "\(reply)")
            }
        }
    }

    @Test("A route with ** needs an entry like any other, and a mounted service needs none")
    func wildcards() async throws {
        let router = Router(options: .caseInsensitive)
        router.add(
            middleware: JSONAPIMiddleware(bodyTypes: [
                "Scans/**": ["image/*"], "Forms/:Name": ["multipart/form-data"],
            ]))
        router.post("Scans/**") { request, _ in
            "\(try await request.body.collect(upTo: 100).readableBytes)"
        }
        router.post("Forms/:Name") { request, _ in
            _ = try request.multipart()
            return "form"
        }
        router.post("open/**") { request, _ in
            let _: Document<AnyResource> = try await request.document()
            return "open"
        }
        router.mount(Self.service(["cover": Meter().file]), at: "v1")
        var grouped = Self.service(["cover": Meter().file])
        grouped.basePath = "/api"
        router.group("api").mount(grouped)
        let form = Self.part("a", "text/plain") + "1\r\n--B--"
        let cases: [(String, String, Int, String)] = [
            ("/scans/a/b", "image/png", 200, "\(form.utf8.count)"),
            ("/Scans/a", Self.type, 415, "the media type of the document"),
            ("/forms/a", Self.type, 200, "form"), ("/FORMS/a", Self.type, 200, "form"),
            ("/open/a", Self.type, 415, "the media type of the document"),
            ("/v1/albums", Self.type, 400, "the first part of the form"),
            ("/v1/albums", "text/plain", 415, "the media type of the document"),
            ("/api/albums", Self.type, 400, "the first part of the form"),
        ]
        try await withServer(router.buildResponder()) { url in
            for (path, type, status, text) in cases {
                let fields = "Content-Length: \(form.utf8.count)"
                let reply = try await Self.talk(
                    to: url, Self.head("POST", path, type: type, fields) + form)
                #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(path) \(type)")
                #expect(reply.contains(text), "\(reply)")
            }
        }
    }

    @Test(
        "A form of curl creates a resource",
        .enabled(if: Curl.program != nil, "curl is not installed"))
    func curl() async throws {
        let meter = Meter()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox \"file\" \(UUID().uuidString).png")
        try Data(repeating: 7, count: 3 << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path.replacing("\"", with: "\\\"")
        let router = Router()
        router.mount(Self.service(["cover": meter.file]), at: "v1")
        try await withServer(router.buildResponder()) { url in
            let reply = try await Curl.run(
                "http://\(url.authority)/v1/albums", "-F",
                #"document={"data":{"type":"albums"}};type=application/vnd.api+json"#, "-F",
                "cover=@\"\(path)\";type=image/png")
            #expect((reply.code, reply.status) == (0, 201))
            #expect(reply.json.data.attributes.cover as Int? == 3 << 20)
        }
    }
}

#endif
