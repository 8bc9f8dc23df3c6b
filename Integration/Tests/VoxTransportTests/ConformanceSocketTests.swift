// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxConformance
import VoxTestSupport

/// Servers on real sockets that fail.
@Suite("Servers on sockets that fail", .timeLimit(.minutes(10)))
struct SocketTests {
    private let clock = TestClock()

    private func report(
        of server: RawServer, _ change: (inout Conformance.Options) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        var options = Conformance.Options()
        options.rate = nil
        options.maximumRequests = 100_000
        options.collections = ["articles"]
        options.clock = clock
        change(&options)
        let report = await Conformance(
            of: server.url, over: AsyncHTTPClientTransport(clock: clock), options: options
        ).run()
        return withExtendedLifetime(server) { report }
    }

    private static func head(_ length: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.api+json\r\n\(length)\r\n\r\n"
    }

    private func isNotProbed(_ report: ConformanceReport) -> Bool {
        if case .notProbed = report.ending { true } else { false }
    }

    @Test("A server that never responds")
    func hanging() async throws {
        let clock = clock
        let server = try RawServer { connection in
            connection.readHead()
            clock.advance(by: .seconds(15))
            connection.waitForClose()
        }
        let report = try await report(of: server)
        #expect(isNotProbed(report))
        #expect(report.notes.contains { $0.contains("took longer than") }, "\(report.notes)")
    }

    @Test("A server that closes the connection")
    func closing() async throws {
        let server = try RawServer { connection in connection.readHead() }
        let report = try await report(of: server)
        #expect(isNotProbed(report))
        #expect(!report.notes.isEmpty)
    }

    @Test("A server that ends its body early")
    func truncated() async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write(Self.head("Content-Length: 100") + #"{"data": ["#)
        }
        let report = try await report(of: server)
        #expect(isNotProbed(report))
        #expect(!report.notes.isEmpty)
    }

    @Test("A server that sends a gigabyte: the transfer ends at the limit")
    func endless() async throws {
        let sent = Counter()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write(Self.head("Content-Length: \(1 << 30)"))
            let chunk = [UInt8](repeating: 0x20, count: 1 << 20)
            for _ in 0..<1024 {
                guard connection.write(chunk) else { return }
                sent.add(1)
            }
        }
        let report = try await report(of: server) {
            $0.maximumBody = 4 << 20
        }
        #expect(isNotProbed(report))
        #expect(report.notes.contains { $0.contains("larger than") }, "\(report.notes)")
        #expect(sent.value < 100)
    }

    @Test("A server that sends no HTTP")
    func noHTTP() async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("hello\r\n\r\n")
        }
        let report = try await report(of: server)
        #expect(isNotProbed(report))
    }

    @Test("No server at all")
    func nothing() async throws {
        let url = try { try RawServer { _ in }.url }()
        var options = Conformance.Options()
        options.collections = ["articles"]
        let report = await Conformance(
            of: url, over: AsyncHTTPClientTransport(clock: TestClock()), options: options
        ).run()
        #expect(isNotProbed(report))
        #expect(!report.notes.isEmpty)
    }
}
