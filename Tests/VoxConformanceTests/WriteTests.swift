// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTestSupport
import VoxTesting

@Suite("Runs that write")
struct WriteTests {
    private static let creating = Conformance.Options.inMemory { options in
        options.writes = Library.writes
        options.only = ["creating", "updating"]
    }

    private func ids(_ store: MemoryStore) -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: store.types.map { ($0, store.resources(of: $0).map(\.id)) })
    }

    @Test("What the run creates is deleted again, and nothing else")
    func cleaning() async throws {
        let store = Library.store()
        let before = ids(store)
        let report = try await conform(Library.service(store), Self.creating)
        #expect(report.count(.passed) > 20, "\(report.text)")
        #expect(ids(store) == before)
        #expect(report.remaining.isEmpty)
    }

    @Test("The requests that delete resources count in the report, and not for the limit")
    func requestCount() async throws {
        let store = Library.store()
        let before = ids(store)
        let log = RequestLog()
        var options = Self.creating
        options.collections = ["articles", "people", "comments"]
        options.maximumRequests = 150
        let report = try await conform(Library.service(store).with(log), options)
        #expect(report.ending == .stopped(reason: "the limit of 150 requests was reached"))
        #expect(report.requests == log.requests.count)
        #expect(report.requests > 150)
        #expect(ids(store) == before)
    }

    @Test("Each resource gets a new text for {random}")
    func random() async throws {
        let log = RequestLog()
        _ = try await conform(Library.service().with(log), Self.creating)
        let titles = log.requests.filter { $0.method == .post && $0.url.path == "/people" }
            .compactMap { $0.document?["data"]?["attributes"]?["name"]?.text }
        #expect(titles.count > 2)
        #expect(Set(titles).count == titles.count)
        #expect(titles.allSatisfy { !$0.contains("{") })
    }

    @Test("What cannot be deleted is listed, with the command that deletes it")
    func remaining() async throws {
        let service = Library.service()
        let report = try await conform(
            TransportFunction { request in
                if request.method == .delete {
                    return ClientResponse(ErrorResponse(.forbidden), url: request.url)
                }
                return try await service.execute(request)
            },
            .inMemory {
                $0.writes = Library.writes
                $0.only = ["create-resource"]
            })
        #expect(!report.remaining.isEmpty)
        for resource in report.remaining {
            #expect(resource.command.contains("-X DELETE 'http://library.example/"))
            #expect(resource.reason.contains("403"))
            #expect(resource.isDeletion)
        }
        #expect(report.text.contains("may remain on the server"))
        #expect(report.html.contains("may remain on the server"))
    }

    @Test("A server that says it has deleted, and has not: all resources of the type are listed")
    func keptResources() async throws {
        let store = Library.store()
        let service = Library.service(store)
        let report = try await conform(
            TransportFunction { request in
                guard request.method == .delete, request.url.path.hasPrefix("/articles/") else {
                    return try await service.execute(request)
                }
                return ClientResponse(.noContent, url: request.url)
            },
            .inMemory {
                $0.writes = Library.writes
                $0.only = ["delete-resource", "create-resource"]
            })
        let kept = store.resources(of: "articles").count - 7
        #expect(kept > 2)
        #expect(report.remaining.count == kept)
        #expect(report.remaining.allSatisfy { $0.command.contains("/articles/") })
        #expect(report.results["deleting/delete-resource"]?.outcome == .failed)
        #expect(report.text.contains("still there"))
    }

    @Test("When the time for deleting is over, the resources are listed")
    func deletionTime() async throws {
        let service = Library.service()
        let clock = TestClock()
        let count = RequestCounter()
        let report = try await conform(
            TransportFunction { request in
                if request.method == .post, request.url.path == "/people", count.add(1) == 2 {
                    clock.advance(by: .seconds(3))
                }
                return try await service.execute(request)
            },
            .inMemory {
                $0.collections = ["people"]
                $0.writes = ["people": Library.writes["people"] ?? [:]]
                $0.only = ["location-leads-to-created-resource"]
                $0.clock = clock
                $0.timeLimit = .seconds(3)
                $0.deletionTimeLimit = .zero
            })
        #expect(report.ending == .stopped(reason: "the time limit of 3.0 seconds was reached"))
        #expect(report.remaining.count == 1)
        #expect(report.remaining.first?.reason == "the time for deleting is over")
        #expect(report.remaining.first?.command.contains("-X DELETE") == true)
    }

    @Test("A resource that others refer to is deleted after them")
    func order() async throws {
        let store = Library.store()
        let before = ids(store)
        let service = Library.service(store)
        let created = Mutex<[String]>([])
        let refusals = Mutex(0)
        let report = try await conform(
            TransportFunction { request in
                // Each resource can be deleted only after all that were created before it.
                if request.method == .delete, created.withLock({ $0.first != request.url.path }) {
                    refusals.withLock { $0 += 1 }
                    return ClientResponse(ErrorResponse(.conflict), url: request.url)
                }
                let response = try await service.execute(request)
                if response.status == .created, let place = response.headers[.location] {
                    let path = try HTTPURL(place).path
                    created.withLock { $0.append(path) }
                } else if request.method == .delete {
                    created.withLock { $0.removeAll { $0 == request.url.path } }
                }
                return response
            },
            .inMemory {
                $0.writes = Library.writes
                $0.only = ["add-to-many"]
            })
        #expect(report.count(.passed) > 0, "\(report.text)")
        #expect(refusals.withLock(\.self) > 0)
        #expect(report.remaining.isEmpty, "\(report.text)")
        #expect(ids(store) == before)
    }

    @Test("A Location that leads to something else is not deleted")
    func wrongLocation() async throws {
        let store = Library.store()
        let service = Library.service(store)
        let log = RequestLog()
        _ = try await conform(
            TransportFunction { request in
                var response = try await service.execute(request)
                if response.status == .created {
                    response.head.headerFields[.location] = "http://library.example/articles"
                }
                return response
            }.with(log), Self.creating)
        #expect(!log.lines.contains("DELETE /articles"))
        #expect(store.resources(of: "articles").count == 7)
    }

    @Test(
        "A resource that a creation returns with 200 may have been there before: it is only listed")
    func notCreated() async throws {
        let service = Library.service()
        let report = try await conform(
            TransportFunction { request in
                guard request.method == .post, request.url.path == "/people" else {
                    return try await service.execute(request)
                }
                return try await service.execute(
                    ClientRequest(method: .get, url: HTTPURL("http://library.example/people/1")))
            },
            .inMemory {
                $0.writes = ["people": Library.writes["people"] ?? [:]]
                $0.only = ["create-resource"]
            })
        #expect(report.remaining.contains { $0.reason.contains("200") })
        #expect(report.remaining.allSatisfy { !$0.isDeletion && $0.command.contains("-X POST") })
        #expect(report.text.contains("would create another one"))
        #expect(!report.text.contains("The commands delete them"))
        #expect(report.json.contains("\"deletes\": false"))
        let person = try await service.execute(
            ClientRequest(method: .get, url: try HTTPURL("http://library.example/people/1")))
        #expect(person.status == .ok)
    }

    @Test("An example that the server refuses makes the run incomplete, and its probes are skipped")
    func refusedExample() async throws {
        let report = try await conform(
            Library.service(),
            .inMemory {
                $0.writes = ["articles": ["data": ["type": "articles", "attributes": ["no": 1]]]]
                $0.only = ["creating"]
            })
        guard case .stopped(let reason) = report.ending else {
            Issue.record("the run ended with \(report.ending)")
            return
        }
        #expect(reason.contains("refuses the example document") && reason.contains("422"))
        #expect(report.junit.contains("errors=\"1\""))
        #expect(report.results["creating/create-resource"]?.outcome == .skipped)
    }

    @Test("A cancelled run deletes what it has created, and returns the report so far")
    func cancelled() async throws {
        let store = Library.store()
        let before = ids(store)
        let service = Library.service(store)
        let count = RequestCounter()
        let (stream, started) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await conform(
                TransportFunction { request in
                    if request.method == .post, count.add(1) == 40 {
                        started.finish()
                        // The cancellation arrives while the request is being sent.
                        for _ in 0..<100 { await Task.yield() }
                    }
                    return try await service.execute(request)
                }, Self.creating)
        }
        for await _ in stream {}
        task.cancel()
        let report = try await task.value
        #expect(report.ending == .interrupted)
        #expect(ids(store) == before)
        #expect(report.text.contains("The run was interrupted."))
    }
}
