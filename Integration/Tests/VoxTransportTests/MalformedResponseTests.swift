// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What is said about a response that breaks the rules of HTTP: our words, not those of a parser.
@Suite("Transports: words about malformed responses")
struct MalformedResponseTests {
    private static let several =
        "its header fields contradict each other, or a line does not end with carriage return and "
        + "line feed"

    private static let second = "it has a second Content-Length, or a Transfer-Encoding beside one"

    @Test(
        "Responses that break the rules are described",
        arguments: [
            ("200 x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok", second),
            ("200 x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", second),
            ("200 x\nContent-Length: 2\n\nok", several),
            ("200 x\r\nContent-Length: 2\n\r\nok", several),
            ("200 x\r\nContent-Length: two\r\n\r\nok", "its Content-Length is no number"),
            ("2x0 x\r\n\r\nok", "its status is no number of three digits"),
            (
                "200 x\r\nA b: c\r\n\r\nok",
                "a header field has a character that may not stand there"
            ),
        ])
    func words(response: String, words: String) async throws {
        let outcome = try await TransportFaultTests.outcome(
            .asyncHTTPClient, "HTTP/1.1 " + response)
        guard case .failure(let error as RequestError) = outcome else {
            Issue.record("no error")
            return
        }
        #expect(error.message == "the response is malformed: " + words)
    }

    @Test(
        "A folded header field has spaces instead of its line ends, wherever it is cut",
        arguments: ["\r\n ", "\r\n\t", " \r\n  \r\n "])
    func foldedFields(fold: String) async throws {
        let head =
            "HTTP/1.1 103 x\r\nLink: a\(fold)b\r\n\r\n"
            + "HTTP/1.1 200 x\r\nX-Folded: one\(fold)two\r\nContent-Length: 4\r\n\r\n\r\n k"
        for cut in [0, 1] + (30..<head.utf8.count) {
            let bytes = Array(head.utf8)
            let server = try RawServer { connection in
                connection.readHead()
                connection.write(String(decoding: bytes[..<cut], as: UTF8.self))
                connection.write(String(decoding: bytes[cut...], as: UTF8.self))
            }
            let response = try await Transport.asyncHTTPClient.client().execute(
                ClientRequest(method: .get, url: server.url))
            let name = try #require(HTTPField.Name("X-Folded"))
            let words = response.headers[name]?.split { $0 == " " || $0 == "\t" }
            #expect(words == ["one", "two"], "cut at \(cut)")
            #expect(try await response.text() == "\r\n k")
        }
    }

    @Test("A line with a space after the status line is no field and no fold")
    func foldedStatus() async throws {
        let outcome = try await TransportFaultTests.outcome(
            .asyncHTTPClient, "HTTP/1.1 200 x\r\n Content-Length: 2\r\n\r\nok")
        #expect(throws: RequestError.self) { try outcome.get() }
    }

    @Test("Too many header fields and too large ones are told apart")
    func manyFields() async throws {
        for (fields, words) in [
            ((0..<257).map { "X-\($0): 1\r\n" }.joined(), "more than 256 header fields"),
            ("X: " + String(repeating: "x", count: 100_000) + "\r\n", "are too large"),
        ] {
            let outcome = try await TransportFaultTests.outcome(
                .asyncHTTPClient, "HTTP/1.1 200 x\r\n\(fields)Content-Length: 2\r\n\r\nok")
            guard case .failure(let error as RequestError) = outcome else {
                Issue.record("no error")
                return
            }
            #expect(error.code == .responseTooLarge && error.message.contains(words))
        }
    }

    @Test("More than 64 interim responses to a request are an error")
    func interimResponses() async throws {
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let most = try await TransportFaultTests.outcome(
            .asyncHTTPClient, String(repeating: interim, count: 64) + response)
        #expect(try most.get() == "ok")
        let tooMany = try await TransportFaultTests.outcome(
            .asyncHTTPClient, String(repeating: interim, count: 65) + response)
        guard case .failure(let error as RequestError) = tooMany else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .connection)
        #expect(
            error.message
                == "the response is malformed: more than 64 interim responses (1xx) came before it")
    }

    @Test(
        "URLSession's errors are told in our words",
        arguments: [
            ("", false), ("", true), ("garbage\r\n\r\n", false),
            ("HTTP/1.1 200 x\r\nContent-Length: -5\r\n\r\nok", false),
            ("HTTP/1.1 200 x\r\nContent-Length: 9\r\n\r\nok", false),
        ])
    func urlSession(response: String, isReset: Bool) async throws {
        let outcome = try await TransportFaultTests.outcome(.urlSession, response, reset: isReset)
        guard case .failure(let error as RequestError) = outcome else {
            Issue.record("no error")
            return
        }
        let known = [
            "the server closed the connection before it sent a response",
            "the response is malformed",
            "the connection broke, or the response is malformed",
        ]
        let message = error.message.replacing("the response ended early: ", with: "")
        #expect(known.contains(message), "\(error.message)")
    }
}
