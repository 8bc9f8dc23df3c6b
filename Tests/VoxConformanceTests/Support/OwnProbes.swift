// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Runs of probes of one's own that write, on the library.
enum OwnProbes {
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
            Case(
                "POST", "{operations}",
                #", "body": {"atomic:operations": [\#(operation)]\#(rest)}"#,
                subject: "atomic-to-many")
        }
    }

    /// The outcomes of probes with one step, and the requests that write.
    struct Outcome {
        let probes: [Conformance.Report.Probe]
        let writes: [String]
        let isUnchanged: Bool
        /// True if what was there before is there, unchanged.
        let isKept: Bool
        /// The reasons why resources may remain.
        let remaining: [String]

        var probe: Conformance.Report.Probe? { probes.first }
    }

    /// What a server responds in place of the service; nil if the service responds.
    typealias Answer =
        @Sendable (ClientRequest, ResourceService) async throws -> Reply?

    static func run(
        _ tests: Case..., before: String = "", example: JSONValue = article(),
        server: @escaping Answer = { _, _ in nil }
    ) async throws -> Outcome {
        try await run(tests, before: before, example: example, server: server)
    }

    static func run(
        _ tests: [Case], before: String = "", example: JSONValue = article(),
        server: @escaping Answer = { _, _ in nil }
    ) async throws -> Outcome {
        let steps = before
        let all = tests.indices.map { index in
            #"""
            {"name": "write-\#(index)", "title": "Writes", "rules": ["JA-001"],
             "subject": "\#(tests[index].subject)", "failure": "Something is wrong.",
             "steps": [\#(steps){"request": \#(tests[index].request), "checks": [{"status": "2xx"}]}]}
            """#
        }
        let file = #"""
            {"group": "own", "title": "Own", "section": "https://example.com",
             "probes": [\#(all.joined(separator: ",\n"))]}
            """#
        let store = Library.store()
        let service = Library.service(store)
        let before = contents(of: store)
        let log = Mutex<[String]>([])
        let probes = try Conformance.Probes(parsing: [file])
        let report = try await conform(
            TransportFunction { request in
                if !["GET", "HEAD"].contains(request.method.rawValue) {
                    log.withLock { $0.append("\(request.method) \(request.url.target)") }
                }
                if let reply = try await server(request, service) {
                    return try reply.response(to: request)
                }
                return try await service.execute(request)
            },
            .inMemory {
                $0.writes = [
                    "articles": example, "comments": Library.writes["comments"] ?? [:],
                ]
                $0.probes = probes
                $0.collections = ["articles", "people", "comments"]
                $0.operations = "operations"
            })
        return Outcome(
            probes: report.groups.first { $0.name == "own" }?.probes ?? [],
            writes: log.withLock(\.self),
            isUnchanged: contents(of: store) == before,
            isKept: before.isSubset(of: contents(of: store)),
            remaining: report.remaining.map(\.reason))
    }

    /// The example document of articles, with another member of its primary data.
    static func article(_ member: String = "type", _ value: JSONValue = "articles") -> JSONValue {
        var example = Library.writes["articles"] ?? [:]
        example.set("data/\(member)", value)
        return example
    }

    static func contents(of store: MemoryStore) -> Set<StoredResource> {
        Set(store.types.flatMap { store.resources(of: $0) })
    }
}
