// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Time limits, by a clock that the tests set: a request ends when its limit has passed, and no
/// more than a tenth later.
@Suite("Transports: time limits", .serialized, .timeLimit(.minutes(10)))
struct TimeLimitTests {
    private static let limit = Duration.seconds(10)

    /// What happened, told from thread to task.
    private struct Signal: Sendable {
        private let events: AsyncStream<Void>
        private let sender: AsyncStream<Void>.Continuation

        init() { (events, sender) = AsyncStream<Void>.makeStream() }

        func send() { sender.yield() }
        func wait() async { for await _ in events { break } }
    }

    /// A request under way, and its clock.
    private struct Sending {
        let clock: TestClock
        let task: Task<(code: RequestError.Code?, time: Duration), Never>

        /// Sends a request, and reads its response piece by piece.
        init(
            _ client: any HTTPTransport, _ url: HTTPURL, _ clock: TestClock,
            _ set: (inout ClientRequest.Timeouts) -> Void,
            piece: @escaping @Sendable () -> Void = {}
        ) {
            var request = ClientRequest(method: .get, url: url)
            request.timeouts.total = nil
            set(&request.timeouts)
            self.clock = clock
            task = Task { [request] in
                var code: RequestError.Code?
                do {
                    for try await _ in try await client.execute(request).body { piece() }
                } catch {
                    code = (error as? RequestError)?.code
                }
                return (code, clock.now.offset)
            }
        }

        /// Lets hundredths of the limit pass; `each` is called in each of them.
        func pass(_ hundredths: Int, each: () async -> Void = {}) async throws {
            for _ in 0..<hundredths {
                clock.advance(by: TimeLimitTests.limit / 100)
                await each()
                // Not for so long, but for whoever is due: late, the clock stands at more when it
                // ends.
                try await Task.sleep(for: .milliseconds(1))
            }
        }

        /// Expects that the limit has ended the request: not before, and not later than a tenth
        /// more.
        func expectTimeout() async throws {
            #expect(clock.now.offset == TimeLimitTests.limit * 11 / 10)
            let (code, time) = await task.value
            #expect(code == .timeout)
            #expect(time >= TimeLimitTests.limit && time <= TimeLimitTests.limit * 11 / 10)
        }
    }

    @Test(
        "T53 A server that sends nothing runs into the idle limit, 10 % late at most",
        arguments: Transport.onNetwork)
    func silence(transport: Transport) async throws {
        let arrived = Signal()
        let server = try RawServer {
            $0.readHead()
            arrived.send()
            $0.waitForClose()
        }
        let clock = TestClock()
        let sending = Sending(transport.client(clock: clock), server.url, clock) {
            $0.idle = Self.limit
            $0.connect = nil
        }
        await arrived.wait()
        try await sending.pass(110)
        try await sending.expectTimeout()
    }

    @Test("T53 So does one that stops in the middle", arguments: Transport.onNetwork)
    func silenceInBody(transport: Transport) async throws {
        let arrived = Signal()
        let server = try RawServer {
            $0.readHead()
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            $0.waitForClose()
        }
        let clock = TestClock()
        let sending = Sending(transport.client(clock: clock), server.url, clock) {
            $0.idle = Self.limit
        } piece: {
            arrived.send()
        }
        await arrived.wait()
        try await sending.pass(110)
        try await sending.expectTimeout()
    }

    @Test(
        "T53 What comes byte by byte runs into the total limit", arguments: Transport.onNetwork,
        ["HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "HTTP/1.1 200 OK\r\nX-Slow: "])
    func slow(transport: Transport, start: String) async throws {
        let arrived = Signal()
        let pieces = Counter()
        let step = DispatchSemaphore(value: 0)
        let server = try RawServer {
            $0.readHead()
            $0.write(start)
            arrived.send()
            repeat { step.wait() } while $0.write("x")
        }
        let clock = TestClock()
        let isBody = start.hasSuffix("\n")
        let sending = Sending(transport.client(clock: clock), server.url, clock) {
            $0.total = Self.limit
            // Bytes of a body keep it from being reached; bytes of a head do not count.
            $0.idle = isBody ? Self.limit / 2 : nil
            $0.connect = nil
        } piece: {
            pieces.add(1)
        }
        await arrived.wait()
        try await sending.pass(110) {
            let count = pieces.value
            step.signal()
            // Before the limit, each byte of a body is there before more time passes.
            if isBody, sending.clock.now.offset < Self.limit {
                await eventually { pieces.value > count }
            }
        }
        try await sending.expectTimeout()
        // For the thread that serves, should the connection be open still.
        for _ in 0..<1000 { step.signal() }
    }

    @Test(
        "T53 The total limit covers redirects and repetitions",
        arguments: Transport.onNetwork, ["307 Again", "503 Busy"])
    func retrying(transport: Transport, status: String) async throws {
        let (first, second) = (Signal(), Signal())
        let requests = Counter()
        let goOn = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            connection.readHead()
            requests.add(1)
            if requests.value > 1 {
                second.send()
                connection.waitForClose()
                return
            }
            first.send()
            goOn.wait()
            connection.write(
                "HTTP/1.1 \(status)\r\nLocation: /b\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
        }
        let clock = TestClock()
        var options = ReliabilityOptions()
        options.clock = clock
        let client = transport.client(clock: clock).reliable(options)
        let sending = Sending(client, server.url, clock) {
            $0.total = Self.limit
            $0.connect = nil
            $0.idle = nil
        }
        await first.wait()
        try await sending.pass(50)
        goOn.signal()
        // A repetition waits a moment, by this clock.
        var passed = 50
        while requests.value < 2, passed < 90 {
            try await sending.pass(1)
            passed += 1
            if passed == 60 {
                for _ in 0..<5000 where requests.value < 2 {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
        }
        await second.wait()
        try await sending.pass(110 - passed)
        try await sending.expectTimeout()
        #expect(requests.value == 2)
    }

    @Test("T53 A handshake without a response runs into the limit for connections")
    func silentHandshake() async throws {
        let arrived = Signal()
        let server = try RawServer {
            _ = $0.read()
            arrived.send()
            $0.waitForClose()
        }
        let clock = TestClock()
        let url = try HTTPURL("https://localhost:\(server.url.port)/")
        let sending = Sending(AsyncHTTPClientTransport(clock: clock), url, clock) {
            $0.connect = Self.limit
            $0.idle = nil
        }
        await arrived.wait()
        try await sending.pass(110)
        try await sending.expectTimeout()
    }

    @Test("T53 A connection that is not accepted runs into the limit for it")
    func connecting() async throws {
        // Nobody accepts here: when the queue is full the system answers no more.
        let server = try RawServer(backlog: 0) { _ in }
        let clock = TestClock()
        let client = AsyncHTTPClientTransport(clock: clock)
        let sendings = (0..<8).map { _ in
            Sending(client, server.url, clock) {
                $0.connect = Self.limit
                $0.idle = Self.limit * 100
            }
        }
        let ended = Counter()
        for sending in sendings {
            Task {
                let (code, time) = await sending.task.value
                // Those that get into the queue wait for a response.
                #expect(code == .timeout || code == nil)
                if code == .timeout, time >= Self.limit { ended.add(1) }
            }
        }
        await clock.pass(by: Self.limit / 100) { await eventually { ended.value >= 4 } }
        #expect(ended.value >= 4)
        for sending in sendings { sending.task.cancel() }
    }
}
