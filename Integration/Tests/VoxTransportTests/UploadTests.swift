// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Bodies from a source, over every transport.
@Suite("Transports: uploads", .serialized, .timeLimit(.minutes(10)))
struct UploadTests {
    /// Counts how many sequences are open, and how many were opened.
    private final class Openings: Sendable {
        private let counts = Mutex((opened: 0, open: 0))
        var opened: Int { counts.withLock { $0.opened } }
        var open: Int { counts.withLock { $0.open } }
        func begin() { counts.withLock { $0 = ($0.opened + 1, $0.open + 1) } }
        func end() { counts.withLock { $0.open -= 1 } }

        /// Waits until every sequence has gone.
        func areClosed() async -> Bool {
            await eventually { open == 0 }
            return open == 0
        }
    }

    /// So many chunks of a size; endless by default.
    private struct Chunks: AsyncSequence, Sendable {
        typealias Element = [UInt8]
        typealias Failure = any Error

        private final class Token: Sendable {
            let openings: Openings?
            init(_ openings: Openings?) {
                self.openings = openings
                openings?.begin()
            }
            deinit { openings?.end() }
        }

        private let token: Token
        let size: Int
        let count: Int
        let pause: Duration?
        let failure: (any Error)?

        init(
            _ count: Int = .max, of size: Int = 50_000, pause: Duration? = nil,
            failure: (any Error)? = nil, openings: Openings? = nil
        ) {
            self.size = size
            self.count = count
            self.pause = pause
            self.failure = failure
            token = Token(openings)
        }

        static func chunk(_ number: Int, _ size: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(truncatingIfNeeded: number &* 31), count: size)
        }

        struct AsyncIterator: AsyncIteratorProtocol {
            let chunks: Chunks
            var number = 0

            mutating func next() async throws -> [UInt8]? {
                if let pause = chunks.pause { try await Task.sleep(for: pause) }
                guard number < chunks.count else {
                    if let failure = chunks.failure { throw failure }
                    return nil
                }
                number += 1
                return Chunks.chunk(number, chunks.size)
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
    }

    private static func request(_ url: HTTPURL, _ content: ClientRequest.Body) -> ClientRequest {
        var request = ClientRequest(method: .put, url: url, sending: content)
        request.headers[.contentType] = "application/octet-stream"
        return request
    }

    // MARK: Arriving

    @Test(
        "MW-095 A body from a source arrives whole, and what left is told",
        arguments: Transport.allCases, [true, false])
    func whole(transport: Transport, isLengthKnown: Bool) async throws {
        let handler = Handler { request in
            let length = request.headers[.contentLength] ?? "none"
            let body = try await request.buffered().body ?? []
            var fields = HTTPFields()
            fields["X-Length"] = length
            return request.answer(.ok, fields, ClientResponse.Body(body))
        }
        try await transport.with(handler) { client, url in
            for (count, size) in [(0, 0), (1, 1), (3, 16384), (40, 50_000), (2, 700_000)] {
                let openings = Openings()
                let content = ClientRequest.Body(length: isLengthKnown ? count * size : nil) {
                    Chunks(count, of: size, openings: openings)
                }
                var request = Self.request(url, content)
                let sent = Mutex<[Int]>([])
                request.uploadProgress = { count in sent.withLock { $0.append(count) } }
                let answer = try await client.execute(request)
                let whole = (0..<count).flatMap { Chunks.chunk($0 + 1, size) }
                #expect(try await answer.body.bytes() == whole)
                if isLengthKnown, transport != .inMemory {
                    #expect(answer.headers["X-Length"] == "\(whole.count)")
                }
                let told = sent.withLock { $0 }
                #expect(told == told.sorted())
                if transport != .urlSession, count > 0 { #expect(told.last == whole.count) }
                if transport == .asyncHTTPClient, count > 3 { #expect(told.count > 80) }
                #expect(await openings.areClosed())
            }
        }
    }

    @Test("MW-095 A body from a source goes over HTTP/2, too, where that is asked for")
    func http2() async throws {
        let authority = try Authority.shared.get()
        let transport = try authority.transport(uploadsOverHTTP2: true)
        let handler = Handler { request in request.answer("\(request.body?.count ?? 0)") }
        try await withServer(handler, tls: authority.server()) { url in
            for length in [8_000_000, nil] {
                let content = ClientRequest.Body(length: length) { Chunks(160) }
                let answer = try await transport.execute(Self.request(url, content))
                #expect(try await answer.text() == "8000000")
            }
        }
    }

    @Test(
        "MW-095 A file of 200 MB is sent with little memory",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func memory() async throws {
        await #expect(processExitsWith: .success) { try await UploadTests.sendLargeFile() }
    }

    private static func sendLargeFile() async throws {
        let size = 200 << 20
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-large-\(UUID().uuidString)").path
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: UInt64(size))

        let server = try RawServer { connection in
            let head = connection.readHead()
            let behind = head.firstRange(of: "\r\n\r\n").map { head.utf8[$0.upperBound...].count }
            var count = behind ?? 0
            while count < size, let bytes = connection.read() { count += bytes.count }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        var request = Self.request(server.url, try ClientRequest.Body(file: path))
        let start = Heap.bytesInUse() ?? 0
        let peak = Mutex(0)
        let sent = Mutex(0)
        request.uploadProgress = { count in
            sent.withLock { $0 = count }
            guard count % (1 << 20) < 1 << 14 else { return }
            let now = (Heap.bytesInUse() ?? 0) - start
            peak.withLock { $0 = max($0, now) }
        }
        #expect(
            try await AsyncHTTPClientTransport(clock: TestClock()).execute(request).text() == "ok")
        #expect(sent.withLock { $0 } == size)
        #expect(peak.withLock { $0 } < 4 << 20)
    }

    @Test("A server that does not read holds the source")
    func backPressure() async throws {
        let taken = Counter()
        let server = try RawServer { connection in
            connection.readHead()
            connection.waitForStop()
        }
        let content = ClientRequest.Body(opening: {
            AsyncThrowingStream<[UInt8], any Error>(unfolding: {
                taken.add(1 << 16)
                return [UInt8](repeating: 1, count: 1 << 16)
            })
        })
        let request = Self.request(server.url, content)
        let task = Task { try await AsyncHTTPClientTransport(clock: TestClock()).execute(request) }
        // What fits into the sockets between has gone, and no more.
        #expect(await taken.rests(below: 64 << 20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("T53 An upload that stands still runs into the idle limit, and lets go of its source")
    func idle() async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.waitForStop()
        }
        let openings = Openings()
        var request = Self.request(
            server.url, ClientRequest.Body { Chunks(openings: openings) })
        request.timeouts.idle = .seconds(20)
        let clock = TestClock()
        let error = await clock.pass {
            await #expect(throws: RequestError.self) {
                _ = try await AsyncHTTPClientTransport(clock: clock).execute(request)
            }
        }
        #expect(error?.code == .timeout)
        #expect(await openings.areClosed())
    }

