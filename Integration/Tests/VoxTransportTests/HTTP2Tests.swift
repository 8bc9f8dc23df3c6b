// SPDX-License-Identifier: MIT

import HTTPTypes
import NIOHTTP1
import NIOHTTP2
import Synchronization
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Many streams on one connection of HTTP/2. That it is HTTP/2 is shown by the servers, which offer
/// nothing else.
@Suite("Transports: HTTP/2", .timeLimit(.minutes(10)))
struct HTTP2Tests {
    /// A server for HTTP/2 alone, and a transport that opens one connection to it.
    private static func pair(
        protocols: [String] = ["h2"], uploadsOverHTTP2: Bool = false,
        clock: TestClock = TestClock(), _ serve: @escaping SecureServer.Serve
    ) async throws -> (server: SecureServer, transport: AsyncHTTPClientTransport) {
        let authority = try Authority.shared.get()
        return (
            try await SecureServer(authority.server(), protocols: protocols, serve),
            try authority.transport(
                connections: 1, uploadsOverHTTP2: uploadsOverHTTP2, clock: clock)
        )
    }

    private static func get(_ server: SecureServer, _ target: String = "/") -> ClientRequest {
        var request = ClientRequest(method: .get, url: server.url.with(target: target))
        request.limits.body = nil
        return request
    }

