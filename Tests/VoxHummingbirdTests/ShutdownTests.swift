// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import UnixSignals
import Vox
import VoxHummingbird
import VoxTestSupport
import VoxTesting

/// What the clients of a service saw.
private final class Tally: Sendable {
    private let state = Mutex((whole: 0, lost: [String]()))

    func note(_ whole: Int, lost: String? = nil) {
        state.withLock { state in
            state.whole += whole
            if let lost { state.lost.append(lost) }
        }
    }

    func read() -> (whole: Int, lost: [String]) { state.withLock { $0 } }
}

/// A service that is told to stop while it is asked.
@Suite("Graceful shutdown", .serialized, .timeLimit(.minutes(10)))
struct ShutdownTests {
    private static let get = "GET /notes HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let type = "Content-Type: application/vnd.api+json\r\n"
    private static let note = #"{"data":{"type":"notes"}}"#

    /// The time of the service; it stands still until a test lets it pass.
    private let clock = TestClock()
    /// Much longer than connections drain.
    private static let idle = Duration.seconds(3600)

    /// Runs a service in a group, as `main` does, until the body has ended and the group has, too.
    private func running(
        holding gate: Gate? = nil, readiness: Readiness? = nil,
        _ body: @escaping @Sendable (HTTPURL, Stopping) async throws -> Void
    ) async throws -> Stopping {
        let stopping = Stopping()
        let notes = ResourceService(
            serving: MemoryStore([StoredResource(type: "notes", id: "1")]))
        let client = TransportFunction { request in
            stopping.count()
            await gate?.pass()
            return try await notes.execute(request)
        }
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let application = Application(
            responder: TransportResponder<BasicRequestContext>(client),
            server: .http1(limits: ConnectionLimits(idle: Self.idle), clock: clock),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(
            services: [application] + (readiness.map { [$0] } ?? []),
            gracefulShutdownSignals: [.sigterm], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await group.run()
                stopping.end()
            }
            tasks.addTask {
                for await port in ports {
                    try await body(HTTPURL("http://127.0.0.1:\(port)"), stopping)
                    // Connections that nobody uses are closed when they have drained.
                    return await clock.pass { await eventually { stopping.isOver } }
                }
            }
            try await tasks.waitForAll()
        }
        return stopping
    }

