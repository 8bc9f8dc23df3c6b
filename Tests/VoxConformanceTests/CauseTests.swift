// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

@Suite("One cause is reported once", .timeLimit(.minutes(5)))
struct CauseTests {
    private func report(
        only: [String] = [],
        _ fault: @escaping @Sendable (ClientRequest, ClientResponse) async throws -> ClientResponse
    ) async throws -> Conformance.Report {
        let service = Library.service()
        return try await conform(
            TransportFunction { request in
                try await fault(request, service.execute(request))
            },
            .inMemory {
                $0.writes = ["articles": Library.writes["articles"] ?? [:]]
                $0.collections = ["articles", "people", "comments"]
                $0.only = only
            })
    }

    private func plain(_ status: Int, _ url: HTTPURL) -> ClientResponse {
        ClientResponse(
            head: HTTPResponse(
                status: .init(code: status), headerFields: [.contentType: "text/plain"]),
            url: url, body: ClientResponse.Body(Array("Internal Server Error".utf8)))
    }

    @Test("A creation that always fails is one failure, and the other probes are skipped with it")
    func refusedCreation() async throws {
        let report = try await report { request, response in
            request.method == .post ? plain(500, request.url) : response
        }
        let failed = report.results.filter { $0.value.outcome == .failed }
        #expect(failed.count == 1, "\(failed.keys.sorted())")
        let name = "creating/create-resource"
        #expect(failed[name] != nil)
        let skipped = report.results.filter { name in
            name.value.reason?.contains("POST collection /articles has status 500") == true
        }
        #expect(skipped.count > 10)
        #expect(skipped.allSatisfy { $0.value.reason?.hasSuffix("see \(name)") == true })
        let updating = report.results["updating/update-attribute"]
        #expect(updating?.outcome == .skipped)
        #expect(updating?.reason?.contains("status 500") == true)
    }

    @Test("Creations with other header fields are told apart")
    func headerFields() async throws {
        let report = try await report(only: ["negotiation"]) { request, response in
            let type = request.headers[.contentType]
            return request.method == .post && type != "application/vnd.api+json"
                ? plain(400, request.url) : response
        }
        for name in ["content-type-parameter", "content-type-unknown-extension"] {
            let probe = report.results["negotiation/\(name)"]
            #expect(probe?.outcome == .failed, "\(String(describing: probe))")
        }
    }

    @Test("Creations with other faults are still told apart")
    func someCreations() async throws {
        let report = try await report(only: ["creating", "errors"]) { request, response in
            let isMalformed = request.body.map { (try? JSON(parsing: $0)) == nil } ?? false
            return request.method == .post && isMalformed ? plain(500, request.url) : response
        }
        #expect(report.results["errors/broken-json-on-create"]?.outcome == .failed)
        #expect(report.results["creating/create-resource"]?.outcome == .passed)
    }

    @Test("The text counts the causes, and has a line for each")
    func causes() async throws {
        let report = try await report(only: ["fieldsets"]) { request, response in
            request.has(family: "fields[") ? plain(500, request.url) : response
        }
        #expect(report.count(.failed) > 3)
        let lines = report.text.split(separator: "\n")
        #expect(lines.contains("1 cause of failures and warnings:"), "\(report.text)")
        let more = report.count(.failed) - 1
        #expect(lines.contains { $0.contains("got status 500") && $0.hasSuffix("\(more) more") })
        #expect(lines.filter { $0.hasPrefix("failed: ") }.count == 1)
        #expect(lines.contains { $0.hasPrefix("  also in fieldsets/") })
    }

    @Test("Probes that only read run before the first write")
    func order() async throws {
        let log = RequestLog()
        _ = try await conform(
            Library.service().with(log), .inMemory { $0.writes = Library.writes })
        let isRead = log.requests.map { ["GET", "HEAD", "OPTIONS"].contains($0.method.rawValue) }
        let first = try #require(isRead.firstIndex(of: false))
        let last = log.requests.lastIndex { $0.has("sort") && $0.segments == ["articles"] }
        #expect(try #require(last) < first)
        let paging = log.requests.lastIndex { $0.has("page[number]") || $0.has("page[size]") }
        #expect(try #require(paging) < first)
    }

    @Test(
        "An error document is judged by its shape, whatever its media type",
        arguments: [
            (#"{"errors": [{"status": "404"}]}"#, ["JA-069"]),
            (#"{"errors": [{"status": 404}]}"#, ["JA-069", "JA-131"]),
            (#"{"jsonapi": {"version": "1.1"}, "message": "no"}"#, ["JA-069"]),
            (#"{"detail": "Not Found"}"#, []), (#"{"errors": {"title": ["is missing"]}}"#, []),
        ])
    func errorDocuments(document: String, rules: [String]) async throws {
        let report = try await report(only: ["errors", "documents"]) { request, response in
            guard response.status.code == 404 else { return response }
            return ClientResponse(
                head: HTTPResponse(
                    status: .notFound, headerFields: [.contentType: "application/json"]),
                url: request.url, body: ClientResponse.Body(Array(document.utf8)))
        }
        let found = ["documents/every-media-type", "errors/every-error-document"].flatMap {
            report.results[$0]?.failures.flatMap(\.rules) ?? []
        }
        #expect(Set(rules).isSubset(of: found), "\(found)")
        #expect(rules.isEmpty == found.isEmpty, "\(found)")
    }

    @Test("A rule that is left out makes no probe fail")
    func skippedRule() async throws {
        let service = Library.service()
        for skipped in [[], ["JA-016"]] {
            let report = try await conform(
                TransportFunction { request in
                    var reply = try await Reply(service.execute(request))
                    reply.document?.change("data/@/id") { id in
                        id = id?.text.flatMap { Int($0) }.map { .number(JSONNumber($0)) }
                    }
                    return try reply.response(to: request)
                },
                .inMemory {
                    $0.only = ["every-document"]
                    $0.collections = ["articles"]
                    $0.skipped = skipped
                })
            #expect(report.brokenRules.contains("JA-016") == skipped.isEmpty, "\(report.text)")
        }
    }

    @Test("The self link of the last page may lack the query")
    func lastPage() async throws {
        let service = Library.service()
        let report = try await conform(
            TransportFunction { request in
                var reply = try await Reply(service.execute(request))
                reply.document?.change("links/self") { link in
                    link = link?.text.map { .string(String($0.prefix { $0 != "?" })) }
                }
                return try reply.response(to: request)
            },
            .inMemory {
                $0.only = ["paging", "every-document"]
                $0.collections = ["articles"]
            })
        #expect(report.results["paging/last-page"]?.outcome == .passed)
        #expect(!report.brokenRules.contains("JA-097"), "\(report.text)")
    }
}
