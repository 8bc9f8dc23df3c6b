// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxTestSupport
import VoxTesting

/// Servers that are no servers of JSON:API, or fail.
@Suite("Servers that fail", .timeLimit(.minutes(10)))
struct BadServerTests {
    private func server(
        _ body: String, status: Int = 200, type: String = "text/html", location: String? = nil
    ) -> TransportFunction {
        TransportFunction { request in
            var headers: HTTPFields = [.contentType: type]
            headers[.location] = location
            return ClientResponse(
                head: HTTPResponse(status: .init(code: status), headerFields: headers),
                url: request.url, body: ClientResponse.Body(Array(body.utf8)))
        }
    }

    private func reason(_ report: Conformance.Report) -> String? {
        if case .notProbed(let reason) = report.ending { reason } else { nil }
    }

    private static let named = Conformance.Options.inMemory { $0.collections = ["articles"] }

    @Test(
        "HTML, other JSON and broken JSON: no collection is found, and a note says why",
        arguments: [
            ("<html></html>", "text/html"), ("{\"hello\": \"world\"}", "application/json"),
            ("{\"data\":", "application/vnd.api+json"), ("", "application/vnd.api+json"),
            ("[]", "application/json"),
        ])
    func otherDocuments(body: String, type: String) async throws {
        let report = try await conform(server(body, type: type), Self.named)
        #expect(reason(report)?.contains("no collection") == true)
        #expect(report.notes.contains { $0.contains("/articles") && $0.contains("status 200") })
        #expect(report.count(.failed) == 0)
        let looking = try await conform(server(body, type: type))
        #expect(reason(looking)?.contains("--collections") == true)
    }