    // MARK: Ending early

    @Test(
        "T59 Cancelling in the middle ends the request at once and closes the source",
        arguments: [false, true])
    func cancelling(isReading: Bool) async throws {
        let isClosed = Flag()
        let server = try RawServer { connection in
            connection.readHead()
            // Where nobody reads, the upload waits for room, and otherwise for its source.
            if isReading { connection.waitForClose() } else { connection.waitForStop() }
            isClosed.set()
        }
        let sent = Counter()
        let openings = Openings()
        let client = AsyncHTTPClientTransport(clock: TestClock())
        var request = Self.request(
            server.url,
            ClientRequest.Body {
                Chunks(pause: isReading ? .milliseconds(50) : nil, openings: openings)
            })
        request.uploadProgress = { _ in sent.add(1) }
        let task = Task { [request] in try await client.execute(request) }
        // In the middle of the body, or where it has filled what takes it.
        await eventually { sent.value > 2 }
        if !isReading { _ = await sent.rests(below: .max) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await openings.areClosed())
        if isReading {
            await eventually { isClosed.isSet }
            #expect(isClosed.isSet)
        }
    }

    @Test("A source that fails ends the request, and the server gets no whole body")
    func failingSource() async throws {
        struct Broken: Error {}
        let (bodies, body) = AsyncStream<String>.makeStream()
        let server = try RawServer { connection in
            var text = connection.readHead()
            while let bytes = connection.read() { text += String(decoding: bytes, as: UTF8.self) }
            body.yield(text)
        }
        for transport in Transport.onNetwork {
            let openings = Openings()
            let content = ClientRequest.Body { Chunks(3, failure: Broken(), openings: openings) }
            let error = await #expect(throws: RequestError.self) {
                _ = try await transport.client().execute(Self.request(server.url, content))
            }
            #expect(error?.code == .unsendable && error?.cause is Broken)
            #expect(await openings.areClosed())
        }
        for await text in bodies {
            #expect(!text.contains("\r\n0\r\n"))
            break
        }
    }

    @Test(
        "A response that refuses comes at once, whole, while the body is on its way",
        arguments: [true, false], [true, false])
    func refused(isLengthKnown: Bool, isInPieces: Bool) async throws {
        let server = try RawServer { connection in
            connection.readHead()
            if isInPieces {
                connection.write("HTTP/1.1 413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n")
                for piece in ["5\r\nlarge\r\n", "0\r\n", "\r\n"] {
                    Thread.sleep(forTimeInterval: 0.05)
                    connection.write(piece)
                }
            } else {
                connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nlarge")
            }
            connection.waitForStop()
        }
        let client = AsyncHTTPClientTransport(clock: TestClock())
        for _ in 0..<5 {
            let openings = Openings()
            let length = isLengthKnown ? 1 << 40 : nil
            let content = ClientRequest.Body(length: length) { Chunks(openings: openings) }
            let answer = try await client.execute(Self.request(server.url, content))
            #expect(answer.status == .contentTooLarge)
            #expect(try await answer.text() == "large")
            #expect(await openings.areClosed())
        }
    }

