// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxTesting

@Suite("Finding what a server has")
struct DiscoveryTests {
    private static let fetching = Conformance.Options.inMemory { $0.only = ["fetching"] }

    /// The service, with a document at its root.
    private func service(root: String, openAPI: Bool = false) -> TransportFunction {
        var service = Library.service()
        if !openAPI { service.openAPIPath = nil }
        let served = service
        return TransportFunction { request in
            guard request.url.path == "/" else { return try await served.execute(request) }
            return ClientResponse(document: Array(root.utf8), url: request.url)
        }
    }

    @Test(
        "Collections are found in the root document: links, meta, data, other members",
        arguments: [
            #"{"meta": {}, "links": {"self": "/", "articles": "/articles", "people": {"href": "/people"}}}"#,
            #"{"meta": {"collections": {"a": "/articles", "b": "http://library.example/people"}}}"#,
            #"{"data": {"articles": "/articles", "people": "/people"}}"#,
            #"{"articles": "/articles", "people": "/people", "docs": "/docs{?q}"}"#,
            #"{"meta": {}, "links": {"a": "http://proxy.internal:8080/articles", "b": "http://proxy.internal:8080/people"}}"#,
        ])
    func root(document: String) async throws {
        let report = try await conform(service(root: document), Self.fetching)
        #expect(report.collections.sorted() == ["/articles", "/people"])
        #expect(report.count(.failed) == 0, "\(report.text)")
    }

    @Test("Without links, an OpenAPI description lists the collections")
    func openAPI() async throws {
        let report = try await conform(service(root: "{}", openAPI: true), Self.fetching)
        #expect(report.collections.sorted() == ["/articles", "/comments", "/people"])
        #expect(report.notes.contains { $0.contains("OpenAPI") && $0.contains("/openapi.json") })
    }

    @Test("The address may be a collection itself, or have a path")
    func address() async throws {
        let report = try await conform(
            Library.service(), base: Library.base + "/articles", Self.fetching)
        #expect(report.collections == ["/articles"])
        var service = Library.service()
        service.basePath = "/v1"
        service.openAPIPath = nil
        let below = try await conform(
            service, base: Library.base + "/v1/",
            .inMemory {
                $0.collections = ["articles", "/people"]
                $0.only = ["fetching"]
            })
        #expect(below.collections == ["/v1/articles", "/v1/people"])
        #expect(below.count(.failed) == 0, "\(below.text)")
    }

    @Test("A collection that does not exist is noted, and the others are probed")
    func missing() async throws {
        let report = try await conform(
            Library.service(),
            .inMemory {
                $0.collections = ["articles", "nothing", "articles"]
                $0.only = ["fetching"]
            })
        #expect(report.collections == ["/articles"])
        #expect(report.notes.contains { $0.contains("/nothing") && $0.contains("404") })
    }

    @Test("Probes run for eight collections, and the first page of every collection is checked")
    func manyCollections() async throws {
        let server = TransportFunction { request in
            let type = request.segments.first ?? ""
            guard request.segments.count == 1 else {
                return ClientResponse(ErrorResponse(.notFound), url: request.url)
            }
            let id = type == "notes10" ? "1" : "\"1\""
            let list = #"{"data": [{"type": "\#(type)", "id": \#(id)}]}"#
            return ClientResponse(document: Array(list.utf8), url: request.url)
        }
        var options = Conformance.Options.inMemory { $0.only = ["documents"] }
        options.collections = (1...10).map { "notes\($0)" }
        let report = try await conform(server, options)
        #expect(report.collections.count == 10)
        #expect(report.notes.contains { $0.contains("8 of 10") && $0.contains("/notes10") })
        let document = report.results["documents/every-document"]
        #expect(document?.failures.map(\.rules) == [["JA-016"]], "\(report.text)")
        #expect(document?.failures.first?.commands.first?.contains("/notes10") == true)
        options.subjects = 10
        let all = try await conform(server, options)
        #expect(!all.notes.contains { $0.contains("of 10") })
        #expect(all.results["documents/collection-document"]?.subjects.count == 10)
    }

    @Test("A run of few probes looks only for what they need")
    func neededRequests() async throws {
        func requests(of probe: String) async throws -> [String] {
            let log = RequestLog()
            let report = try await conform(
                Library.service().with(log),
                .inMemory {
                    $0.collections = ["articles"]
                    $0.only = [probe]
                    $0.writes = Library.writes
                })
            #expect(report.count(.passed) == 1, "\(report.text)")
            return log.lines
        }
        let resource = try await requests(of: "resource-found")
        #expect(resource.count <= 8 && !resource.contains { $0.contains("?") }, "\(resource)")
        let collection = try await requests(of: "collection-document")
        let pages: Set = ["GET /articles", "GET /people", "GET /comments"]
        #expect(Set(collection) == pages, "\(collection)")
        let creation = try await requests(of: "create-resource")
        let isOther = creation.contains { $0.contains("?") || $0.contains("operations") }
        #expect(!isOther, "\(creation)")
    }

    @Test("Links with another host are used at the address of the server")
    func otherHost() async throws {
        let service = Library.service()
        let log = RequestLog()
        let report = try await conform(
            TransportFunction { request in
                var inner = request
                inner.url = try HTTPURL("http://inner.example:9000" + request.url.target)
                let response = try await service.execute(inner)
                return ClientResponse(head: response.head, url: request.url, body: response.body)
            }.with(log),
            .inMemory {
                $0.collections = ["articles"]
                $0.only = ["fetching", "paging"]
            })
        #expect(log.requests.allSatisfy { $0.url.authority == "library.example" })
        #expect(report.count(.failed) == 0, "\(report.text)")
        #expect(report.count(.passed) > 20)
    }

    @Test("Probes of parts that the server does not have are skipped, with the reason")
    func reasons() async throws {
        let store = MemoryStore([StoredResource(type: "notes", id: "1")])
        let report = try await conform(
            ResourceService([ServedType("notes", attributes: ["text"])], store: store),
            .inMemory { $0.collections = ["notes"] })
        #expect(report.count(.failed) == 0, "\(report.text)")
        let reasons = report.results.mapValues(\.reason)
        #expect(reasons["sorting/sort-ascending"]??.contains("sorts by") == true)
        #expect(reasons["includes/included-resources"]??.contains("includes") == true)
        #expect(reasons["fieldsets/fieldset-of-to-one"]??.contains("to-one") == true)
        #expect(reasons["atomic/operation-that-adds"]??.contains("--write") == true)
    }

    @Test("Only some probes are run, and some are left out")
    func selection() async throws {
        let report = try await conform(
            Library.service(),
            .inMemory {
                $0.only = ["fieldsets", "documents/collection-document"]
                $0.skipped = ["empty-fieldset"]
            })
        let names = Set(report.results.keys)
        #expect(names.contains("documents/collection-document"))
        #expect(names.contains("fieldsets/fieldset-of-one-attribute"))
        #expect(!names.contains("fieldsets/empty-fieldset"))
        #expect(!names.contains("documents/every-document"))
        #expect(report.groups.map(\.name) == ["documents", "fieldsets"])
    }
}
