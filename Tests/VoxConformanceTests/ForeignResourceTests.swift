// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Servers that would make a run write to resources that it has not created.
@Suite("A run writes only to what it has created", .timeLimit(.minutes(5)))
struct ForeignResourceTests {
    /// The requests other than GET at resources that were there before, and what is left of them.
    private func writes(
        to fault: @escaping ServerFault.Response, probes: Conformance.Probes = .standard,
        writes: JSONObject = Library.writes
    ) async throws -> [String] {
        let store = Library.store()
        let service = Library.service(store)
        let before = contents(of: store)
        let log = Mutex<[String]>([])
        let server = TransportFunction { request in
            let reply = try await fault(request, service)
            if !["GET", "HEAD", "OPTIONS"].contains(request.method.rawValue),
                (request.place == .resource || request.place == .linkage),
                before.contains(request.segments.prefix(2).joined(separator: "/"))
            {
                log.withLock { $0.append("\(request.method) \(request.url.target)") }
            }
            return try reply.response(to: request)
        }
        _ = try await conform(
            server,
            .inMemory {
                $0.writes = writes
                $0.probes = probes
                $0.collections = ["articles", "people", "comments"]
                $0.operations = "operations"
            })
        let after = contents(of: store)
        let lost = before.filter { !after.contains($0) }
        return log.withLock(\.self) + lost.map { "lost \($0)" }.sorted()
    }

    private func contents(of store: MemoryStore) -> Set<String> {
        Set(store.types.flatMap { type in store.resources(of: type).map { "\(type)/\($0.id)" } })
    }

    @Test("A Location or a self link that leads to another resource")
    func wrongAddress() async throws {
        let found = try await writes { request, service in
            var reply = try await Reply(service.execute(request))
            if request.method == .post, request.place == .list, reply.status == 201 {
                reply.headers[.location] = "/articles/1"
                reply.document?.set("data/links/self", "/articles/1")
            }
            return reply
        }
        #expect(found == [])
    }

    @Test("A Location that leads to a resource of another type with the same id")
    func addressOfOtherType() async throws {
        let found = try await writes { request, service in
            var reply = try await Reply(service.execute(request))
            if request.method == .post, request.place == .list, reply.status == 201,
                case .string? = reply.document?["data"]?["id"]
            {
                reply.document?.set("data/id", "3")
                reply.headers[.location] = "/people/3"
                reply.document?.set("data/links", nil)
            }
            return reply
        }
        #expect(found == [])
    }

    @Test("A creation that returns a resource that was there and was not read")
    func existingUnread() async throws {
        let found = try await writes { request, service in
            guard request.method == .post, request.segments == ["articles"] else {
                return try await Reply(service.execute(request))
            }
            let old = ClientRequest(
                method: .get, url: request.url.with(target: "/articles/7"))
            var reply = try await Reply(service.execute(old))
            reply.status = 201
            reply.headers[.location] = "/articles/7"
            return reply
        }
        #expect(found == [])
    }

    @Test("The linkage of a new resource at an address that begins with its own")
    func linkageOfLongerID() async throws {
        let found = try await writes { request, service in
            var reply = try await Reply(service.execute(request))
            guard let id = reply.document?["data"]?["id"]?.text else { return reply }
            reply.document?.change("data/relationships/*/links/self") { link in
                if link != nil { link = .string("/articles/\(id)0/relationships/comments") }
            }
            return reply
        }
        #expect(found == [])
    }

    @Test("A creation that returns a resource that was there", arguments: [200, 201, 204])
    func existing(status: Int) async throws {
        let found = try await writes { request, service in
            guard request.method == .post, request.place == .list else {
                return try await Reply(service.execute(request))
            }
            let old = ClientRequest(
                method: .get, url: request.url.with(target: "/articles/1"))
            var reply = try await Reply(service.execute(old))
            reply.status = status
            reply.headers[.location] = "/articles/1"
            if status == 204 { reply.document = nil }
            return reply
        }
        #expect(found == [])
    }

    @Test("A deletion that is redirected", arguments: [302, 307, 308])
    func redirected(status: Int) async throws {
        let found = try await writes { request, service in
            guard request.method == .delete, request.place == .resource,
                request.url.path != "/articles/1"
            else { return try await Reply(service.execute(request)) }
            var reply = Reply(status)
            reply.headers[.location] = "/articles/1"
            return reply
        }
        #expect(found == [])
    }

    @Test("The linkage of a new resource at the address of another one")
    func foreignLinkage() async throws {
        let found = try await writes { request, service in
            var reply = try await Reply(service.execute(request))
            reply.document?.change("data/@/relationships/*/links/self") { link in
                if link != nil { link = "/articles/1/relationships/comments" }
            }
            return reply
        }
        #expect(found == [])
    }

    @Test("A new resource of another type, and a creation at linkage")
    func otherType() async throws {
        let found = try await writes { request, service in
            guard request.method == .post, request.place != .operations else {
                return try await Reply(service.execute(request))
            }
            return Reply(201, ["data": ["type": "people", "id": "1"]])
        }
        #expect(found == [])
    }

    @Test("Own probes send no writes without --write", arguments: ["DELETE", "PATCH", "POST"])
    func ownProbes(method: String) async throws {
        let file = #"""
            {"group": "own", "title": "Own", "section": "https://example.com", "probes": [{
                "name": "write", "title": "Writes", "rules": ["JA-001"], "subject": "resource",
                "failure": "Something is wrong.",
                "steps": [{"request": {"method": "\#(method)", "url": "{resource}"}, "checks": []}]
            }]}
            """#
        let found = try await writes(
            to: { try await Reply($1.execute($0)) },
            probes: try Conformance.Probes(parsing: [file]), writes: [:])
        #expect(found == [])
    }
}
