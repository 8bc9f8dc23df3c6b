// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing
import Vox
import VoxHummingbird
import VoxTestSupport

#if canImport(Glibc)
import Glibc
#endif

/// How many connections a service has, and how long a client may take over a response.
@Suite("Limits of connections", .serialized, .timeLimit(.minutes(10)))
struct ConnectionLimitTests {
    /// The time of the service; it stands still until a test lets it pass.
    private let clock = TestClock()
    private static let idle = Duration.milliseconds(400)
    private static let get = "GET /notes/1 HTTP/1.1\r\nHost: localhost\r\n"
    private static let last = get + "Connection: close\r\n\r\n"

    private static let notes = ResourceService(
        serving: MemoryStore([StoredResource(type: "notes", id: "1")]))

    private func talk(_ url: HTTPURL, _ text: String) async throws -> String? {
        try await RawClient.talk(to: url) { connection in
            connection.write(text)
            return connection.readToEnd()
        }
    }

    /// Serves a response of 48 MiB that is whole in memory, and an empty one at `/quick`.
    private func servingLarge(
        _ body: @Sendable (HTTPURL) async throws -> Void
    ) async throws {
        let large = Handler { request in
            let size = request.url.path == "/quick" ? 0 : Self.size
            return request.answer(
                .ok, [:], ClientResponse.Body([UInt8](repeating: 0x20, count: size)))
        }
        try await withServer(
            TransportResponder<BasicRequestContext>(large),
            over: .http1(limits: ConnectionLimits(idle: Self.idle), clock: clock), body)
    }

    /// Lets more time pass than a client may be silent for, until the service has closed the
    /// connection of a silent client.
    private func letIdleTimePass(at url: HTTPURL) async throws {
        try await RawClient.talk(to: url) { silent in
            silent.write("GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n")
            silent.readHead()
            clock.advance(by: Self.idle * 2)
            silent.waitForClose()
        }
    }

    private static let size = 48 << 20

    @Test("The work for a request ends when its client closes the connection")
    func closed() async throws {
        let (started, ended) = (Flag(), Flag())
        let waiting = Handler { _ in
            started.set()
            defer { ended.set() }
            try await forever()
        }
        try await withServer(
            TransportResponder<BasicRequestContext>(waiting),
            over: .http1(limits: ConnectionLimits(), clock: clock)
        ) { url in
            try await RawClient.talk(to: url) { connection in
                connection.write(Self.get + "\r\n")
                blockUntil { started.isSet }
            }
            await eventually { ended.isSet }
        }
    }

    @Test("T70 A response is sent to its end to a client that takes it slowly and steadily")
    func slowReader() async throws {
        try await servingLarge { url in
            for request in [Self.last, Self.get + "\r\n"] {
                let received = try await RawClient.talk(to: url, buffered: 1 << 16) { connection in
                    connection.write(request)
                    var (received, step) = (0, 0)
                    while received < Self.size, let part = connection.read() {
                        received += part.count
                        // More than the system keeps for the two: the service has sent some of it
                        // since the last step.
                        guard received >= (step + 1) * Self.size / 6 else { continue }
                        step += 1
                        clock.advance(by: Self.idle * 3 / 4)
                    }
                    return received
                }
                #expect(received >= Self.size)
            }
        }
    }

    @Test("T70 A client that takes nothing of its response is given up")
    func stuckReader() async throws {
        try await servingLarge { url in
            let isOver = Flag()
            async let received = RawClient.talk(to: url, buffered: 1 << 16) { connection in
                connection.write(Self.last)
                // Some of the body has come, so the rest of it waits to be sent.
                if connection.readHead().hasSuffix("\r\n\r\n") { _ = connection.read() }
                blockUntil { isOver.isSet }
                return connection.readToEnd()?.utf8.count
            }
            // What fits into the system is taken at first.
            for _ in 0..<30 { try await letIdleTimePass(at: url) }
            isOver.set()
            let count = try await received
            #expect(try #require(count) < Self.size / 2)
        }
    }

