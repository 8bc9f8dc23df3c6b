// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Cancelling, wherever a request is.
@Suite("Transports: cancelling", .serialized, .timeLimit(.minutes(10)))
struct CancellingTests {
    /// Nothing but the cancellation ends these requests: the server never does, and the clock of the
    /// time limits stands still.
    @Test(
        "T59 A cancelled request returns at once, before its response and in the middle of it",
        arguments: Transport.allCases, [true, false])
    func promptly(transport: Transport, isAnswered: Bool) async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let handler = Handler { request in
            if !isAnswered {
                arrival.yield()
                try await forever()
            }
            // The body never ends.
            return request.answer(.ok, [:], ClientResponse.Body { $0.yield([1]) })
        }
        try await transport.with(handler) { client, url in
            var arrivals = arrivals.makeAsyncIterator()
            for _ in 0..<9 {
                let task = Task {
                    let answer = try await client.execute(ClientRequest(method: .get, url: url))
                    for try await _ in answer.body { arrival.yield() }
                }
                _ = await arrivals.next()
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test(
        "T59 Cancelling closes the connection", arguments: Transport.onNetwork,
        ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"])
    func closing(transport: Transport, sent: String) async throws {
        let isClosed = Flag()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write(sent)
            if sent.isEmpty { arrival.yield() }
            connection.waitForClose()
            isClosed.set()
        }
        let client = transport.client()
        let url = server.url
        let task = Task {
            let answer = try await client.execute(ClientRequest(method: .get, url: url))
            for try await _ in answer.body { arrival.yield() }
        }
        for await _ in arrivals { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await eventually { isClosed.isSet }
        #expect(isClosed.isSet)
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

    // MARK: Ten thousand times, each in a process of its own, whose descriptors are counted

    @Test("T59 10,000 cancelled requests leave no descriptor behind: AsyncHTTPClient")
    func manyOnAsyncHTTPClient() async {
        await #expect(processExitsWith: .success) {
            try await CancellingTests.cancelMany(.asyncHTTPClient)
        }
    }

    @Test("T59 10,000 cancelled requests leave no descriptor behind: URLSession")
    func manyOnURLSession() async {
        await #expect(processExitsWith: .success) {
            try await CancellingTests.cancelMany(.urlSession)
        }
    }

    @Test("T59 10,000 cancelled requests leave no descriptor behind: HTTP/2")
    func manyOnHTTP2() async {
        await #expect(processExitsWith: .success) {
            try await CancellingTests.cancelMany(.http2)
        }
    }

    @Test("T59 10,000 cancelled requests leave no descriptor behind: in memory")
    func manyInMemory() async {
        await #expect(processExitsWith: .success) {
            try await CancellingTests.cancelMany(.inMemory)
        }
    }

    /// Cancels many requests to a server that answers none, and expects as many open files as
    /// before.
    private static func cancelMany(_ transport: Transport) async throws {
        switch transport {
        case .asyncHTTPClient, .urlSession:
            let server = try RawServer { $0.waitForClose() }
            try await cancelMany(Self.client(transport), server.url)
            withExtendedLifetime(server) {}
        case .http2:
            let authority = try Authority.shared.get()
            let server = try await SecureServer(authority.server(), protocols: ["h2"]) {
                await $0.waitForClose()
            }
            try await cancelMany(try authority.transport(connections: 1), server.url)
            withExtendedLifetime(server) {}
        case .inMemory:
            let handler = Handler { _ in try await forever() }
            try await cancelMany(handler, HTTPURL("http://127.0.0.1/"))
        }
    }

    /// A client that keeps connections which nobody uses for a second: they are open files, too.
    private static func client(_ transport: Transport) -> any HTTPTransport {
        guard case .asyncHTTPClient = transport else { return transport.client() }
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.idleTimeout = .seconds(1)
        return AsyncHTTPClientTransport(configuration: configuration, clock: TestClock())
    }

    private static func cancelMany(_ client: any HTTPTransport, _ url: HTTPURL) async throws {
        // What is there for good is there after some.
        try await cancel(200, client, url)
        let before = try await settledFiles()
        try await cancel(10_000, client, url)
        // Minutes: nobody ends a process of its own that waits for ever.
        for _ in 0..<60_000 where try openFiles() > before {
            try await Task.sleep(for: .milliseconds(10))
        }
        let after = try openFiles()
        #expect(after <= before, "\(after) files are open, \(before) were before")
    }

    private static func cancel(_ count: Int, _ client: any HTTPTransport, _ url: HTTPURL)
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 32 { try await group.next() }
                group.addTask {
                    let task = Task {
                        try await client.execute(ClientRequest(method: .get, url: url))
                    }
                    // At once, on its way, and when it has arrived.
                    if number % 7 > 0 { try await Task.sleep(for: .milliseconds(number % 7)) }
                    task.cancel()
                    let outcome = await task.result
                    #expect(throws: CancellationError.self) { _ = try outcome.get() }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The number of open files when it has not changed for a while. On a slow machine there may be
    /// more than remain.
    private static func settledFiles() async throws -> Int {
        var (count, unchanged) = (try openFiles(), 0)
        while unchanged < 10 {
            try await Task.sleep(for: .milliseconds(200))
            let now = try openFiles()
            unchanged = now == count ? unchanged + 1 : 0
            count = now
        }
        return count
    }

    private static func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
