// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Probes of one's own that would change resources that were on the server before.
@Suite("Probes of one's own write only to what the run has created", .timeLimit(.minutes(5)))
struct OwnProbeWriteTests {
    /// A request of a probe of one's own.
    struct Case: Sendable, CustomTestStringConvertible {
        let request: String
        var subject = "write-to-many"

        var testDescription: String { request }

        init(_ method: String, _ url: String, _ rest: String = "", subject: String? = nil) {
            request = #"{"method": "\#(method)", "url": "\#(url)"\#(rest)}"#
            if let subject { self.subject = subject }
        }

        static func operations(_ operation: String, rest: String = "") -> Case {
            let type = #"application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\""#
            return Case(
                "POST", "{operations}",
                #"""
                , "headers": {"Content-Type": "\#(type)", "Accept": "\#(type)"},
                "body": {"atomic:operations": [\#(operation)]\#(rest)}
                """#, subject: "atomic-to-many")
        }
    }

    /// The outcome of a probe with one step, and the requests that were at other resources.
    private struct Outcome {
        let probe: ConformanceReport.Probe?
        let writes: [String]
        let isUnchanged: Bool
    }

    private func run(_ test: Case, before: String = "") async throws -> Outcome {
        let file = #"""
            {"group": "own", "title": "Own", "section": "https://example.com", "probes": [{
                "name": "write", "title": "Writes", "rules": ["JA-001"],
                "subject": "\#(test.subject)", "failure": "Something is wrong.",
                "steps": [\#(before){"request": \#(test.request), "checks": [{"status": "2xx"}]}]
            }]}
            """#
        let store = Library.store()
        let service = Library.service(store)
        let before = contents(of: store)
        let log = Mutex<[String]>([])
        let probes = try ConformanceProbes(parsing: [file])
        let report = try await conform(
            TransportFunction { request in
                if !["GET", "HEAD"].contains(request.method.rawValue) {
                    log.withLock { $0.append("\(request.method) \(request.url.target)") }
                }
                return try await service.execute(request)
            },
            .inMemory {
                $0.writes = [
                    "articles": Library.writes["articles"] ?? [:],
                    "comments": Library.writes["comments"] ?? [:],
                ]
                $0.probes = probes
                $0.collections = ["articles", "people", "comments"]
                $0.operations = "operations"
            })
        return Outcome(
            probe: report.results["own/write"], writes: log.withLock(\.self),
            isUnchanged: contents(of: store) == before)
    }

    private func contents(of store: MemoryStore) -> Set<StoredResource> {
        Set(store.types.flatMap { store.resources(of: $0) })
    }

    private static let foreignAddresses: [Case] = [
        Case("DELETE", "{collection}/7"), Case("PATCH", "{collection}/6"),
        Case("PUT", "{collection}/7"), Case("DELETE", "{base}/people/3"),
        Case("DELETE", "{resource}", subject: "resource"),
        Case("PATCH", "{resource}", subject: "resource"),
        Case("PATCH", "{linkage}", #", "body": {"data": []}"#, subject: "to-many"),
        Case("POST", "{collection}", #", "body": {}"#, subject: "collection"),
        Case("POST", "{base}/people", #", "body": {"data": {"type": "people"}}"#),
        Case("DELETE", "{resource}0"), Case("DELETE", "{resource}/../7"),
        Case("DELETE", "{resource}/%2E%2E/7"), Case("DELETE", "{resource}%2F..%2F7"),
        Case("DELETE", "{resource}/relationships/..%2F..%2F7"),
        Case("DELETE", "{collection}/{random}%2F..%2F7"), Case("DELETE", "{collection}/7;{random}"),
        Case("DELETE", "{collection}/7,{random}"), Case("DELETE", "{collection}/7{random}"),
        Case("DELETE", "{collection}/918273645"), Case("DELETE", "{base}/people/{random}"),
        Case("DELETE", "{resource}/author"), Case("PATCH", "{resource}/comments"),
        Case("DELETE", "{collection}"), Case("PATCH", "{collection}"), Case("PUT", "{collection}"),
        Case("DELETE", "{operations}", subject: "atomic"),
    ]

    private static let foreignNames: [Case] =
        [
            #"{"data": {"type": "{type}", "id": "7"}}"#, #"{"data": {"id": "7"}}"#,
            #"{"data": [{"type": "{type}", "id": "{id}"}, {"type": "{type}", "id": "7"}]}"#,
            #"{"data": {"type": "people", "id": "{id}", "lid": "a"}}"#,
            #"{"data": {"type": "noSuchType", "id": "7"}}"#,
            #"""
            {"data": {"type": "{type}", "id": "{id}",
                "relationships": {"comments": {"data": [{"type": "comments", "id": "15"}]}}}}
            """#,
            #"{"data": {"type": "{type}", "id": 7}}"#,
            #"{"data": {"type": "{type}", "id": "{id}"}, "included": [{"type": "people", "id": "1"}]}"#,
        ].map { Case("PATCH", "{resource}", #", "body": \#($0)"#) } + [
            Case(
                "PATCH", "{resource}",
                #", "text": "{\"data\": {\"type\": \"{type}\", \"id\": \"{id}\", \"id\": \"7\"}}""#),
            Case("PATCH", "{resource}", #", "text": "{\"data\": {\"id\": \"7\",}}""#),
            Case("PATCH", "{resource}", #", "text": "{\"data\": {\"id\": 7,}}""#),
            Case("POST", "{linkage}", #", "body": {"data": [{"type": "comments", "id": "15"}]}"#),
            Case("PATCH", "{linkage}", #", "body": {"data": [{"type": "comments", "id": "15"}]}"#),
            Case("DELETE", "{linkage}", #", "body": {"data": {"type": "comments", "id": "15"}}"#),
            Case("POST", "{collection}", #", "body": {"data": {"type": "articles", "id": "7"}}"#),
            Case("POST", "{collection}", #", "body": {"data": [{"type": "articles", "id": "7"}]}"#),
            Case(
                "POST", "{collection}",
                #"""
                , "body": {"data": {"type": "articles",
                    "relationships": {"comments": {"data": [{"type": "comments", "id": "15"}]}}}}
                """#),
        ]

    private static let operations: [Case] = [
        .operations(#"{"op": "remove", "ref": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "remove", "ref": {"type": "articles"}}"#),
        .operations(#"{"op": "remove", "href": "/articles/7"}"#),
        .operations(#"{"op": "update", "href": "{resource}/../7", "data": {"type": "articles"}}"#),
        .operations(#"{"op": "update", "data": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "add", "data": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "add", "data": {"type": "people"}}"#),
        .operations(
            #"""
            {"op": "add", "ref": {"type": "{type}", "id": "{id}", "relationship": "comments"},
                "data": [{"type": "comments", "id": "15"}]}
            """#),
        .operations(
            #"""
            {"op": "update", "data": {"type": "{type}", "id": "{id}"}},
            {"op": "remove", "ref": {"type": "comments", "id": "15"}}
            """#),
        .operations(
            #"{"op": "update", "data": {"type": "{type}", "id": "{id}"}}"#,
            rest: #", "data": {"type": "articles", "id": "7"}"#),
        Case(
            "POST", "{operations}",
            #", "text": "{\"atomic:operations\": [{\"op\": \"remove\", \"href\": \"/people/1\"},]}""#,
            subject: "atomic"),
        Case("POST", "{operations}", #", "body": {"data": {"type": "a"}}"#, subject: "atomic"),
    ]

    private static let otherMethods: [Case] =
        [
            "X-HTTP-Method-Override", "x-http-method", "X-Method-Override",
        ].map { Case("POST", "{collection}", #", "headers": {"\#($0)": "DELETE"}, "body": {}"#) }
        + [
            Case("GET", "{collection}/7", #", "headers": {"X-HTTP-Method-Override": "DELETE"}"#),
            Case("GET", "{collection}/7", #", "query": {"_method": "DELETE"}"#),
            Case("POST", "{collection}", #", "query": {"_method": "DELETE"}, "body": {}"#),
            Case("POST", "{collection}", #", "body": {"_method": "DELETE"}"#),
            Case("POST", "{collection}", #", "text": "a=b&_method=DELETE""#),
            Case("POST", "{collection}/7", #", "headers": {"X-HTTP-Method-Override": "PATCH"}"#),
            Case(
                "POST", "{operations}", #", "headers": {"X-HTTP-Method-Override": "DELETE"}"#,
                subject: "atomic"),
        ]

    @Test(
        "A request that could change another resource is not sent",
        arguments: foreignAddresses + foreignNames + operations + otherMethods)
    func refused(test: Case) async throws {
        let empty = Case("GET", "{base}/articles", subject: test.subject)
        let without = try await run(empty)
        let outcome = try await run(test)
        #expect(outcome.probe?.outcome == .skipped, "\(String(describing: outcome.probe))")
        #expect(outcome.probe?.reason?.contains("the run may not send") == true)
        #expect(outcome.writes.count == without.writes.count, "\(outcome.writes)")
        #expect(outcome.isUnchanged)
    }

    private static let own: [Case] = [
        Case("DELETE", "{resource}"),
        Case(
            "PATCH", "{resource}", #", "body": {"data": {"type": "{type}", "id": "{id}"}}"#),
        Case("DELETE", "{target}"),
        Case(
            "PATCH", "{resource}",
            #"""
            , "body": {"data": {"type": "{type}", "id": "{id}",
                "attributes": {"body": {"type": "people", "id": "1"}},
                "relationships": {"comments": {"data": [{"type": "comments", "id": "{other-id}"}]}}}}
            """#),
        Case(
            "POST", "{linkage}",
            #", "body": {"data": [{"type": "{target-type}", "id": "{target-id}"}]}"#),
        Case("POST", "{collection}", #", "body": "{body}""#),
        Case(
            "POST", "{collection}",
            #", "body": {"$merge": ["{body}", {"data": {"id": "own-{random}"}}]}"#),
        .operations(#"{"op": "remove", "ref": {"type": "{type}", "id": "{id}"}}"#),
        .operations(#"{"op": "remove", "href": "{resource}"}"#),
    ]

    @Test("A request that changes only what the run has created is sent", arguments: own)
    func sent(test: Case) async throws {
        let outcome = try await run(test)
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test("What a step has created may be changed by the next one, after it was read")
    func createdByStep() async throws {
        let step = #"""
            {"request": {"method": "POST", "url": "{collection}", "body": "{body}"},
             "save": {"made": {"header": "location"}}, "checks": []},
            """#
        let outcome = try await run(Case("DELETE", "{made}"), before: step)
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test("An address that a random text ends is that of no resource")
    func unknown() async throws {
        let outcome = try await run(Case("DELETE", "{collection}/{random}"))
        #expect(outcome.probe?.outcome == .failed)
        #expect(outcome.probe?.failures.first?.got.contains("404") == true)
    }

    @Test("An example with an id without {random} is refused", arguments: ["7", 7] as [JSONValue])
    func fixedID(id: JSONValue) async throws {
        let store = Library.store()
        let before = contents(of: store)
        let report = try await conform(
            Library.service(store),
            .inMemory {
                $0.writes = ["articles": ["data": ["type": "articles", "id": id]]]
                $0.only = ["creating", "updating"]
            })
        guard case .stopped(let reason) = report.ending else {
            Issue.record("the run ended with \(report.ending)")
            return
        }
        #expect(reason.contains("an id without {random}"))
        #expect(contents(of: store) == before)
    }
}