    @Test("At the limit of connections clients wait, and those that are open are served")
    func fullServer() async throws {
        let limits = ConnectionLimits(idle: Self.idle, maximumConnections: 8)
        try await withServer(
            TransportResponder<BasicRequestContext>(Self.notes),
            over: .http1(limits: limits, clock: clock)
        ) { url in
            #expect(try await talk(url, Self.last)?.hasPrefix("HTTP/1.1 200 ") == true)
            let connected = Counter()
            let (answer, silent) = try await RawClient.talk(to: url) { open in
                open.write(Self.get + "\r\n")
                open.readHead()
                // More silent clients than the service takes at once.
                let silent = (0..<32).map { _ in
                    Task {
                        try await RawClient.talk(to: url) { connection in
                            connected.add(1)
                            return connection.readToEnd()
                        }
                    }
                }
                blockUntil { connected.value == 32 }
                open.write(Self.last)
                return (open.readToEnd(), silent)
            }
            #expect(answer?.contains("HTTP/1.1 200 ") == true)
            // Each has its turn, of the idle time. All at once would take one such time.
            try await clock.pass {
                for client in silent {
                    let answer = try await client.value
                    #expect(answer?.isEmpty == true)
                }
            }
            #expect(clock.now.offset >= Self.idle * 4)
            #expect(try await talk(url, Self.last)?.hasPrefix("HTTP/1.1 200 ") == true)
        }
    }

    @Test("The default number of connections is below what the process may open")
    func defaultNumber() {
        let most = sysconf(Int32(_SC_OPEN_MAX))
        let number = ConnectionLimits().maximumConnections
        #expect(number > 0 && number <= 10_000)
        #expect(most < 0 || number <= most * 3 / 4)
    }

    @Test("A service that is out of file descriptors serves those that are connected, and goes on")
    func noDescriptors() async throws {
        await #expect(processExitsWith: .success) { try await Self.exhaustDescriptors() }
    }

    private static func exhaustDescriptors() async throws {
        var limit = rlimit(rlim_cur: 200, rlim_max: 200)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        @Sendable func talk(_ url: HTTPURL) async throws -> String? {
            try await RawClient.talk(to: url) { connection in
                connection.write(last)
                return connection.readToEnd()
            }
        }
        try await withServer(TransportResponder<BasicRequestContext>(notes)) { url in
            // No connection before this one: a descriptor that is closed late would be the service's.
            let (answers, waiting) = try await RawClient.talk(to: url) { open in
                open.write(get + "\r\n")
                var answers = [open.read() != nil]
                var taken: [Int32] = []
                while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
                // One for a client, and none for the service's end of its connection.
                if let free = taken.popLast() { close(free) }
                let (isFree, isConnected) = (Flag(), Flag())
                let waiting = Task {
                    let answer = try await RawClient.talk(to: url) { connection in
                        isConnected.set()
                        connection.write(last)
                        return connection.readToEnd()
                    }
                    return (answer, isFree.isSet)
                }
                blockUntil { isConnected.isSet }
                for _ in 0..<5 {
                    open.write(get + "\r\n")
                    answers.append(open.read() != nil)
                }
                isFree.set()
                for descriptor in taken { close(descriptor) }
                return (answers, waiting)
            }
            #expect(answers == Array(repeating: true, count: 6))
            let (answer, cameLater) = try await waiting.value
            #expect(answer?.hasPrefix("HTTP/1.1 200 ") == true && cameLater)
            #expect(try await talk(url)?.hasPrefix("HTTP/1.1 200 ") == true)
        }
    }

    @Test("X-HTTP-Method-Override counts where the server is told so, before any middleware")
    func override() async throws {
        let disguised =
            "POST /notes/1 HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: DELETE\r\n"
            + "Content-Length: 0\r\nConnection: close\r\n\r\n"
        let guarded = Handler { request in
            request.method == .delete
                ? ClientResponse(ErrorResponse(.forbidden), url: request.url)
                : try await Self.notes.execute(request)
        }
        for (isAllowed, status) in [(false, "405"), (true, "403")] {
            try await withServer(
                TransportResponder<BasicRequestContext>(guarded),
                over: .http1(
                    limits: ConnectionLimits(), allowsMethodOverride: isAllowed, clock: clock)
            ) { url in
                let answer = try await talk(url, disguised)
                #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true)
                // What is whole in memory says how long it is.
                #expect(answer?.lowercased().contains("content-length: ") == true)
                #expect(answer?.lowercased().contains("transfer-encoding") == false)
            }
        }
    }
}

#endif