    @Test("T09 Many faults below a long name are few short lines, and the rest is counted")
    func longPointers() async throws {
        let members = (0..<3000).map { "\"a+\($0)\": 1" }.joined(separator: ",")
        let name = String(repeating: "x", count: 100_000)
        let document =
            #"{"data": {"type": "a", "id": "1", "attributes": {"\#(name)": {\#(members)}}}}"#
        let probe = try await Script.check(#"{"document": "response"}"#, of: document)
        #expect(probe.failures.contains { $0.got.contains("further findings are left out") })
        #expect(probe.failures.count <= 20)
        #expect(probe.failures.allSatisfy { $0.got.utf8.count < 1000 })
    }

    @Test("A server that refuses everything", arguments: [401, 403, 404, 500, 503])
    func refusing(status: Int) async throws {
        let report = try await conform(server("", status: status), Self.named)
        #expect(reason(report) != nil)
        #expect(report.notes.contains { $0.contains("status \(status)") })
    }

    @Test("A redirect to another origin is not followed, and the note names it")
    func otherOrigin() async throws {
        let log = RequestLog()
        let report = try await conform(
            server("", status: 302, location: "https://login.example/").with(log), Self.named)
        #expect(reason(report) != nil)
        #expect(report.notes.contains { $0.contains("login.example") && $0.contains("origin") })
        #expect(log.requests.allSatisfy { $0.url.authority == "library.example" })
    }

    @Test("A cycle of redirects ends")
    func cycle() async throws {
        let report = try await conform(
            server("", status: 302, location: "/articles"), Self.named)
        #expect(reason(report) != nil)
        #expect(report.notes.contains { $0.contains("cycle") })
    }

    @Test("A server that hangs: the request ends after its time limit")
    func hanging() async throws {
        var options = Self.named
        let clock = TestClock()
        options.clock = clock
        let report = try await conform(
            TransportFunction { _ in
                clock.advance(by: .seconds(20))
                try await forever()
            }, options)
        #expect(report.notes.contains { $0.contains("took longer than") })
        #expect(reason(report) != nil)
    }

    @Test("A server that is gone after some requests: the run ends, and says so")
    func gone() async throws {
        let service = Library.service()
        let log = RequestLog()
        let report = try await conform(
            TransportFunction { request in
                guard log.requests.count < 100 else {
                    throw RequestError(code: .connection, message: "the connection was refused")
                }
                return try await service.execute(request)
            }.with(log), Self.named)
        guard case .stopped(let reason) = report.ending else {
            Issue.record("the run ended with \(report.ending)")
            return
        }
        #expect(reason.contains("the connection was refused"))
        #expect(log.requests.count < 110)
        #expect(report.text.contains("The run is not complete"))
    }

    @Test("Single requests that fail are failures of their probes, and the run goes on")
    func someFailures() async throws {
        let service = Library.service()
        let report = try await conform(
            TransportFunction { request in
                if request.url.query?.contains("include") ?? false {
                    throw RequestError(code: .truncatedBody, message: "the body ended early")
                }
                return try await service.execute(request)
            }, Self.named)
        #expect(report.ending == .complete)
        #expect(report.count(.failed) > 0)
        #expect(report.failures.contains { $0.got.contains("the body ended early") })
        #expect(report.results["fieldsets/empty-fieldset"]?.outcome == .passed)
    }

    @Test("A body above the limit is not read to its end")
    func largeBody() async throws {
        let sent = RequestCounter()
        var options = Self.named
        options.maximumBody = 1 << 20
        let report = try await conform(
            TransportFunction { request in
                return ClientResponse(
                    head: HTTPResponse(
                        status: .ok, headerFields: [.contentType: "application/vnd.api+json"]),
                    url: request.url, body: ClientResponse.Body(EndlessBody(counter: sent)))
            }, options)
        #expect(reason(report) != nil)
        #expect(report.notes.contains { $0.contains("larger than 1048576 bytes") })
        #expect(sent.value < 64 << 20)
    }

    @Test("A collection above the limit, found in the root document: the report says why")
    func largeCollection() async throws {
        let sent = RequestCounter()
        let report = try await conform(
            TransportFunction { request in
                guard request.url.path == "/articles" else {
                    let root = #"{"meta": {}, "links": {"articles": "/articles"}}"#
                    return ClientResponse(document: Array(root.utf8), url: request.url)
                }
                return ClientResponse(
                    head: HTTPResponse(
                        status: .ok, headerFields: [.contentType: "application/vnd.api+json"]),
                    url: request.url, body: ClientResponse.Body(EndlessBody(counter: sent)))
            }, .inMemory { $0.maximumBody = 1 << 20 })
        #expect(report.notes.contains { $0.contains("larger than 1048576 bytes") })
        #expect(reason(report)?.contains("/articles: ") == true)
        #expect(reason(report)?.contains("larger than 1048576 bytes") == true)
        #expect(reason(report)?.contains("--collections") == false)
    }

    @Test("A server that limits the rate gets the request again after the wait")
    func rateLimit() async throws {
        let service = Library.service()
        let count = RequestCounter()
        let report = try await conform(
            TransportFunction { request in
                if count.add(1) % 10 == 0 {
                    return ClientResponse(
                        ErrorResponse(.tooManyRequests, headers: [.retryAfter: "0"]),
                        url: request.url)
                }
                return try await service.execute(request)
            },
            .inMemory {
                $0.collections = ["articles"]
                $0.only = ["fieldsets"]
            })
        #expect(report.count(.failed) == 0, "\(report.text)")
        #expect(report.count(.passed) > 10)
    }

    @Test("A probe that fails and then passes is unsteady: a warning")
    func unsteady() async throws {
        let service = Library.service()
        let count = RequestCounter()
        let report = try await conform(
            TransportFunction { request in
                if request.url.query?.contains("fields") ?? false, count.add(1) == 1 {
                    return ClientResponse(ErrorResponse(.internalServerError), url: request.url)
                }
                return try await service.execute(request)
            },
            .inMemory {
                $0.collections = ["articles"]
                $0.only = ["fieldset-of-one-attribute"]
            })
        #expect(report.count(.failed) == 0)
        #expect(report.count(.warned) == 1)
        #expect(report.failures.contains { $0.got.contains("unsteady") && $0.isWarning })
    }

    @Test("The limits of requests and of time end the run")
    func limits() async throws {
        let log = RequestLog()
        let report = try await conform(
            Library.service().with(log), .inMemory { $0.maximumRequests = 60 })
        #expect(log.requests.count == 60)
        #expect(report.ending == .stopped(reason: "the limit of 60 requests was reached"))
        let one = try await conform(Library.service(), .inMemory { $0.maximumRequests = 1 })
        #expect(one.text.contains("the limit of 1 request was reached"))
        let late = try await conform(
            Library.service(), .inMemory { $0.timeLimit = .zero })
        #expect(late.text.contains("time limit"))
    }

    @Test("Redirects count for the limit of requests")
    func redirectLimit() async throws {
        let service = Library.service()
        let log = RequestLog()
        let prefix = "/moved"
        let report = try await conform(
            TransportFunction { request in
                guard request.url.path.hasPrefix(prefix) else {
                    return ClientResponse(
                        head: HTTPResponse(
                            status: .init(code: 307),
                            headerFields: [.location: prefix + request.url.target]),
                        url: request.url, body: ClientResponse.Body([UInt8]()))
                }
                var moved = request
                let target = String(request.url.target.dropFirst(prefix.count))
                moved.url = try HTTPURL(Library.base + target)
                let response = try await service.execute(moved)
                return ClientResponse(head: response.head, url: request.url, body: response.body)
            }.with(log),
            .inMemory {
                $0.collections = ["articles"]
                $0.maximumRequests = 61
            })
        #expect(log.requests.count == 61)
        #expect(report.requests == 61)
        #expect(report.ending == .stopped(reason: "the limit of 61 requests was reached"))
    }

    @Test("Requests that are sent again count for the limit of requests")
    func repetitionLimit() async throws {
        let service = Library.service()
        let count = RequestCounter()
        let report = try await conform(
            TransportFunction { request in
                guard count.add(1) % 2 == 0 else { return try await service.execute(request) }
                return ClientResponse(
                    ErrorResponse(.tooManyRequests, headers: [.retryAfter: "0"]), url: request.url)
            },
            .inMemory {
                $0.collections = ["articles"]
                $0.maximumRequests = 60
            })
        #expect(count.value == 60)
        #expect(report.ending == .stopped(reason: "the limit of 60 requests was reached"))
    }

    @Test("A request is sent again if the server refuses it before it has read the body")
    func lostRefusal() async throws {
        let service = Library.service()
        let count = RequestCounter()
        let report = try await conform(
            TransportFunction { request in
                let response = try await service.execute(request)
                guard response.status.code == 415, count.add(1) % 2 == 1 else { return response }
                return ClientResponse(
                    head: response.head, url: request.url, body: ClientResponse.Body(LostBody()))
            },
            .inMemory {
                $0.collections = ["articles"]
                $0.writes = Library.writes
                $0.only = ["content-type-parameter"]
            })
        #expect(report.count(.passed) == 1, "\(report.text)")
        #expect(report.failures.isEmpty, "\(report.text)")
        #expect(count.value == 2)
    }
}

/// The body of a response that was lost while the body of the request was sent.
private struct LostBody: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        mutating func next() async throws -> [UInt8]? {
            throw RequestError(code: .truncatedBody, message: "the response ended early")
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// Chunks without an end.
private struct EndlessBody: AsyncSequence, Sendable {
    let counter: RequestCounter

    struct AsyncIterator: AsyncIteratorProtocol {
        let counter: RequestCounter

        mutating func next() async throws -> [UInt8]? {
            counter.add(1 << 16)
            return [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(counter: counter) }
}