    private func talk(
        _ url: HTTPURL, _ body: @escaping @Sendable (RawServer.Connection) -> String?
    ) async throws -> String { try #require(try await RawClient.talk(to: url, body)) }

    @Test("SIGTERM under load on kept connections: whatever was asked is answered whole")
    func underLoad() async throws {
        let tally = Tally()
        let stopped = try await running { url, stopping in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        // A new connection after each farewell, until there is nobody.
                        while let outcome = try? await RawClient.talk(to: url, Load.run) {
                            tally.note(outcome.whole, lost: outcome.lost)
                            if outcome.lost != nil { break }
                        }
                    }
                }
                group.addTask { await stopping.stop(after: 500) }
            }
        }
        let (whole, lost) = tally.read()
        #expect(lost.isEmpty)
        #expect(whole >= 500)
        #expect(stopped.served == whole)
    }

    @Test(
        "SIGTERM while connections come: who was accepted is answered, and nothing traps",
        arguments: 0..<5)
    func connecting(round: Int) async throws {
        let tally = Tally()
        let stopped = try await running { url, stopping in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        while let answer = try? await RawClient.talk(
                            to: url,
                            { connection in
                                connection.write(
                                    Self.get.replacing(
                                        "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
                                stopping.opened(connection)
                                defer { stopping.closed(connection) }
                                return connection.readToEnd()
                            })
                        {
                            // A client that was in the queue of the socket when it closed is reset, and
                            // one that SwiftNIO accepted just then waits until the process ends. Here
                            // it waits until the group has ended, and all others have been answered.
                            guard Load.isWhole(answer) else { break }
                            tally.note(1)
                        }
                    }
                }
                group.addTask {
                    await stopping.stop(after: 50 + round * 7)
                    await clock.pass { await eventually { stopping.isOver } }
                    await othersHaveTheirTurn()
                    await eventually { stopping.served == tally.read().whole }
                    stopping.closeConnections()
                }
            }
        }
        #expect(stopped.served == tally.read().whole)
    }

    @Test(
        "A request that is being answered, and one whose body is on its way, are the last of their connections"
    )
    func inProgress() async throws {
        let gate = Gate(3)
        let stopped = try await running(holding: gate) { url, stopping in
            let isStopping = Flag()
            async let slow = talk(url) { connection in
                connection.write(Self.get)
                return connection.readToEnd()
            }
            async let sending = talk(url) { connection in
                connection.write(
                    "POST /notes HTTP/1.1\r\nHost: localhost\r\n\(Self.type)Expect: 100-continue\r\nContent-Length: \(Self.note.utf8.count)\r\n\r\n"
                )
                // The body is being read.
                connection.readHead()
                connection.write("{")
                stopping.count()
                blockUntil { isStopping.isSet }
                connection.write(String(Self.note.dropFirst()))
                return connection.readToEnd()
            }
            try await stop(url, stopping, after: 2)
            isStopping.set()
            await gate.pass()
            let answers = try await (slow, sending)
            #expect(answers.0.hasPrefix("HTTP/1.1 200 "))
            #expect(answers.0.lowercased().contains("connection: close"))
            #expect(Load.isWhole(answers.0))
            #expect(answers.1.hasPrefix("HTTP/1.1 201 "))
            #expect(answers.1.lowercased().contains("connection: close"))
        }
        // The third one is the client that has told that the body is on its way.
        #expect(stopped.served == 3)
    }

    @Test("Requests that were sent one behind the other are all answered, the last one as the last")
    func pipelined() async throws {
        let gate = Gate(2)
        let stopped = try await running(holding: gate) { url, stopping in
            async let answers = talk(url) { connection in
                connection.write(Self.get + Self.get + Self.get)
                return connection.readToEnd()
            }
            try await stop(url, stopping, after: 1)
            await gate.pass()
            let text = try await answers
            #expect(text.components(separatedBy: "HTTP/1.1 200 ").count == 4)
            #expect(text.lowercased().components(separatedBy: "connection: close").count == 2)
        }
        #expect(stopped.served == 3)
    }

    @Test("A kept connection is answered once more while it drains, and closed when nothing comes")
    func idle() async throws {
        let stopped = try await running { url, stopping in
            let (isAnswered, isStopping) = (Flag(), Flag())
            async let late = talk(url) { connection in
                connection.write(Self.get)
                connection.readHead()
                isAnswered.set()
                blockUntil { isStopping.isSet }
                connection.write(Self.get)
                return connection.readToEnd()
            }
            let silent = Task { try await talk(url) { $0.readToEnd() } }
            await eventually { isAnswered.isSet }
            stopping.stop()
            await Self.eventuallyRefused(url)
            isStopping.set()
            let second = try await late
            let nothing = try await clock.pass { try await silent.value }
            #expect(second.components(separatedBy: "HTTP/1.1 200 ").count == 2)
            #expect(second.lowercased().contains("connection: close"))
            #expect(nothing.isEmpty)
        }
        #expect(stopped.served == 2)
    }

    @Test("A client that does not close its connection keeps nobody from ending")
    func stuck() async throws {
        _ = try await running { url, stopping in
            let isAtEnd = Flag()
            async let stuck = talk(url) { connection in
                connection.write(Self.get)
                let answer = connection.readToEnd()
                isAtEnd.set()
                blockUntil { stopping.isOver }
                return answer
            }
            try await stop(url, stopping, after: 1)
            // The time to drain passes twice: until the service ends its output, and until it closes.
            await clock.pass { await eventually { isAtEnd.isSet } }
            await clock.pass { await eventually { stopping.isOver } }
            #expect(clock.now.offset < Self.idle)
            #expect(try await Load.isWhole(stuck))
        }
    }

    @Test("Told to stop, a service says that it is not ready, and goes on for a while")
    func readiness() async throws {
        let readiness = Readiness(delay: .milliseconds(500), clock: clock)
        #expect(!readiness.isReady)
        let stopped = try await running(readiness: readiness) { url, stopping in
            await eventually { readiness.isReady }
            #expect(readiness.status == .ok)
            stopping.stop()
            await eventually { !readiness.isReady }
            #expect(readiness.status == .serviceUnavailable)
            // New connections are still taken, and kept ones do not hear of an end, while the delay
            // does not pass.
            await othersHaveTheirTurn()
            let answer = try await talk(url) { connection in
                connection.write(Self.get)
                return connection.readHead()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(!answer.lowercased().contains("connection: close"))
            #expect(!stopping.isOver)
        }
        #expect(stopped.served == 1)
    }

    /// Sends the signal after some requests, and waits until the service has begun to stop.
    private func stop(_ url: HTTPURL, _ stopping: Stopping, after count: Int) async throws {
        await stopping.stop(after: count)
        await Self.eventuallyRefused(url)
    }

    /// Waits until no connection is accepted any more.
    private static func eventuallyRefused(_ url: HTTPURL) async {
        while !Task.isCancelled, (try? await RawClient.talk(to: url) { _ in }) != nil {}
        await othersHaveTheirTurn()
    }
}

