// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// The small steps between bytes and texts, at their first and last byte.
@Suite("Bytes and texts")
struct ByteTextTests {
    @Test("A text is decoded, or is none, wherever its first sign is")
    func decoding() {
        let cases: [(text: String, decoded: String?, query: String?)] = [
            ("", "", ""), ("a", "a", "a"), ("+", "+", " "), ("++", "++", "  "),
            ("a+", "a+", "a "), ("+a", "+a", " a"), ("%2B", "+", "+"), ("%2b+", "++", "+ "),
            ("%20", " ", " "), ("%", nil, nil), ("%2", nil, nil), ("%2g", nil, nil),
            ("%g2", nil, nil), ("%C3%A9", "\u{E9}", "\u{E9}"), ("%C3", nil, nil),
            ("%FF+", nil, nil),
            ("%00", "\0", "\0"), ("%0F%F0%9F%98%80", "\u{F}\u{1F600}", "\u{F}\u{1F600}"),
        ]
        for (text, decoded, query) in cases {
            #expect(PercentEncoding.decode(text) == decoded, "\(text)")
            #expect(PercentEncoding.decode(text, plusIsSpace: true) == query, "\(text)")
        }
    }

    @Test("A text is found in bytes wherever it begins")
    func searching() {
        let cases = [
            ("aab", "ab", true), ("aaab", "aab", true), ("ab", "ab", true), ("xab", "ab", true),
            ("abx", "ab", true), ("axab", "ab", true), ("a", "ab", false), ("", "ab", false),
            ("xa", "ab", false), ("axb", "ab", false), ("b", "b", true), ("a", "", true),
        ]
        for (bytes, text, isThere) in cases {
            #expect(Array(bytes.utf8).contains(text) == isThere, "\(text) in \(bytes)")
        }
    }

    @Test("A wait of less than a unit is shown as one")
    func roundedUp() {
        for (seconds, attoseconds, words) in [
            (0, 1, "0.001 seconds"), (0, 1_000_000_000_000_000, "0.001 seconds"),
            (0, 1_000_000_000_000_001, "0.002 seconds"), (9, 999_000_000_000_001, "9.001 seconds"),
            (9, 999_000_000_000_000_001, "10.0 seconds"), (10, 1, "10.1 seconds"),
            (10, 100_000_000_000_000_000, "10.1 seconds"),
            (10, 100_000_000_000_000_001, "10.2 seconds"),
        ] as [(Int64, Int64, String)] {
            let wait = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
            #expect(wait.words == words, "\(seconds) \(attoseconds)")
        }
    }

    @Test("Fields of one name have one value, and a length is one number")
    func values() {
        var fields: HTTPFields = [.accept: "a", .contentLength: "5"]
        #expect(fields.value(of: .eTag) == nil)
        #expect(fields.value(of: .accept) == "a" && fields.contentLength == 5)
        fields.append(HTTPField(name: .accept, value: "b"))
        fields.append(HTTPField(name: .accept, value: "c"))
        fields.append(HTTPField(name: .contentLength, value: "5"))
        #expect(fields.value(of: .accept) == "a, b, c" && fields.contentLength == nil)
    }

    @Test("The reason of an error is its message without the advice at its end")
    func reasons() {
        var error = RequestError(code: .limit, message: "too many").advising(": set the limit")
        #expect(error.message == "too many: set the limit" && error.reason == "too many")
        error.message = "a longer message than the advice"
        #expect(error.reason == "a longer message than the advice")
        #expect(RequestError(code: .limit, message: "too many").reason == "too many")
    }

    @Test("Long messages are cut where they are shown")
    func longMessages() {
        for (count, shown) in [(1999, 1999), (2000, 2000), (2001, 2000), (5000, 2000)] {
            let text = String(repeating: "x", count: count)
            let error = RequestError(code: .limit, message: text)
            #expect(error.errorDescription?.count == shown)
            #expect("\(error)" == "limit: " + text.prefix(shown), "\(count)")
        }
        for (count, shown) in [(199, 199), (200, 200), (201, 200)] {
            let path = String(repeating: "a", count: count)
            let error = RequestError.invalidURL(path, "it is long")
            #expect(
                error.message == "\"\(path.prefix(shown))\" is not a valid address: it is long")
            let secret = RequestError.invalidURL("u:s3cret@" + path, "it is long")
            #expect(
                secret.message
                    == "\"[redacted]@\(path.prefix(min(count, 199)))\" is not a valid address: it is long"
            )
        }
    }

    @Test("Each limit of a response keeps its value")
    func limits() {
        var limits = ClientRequest.Limits()
        #expect(limits.body == 64 << 20 && limits.expansion == 100)
        #expect(limits.headerBytes == 64 << 10 && limits.headerFields == 500)
        limits.expansion = 5
        limits.headerBytes = nil
        #expect(limits.expansion == 5 && limits.headerBytes == nil)
    }

    /// Chunks that go on after they have ended or failed.
    private struct Endless: AsyncSequence, Sendable {
        typealias Element = [UInt8]
        typealias Failure = any Error
        let fails: Bool

        struct AsyncIterator: AsyncIteratorProtocol {
            let fails: Bool
            var count = 0

            mutating func next() async throws -> [UInt8]? {
                count += 1
                if count == 2, fails { throw RequestError(code: .connection, message: "lost") }
                return count == 2 ? nil : [UInt8(count)]
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(fails: fails) }
    }

    @Test("The end of a body is its end, and so is its failure", arguments: [false, true])
    func end(fails: Bool) async throws {
        let body = ClientRequest.Body(once: Endless(fails: fails))
        var chunks = try await body.open().makeAsyncIterator()
        #expect(try await chunks.next() == [1])
        if fails {
            await #expect(throws: RequestError.self) { try await chunks.next() }
        }
        for _ in 0..<3 { #expect(try await chunks.next() == nil) }
    }
}
