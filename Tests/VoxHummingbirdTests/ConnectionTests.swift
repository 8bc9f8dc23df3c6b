// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing
import Vox
import VoxHummingbird
import VoxTestSupport
import VoxTesting

/// Connections of a service, from clients that are slow, stuck, old or broken.
@Suite("Connections of a service", .timeLimit(.minutes(10)))
struct ConnectionTests {
    private static let idle = Duration.milliseconds(500)
    private static let limits = ConnectionLimits(idle: idle)
    private static let type = "Content-Type: application/vnd.api+json\r\n"
    private static let post = "POST /notes HTTP/1.1\r\nHost: localhost\r\n\(type)"
    private static let note = #"{"data":{"type":"notes"}}"#

    /// The time of the service; it stands still until a test lets it pass.
    private let clock = TestClock()

    private func served<Outcome: Sendable>(
        _ client: (any HTTPTransport)? = nil, limits: ConnectionLimits = Self.limits,
        _ body: @Sendable (HTTPURL) async throws -> Outcome
    ) async throws -> Outcome {
        let notes = ResourceService(
            serving: MemoryStore([StoredResource(type: "notes", id: "1")]))
        return try await withServer(
            TransportResponder<BasicRequestContext>(client ?? notes, maximumBodySize: 1000),
            over: .http1(limits: limits, clock: clock), body)
    }

    /// Talks, and lets time pass from where the client sets the flag: before, the service may not have
    /// got as far as the test is about.
    private func talk<Outcome: Sendable>(
        _ url: HTTPURL, _ body: @escaping @Sendable (RawServer.Connection, Flag) -> Outcome
    ) async throws -> Outcome {
        let isReady = Flag()
        let outcome = Task { try await RawClient.talk(to: url) { body($0, isReady) } }
        await eventually { isReady.isSet }
        return try await clock.pass { try await outcome.value }
    }

    private func talk(_ url: HTTPURL, _ text: String) async throws -> String? {
        try await RawClient.talk(to: url) { connection in
            connection.write(text)
            return connection.readToEnd()
        }
    }

    @Test(
        "T70 A request that stops is given up at the idle limit, in its head and in its body",
        arguments: [
            "", "GET /notes HTT", "GET /notes HTTP/1.1\r\nHost: local",
            "GET /notes HTTP/1.1\r\nHost: localhost\r\n\r\nGET /no",
        ])
    func stops(text: String) async throws {
        try await served { url in
            let answer = try await talk(url) { connection, isReady in
                connection.write(text)
                let head = text.contains("\r\n\r\n") ? connection.readHead() : ""
                isReady.set()
                return head + (connection.readToEnd() ?? "")
            }
            #expect(answer.isEmpty == !text.contains("\r\n\r\n"))
            #expect(clock.now.offset >= Self.idle)
        }
    }

    @Test(
        "T70 A body that stops, or comes byte by byte, is responded with 408",
        arguments: ["Content-Length: 900", "Transfer-Encoding: chunked"])
    func stuckBody(length: String) async throws {
        try await served { url in
            let head = "\(Self.post)\(length)\r\n"
            let stuck = try await talk(url) { connection, isReady in
                connection.write(head + "Expect: 100-continue\r\n\r\n")
                // The body is being read.
                connection.readHead()
                isReady.set()
                return connection.readToEnd() ?? ""
            }
            #expect(stuck.hasPrefix("HTTP/1.1 408 "))
            #expect(stuck.contains("connection: close"))
            Self.expectErrorDocument(stuck, "408", "the body of the request did not arrive in time")
            try await clock.pass {
                try await RawClient.talk(to: url) { connection in
                    connection.write(head + "\r\n" + (length.hasPrefix("T") ? "320\r\n" : ""))
                    connection.drip()
                }
            }
        }
    }

    @Test("T70 A head that comes byte by byte is given up")
    func slowHead() async throws {
        try await served { url in
            try await clock.pass {
                try await RawClient.talk(to: url) { connection in
                    connection.write("GET /notes HTTP/1.1\r\nHost: localhost\r\nX-Test: ")
                    connection.drip()
                }
            }
        }
    }