/// Counts what the service was asked, and knows whether it has stopped.
private final class Stopping: Sendable {
    private struct State {
        var served = 0
        var isOver = false
        var isClosing = false
        var sockets: Set<Int32> = []
    }

    private let state = Mutex(State())

    var served: Int { state.withLock { $0.served } }
    /// True after the end of the group.
    var isOver: Bool { state.withLock { $0.isOver } }

    func count() { state.withLock { $0.served += 1 } }

    /// Sends the signal that orchestrators send.
    func stop() { kill(getpid(), SIGTERM) }

    /// Sends it as soon as so many requests have come.
    func stop(after count: Int) async {
        await eventually { served >= count }
        stop()
    }

    func end() { state.withLock { $0.isOver = true } }

    func closeConnections() {
        state.withLock { state in
            state.isClosing = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// A connection that ends with the test.
    func opened(_ connection: RawServer.Connection) {
        state.withLock { state in
            state.sockets.insert(connection.socket)
            if state.isClosing { shutdown(connection.socket, Int32(SHUT_RDWR)) }
        }
    }

    func closed(_ connection: RawServer.Connection) {
        state.withLock { _ = $0.sockets.remove(connection.socket) }
    }
}

/// Asks one request after the other on a connection, until the service says that there is no more.
private enum Load {
    struct Outcome: Sendable {
        var whole = 0
        /// What came of a response that broke off.
        var lost: String?
    }

    static let request = "GET /notes HTTP/1.1\r\nHost: localhost\r\n\r\n"

    static func run(_ connection: RawServer.Connection) -> Outcome {
        var outcome = Outcome()
        while true {
            guard connection.write(request) else {
                outcome.lost = "nothing could be sent"
                return outcome
            }
            var answer = connection.readHead()
            while !isWhole(answer), let more = connection.read() {
                answer += String(decoding: more, as: UTF8.self)
            }
            guard isWhole(answer) else {
                outcome.lost = answer
                return outcome
            }
            outcome.whole += 1
            if answer.lowercased().contains("connection: close") { return outcome }
        }
    }

    static func isWhole(_ answer: String) -> Bool {
        guard answer.hasPrefix("HTTP/1.1 200 "), let end = answer.range(of: "\r\n\r\n") else {
            return false
        }
        return length(of: answer) == answer[end.upperBound...].utf8.count
    }

    private static func length(of head: String) -> Int? {
        for line in head.split(separator: "\r\n")
        where line.lowercased().hasPrefix("content-length:") {
            return Int(line.dropFirst(15).filter { $0 != " " })
        }
        return nil
    }
}

#endif
