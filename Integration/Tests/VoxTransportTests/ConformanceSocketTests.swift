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
    ) async throws -> Conformance.Report {
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

    private func isNotProbed(_ report: Conformance.Report) -> Bool {
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

    /// A server whose creations fail. It answers the first request of each connection, keeps the
    /// connection, and closes it without a byte when the second request has arrived.
    private func closingServer(_ lost: Counter, _ posts: Counter) throws -> RawServer {
        let list = (1...3).map { #"{"type": "articles", "id": "\#($0)", "attributes": {"a": 1}}"# }
        let one = list[0]
        return try RawServer { connection in
            let head = connection.readHead()
            guard head.contains("\r\n\r\n") else { return }
            let path = head.split(separator: " ").dropFirst().first ?? ""
            var status = 200
            var body = #"{"data": [\#(list.joined(separator: ", "))]}"#
            if head.hasPrefix("POST") {
                posts.add(1)
                status = 500
                body = #"{"errors": [{"status": "500"}]}"#
            } else if path.hasPrefix("/articles/") {
                body = #"{"data": \#(one)}"#
            } else if !path.hasPrefix("/articles") {
                status = 404
                body = #"{"errors": [{"status": "404"}]}"#
            }
            connection.write(
                "HTTP/1.1 \(status) X\r\nContent-Type: application/vnd.api+json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            let next = connection.readHead()
            if next.hasPrefix("POST") { lost.add(1) }
        }
    }

    @Test("A server that closes its kept connections makes no probe fail, and no report differs")
    func closingKept() async throws {
        var reports: Set<String> = []
        for _ in 0..<3 {
            let lost = Counter()
            let posts = Counter()
            let report = try await report(of: closingServer(lost, posts)) {
                $0.writes = ["articles": ["data": ["type": "articles", "attributes": ["a": 1]]]]
                $0.only = ["fetching", "creating", "errors"]
            }
            #expect(report.ending == .complete, "\(report.text)")
            #expect(posts.value > 1)
            #expect(lost.value == 0)
            let failures = report.groups.flatMap(\.probes).flatMap(\.failures)
            #expect(!failures.contains { $0.got.contains("closed") }, "\(report.text)")
            reports.insert(report.baseline)
        }
        #expect(reports.count == 1)
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
