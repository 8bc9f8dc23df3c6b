// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Time limits, cancellation, bodies that are not read.
@Suite("Transports: waiting", .serialized)
struct WaitingTests {
    /// How long it takes to fail, and with what.
    private static func failure(
        _ client: any Client, _ request: ClientRequest
    ) async -> (error: (any Error)?, seconds: Double) {
        let start = ContinuousClock.now
        do {
            _ = try await client.execute(request).body.bytes()
            return (nil, 0)
        } catch {
            return (error, (ContinuousClock.now - start) / .seconds(1))
        }
    }

    private static func expectTimeout(
        _ transport: Transport, _ set: (inout Timeouts) -> Void,
        _ serve: @escaping @Sendable (RawServer.Connection) -> Void
    ) async throws {
        let server = try RawServer(serve)
        var request = ClientRequest(method: .get, url: server.url)
        request.timeouts.total = nil
        set(&request.timeouts)
        let (error, seconds) = await failure(transport.client(), request)
        #expect((error as? RequestError)?.code == .timeout)
        // 10 % late at most, and what a busy machine adds.
        #expect(seconds >= 0.5 && seconds < 0.5 * 1.1 + 2)
    }

    @Test(
        "T53 A server that sends nothing runs into the idle limit", arguments: Transport.onNetwork)
    func silence(transport: Transport) async throws {
        try await Self.expectTimeout(transport) {
            $0.idle = .milliseconds(500)
        } _: {
            _ = $0.waitForClose(seconds: 60)
        }
    }

    @Test("T53 So does one that stops in the middle", arguments: Transport.onNetwork)
    func silenceInBody(transport: Transport) async throws {
        try await Self.expectTimeout(transport) {
            $0.idle = .milliseconds(500)
        } _: {
            $0.readHead()
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            _ = $0.waitForClose(seconds: 60)
        }
    }

    @Test("T53 A body byte by byte runs into the total limit", arguments: Transport.onNetwork)
    func slowBody(transport: Transport) async throws {
        try await Self.expectTimeout(transport) {
            $0.total = .milliseconds(500)
            $0.idle = .milliseconds(400)
        } _: {
            $0.readHead()
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while $0.write("x") { Thread.sleep(forTimeInterval: 0.05) }
        }
    }

    @Test("T53 So does a head byte by byte", arguments: Transport.onNetwork)
    func slowHead(transport: Transport) async throws {
        try await Self.expectTimeout(transport) {
            $0.total = .milliseconds(500)
        } _: {
            $0.readHead()
            $0.write("HTTP/1.1 200 OK\r\nX-Slow: ")
            while $0.write("x") { Thread.sleep(forTimeInterval: 0.05) }
        }
    }

