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
@Suite("Graceful shutdown", .serialized)
struct ShutdownTests {
    private static let get = "GET /notes HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let type = "Content-Type: application/vnd.api+json\r\n"
    private static let note = #"{"data":{"type":"notes"}}"#

    /// Runs a service in a group, as `main` does, until the body has ended and the group has, too.
    private func running(
        _ limits: ConnectionLimits = ConnectionLimits(drain: .milliseconds(300)),
        taking time: Duration = .zero, readiness: Readiness? = nil,
        _ body: @escaping @Sendable (HTTPURL, Stopping) async throws -> Void
    ) async throws -> Stopping {
        let stopping = Stopping()
        let notes = ResourceService(
            serving: MemoryStore([StoredResource(type: "notes", id: "1")]))
        let client = TransportFunction { request in
            stopping.count()
            if time != .zero { try await Task.sleep(for: time) }
            return try await notes.execute(request)
        }
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let application = Application(
            responder: TransportResponder<BasicRequestContext>(client),
            server: .http1(limits: limits),
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
                    return try await body(HTTPURL("http://127.0.0.1:\(port)"), stopping)
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
        let stopped = try await running(taking: .milliseconds(3)) { url, stopping in
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
        #expect(stopped.seconds < 5)
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
                            to: url, limit: 2,
                            { connection in
                                connection.write(
                                    Self.get.replacing(
                                        "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
                                return connection.readToEnd()
                            })
                        {
                            // A client that was in the queue of the socket when it closed is reset, and
                            // one that SwiftNIO accepted just then waits until the process ends.
                            guard Load.isWhole(answer) else { break }
                            tally.note(1)
                        }
                    }
                }
                group.addTask { await stopping.stop(after: 50 + round * 7) }
            }
        }
        #expect(stopped.served == tally.read().whole)
        #expect(stopped.seconds < 5)
    }

    @Test(
        "A request that is being answered, and one whose body is on its way, are the last of their connections"
    )
    func inProgress() async throws {
        let stopped = try await running(taking: .milliseconds(400)) { url, stopping in
            async let slow = talk(url) { connection in
                connection.write(Self.get)
                return connection.readToEnd()
            }
            async let sending = talk(url) { connection in
                connection.write(
                    "POST /notes HTTP/1.1\r\nHost: localhost\r\n\(Self.type)Content-Length: \(Self.note.utf8.count)\r\n\r\n{"
                )
                Thread.sleep(forTimeInterval: 1)
                connection.write(String(Self.note.dropFirst()))
                return connection.readToEnd()
            }
            await stopping.stop(after: 1, and: .milliseconds(100))
            let answers = try await (slow, sending)
            #expect(answers.0.hasPrefix("HTTP/1.1 200 "))
            #expect(answers.0.lowercased().contains("connection: close"))
            #expect(Load.isWhole(answers.0))
            #expect(answers.1.hasPrefix("HTTP/1.1 201 "))
            #expect(answers.1.lowercased().contains("connection: close"))
        }
        #expect(stopped.served == 2)
    }

    @Test("Requests that were sent one behind the other are all answered, the last one as the last")
    func pipelined() async throws {
        let stopped = try await running(taking: .milliseconds(50)) { url, stopping in
            async let answers = talk(url) { connection in
                connection.write(Self.get + Self.get + Self.get)
                return connection.readToEnd()
            }
            await stopping.stop(after: 1)
            let text = try await answers
            #expect(text.components(separatedBy: "HTTP/1.1 200 ").count == 4)
            #expect(text.lowercased().components(separatedBy: "connection: close").count == 2)
        }
        #expect(stopped.served == 3)
    }

    @Test("A kept connection is answered once more while it drains, and closed when nothing comes")
    func idle() async throws {
        let stopped = try await running(ConnectionLimits(drain: .milliseconds(600))) {
            url, stopping in
            async let late = talk(url) { connection in
                connection.write(Self.get)
                _ = connection.readHead()
                stopping.stop()
                Thread.sleep(forTimeInterval: 0.2)
                connection.write(Self.get)
                return connection.readToEnd()
            }
            async let silent = talk(url) { $0.readToEnd() }
            let (second, nothing) = try await (late, silent)
            #expect(second.components(separatedBy: "HTTP/1.1 200 ").count == 2)
            #expect(second.lowercased().contains("connection: close"))
            #expect(nothing.isEmpty)
        }
        #expect(stopped.served == 2)
        #expect(stopped.seconds < 5)
    }

    @Test("A client that does not close its connection keeps nobody from ending")
    func stuck() async throws {
        let stopped = try await running { url, stopping in
            _ = try await talk(url) { connection in
                connection.write(Self.get)
                _ = connection.readHead()
                stopping.stop()
                Thread.sleep(forTimeInterval: 2)
                return connection.readToEnd()
            }
        }
        #expect(stopped.seconds < 1.9)
    }

    @Test("Told to stop, a service says that it is not ready, and goes on for a while")
    func readiness() async throws {
        let readiness = Readiness(delay: .milliseconds(500))
        #expect(!readiness.isReady)
        let stopped = try await running(readiness: readiness) { url, stopping in
            while !readiness.isReady { try await Task.sleep(for: .milliseconds(5)) }
            #expect(readiness.status == .ok)
            stopping.stop()
            while readiness.isReady { try await Task.sleep(for: .milliseconds(5)) }
            #expect(readiness.status == .serviceUnavailable)
            // New connections are still taken, and kept ones do not hear of an end.
            let answer = try await talk(url) { connection in
                connection.write(Self.get)
                return connection.readHead()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(!answer.lowercased().contains("connection: close"))
        }
        #expect(stopped.served == 1)
        #expect(stopped.seconds > 0.45)
    }
}

/// Counts what the service was asked, and how long it took to stop.
private final class Stopping: Sendable {
    private struct State {
        var served = 0
        var stopped: ContinuousClock.Instant?
        var ended: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    var served: Int { state.withLock { $0.served } }

    /// From the signal to the end of the group.
    var seconds: Double {
        state.withLock { state in
            guard let stopped = state.stopped, let ended = state.ended else { return .infinity }
            return (ended - stopped) / .seconds(1)
        }
    }

    func count() { state.withLock { $0.served += 1 } }

    /// Sends the signal that orchestrators send.
    func stop() {
        state.withLock { $0.stopped = .now }
        kill(getpid(), SIGTERM)
    }

    /// Sends it as soon as so many requests have come, and some time has gone; or after 20 seconds.
    func stop(after count: Int, and time: Duration = .zero) async {
        let start = ContinuousClock.now
        while served < count, .now - start < .seconds(20) {
            try? await Task.sleep(for: .milliseconds(2))
        }
        try? await Task.sleep(for: time)
        stop()
    }

    func end() { state.withLock { $0.ended = .now } }
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
