// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport
import VoxURLSession

/// Responses of which every byte was changed, each read in a process of its own: nothing that a
/// server sends may end the program.
@Suite("Transports: changed responses", .serialized, .timeLimit(.minutes(5)))
struct ResponseFuzzTests {
    private static let seed = Seeded.drawnSeed()

    /// Responses of each kind: with a length, chunked and compressed, behind an interim one,
    /// without body, and a redirect.
    private static let responses: [[UInt8]] = [
        Array(
            """
            HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="a, b", Digest nonce="x"\r\n\
            Content-Disposition: attachment; filename="a.json"\r\n\
            Content-Type: text/html; charset="utf-8"\r\nSet-Cookie: a=b; Path=/; Max-Age=1\r\n\
            Content-Length: 2\r\n\r\nno
            """.utf8),
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

    /// How many changed responses are read: all of them, and as often as `VOX_RUNS` says, where it
    /// is set; else so many of them that the tests stay quick.
    private static func runs(of all: Int, quick: Int) -> Int {
        let runs = ProcessInfo.processInfo.environment["VOX_RUNS"].flatMap { Int($0) }
        return runs.map { $0 * all } ?? min(all, quick)
    }

    /// Sends a request for each response, and checks that each ends in a response or a
    /// `RequestError`, and that some end in a response.
    private static func check(
        _ count: Int, at url: HTTPURL, total: Duration,
        _ client: @escaping @Sendable () throws -> any HTTPTransport
    ) async throws {
        let (numbers, answers) = (Counter(), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let client = try client()
                    while numbers.next() < count {
                        var request = ClientRequest(method: .get, url: url)
                        request.timeouts.total = total
                        do {
                            _ = try await client.execute(request).body.bytes(upTo: 1 << 20)
                            answers.add(1)
                        } catch is RequestError {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(answers.value > 0)
    }

    /// A server that answers its first connection with the first case, and so on. It says which
    /// beforehand.
    private static func server(
        _ cases: @escaping @Sendable (Int) -> [UInt8]
    ) throws -> RawServer {
        let numbers = Counter()
        return try RawServer { connection in
            connection.readHead()
            let number = numbers.next()
            say(number)
            connection.write(cases(number))
        }
    }

    /// Prints the number of a case before it is sent, so that the last one is known when the
    /// process ends.
    static func say(_ number: Int) {
        FileHandle.standardError.write(Data("case \(number)\n".utf8))
    }

    @Test("A changed response over HTTP/1.1 ends in a response or an error")
    func http1() async throws {
        let seed = Self.seed
        print("VOX_SEED=\(seed)")
        await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            let mutations = Mutations(Self.responses, seed: seed)
            let count = Self.wrong.count + mutations.count
            let server = try Self.server {
                $0 < Self.wrong.count ? Self.wrong[$0] : mutations[$0 - Self.wrong.count]
            }
            let transport = AsyncHTTPClientTransport(clock: TestClock())
            try await Self.check(count, at: server.url, total: .seconds(5)) { transport }
        }
    }

    @Test("A changed response over HTTP/2 ends in a response or an error")
    func http2() async throws {
        let seed = Self.seed
        print("VOX_SEED=\(seed)")
        await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            let mutations = Mutations(HTTP2Responses.correct, seed: seed)
            let wrong = HTTP2Responses.wrong
            let authority = try Authority.shared.get()
            let numbers = Counter()
            let server = try await RawHTTP2Server(authority.server()) {
                let number = numbers.next()
                Self.say(number)
                if number == 0 { return HTTP2Responses.plain }
                return number <= wrong.count
                    ? wrong[number - 1] : mutations.drawn(number - wrong.count)
            }
            let count = 1 + wrong.count + Self.runs(of: mutations.count, quick: 400)
            try await Self.check(count, at: server.url, total: .seconds(5)) {
                try authority.transport()
            }
        }
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
