// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxCompatibility
import VoxTesting

/// Bodies that are opened for each sending, and what middleware makes of them.
@Suite("Request bodies")
struct RequestBodyTests {
    /// A body in chunks that counts how often it was opened.
    private func body(
        _ chunks: [[UInt8]] = [[1, 2], [], [3]], length: Int? = nil, opened: Tally = Tally(),
        failing error: (any Error)? = nil
    ) -> ClientRequest.Body {
        ClientRequest.Body(length: length, contentType: "text/plain") {
            opened.add()
            return Self.stream(chunks, failing: error)
        }
    }

    private static func stream(
        _ chunks: [[UInt8]], failing error: (any Error)? = nil
    ) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish(throwing: error)
        }
    }

    private func request(
        _ content: ClientRequest.Body, _ method: HTTPRequest.Method = .put
    ) throws -> ClientRequest {
        ClientRequest(method: method, url: try HTTPURL("https://a.example/a"), sending: content)
    }

    /// Answers with one status after the other, and reads every body as a server does.
    private func reading(_ statuses: Int..., seen: @escaping @Sendable ([UInt8]) -> Void = { _ in })
        -> Scripted
    {
        Scripted { request, number in
            seen(try await request.buffered().body ?? [])
            let status = statuses[min(number, statuses.count - 1)]
            let fields: HTTPFields = status < 400 && status > 300 ? [.location: "/b"] : [:]
            return request.answer(status, fields)
        }
    }

    private func lines(_ client: Scripted) -> [String] {
        client.requests.map { "\($0.method) \($0.url.target)" }
    }

    // MARK: The body itself

    @Test("A body is bytes or a source; bytes stay where they were")
    func kinds() async throws {
        var request = ClientRequest(
            method: .post, url: try HTTPURL("https://a.example/"), body: [1])
        #expect(request.body == [1] && request.content?.length == 1)
        request.body = nil
        #expect(request.content == nil)
        request.content = body(length: 3)
        #expect(request.body == nil && request.content?.length == 3)
        #expect(try await request.content?.collected() == [1, 2, 3])
        #expect(try await request.content?.collected() == [1, 2, 3])
        #expect("\(request)".hasSuffix("3 bytes"))
        #expect(try await request.buffered().body == [1, 2, 3])
        request.content = body()
        #expect("\(request)".hasSuffix("unknown length"))
        #expect(try self.request(body()).headers[.contentType] == "text/plain")
        #expect(body().of(contentType: "a/b").contentType == "a/b")
        let typed = ClientRequest(
            method: .put, url: request.url, headers: [.contentType: "x/y"], sending: body())
        #expect(typed.headers[.contentType] == "x/y")
    }

    @Test(
        "A source that has fewer or more bytes than it was said to is an error",
        arguments: [1, 2, 4])
    func wrongLength(length: Int) async throws {
        var taken: [UInt8] = []
        let error = await requestError {
            for try await chunk in try await body(length: length).open() { taken += chunk }
        }
        #expect(error?.code == .unsendable)
        // What would have been the last run is kept back.
        #expect(taken.count < length)
    }

    @Test("What a source throws is the cause, and a body too large is told from it")
    func failing() async throws {
        struct Broken: Error {}
        let error = await requestError {
            _ = try await body(failing: Broken()).collected()
        }
        #expect(error?.code == .unsendable && error?.cause is Broken)
        let own = RequestError(code: .crossOrigin, message: "")
        let passed = await requestError { _ = try await body(failing: own).collected() }
        #expect(passed?.code == .crossOrigin)
        for length in [nil, 3] {
            let large = await requestError { _ = try await body(length: length).collected(upTo: 2) }
            #expect(large?.code == .limit)
        }
        let cannotOpen = ClientRequest.Body(opening: { () throws -> ClientResponse.Body in
            throw Broken()
        })
        #expect(await requestError { _ = try await cannotOpen.open() }?.cause is Broken)
    }

    // MARK: Files

    private static func file(_ bytes: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-body-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("MW-095 A file is read in pieces, as often as it is sent")
    func files() async throws {
        for size in [0, 1, 65535, 65536, 65537, 300_000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let body = try ClientRequest.Body(file: Self.file(bytes))
            #expect(body.length == size)
            for _ in 0..<2 {
                var read: [UInt8] = []
                for try await chunk in try await body.open() {
                    #expect(chunk.count <= 64 << 10)
                    read += chunk
                }
                #expect(read == bytes)
            }
        }
    }

    @Test("A file that is gone when it is sent is an error that says so")
    func missingFiles() async throws {
        let path = try Self.file([1, 2])
        let body = try ClientRequest.Body(file: path)
        try FileManager.default.removeItem(atPath: path)
        for error in [
            await requestError { _ = try await body.collected() },
            await requestError { _ = try ClientRequest.Body(file: path) },
        ] {
            #expect(error?.code == .unsendable)
            #expect(error?.message.hasSuffix("No such file or directory") == true)
        }
    }

    @Test("A file that grows or shrinks is an error, before it is sent and meanwhile")
    func changingFiles() async throws {
        let bytes = [UInt8](repeating: 7, count: 200_000)
        for size in [0, 100_000, 199_999, 200_001] {
            let path = try Self.file(bytes)
            let body = try ClientRequest.Body(file: path)
            let changed = [UInt8](repeating: 8, count: size)
            var chunks = try await body.open().makeAsyncIterator()
            #expect(try await chunks.next()?.count == 65536)
            // In place: the file that is open is the one that changes.
            let handle = try #require(FileHandle(forUpdatingAtPath: path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: changed)
            var count = 65536
            let error = await requestError {
                while let chunk = try await chunks.next() { count += chunk.count }
            }
            #expect(error?.code == .unsendable, "\(size)")
            #expect(count < bytes.count)
            #expect(await requestError { _ = try await body.open() }?.code == .unsendable)
        }
    }

    @Test("What is no regular file is refused before anything is sent")
    func otherFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let cut = try Self.file([1]) + "\u{0}x"
        for path in [folder, "/dev/zero", "/nowhere/at/all", "", cut] {
            let error = #expect(throws: RequestError.self) { try ClientRequest.Body(file: path) }
            #expect(error?.code == .unsendable, "\(path)")
        }
        let path = try Self.file([1])
        let body = try ClientRequest.Body(file: path)
        try FileManager.default.removeItem(atPath: path)
        #expect(await requestError { _ = try await body.open() }?.code == .unsendable)
    }

    // MARK: Middleware

    @Test("T56 A body that can be opened again is repeated, one that can be sent once is not")
    func repeated() async throws {
        let opened = Tally()
        let bodies = Mutex<[[UInt8]]>([])
        let client = reading(503, 200) { bytes in bodies.withLock { $0.append(bytes) } }
        let sending = client.with(Retrying(firstWait: .zero))
        let answer = try await sending.execute(request(body(opened: opened)))
        #expect(answer.attempts == 2 && opened.count == 2)
        #expect(bodies.withLock { $0 } == [[1, 2, 3], [1, 2, 3]])

        let once = ClientRequest.Body(once: Self.stream([[1]]))
        let busy = reading(503, 200)
        let refused = try await busy.with(Retrying(firstWait: .zero)).execute(request(once))
        #expect(refused.status.code == 503 && busy.requests.count == 1)
        #expect(!once.canBeOpened)
        #expect(await requestError { _ = try await once.open() }?.code == .unsendable)

        // Nobody has touched the body: nothing is lost.
        let unopened = Scripted(503, 200)
        let untouched = ClientRequest.Body(once: Self.stream([[1]]))
        let second = try await unopened.with(Retrying(firstWait: .zero)).execute(request(untouched))
        #expect(second.status.code == 200)
    }

    @Test("A body that cannot be read is not tried again")
    func unreadable() async throws {
        struct Broken: Error {}
        let client = reading(200)
        let error = await requestError {
            _ = try await client.with(Retrying(firstWait: .zero))
                .execute(request(body(failing: Broken())))
        }
        #expect(error?.code == .unsendable && client.requests.count == 1)
    }

    @Test("T48 307 and 308 open the body again; one that can be sent once is not redirected")
    func redirected() async throws {
        for status in [307, 308] {
            let opened = Tally()
            let client = reading(status, 200)
            _ = try await client.with(Redirects()).execute(request(body(opened: opened), .post))
            #expect(lines(client) == ["POST /a", "POST /b"] && opened.count == 2)

            let single = reading(status, 200)
            let once = ClientRequest.Body(once: Self.stream([[1]]))
            let error = await requestError {
                _ = try await single.with(Redirects()).execute(request(once, .post))
            }
            #expect(error?.code == .unsendable && error?.status?.code == status)
        }
        let see = reading(303, 200)
        let once = ClientRequest.Body(once: Self.stream([[1]]))
        _ = try await see.with(Redirects()).execute(request(once, .post))
        #expect(lines(see) == ["POST /a", "GET /b"] && see.requests.last?.content == nil)
    }

    @Test("A new credential is shown with a body that can be opened again")
    func credentials() async throws {
        for isOnce in [false, true] {
            let client = reading(401, 200)
            let authentication = Authentication(for: try HTTPURL("https://a.example")) { refused in
                Authentication.Credential.bearer(refused == nil ? "old" : "new")
            }
            let content = isOnce ? ClientRequest.Body(once: Self.stream([[1]])) : body()
            let answer = try await client.with(authentication).execute(request(content))
            #expect(answer.status.code == (isOnce ? 401 : 200))
        }
    }

    @Test("A GET with a body from a source is neither shared nor kept")
    func notShared() async throws {
        let client = Scripted { request, _ in
            _ = try await request.buffered()
            return request.answer(200, [.eTag: "\"1\""])
        }
        let sending = client.with(RequestCoalescing(), ConditionalRequests())
        let get = try request(body(), .get)
        for _ in 0..<2 { _ = try await sending.execute(get).body.bytes() }
        #expect(client.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
        #expect(client.requests.count == 2)
    }

    // MARK: In memory

    @Test("Services and transports in memory read a body from a source, within their limit")
    func inMemory() async throws {
        let document = Array(#"{"data": {"type": "notes", "attributes": {"text": "hello"}}}"#.utf8)
        let sent = Mutex<[Int]>([])
        let service = ResourceService([ServedType("notes")], store: MemoryStore([]))
        var create = ClientRequest(
            method: .post, url: try HTTPURL("https://a.example/notes"),
            headers: [.contentType: "application/vnd.api+json"],
            sending: body([Array(document.prefix(20)), Array(document.dropFirst(20))]))
        create.uploadProgress = { count in sent.withLock { $0.append(count) } }
        #expect(try await service.execute(create).status.code == 201)
        #expect(sent.withLock { $0 } == [20, document.count])

        create.content = body([[UInt8](repeating: 0x20, count: 2 << 20)])
        #expect(try await service.execute(create).status.code == 413)
        struct Broken: Error {}
        create.content = body(failing: Broken())
        #expect(await requestError { _ = try await service.execute(create) }?.cause is Broken)

        let recorded = RecordedTransport()
        recorded.record(.post, "/notes", "{}")
        let error = await requestError { _ = try await recorded.execute(create) }
        #expect(error?.code == .unsendable)

        let callback = CallbackTransport(baseURL: try HTTPURL("https://a.example")) { call in
            call.success(nil, call.body)
            return nil
        }
        create.content = body()
        #expect(try await callback.execute(create).body.bytes() == [1, 2, 3])
    }
}
