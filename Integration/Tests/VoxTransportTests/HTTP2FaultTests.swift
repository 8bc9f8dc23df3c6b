// SPDX-License-Identifier: MIT

import HTTPTypes
import NIOHTTP1
import NIOHTTP2
import Testing
import Vox
import VoxAsyncHTTPClient

/// Streams and connections of HTTP/2 that break.
@Suite("Transports: faults of HTTP/2")
struct HTTP2FaultTests {
    /// What ends a stream before its time.
    enum Break: CaseIterable, Sendable {
        case resetWithCancel, resetWithoutError, resetWithError, refused
        case closed, cut, unserved
    }

    /// A server whose streams break, unless they are asked to stay.
    private static func server(
        _ serve: @escaping SecureServer.Serve
    ) async throws -> SecureServer {
        try await SecureServer(Authority.shared.get().server(), protocols: ["h2"]) { exchange in
            guard exchange.head.uri != "/whole" else { return try await exchange.end("whole") }
            try await serve(&exchange)
        }
    }

    private static func ask(
        _ server: SecureServer, _ target: String = "/",
        with transport: (any HTTPTransport)? = nil
    ) async throws -> ClientResponse {
        let request = ClientRequest(method: .get, url: server.url.with(target: target))
        let transport = try transport ?? Authority.shared.get().transport(connections: 1)
        return try await transport.execute(request)
    }

    /// Checks that the next request gets through: at the second try if it comes before the transport
    /// has noticed that its connection is lost.
    private static func expectNext(
        _ server: SecureServer, _ transport: AsyncHTTPClientTransport
    ) async throws {
        let answer = try await ask(server, "/whole", with: transport.reliable())
        #expect(try await answer.text() == "whole")
    }

    @Test(
        "A stream that ends before the response is a failed connection", arguments: Break.allCases)
    func noResponse(fault: Break) async throws {
        let server = try await Self.server { try await $0.end(fault) }
        let transport = try Authority.shared.get().transport(connections: 1)
        let error = await #expect(throws: RequestError.self) {
            _ = try await Self.ask(server, with: transport)
        }
        #expect(error?.code == .connection)
        try await Self.expectNext(server, transport)
    }

    @Test(
        "A stream that ends in its body is a truncated body, after what came of it",
        arguments: Break.allCases, [[:], ["content-length": "100"]] as [HTTPHeaders])
    func partOfABody(fault: Break, fields: HTTPHeaders) async throws {
        let part = Array(#"{"data":[]}"#.utf8)
        let (taken, take) = AsyncStream<Void>.makeStream()
        let server = try await Self.server { exchange in
            try await exchange.begin(fields)
            try await exchange.write(part)
            for await _ in taken { break }
            try await exchange.end(fault)
        }
        let transport = try Authority.shared.get().transport(connections: 1)
        let answer = try await Self.ask(server, with: transport)
        var chunks = answer.body.makeAsyncIterator()
        #expect(try await chunks.next() == part)
        take.yield()
        let error = await #expect(throws: RequestError.self) { _ = try await chunks.next() }
        #expect(error?.code == .truncatedBody)
        try await Self.expectNext(server, transport)
    }

    @Test("So it is for who reads the whole body", arguments: Break.allCases)
    func wholeBody(fault: Break) async throws {
        let server = try await Self.server { exchange in
            try await exchange.begin()
            try await exchange.write(Array(#"{"data":[]}"#.utf8))
            // Bytes and break in one read, or nearly.
            try await exchange.end(fault)
        }
        let error = await #expect(throws: RequestError.self) {
            _ = try await Self.ask(server).text()
        }
        // What breaks the connection may overtake the head.
        #expect(error?.code == .truncatedBody || error?.code == .connection)
    }

    @Test("A body that is not as long as its head says is an error", arguments: ["3", "100"])
    func wrongLength(length: String) async throws {
        let server = try await Self.server { exchange in
            try await exchange.begin(["content-length": length])
            try await exchange.write(Array(#"{"data":[]}"#.utf8))
            try await exchange.end()
        }
        let error = await #expect(throws: RequestError.self) {
            _ = try await Self.ask(server).text()
        }
        #expect(error?.code == .truncatedBody || error?.code == .connection)
    }

    @Test("One reset among many is one failure; a lost connection is one for each")
    func many() async throws {
        for (fault, failures) in [(Break.resetWithError, 1), (.closed, 20), (.cut, 20)] {
            let arrived = Gate(20)
            let server = try await Self.server { exchange in
                try await exchange.begin()
                await arrived.pass()
                if exchange.head.uri == "/7" { return try await exchange.end(fault) }
                if failures > 1 { return await exchange.waitForClose() }
                try await exchange.write(Array("whole".utf8))
                try await exchange.end()
            }
            let transport = try Authority.shared.get().transport(connections: 1)
            let errors = await withTaskGroup(of: (any Error)?.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        do {
                            let answer = try await Self.ask(server, "/\(number)", with: transport)
                            #expect(try await answer.text() == "whole")
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: [any Error]()) { errors, error in
                    if let error { errors.append(error) }
                }
            }
            #expect(errors.count == failures)
            #expect(errors.allSatisfy { ($0 as? RequestError)?.code == .truncatedBody })
            #expect(server.connections == 1)
        }
    }
}

extension SecureServer.Exchange {
    fileprivate func end(_ fault: HTTP2FaultTests.Break) async throws {
        switch fault {
        case .resetWithCancel: try await reset(.cancel)
        case .resetWithoutError: try await reset(.noError)
        case .resetWithError: try await reset(.internalError)
        case .refused: try await reset(.refusedStream)
        case .closed: try await close()
        case .cut: try await cut()
        case .unserved: try await goAway(last: .rootStream)
        }
        await waitForClose()
    }
}