    @Test(
        "T53 The total limit covers redirects and repetitions",
        arguments: Transport.onNetwork, ["307 Again", "503 Busy"])
    func retrying(transport: Transport, status: String) async throws {
        let requests = Counter()
        let server = try RawServer { connection in
            connection.readHead()
            requests.add(1)
            if requests.value > 1 {
                _ = connection.waitForClose(seconds: 60)
                return
            }
            Thread.sleep(forTimeInterval: 0.2)
            connection.write(
                "HTTP/1.1 \(status)\r\nLocation: /b\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
        }
        var request = ClientRequest(method: .get, url: server.url)
        request.timeouts.total = .seconds(1)
        let (error, seconds) = await Self.failure(transport.client().reliable(), request)
        #expect((error as? RequestError)?.code == .timeout)
        #expect(seconds >= 1 && seconds < 1.1 + 2)
        #expect(requests.value == 2)
    }

    @Test("T53 A connection that is not accepted runs into the limit for it")
    func connecting() async throws {
        // Nobody accepts here: when the queue is full the system answers no more.
        let server = try RawServer(backlog: 0) { _ in }
        let client = AsyncHTTPClientTransport()
        try await withThrowingTaskGroup(of: Double?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var request = ClientRequest(method: .get, url: server.url)
                    request.timeouts.connect = .milliseconds(500)
                    request.timeouts.idle = .seconds(6)
                    let (error, seconds) = await Self.failure(client, request)
                    #expect((error as? RequestError)?.code == .timeout)
                    return seconds
                }
            }
            var times: [Double] = []
            for try await time in group { times += [time ?? 0] }
            // Those that got into the queue wait for an answer.
            #expect(times.filter { $0 < 4 }.count >= 4)
        }
    }

    @Test("A slow reader does not run into the idle limit", arguments: Transport.onNetwork)
    func slowReader(transport: Transport) async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            Thread.sleep(forTimeInterval: 0.1)
            connection.write("world")
        }
        var request = ClientRequest(method: .get, url: server.url)
        request.timeouts.idle = .milliseconds(300)
        let answer = try await transport.client().execute(request)
        try await Task.sleep(for: .milliseconds(700))
        #expect(try await answer.text() == "helloworld")
    }

    @Test(
        "T59 Cancelling ends the wait at once and closes the connection",
        arguments: Transport.onNetwork, ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"])
    func cancelling(transport: Transport, sent: String) async throws {
        let (closings, closing) = AsyncStream<Bool>.makeStream()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write(sent)
            arrival.yield()
            closing.yield(connection.waitForClose(seconds: 60))
        }
        let client = transport.client()
        let url = server.url
        let task = Task {
            _ = try await client.execute(ClientRequest(method: .get, url: url)).text()
        }
        for await _ in arrivals { break }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // 100 ms, and what a busy machine adds.
        #expect(ContinuousClock.now - start < .milliseconds(100 + 2000))
        for await isClosed in closings {
            #expect(isClosed)
            break
        }
    }

    @Test("T59 A cancelled task sends nothing", arguments: Transport.onNetwork)
    func cancelledBefore(transport: Transport) async throws {
        let server = try RawServer { _ in }
        let client = transport.client()
        let url = server.url
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.execute(ClientRequest(method: .get, url: url))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.connections == 0)
    }

    @Test("An answer dropped unread closes its connection", arguments: Transport.onNetwork)
    func dropping(transport: Transport) async throws {
        let (closings, closing) = AsyncStream<Bool>.makeStream()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            closing.yield(connection.waitForClose(seconds: 60))
        }
        let client = transport.client()
        _ = try await client.execute(ClientRequest(method: .get, url: server.url)).status
        for await isClosed in closings {
            #expect(isClosed)
            break
        }
    }

    @Test("Dropping a transport closes its connections", arguments: Transport.onNetwork)
    func droppingTransport(transport: Transport) async throws {
        let (closings, closing) = AsyncStream<Bool>.makeStream()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            closing.yield(connection.waitForClose(seconds: 60))
        }
        #expect(
            try await transport.client().execute(ClientRequest(method: .get, url: server.url))
                .text() == "ok")
        for await isClosed in closings {
            #expect(isClosed)
            break
        }
    }

    @Test(
        "T59 Thousands of cancelled requests leave no connection behind",
        arguments: [(Transport.asyncHTTPClient, 10_000), (.urlSession, 1000)])
    func manyCancels(transport: Transport, count: Int) async throws {
        let server = try RawServer { _ = $0.waitForClose(seconds: 60) }
        let url = server.url
        let client = transport.client()
        let before = try Self.openFiles()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 32 { try await group.next() }
                group.addTask {
                    let task = Task {
                        try await client.execute(ClientRequest(method: .get, url: url))
                    }
                    try await Task.sleep(for: .milliseconds(number % 7))
                    task.cancel()
                    let outcome = await task.result
                    #expect(throws: CancellationError.self) { _ = try outcome.get() }
                }
            }
            try await group.waitForAll()
        }
        // Other tests open files meanwhile, but not as many.
        for _ in 0..<200 where try Self.openFiles() > before + 200 {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try Self.openFiles() <= before + 200)
    }

    private static func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    @Test("The server waits while nobody reads")
    func backPressure() async throws {
        let sent = Counter()
        let handler = Handler { request in
            request.answer(
                .ok, [:],
                ResponseBody(unfolding: {
                    sent.add(1 << 16)
                    return sent.value > 256 << 20 ? nil : [UInt8](repeating: 7, count: 1 << 16)
                }))
        }
        try await withServer(handler) { base in
            var request = ClientRequest(method: .get, url: base)
            request.limits.body = nil
            let answer = try await AsyncHTTPClientTransport().execute(request)
            var chunks = answer.body.makeAsyncIterator()
            #expect(try await chunks.next() != nil)
            try await Task.sleep(for: .milliseconds(500))
            let first = sent.value
            try await Task.sleep(for: .milliseconds(500))
            // What fits into the sockets between has gone (up to 36 MB on Linux), and no more.
            #expect(sent.value == first)
            #expect(first < 128 << 20)
            var size = 0
            while let chunk = try await chunks.next() { size += chunk.count }
            #expect(size > 255 << 20)
        }
    }

    @Test("A slow upload is no server that does not answer", arguments: Transport.onNetwork)
    func slowUpload(transport: Transport) async throws {
        let size = 32 << 20
        let server = try RawServer { connection in
            var read = 0
            while read < size, let bytes = connection.read() {
                read += bytes.count
                // Some 10 MB a second: longer for all than the limit, but never between two pieces.
                Thread.sleep(forTimeInterval: Double(bytes.count) / 10e6)
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        var request = ClientRequest(method: .put, url: server.url)
        request.body = Array(repeating: UInt8(ascii: "x"), count: size)
        request.timeouts.idle = .seconds(2)
        let sent = Mutex<[Int]>([])
        request.uploadProgress = { count in sent.withLock { $0.append(count) } }
        #expect(try await transport.client().execute(request).text() == "ok")
        let told = sent.withLock { $0 }
        #expect(told == told.sorted())
        if transport == .asyncHTTPClient { #expect(told.last == size && told.count > 100) }
    }
}
#endif