    /// 64 KiB that are not the same for the next number.
    private static func piece(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number &* 31), count: 1 << 16)
    }

    @Test("100 requests are under way at once on one connection")
    func multiplexing() async throws {
        let gate = Gate(100)
        let (server, transport) = try await Self.pair { exchange in
            await gate.pass()
            try await exchange.end("answer to \(exchange.head.uri)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let answer = try await transport.execute(Self.get(server, "/\(number)"))
                    #expect(try await answer.text() == "answer to /\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(gate.count == 100)
        #expect(server.connections == 1)
    }

    @Test("More requests than the server takes at once wait for their turn")
    func queueing() async throws {
        let (server, transport) = try await Self.pair { exchange in
            try await Task.sleep(for: .milliseconds(20))
            try await exchange.end("answer to \(exchange.head.uri)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let answer = try await transport.execute(Self.get(server, "/\(number)"))
                    #expect(try await answer.text() == "answer to /\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(server.connections == 1)
    }

    @Test("The server waits while nobody reads, and other streams go on")
    func backPressure() async throws {
        // 1 GiB. What the windows of the stream let through depends on the machine, and is less.
        let most = 16_384
        let sent = Counter()
        let enough = Counter()
        let (server, transport) = try await Self.pair { exchange in
            guard exchange.head.uri == "/large" else { return try await exchange.end("small") }
            try await exchange.begin()
            while enough.value == 0, sent.value < most {
                try await exchange.write(Self.piece(sent.value))
                sent.add(1)
            }
            try await exchange.end()
        }
        let answer = try await transport.execute(Self.get(server, "/large"))
        #expect(await sent.rests(below: most))
        for _ in 0..<3 {
            #expect(try await transport.execute(Self.get(server)).text() == "small")
        }
        #expect(sent.value > 0 && sent.value < most)

        enough.add(1)
        let isWhole = try await answer.body.bytes() == (0..<sent.value).flatMap(Self.piece)
        #expect(isWhole)
        #expect(server.connections == 1)
    }

    @Test("32 MiB go up to a slow server, which is none that does not answer")
    func upload() async throws {
        let pieces = 512
        let clock = TestClock()
        let sent = Mutex<[Int]>([])
        let (server, transport) = try await Self.pair(uploadsOverHTTP2: true, clock: clock) {
            exchange in
            var received: [UInt8] = []
            var last = 0
            while let bytes = try await exchange.read() {
                received += bytes
                // Longer for all than the limit, but never between two pieces that the client sends.
                let now = sent.withLock { $0.last ?? 0 }
                guard now > last, now < pieces << 16 else { continue }
                clock.advance(by: .milliseconds(1500))
                last = sent.withLock { $0.last ?? 0 }
            }
            let isWhole = received == (0..<pieces).flatMap(Self.piece)
            try await exchange.end("\(received.count) \(isWhole)")
        }
        var request = ClientRequest(method: .put, url: server.url)
        request.body = (0..<pieces).flatMap(Self.piece)
        request.timeouts.idle = .seconds(2)
        request.timeouts.total = nil
        request.uploadProgress = { count in sent.withLock { $0.append(count) } }
        #expect(try await transport.execute(request).text() == "\(pieces << 16) true")
        let told = sent.withLock { $0 }
        #expect(told == told.sorted() && told.last == pieces << 16 && told.count > 100)
    }

    /// What goes up goes over HTTP/1.1: over HTTP/2 this would end the process (AsyncHTTPClient
    /// 1.37).
    @Test("A response may come before the upload is over, and the stream be reset")
    func earlyResponse() async throws {
        let versions = Mutex<[HTTPVersion]>([])
        let (server, transport) = try await Self.pair(protocols: ["h2", "http/1.1"]) { exchange in
            versions.withLock { $0.append(exchange.head.version) }
            try await exchange.end("enough")
            if exchange.head.version == .http2 { return try await exchange.reset(.noError) }
            while try await exchange.read() != nil {}
        }
        for round in 0..<20 {
            var request = Self.get(server)
            if round % 2 == 0 {
                request.method = .put
                request.body = [UInt8](repeating: 1, count: round == 0 ? 8 << 20 : round << 15)
            }
            #expect(try await transport.execute(request).text() == "enough")
        }
        #expect(versions.withLock { $0.map(\.major) } == (0..<20).map { $0 % 2 == 0 ? 1 : 2 })
    }

    @Test("Cancelling one of many streams, or dropping one, leaves the others alone")
    func cancelling() async throws {
        let (arrived, answers) = (Gate(21), Gate(20))
        let closed = Mutex<[String]>([])
        let (server, transport) = try await Self.pair { exchange in
            let target = exchange.head.uri
            if ["/7", "/13"].contains(target) {
                if target == "/13" { try await exchange.begin() }
                await arrived.pass()
                await exchange.waitForClose()
                closed.withLock { $0.append(target) }
                // The responses of the others come only now that these two have gone.
                await answers.pass()
            } else {
                await arrived.pass()
                await answers.pass()
                try await exchange.end("answer to \(target)")
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let request = Self.get(server, "/\(number)")
                    switch number {
                    case 7:
                        let task = Task { try await transport.execute(request).text() }
                        await arrived.pass()
                        task.cancel()
                        await #expect(throws: CancellationError.self) { try await task.value }
                    case 13:
                        #expect(try await transport.execute(request).status == .ok)
                    default:
                        let answer = try await transport.execute(request)
                        #expect(try await answer.text() == "answer to /\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(closed.withLock { $0.sorted() } == ["/13", "/7"])
        #expect(server.connections == 1)
    }

    @Test("Who is told good-bye gets what was begun, and asks anew on another connection")
    func goodBye() async throws {
        let (server, transport) = try await Self.pair { exchange in
            try await exchange.begin()
            try await exchange.goAway()
            try await exchange.write(Array("part ".utf8))
            try await Task.sleep(for: .milliseconds(100))
            try await exchange.write(Array("whole".utf8))
            try await exchange.end()
        }
        for count in 1...3 {
            #expect(try await transport.execute(Self.get(server)).text() == "part whole")
            #expect(server.connections == count)
        }
    }

    @Test("Time limits hold for a stream, and do not end the others")
    func timeouts() async throws {
        let others = Gate(4)
        let (arrived, received) = (Counter(), Counter())
        let (ticks, tick) = AsyncStream<Void>.makeStream()
        let clock = TestClock()
        let (server, transport) = try await Self.pair(clock: clock) { exchange in
            switch exchange.head.uri {
            case "/silent": arrived.add(1)
            case "/stops":
                try await exchange.begin()
                try await exchange.write(Array("hello".utf8))
            case "/slow":
                try await exchange.begin()
                try await exchange.write([0])
                for await _ in ticks { try await exchange.write([0]) }
            default:
                arrived.add(1)
                await others.pass()
                return try await exchange.end("whole")
            }
            await exchange.waitForClose()
        }
        async let other = transport.execute(Self.get(server, "/other")).text()
        await withTaskGroup(of: Void.self) { group in
            for target in ["/silent", "/stops", "/slow"] {
                group.addTask {
                    let error = await #expect(throws: RequestError.self) {
                        var request = Self.get(server, target)
                        request.timeouts.total = target == "/slow" ? .milliseconds(500) : nil
                        request.timeouts.idle = .milliseconds(target == "/slow" ? 400 : 500)
                        for try await _ in try await transport.execute(request).body {
                            if target == "/slow" { received.add(1) } else { arrived.add(1) }
                        }
                    }
                    #expect(error?.code == .timeout)
                    let time = clock.now.offset
                    #expect(time >= .milliseconds(500) && time <= .milliseconds(550))
                    await others.pass()
                }
            }
            await eventually { arrived.value == 3 && received.value == 1 }
            // 10 % late at most. The bytes of the slow one keep it from its idle limit.
            for _ in 0..<11 {
                clock.advance(by: .milliseconds(50))
                let count = received.value
                tick.yield()
                if clock.now.offset < .milliseconds(500) {
                    await eventually { received.value > count }
                }
            }
        }
        #expect(try await other == "whole")
        #expect(server.connections == 1)
    }
}
