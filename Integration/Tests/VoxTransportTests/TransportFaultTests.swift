// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Servers that break the rules, and connections that break.
@Suite("Transports: faults")
struct TransportFaultTests {
    /// What comes of asking a server that sends just this and closes.
    static func outcome(
        _ transport: Transport, _ sent: String, reset: Bool = false
    ) async throws -> Result<String, any Error> {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write(sent)
            if reset { connection.reset() }
        }
        let request = ClientRequest(method: .get, url: server.url)
        do {
            return .success(try await transport.client().execute(request).text())
        } catch {
            return .failure(error)
        }
    }

    private static func code(_ outcome: Result<String, any Error>) -> RequestError.Code? {
        guard case .failure(let error) = outcome else { return nil }
        return (error as? RequestError)?.code
    }

    @Test(
        "T52 A body that is shorter than announced is an error",
        arguments: Transport.onNetwork,
        [
            "Content-Length: 100\r\n\r\n{\"a\":1}\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
            "Content-Length: 1\r\n\r\n",
        ])
    func shortBody(transport: Transport, answer: String) async throws {
        for reset in [false, true] {
            let outcome = try await Self.outcome(
                transport, "HTTP/1.1 200 OK\r\n" + answer, reset: reset)
            // A reset may overtake the head.
            let code = Self.code(outcome)
            #expect(code == .truncatedBody || reset && code == .connection)
        }
    }

    @Test("Chunks before the break are handed out, then the error", arguments: Transport.onNetwork)
    func partOfABody(transport: Transport) async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
        }
        let answer = try await transport.client().execute(
            ClientRequest(method: .get, url: server.url))
        var chunks = answer.body.makeAsyncIterator()
        #expect(try await chunks.next() == Array("part".utf8))
        await #expect(throws: RequestError.self) { _ = try await chunks.next() }
    }

    @Test(
        "What is no HTTP is a failed connection", arguments: Transport.onNetwork,
        [
            "", "HTT", "\0\u{1}garbage\r\n\r\nmore", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        ])
    func garbage(transport: Transport, answer: String) async throws {
        #expect(Self.code(try await Self.outcome(transport, answer)) == .connection)
    }

    // URLSession ends the process here, inside Foundation.
    @Test("A head that is cut off is a failed connection")
    func cutHead() async throws {
        for text in ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le"] {
            let outcome = try await Self.outcome(.asyncHTTPClient, text)
            #expect(Self.code(outcome) == .connection)
        }
    }

    @Test("A reset, and nobody there, are failed connections", arguments: Transport.onNetwork)
    func noConnection(transport: Transport) async throws {
        #expect(Self.code(try await Self.outcome(transport, "", reset: true)) == .connection)
        var server: RawServer? = try RawServer { _ in }
        let url = try #require(server).url
        server = nil
        let error = await #expect(throws: RequestError.self) {
            _ = try await transport.client().execute(ClientRequest(method: .get, url: url))
        }
        #expect(error?.code == .connection)
        #expect(error?.url == url)
        #expect(error?.method == .get)
    }

    @Test("Redirects that lead nowhere are answers, too", arguments: Transport.onNetwork)
    func oddRedirects(transport: Transport) async throws {
        for location in ["", "Location: file:///etc/hostname\r\n", "Location: http://[::\r\n"] {
            let outcome = try await Self.outcome(
                transport, "HTTP/1.1 302 Found\r\n\(location)Content-Length: 0\r\n\r\n")
            #expect(try outcome.get().isEmpty)
        }
    }

    @Test("Interim answers are passed over", arguments: Transport.onNetwork)
    func interim(transport: Transport) async throws {
        let outcome = try await Self.outcome(
            transport,
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(try outcome.get() == "ok")
    }

    @Test("A body without a length ends with the connection", arguments: Transport.onNetwork)
    func untilClose(transport: Transport) async throws {
        let outcome = try await Self.outcome(transport, "HTTP/1.1 200 OK\r\n\r\nhello")
        #expect(try outcome.get() == "hello")
    }

    @Test("T54 Floods of header fields are refused", arguments: Transport.onNetwork)
    func headerFloods(transport: Transport) async throws {
        let long = "X-Long: \(String(repeating: "a", count: 200_000))\r\n"
        let many = (0..<10_000).map { "X-\($0): a\r\n" }.joined()
        for fields in [long, many] {
            let outcome = try await Self.outcome(
                transport, "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\nok")
            let code = Self.code(outcome)
            #expect(code == .responseTooLarge || code == .connection)
        }
        // Those of a large response are not.
        let usual = (0..<100).map { "X-\($0): \(String(repeating: "b", count: 80))\r\n" }.joined()
        let outcome = try await Self.outcome(
            transport, "HTTP/1.1 200 OK\r\n\(usual)Content-Length: 2\r\n\r\nok")
        #expect(try outcome.get() == "ok")
    }

    @Test(
        "T46 Header fields and addresses that smuggle are refused before anything is sent",
        arguments: Transport.onNetwork)
    func smuggling(transport: Transport) async throws {
        for value in ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "caf\u{E9}", "a\u{7F}"] {
            #expect(throws: RequestError.self) { try HTTPField(checking: "X-Name", value: value) }
        }
        for name in ["", "X Name", "X:Name", "X\r\nY", "X\0", "N\u{E4}me"] {
            #expect(throws: RequestError.self) { try HTTPField(checking: name, value: "a") }
        }
        #expect(try HTTPField(checking: "X-Name", value: "a b\tc").value == "a b\tc")

        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let client = transport.client()
        let name = try #require(HTTPField.Name("X-Name"))
        for field in [
            HTTPField(name: name, value: "caf\u{E9}"),
            HTTPField(name: name, lenientValue: [0x61, 0x01]),
            HTTPField(name: name, lenientValue: [0x61, 0xFF]),
        ] {
            var request = ClientRequest(method: .get, url: server.url)
            request.headers.append(field)
            let error = await #expect(throws: RequestError.self) {
                _ = try await client.execute(request)
            }
            #expect(error?.code == .invalidHeader)
        }
        for path in ["/a b", "/a\r\nX-Evil: 1", "no-slash", "/a\\b"] {
            var request = ClientRequest(method: .get, url: server.url)
            request.head.path = path
            await #expect(throws: RequestError.self) { _ = try await client.execute(request) }
        }
        for authority in ["user@127.0.0.1", "127.0.0.1 ", "127.0.0.1/x", ""] {
            var request = ClientRequest(method: .get, url: server.url)
            request.head.authority = authority
            await #expect(throws: RequestError.self) { _ = try await client.execute(request) }
        }
        #expect(server.connections == 0)
    }

    @Test("Framing fields of the caller do not reach the wire", arguments: Transport.onNetwork)
    func framing(transport: Transport) async throws {
        let server = try RawServer { connection in
            let head = connection.readHead()
            let body =
                head.lowercased().components("content-length: 4") == 1
                    && !head.lowercased().contains("transfer-encoding") ? "good" : "evil"
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\(body)")
        }
        let request = ClientRequest(
            method: .post, url: server.url,
            headers: [
                .contentLength: "1", .transferEncoding: "chunked", .contentType: "text/plain",
            ], body: Array("four".utf8))
        #expect(try await transport.client().execute(request).text() == "good")
    }
}

extension String {
    fileprivate func components(_ text: String) -> Int {
        ranges(of: text).count
    }
}