    @Test(
        "A server may answer early and close: the response, or a broken connection, and no wait",
        arguments: ["200 OK", "413 Too Large"], [true, false])
    func answeredAndClosed(status: String, isReading: Bool) async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 \(status)\r\nContent-Length: 5\r\n\r\nearly")
            guard isReading else { return }
            connection.endWriting()
            Thread.sleep(forTimeInterval: 0.05)
        }
        for _ in 0..<5 {
            let openings = Openings()
            let content = ClientRequest.Body(length: 1 << 40) { Chunks(openings: openings) }
            do {
                let answer = try await AsyncHTTPClientTransport(clock: TestClock()).execute(
                    Self.request(server.url, content))
                #expect(try await answer.text() == "early")
            } catch let error as RequestError {
                #expect([.connection, .truncatedBody].contains(error.code))
            }
            #expect(await openings.areClosed())
        }
    }

    @Test(
        "A success that comes early is there when the body has been sent, and the connection goes on"
    )
    func earlySuccess() async throws {
        let size = 40 * 50_000
        let server = try RawServer { connection in
            // The next request may come with the end of this body.
            var received: [UInt8] = []
            for _ in 0..<2 {
                var end: Range<Int>?
                while end == nil {
                    guard let more = connection.read() else { return }
                    received += more
                    end = received.firstRange(of: Array("\r\n\r\n".utf8))
                }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly")
                let whole = (end?.upperBound ?? 0) + size
                while received.count < whole {
                    guard let more = connection.read() else { return }
                    received += more
                }
                received.removeFirst(whole)
            }
            // The client has sent all bytes, and may not have seen that its source has ended. A
            // connection that closes now breaks the request.
            connection.waitForStop()
        }
        let client = AsyncHTTPClientTransport(clock: TestClock())
        for _ in 0..<2 {
            let content = ClientRequest.Body(length: size) { Chunks(40) }
            let answer = try await client.execute(Self.request(server.url, content))
            #expect(try await answer.text() == "early")
        }
        #expect(server.connections == 1)
    }

    // MARK: Again

    @Test("T56 A body is opened again for a repetition, unless it can be sent only once")
    func repetition() async throws {
        let size = 10 * 50_000
        let count = Counter()
        let server = try RawServer { connection in
            let head = connection.readHead()
            count.add(1)
            // The first is cut off in the middle.
            guard count.value > 1, let end = head.firstRange(of: "\r\n\r\n") else {
                _ = connection.read()
                return connection.reset()
            }
            var received = head.utf8[end.upperBound...].count
            while received < size, let bytes = connection.read() { received += bytes.count }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(received)")
        }
        let client = AsyncHTTPClientTransport(clock: TestClock()).reliable(.timeless)
        let openings = Openings()
        let content = ClientRequest.Body(length: size) { Chunks(10, openings: openings) }
        let answer = try await client.execute(Self.request(server.url, content))
        #expect(try await answer.text() == "500000" && answer.attempts == 2)
        #expect(openings.opened == 2)

        let refusing = try RawServer { connection in
            connection.readHead()
            connection.reset()
        }
        let once = ClientRequest.Body(once: Chunks(10), length: size)
        let error = await #expect(throws: RequestError.self) {
            _ = try await client.execute(Self.request(refusing.url, once))
        }
        #expect(error?.code == .connection && refusing.connections == 1)
    }

    @Test("T48 A redirect with 307 sends the body again", arguments: Transport.onNetwork)
    func redirect(transport: Transport) async throws {
        let handler = Handler { request in
            if request.url.path == "/old" {
                return request.answer(.temporaryRedirect, [.location: "/new"])
            }
            return request.answer("\(request.method) \(request.body?.count ?? 0)")
        }
        try await transport.with(handler) { client, url in
            let openings = Openings()
            let content = ClientRequest.Body { Chunks(40, openings: openings) }
            let request = Self.request(url.with(target: "/old"), content)
            let answer = try await client.reliable(.timeless).execute(request)
            #expect(try await answer.text() == "PUT 2000000")
            #expect(answer.url.path == "/new" && openings.opened == 2)

            let once = ClientRequest.Body(once: Chunks(40))
            let error = await #expect(throws: RequestError.self) {
                _ = try await client.reliable(.timeless).execute(
                    Self.request(url.with(target: "/old"), once))
            }
            #expect(error?.code == .unsendable && error?.status == .temporaryRedirect)
        }
    }
}

extension RawServer.Connection {
    /// Waits, without reading, until the peer closes.
    fileprivate func waitForStop() {
        // POLLRDHUP, which Glibc has for C alone.
        var descriptor = pollfd(fd: socket, events: 0x2000, revents: 0)
        _ = poll(&descriptor, 1, -1)
    }

    /// Says that nothing more comes.
    fileprivate func endWriting() { shutdown(socket, Int32(SHUT_WR)) }
}
