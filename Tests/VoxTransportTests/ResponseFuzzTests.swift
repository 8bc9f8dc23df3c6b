// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
import Foundation
import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport
import VoxURLSession

/// Responses of which every byte was changed, each read in a process of its own: nothing that a server
/// sends may end the program.
@Suite("Transports: changed responses", .serialized, .timeLimit(.minutes(5)))
struct ResponseFuzzTests {
    private static let seed = Seeded.drawnSeed()

    /// Responses of each kind: with a length, chunked and compressed, behind an interim one, without
    /// body, and a redirect.
    private static let responses: [[UInt8]] = [
        Array(
            """
            HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"data":[]}
            """.utf8),
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ".utf8)
            + Array("\(Compressed.gzip.count)\r\n\r\n".utf8) + Compressed.gzip,
        Array(
            """
            HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\
            \r\nTrailer: X-T\r\n\r\n5;x=y\r\n{"dat\r\n6\r\na":[]}\r\n0\r\nX-T: 1\r\n\r\n
            """.utf8),
        Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8),
        Array("HTTP/1.0 302 Found\r\nLocation: /y?z=1\r\n\r\nmoved".utf8),
    ]

    /// Responses that are wrong in ways that changes of one byte do not come to.
    private static let wrong: [[UInt8]] = [
        "HTTP/1.1 099 x\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 000 x\r\n\r\nok",
        "HTTP/1.1 001 x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 101 x\r\n\r\nok", "HTTP/1.1 100 x\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 999 x\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 1000 x\r\n\r\n",
        "HTTP/1.1 -1 x\r\n\r\n", "HTTP/1.1 200 x\r\n\r\nHTTP/1.1 200 x\r\n\r\n",
        "HTTP/1.1 200 x\r\nContent-Length: 0\r\n\r\nHTTP/1.1 099 x\r\n\r\n",
        "HTTP/1.1 204 x\r\nContent-Length: 2\r\n\r\nok", "HTTP/2 200\r\n\r\n", "",
    ].map { Array($0.utf8) }

    /// Sends a request for each response, and checks that each ends in an answer or a `RequestError`.
    private static func check(
        _ count: Int, at url: HTTPURL, total: Duration,
        _ client: @escaping @Sendable () throws -> any HTTPTransport
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 16 { try await group.next() }
                group.addTask {
                    var request = ClientRequest(method: .get, url: url)
                    request.timeouts.total = total
                    do {
                        _ = try await client().execute(request).body.bytes(upTo: 1 << 20)
                    } catch is RequestError {}
                }
            }
            try await group.waitForAll()
        }
    }

    /// A server that answers its first connection with the first case, and so on. It says which beforehand.
    private static func server(
        _ cases: @escaping @Sendable (Int) -> [UInt8], hangsUp: Bool
    ) throws -> RawServer {
        let numbers = Counter()
        return try RawServer { connection in
            connection.readHead()
            let number = numbers.next()
            say(number)
            connection.write(cases(number))
            if !hangsUp { _ = connection.waitForClose(seconds: 20) }
        }
    }

    /// What the parent shows when the process ends: the last cases that were sent.
    static func say(_ number: Int) {
        FileHandle.standardError.write(Data("case \(number)\n".utf8))
    }

    private static func expectEnd(_ result: ExitTest.Result?, _ seed: UInt64) {
        guard let result, result.exitStatus != .exitCode(EXIT_SUCCESS) else { return }
        let said = String(decoding: result.standardErrorContent, as: UTF8.self)
        Issue.record("VOX_SEED=\(seed); the last words:\n\(said.suffix(2000))")
    }

    @Test("A changed response over HTTP/1.1 ends in an answer or an error")
    func http1() async throws {
        let seed = Self.seed
        print("VOX_SEED=\(seed)")
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [seed = seed as UInt64] in
            let mutations = Mutations(Self.responses, seed: seed)
            let count = Self.wrong.count + mutations.count
            let server = try Self.server(
                { $0 < Self.wrong.count ? Self.wrong[$0] : mutations[$0 - Self.wrong.count] },
                hangsUp: true)
            let transport = AsyncHTTPClientTransport()
            try await Self.check(count, at: server.url, total: .seconds(5)) { transport }
        }
        Self.expectEnd(result, seed)
    }

    @Test(
        "A status that is no number from 100 to 999 is an error", arguments: ["099", "000", "001"])
    func noStatus(status: String) async throws {
        let outcome = try await TransportFaultTests.outcome(
            .asyncHTTPClient, "HTTP/1.1 \(status) x\r\nContent-Length: 2\r\n\r\nok")
        guard case .failure(let error as RequestError) = outcome else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .connection)
        let number = Int(status) ?? -1
        #expect(
            error.message
                == "the response is malformed: its status is \(number), and not a number from 100 to 999"
        )
    }
}
#endif
