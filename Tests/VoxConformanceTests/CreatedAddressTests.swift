// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Servers that show a new resource at several addresses. One of them is the right one.
@Suite("The address of a created resource", .timeLimit(.minutes(5)))
struct CreatedAddressTests {
    /// A server with one collection. In its paths, `{id}` stands for the id of the resource.
    struct Server: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The path of the base.
        var root = ""
        var collection = "/notes"
        /// Where GET shows the resource.
        var shown = ["/notes/{id}"]
        var location: String?
        var link: String?
        /// Where a path is redirected.
        var redirects: [String: String] = [:]
        /// The paths at which the run deletes.
        var home: Set = ["/notes/{id}"]

        init(_ name: String, _ change: (inout Self) -> Void) {
            testDescription = name
            change(&self)
        }
    }

    private static let servers: [Server] = [
        Server("Only Location tells it") {
            ($0.shown, $0.location, $0.home) = (["/old/{id}"], "/old/{id}", ["/old/{id}"])
        },
        Server("Only the link tells it") {
            ($0.shown, $0.link, $0.home) = (["/old/{id}"], "/old/{id}", ["/old/{id}"])
        },
        Server("Nothing tells it") { _ in },
        Server("Nothing tells it, and addresses end with a slash") {
            ($0.collection, $0.shown, $0.home) = ("/notes/", ["/notes/{id}/"], ["/notes/{id}/"])
        },
        Server("Location is below another resource") {
            ($0.shown, $0.location) = (["/notes/1/{id}", "/notes/{id}"], "/notes/1/{id}")
        },
        Server("Location has a query") { $0.location = "/notes/{id}?draft=1" },
        Server("Location is beside the base") {
            ($0.root, $0.location, $0.home) = ("/api", "/notes/{id}", ["/api/notes/{id}"])
            $0.shown = ["/notes/{id}", "/api/notes/{id}"]
        },
        Server("GET is redirected") {
            ($0.shown, $0.home) = (["/old/{id}"], ["/old/{id}"])
            $0.redirects = ["/notes/{id}": "/old/{id}"]
        },
        Server("GET is redirected below another resource") {
            $0.shown = ["/notes/1/{id}"]
            $0.redirects = ["/notes/{id}": "/notes/1/{id}"]
        },
    ]

    @Test("A new resource is deleted at its own address", arguments: servers)
    func deleted(server: Server) async throws {
        let notes = Mutex<[String: JSONValue]>([:])
        let log = Mutex<[String]>([])
        let transport = TransportFunction { request in
            let target = request.url.target
            if target == server.root + server.collection, request.method == .get {
                return try Reply(200, ["data": [["type": "notes", "id": "1"]]]).response(
                    to: request)
            }
            if request.method == .post, var data = request.document?["data"] {
                let id = notes.withLock { "n\($0.count + 1)" }
                func filled(_ path: String?) -> String? { path?.replacing("{id}", with: id) }
                data.set("id", .string(id))
                data.set("links", filled(server.link).map { ["self": .string($0)] })
                let made = data
                notes.withLock { $0[id] = made }
                var reply = Reply(201, ["data": made])
                reply.headers[.location] = filled(server.location)
                return try reply.response(to: request)
            }
            for (id, note) in notes.withLock(\.self) {
                func isOne(_ path: String) -> Bool { path.replacing("{id}", with: id) == target }
                if request.method == .delete, target.contains(id) {
                    log.withLock { $0.append(target.replacing(id, with: "{id}")) }
                    notes.withLock { $0[id] = nil }
                    return try Reply(204).response(to: request)
                }
                guard request.method == .get else { continue }
                if server.shown.contains(where: isOne) {
                    return try Reply(200, ["data": note]).response(to: request)
                }
                if let redirect = server.redirects.first(where: { isOne($0.key) }) {
                    var reply = Reply(307)
                    reply.headers[.location] = redirect.value.replacing("{id}", with: id)
                    return try reply.response(to: request)
                }
            }
            return try Reply.error(404).response(to: request)
        }
        let probes = try Conformance.Probes(parsing: [
            Script.file(subject: "write-resource", url: "{resource}", #"{"status": 200}"#)
        ])
        let report = try await conform(
            transport, base: Library.base + server.root,
            .inMemory {
                $0.probes = probes
                $0.collections = [server.collection]
                $0.writes = [
                    server.collection: [
                        "data": ["type": "notes", "attributes": ["text": "{random}"]]
                    ]
                ]
            })
        #expect(report.results["own/test"]?.outcome == .passed, "\(report.text)")
        #expect(report.remaining.isEmpty, "\(report.text)")
        let left = notes.withLock(\.count)
        #expect(left == 0)
        #expect(Set(log.withLock(\.self)) == server.home)
    }
}