    @Test("T70 Who is slow and never ends may be, where that is allowed")
    func slowAllowed() async throws {
        let received = Counter()
        let router = Router()
        router.post("notes") { request, _ in
            for try await bytes in request.body { received.add(bytes.readableBytes) }
            return HTTPResponse.Status.created
        }
        let limits = ConnectionLimits(idle: Self.idle, minimumRate: 0)
        try await withServer(
            router.buildResponder(), over: .http1(limits: limits, clock: clock)
        ) { url in
            let answer = try await RawClient.talk(to: url) { connection in
                connection.write("\(Self.post)Content-Length: 50\r\n\r\n")
                // Each byte is there before the limit, and all of them come long after it.
                for count in 1...50 {
                    connection.write(" ")
                    blockUntil { received.value == count }
                    clock.advance(by: Self.idle * 4 / 5)
                }
                return connection.readHead()
            }
            #expect(answer.hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test("T70 The end reaches the client while another process holds the socket")
    func inherited() async throws {
        try await served { url in
            let answer = try await talk(url) { connection, isReady in
                connection.write("\(Self.post)Content-Length: 9\r\nExpect: 100-continue\r\n\r\n")
                connection.readHead()
                let holder = Holder()
                defer { holder.end() }
                isReady.set()
                return connection.readToEnd() ?? ""
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test("T70 Others are served while clients are stuck")
    func others() async throws {
        try await served { url in
            let arrived = Counter()
            let stuck = (0..<100).map { _ in
                Task {
                    try await RawClient.talk(to: url) { connection in
                        connection.write(
                            "\(Self.post)Content-Length: 900\r\nExpect: 100-continue\r\n\r\n")
                        connection.readHead()
                        connection.write("{")
                        arrived.add(1)
                        return connection.readToEnd()
                    }
                }
            }
            let answer = try await talk(
                url, "GET /notes/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(answer?.hasPrefix("HTTP/1.1 200 ") == true)
            await eventually { arrived.value == 100 }
            try await clock.pass {
                for task in stuck {
                    let answer = try await task.value
                    #expect(answer?.hasPrefix("HTTP/1.1 408 ") == true)
                }
            }
        }
    }

    @Test(
        "T70 A refusal is the last response when the body was not read, and what comes is thrown away",
        arguments: [
            ("Content-Length: 9000000000", "413"),
            ("Content-Encoding: gzip\r\nContent-Length: 9", "415"),
            ("Transfer-Encoding: chunked\r\nHost: evil.example", "400"),
        ])
    func refused(header: String, status: String) async throws {
        try await served { url in
            let answer = try await talk(url) { connection, isReady in
                connection.write("\(Self.post)\(header)\r\n\r\n")
                let answer = connection.readToEnd()
                isReady.set()
                connection.drip()
                return answer
            }
            #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true)
            #expect(answer?.contains("connection: close") == true)
            #expect(answer?.hasSuffix("}") == true)
        }
    }

    @Test("T70 The response to a large upload that is refused arrives")
    func largeRefused() async throws {
        try await served { url in
            for _ in 0..<20 {
                let answer = try await RawClient.talk(to: url) { connection in
                    connection.write("\(Self.post)Transfer-Encoding: chunked\r\n\r\n")
                    let chunk = "10000\r\n" + String(repeating: " ", count: 65536) + "\r\n"
                    for _ in 0..<20 where !connection.write(chunk) { break }
                    return connection.readToEnd()
                }
                #expect(answer?.hasPrefix("HTTP/1.1 413 ") == true)
                #expect(answer?.hasSuffix("}") == true)
            }
        }
    }

    @Test(
        "A target in absolute form names the host, and Host does not",
        arguments: [
            ("http://localhost/notes/1", "evil.example", "200", #""self":"http://localhost/"#),
            ("http://localhost/notes/1", "127.0.0.1", "200", #""self":"http://localhost/"#),
            ("HTTP://evil.example/notes/1", "localhost", "400", #"the host \"evil.example\""#),
            ("http://localhost/notes/1#x", "localhost", "400", "has a fragment"),
            ("http://me@localhost/notes/1", "localhost", "400", "malformed"),
            ("http://localhost/notes/1", "local/host", "400", "Host is malformed"),
            ("http://localhost/notes/1", "localhost\r\nHost: localhost", "400", "more than once"),
        ])
    func absoluteForm(target: String, host: String, status: String, words: String) async throws {
        try await served { url in
            let answer = try await talk(
                url, "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true)
            #expect(answer?.contains(words) == true)
        }
    }

    @Test("T70 Who does not take the response is given up")
    func untaken() async throws {
        let isOver = Flag()
        let endless = Handler { request in
            request.answer(
                .ok, [:],
                ClientResponse.Body { continuation in
                    continuation.onTermination = { _ in isOver.set() }
                    for _ in 0..<100 { continuation.yield([UInt8](repeating: 1, count: 1 << 20)) }
                })
        }
        try await served(endless) { url in
            try await talk(url) { connection, isReady in
                connection.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                connection.readHead()
                isReady.set()
                blockUntil { isOver.isSet }
            }
        }
    }

    @Test("T70 A service may take its time: only that of the client counts")
    func slowService() async throws {
        let gate = Gate(2)
        let slow = Handler { request in
            if request.url.path != "/quick" { await gate.pass() }
            return request.answer("done")
        }
        try await served(slow) { url in
            async let answer = talk(
                url,
                "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
            )
            await eventually { gate.count == 1 }
            // A client that is silent for so long is given up.
            let silent = try await RawClient.talk(to: url) { connection in
                connection.write("GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = connection.readHead()
                clock.advance(by: Self.idle * 3)
                return connection.readToEnd()
            }
            #expect(silent?.contains("HTTP/1.1") == false)
            await gate.pass()
            #expect(try await answer?.hasSuffix("done") == true)
        }
    }

    @Test("A request of HTTP/1.0 is the last one, unless it asks for more")
    func oldVersion() async throws {
        // The time stands still, so no limit closes the connection.
        try await served { url in
            let once = try #require(
                try await talk(url, "GET /notes/1 HTTP/1.0\r\nHost: localhost\r\n\r\n"))
            #expect(once.contains(" 200 "))
            #expect(once.contains("connection: close"))
            let more = try await RawClient.talk(to: url) { connection in
                let request = "GET /notes/1 HTTP/1.0\r\nHost: localhost\r\n"
                connection.write("\(request)Connection: Keep-Alive\r\n\r\n")
                let first = connection.readHead()
                connection.write("\(request)\r\n")
                return (first, connection.readToEnd())
            }
            #expect(more.0.contains("connection: keep-alive"))
            #expect(more.1?.contains("connection: close") == true)
            for value in ["close", "Close", "TE, close"] {
                let closed = try await talk(
                    url, "GET /notes/1 HTTP/1.1\r\nHost: localhost\r\nConnection: \(value)\r\n\r\n")
                #expect(closed?.contains("connection: close") == true, "\(value)")
            }
        }
    }

    @Test("Nobody before HTTP/1.1 gets chunks, and no response to HEAD has a body")
    func streamed() async throws {
        let streaming = Handler { request in
            request.answer(
                .ok, [:],
                ClientResponse.Body { continuation in
                    continuation.yield(Array("one,".utf8))
                    continuation.yield(Array("two".utf8))
                    continuation.finish()
                })
        }
        try await served(streaming) { url in
            for rest in ["\r\n", "Connection: keep-alive\r\n\r\n"] {
                let old = try await talk(url, "GET / HTTP/1.0\r\nHost: localhost\r\n\(rest)")
                #expect(old?.hasSuffix("\r\n\r\none,two") == true)
                #expect(old?.contains("chunked") == false)
            }
            let head = try await talk(url, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(head?.hasSuffix("\r\n\r\n") == true)
            #expect(head?.contains("\r\n0\r\n") == false)
            let chunks = try await talk(
                url, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(chunks?.hasSuffix("\r\n3\r\ntwo\r\n0\r\n\r\n") == true)
        }
    }

    @Test("Expect: 100-continue is answered when the body is wanted, and not when it is refused")
    func expectation() async throws {
        try await served { url in
            let expecting = "\(Self.post)Expect: 100-Continue\r\n"
            let (first, second) = try await RawClient.talk(to: url) { connection in
                connection.write("\(expecting)Content-Length: \(Self.note.utf8.count)\r\n\r\n")
                let first = connection.readHead()
                connection.write(Self.note)
                return (first, connection.readHead())
            }
            #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(second.hasPrefix("HTTP/1.1 201 "))
            for (header, status) in [
                ("Content-Length: 5000", "413"),
                ("Content-Encoding: br\r\nContent-Length: 5", "415"),
            ] {
                let answer = try await talk(url, "\(expecting)\(header)\r\n\r\n")
                #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true)
                #expect(answer?.contains("connection: close") == true)
            }
            // Who does not wait for it is not told.
            let impatient = try await talk(
                url,
                "\(expecting)Connection: close\r\nContent-Length: \(Self.note.utf8.count)\r\n\r\n\(Self.note)"
            )
            #expect(impatient?.contains("HTTP/1.1 201 ") == true)
            let old = try await talk(
                url,
                "POST /notes HTTP/1.0\r\nHost: localhost\r\n\(Self.type)Expect: 100-continue\r\nContent-Length: \(Self.note.utf8.count)\r\n\r\n\(Self.note)"
            )
            #expect(old?.contains(" 201 ") == true)
            #expect(old?.contains("100 Continue") == false)
        }
    }

    @Test(
        "What is no HTTP, or two things at once, is refused and closed",
        arguments: [
            "hello\r\n\r\n", "GET /notes HTTP/1.1\r\nHost localhost\r\n\r\n",
            "\(post)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n",
            "\(post)Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "\(post)Content-Length: -2\r\n\r\n", "\(post)Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "\(post)X-Test: \(String(repeating: "x", count: 200_000))\r\n\r\n",
            post + String(repeating: "X-Test: x\r\n", count: 10_000) + "\r\n",
        ])
    func malformed(text: String) async throws {
        try await served { url in
            let answer = try await talk(url) { connection, isReady in
                connection.write(text)
                let answer = connection.readToEnd()
                isReady.set()
                connection.drip()
                return answer
            }
            let status = try #require(answer?.split(separator: " ").dropFirst().first)
            #expect(["400", "431"].contains(status))
            let document = try #require(answer?.split(separator: "\r\n\r\n").last)
            #expect(try JSON(parsing: Array(document.utf8))["errors"][0].status == "400")
            #expect(answer?.contains("application/vnd.api+json") == true)
            #expect(answer?.split(separator: "HTTP/1.1").count == 1)
        }
    }

    /// Expects a response that is an error document, as long as it says.
    private static func expectErrorDocument(
        _ answer: String, _ status: String, _ detail: String
    ) {
        let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
        #expect(parts.count == 2, "\(answer)")
        guard let head = parts.first, let document = parts.last else { return }
        #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        #expect(head.lowercased().contains("content-type: application/vnd.api+json"))
        #expect(head.lowercased().contains("content-length: \(document.utf8.count)"))
        let error = try? JSON(parsing: Array(document.utf8))["errors"][0]
        #expect(error?.status == status)
        #expect(error?.detail == detail)
    }

    @Test(
        "What is no HTTP at all is responded with an error document, also behind other requests",
        arguments: [0, 1])
    func malformedDocument(before: Int) async throws {
        try await served { url in
            let get = "GET /notes/1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let answer = try #require(
                try await talk(url, String(repeating: get, count: before) + "hello\r\n\r\n"))
            let last = try #require(answer.ranges(of: "HTTP/1.1 ").last)
            Self.expectErrorDocument(
                String(answer[last.lowerBound...]), "400", "the request is not valid HTTP")
        }
    }

    @Test(
        "A transfer coding that is not known is responded with 501",
        arguments: ["gzip, chunked", "x, Chunked", "identity, chunked"])
    func transferCoding(codings: String) async throws {
        try await served { url in
            let answer = try await talk(url) { connection, isReady in
                connection.write(
                    "\(Self.post)Transfer-Encoding: \(codings)\r\n\r\n0\r\n\r\n")
                let head = connection.readHead()
                isReady.set()
                return head + (connection.readToEnd() ?? "")
            }
            let name = codings.prefix { $0 != "," }
            Self.expectErrorDocument(
                answer, "501", "the transfer coding \"\(name)\" is not supported")
        }
    }

    @Test("Requests sent ahead are answered in order, and none behind the last")
    func pipelined() async throws {
        try await served { url in
            let get = "GET /notes/1 HTTP/1.1\r\nHost: localhost\r\n"
            let post =
                "\(Self.post)Content-Length: \(Self.note.utf8.count)\r\n\r\n\(Self.note)"
            let answer = try #require(
                try await talk(
                    url, "\(get)\r\n\(post)\(get)X-Test: a\r\nConnection: close\r\n\r\n\(get)\r\n"))
            let statuses = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
            #expect(statuses == ["200", "201", "200"])
        }
    }

    @Test("A response may begin before its request is whole, which is then read to its end")
    func echo() async throws {
        let router = Router()
        router.post("echo") { request, _ in
            Hummingbird.Response(status: .ok, body: .init(asyncSequence: request.body))
        }
        try await withServer(
            router.buildResponder(), over: .http1(limits: Self.limits, clock: clock)
        ) { url in
            let answer = try await RawClient.talk(to: url) { connection in
                connection.write(
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n")
                let head = connection.readHead()
                connection.write("01234")
                connection.write("56789")
                return (head, connection.readToEnd())
            }
            #expect(answer.0.contains("connection: close"))
            // In two chunks, or in one where the service reads them together.
            let whole = answer.0 + (answer.1 ?? "")
            #expect(whole.contains("5\r\n56789") || whole.contains("a\r\n0123456789"))
        }
    }

    @Test("GET with a body, and methods that there are not, leave the connection as it was")
    func oddMethods() async throws {
        try await served { url in
            let answer = try await talk(
                url,
                """
                GET /notes/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}\
                OPTIONS /notes HTTP/1.1\r\nHost: localhost\r\n\r\n\
                PUT /notes/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}\
                HEAD /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n
                """)
            let answers = try #require(answer).split(separator: "HTTP/1.1 ")
            #expect(answers.map { $0.prefix(3) } == ["200", "405", "405", "404"])
            #expect(answers[1].contains("Allow: GET, HEAD, POST"))
            #expect(answers[3].hasSuffix("\r\n\r\n"))
        }
    }
}

#endif
