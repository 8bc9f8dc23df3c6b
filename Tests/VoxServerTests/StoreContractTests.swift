// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTesting

/// What a service does with ids, sets, and stores that break their contract.
@Suite("The contract of a store")
struct StoreContractTests {
    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
    }

    private func service(
        _ log: Log, given: @escaping @Sendable (StoredResource) -> StoredResource
    ) -> ResourceService {
        var service = ResourceService(
            Music.types, store: HookedStore(Music.store(), given: given))
        service.onFailure = { error in log.lines.withLock { $0.append("\(error)") } }
        return service
    }

    @Test(
        "A relationship that the store leaves out is 500, and an error in the log",
        arguments: [
            "/albums/3/tracks", "/albums/3/relationships/tracks", "/albums/3?include=tracks",
            "/albums?include=tracks", "/albums/3/artist", "/albums/3/relationships/artist",
        ])
    func leftOut(target: String) async throws {
        let log = Log()
        let service = service(log) { resource in
            var resource = resource
            resource.relationships = [:]
            return resource
        }
        let reply = try await service.send(.get, target)
        #expect(reply.status == 500)
        #expect(!String(decoding: reply.bytes, as: UTF8.self).contains("omitted"))
        let lines = log.lines.withLock { $0 }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("omitted the relationship") ?? false)
        #expect(try await service.send(.get, "/albums/3").status == 200)
    }

    @Test("A new resource has every relationship of its type")
    func complete() async throws {
        let service = Music.service()
        let document = #"{"data":{"type":"albums","id":"n","attributes":{"title":"New"}}}"#
        #expect(try await service.send(.post, "/albums", document).status == 201)
        #expect(try await service.send(.get, "/albums/n/tracks").json.meta.total == 0)
        #expect(try await service.send(.get, "/albums/n/artist").json.data.vox.state == .null)
    }

    @Test(
        "A store that gives another resource than was asked for is 500, and an error in the log",
        arguments: [
            (HTTPRequest.Method.get, "/albums/3"), (.get, "/albums/3/artist"),
            (.get, "/albums/3/tracks"), (.get, "/albums?include=artist"), (.get, "/albums"),
            (.delete, "/albums/3"),
        ])
    func other(method: HTTPRequest.Method, target: String) async throws {
        let log = Log()
        let service = service(log) { resource in
            // As a text that ends at U+0000 does.
            var resource = resource
            resource.identifier.type += "\u{0}"
            return resource
        }
        #expect(try await service.send(method, target).status == 500)
        #expect(log.lines.withLock { $0 }.first?.contains("was not requested") ?? false)
    }

    @Test(
        "Ids that no path leads to are refused at /data/id",
        arguments: [
            "", ".", "..", "a\u{0}b", "\u{7F}", "\u{85}", String(repeating: "x", count: 257),
        ])
    func ids(id: String) async throws {
        let store = Music.store()
        let service = ResourceService(Music.types, store: store)
        let document = try JSONValue.object([
            "data": ["type": "albums", "id": .string(id), "attributes": ["title": "x"]]
        ]).text()
        let reply = try await service.send(.post, "/albums", document)
        #expect([400, 422].contains(reply.status))
        #expect(reply.json.errors[0].source.pointer == "/data/id")
        #expect(store.resources(of: "albums").count == 7)
    }

    @Test("Ids that no path leads to are refused in linkage, and chosen by no store")
    func linkedIDs() async throws {
        let service = Music.service()
        for id in ["", ".", "..", "\u{7F}"] {
            let identifier = try JSONValue.object(["type": "tracks", "id": .string(id)]).text()
            for (target, pointer, document) in [
                (
                    "/albums/3/relationships/tracks", "/data/0/id", #"{"data":[\#(identifier)]}"#
                ),
                (
                    "/albums", "/data/relationships/tracks/data/0/id",
                    #"{"data":{"type":"albums","attributes":{"title":"x"},"relationships":{"tracks":{"data":[\#(identifier)]}}}}"#
                ),
            ] {
                let reply = try await service.send(.post, target, document)
                #expect([400, 422].contains(reply.status), "\(id)")
                #expect(reply.json.errors[0].source.pointer == .string(pointer), "\(id)")
            }
            for path in ["/albums/%2E", "/albums/%2E%2E", "/albums/", "/albums/%2E/tracks"] {
                for method in [HTTPRequest.Method.delete, .patch] {
                    #expect([404, 405].contains(try await service.send(method, path).status))
                }
            }
        }
        let log = Log()
        let other = self.service(log) { resource in
            var resource = resource
            resource.identifier.id = ".."
            return resource
        }
        let created = try await other.send(
            .post, "/albums", #"{"data":{"type":"albums","attributes":{"title":"x"}}}"#)
        #expect(created.status == 500)
        #expect(log.lines.withLock { $0 }.first?.contains("chose an id") ?? false)
    }

    @Test("A path with an id that no resource can have leads nowhere, whatever the store has")
    func paths() async throws {
        let long = String(repeating: "x", count: 300)
        let store = MemoryStore([
            StoredResource(type: "albums", id: "a\u{1}"), StoredResource(type: "albums", id: long),
        ])
        var service = ResourceService([ServedType("albums")], store: store)
        for path in ["/albums/a%01", "/albums/\(long)"] {
            for method in [HTTPRequest.Method.get, .delete] {
                #expect(try await service.send(method, path).status == 404)
            }
            let request = ClientRequest(
                method: .delete, url: try HTTPURL("http://test.example\(path)"))
            #expect(service.operation(of: request) == nil)
        }
        #expect(store.resources(of: "albums").count == 2)
        service.maximumIDLength = 300
        #expect(try await service.send(.get, "/albums/\(long)").status == 200)
    }

    @Test("The length of ids can be said")
    func length() async throws {
        var service = Music.service()
        service.maximumIDLength = 3
        func status(_ id: String) async throws -> Int {
            try await service.send(
                .post, "/albums",
                #"{"data":{"type":"albums","id":"\#(id)","attributes":{"title":"x"}}}"#
            ).status
        }
        #expect(try await status("abc") == 201)
        #expect(try await status("äb") == 201)
        #expect(try await status("abcd") == 422)
    }

    @Test("JA-040 JA-117 A to-many is a set: what is written twice is stored once")
    func set() async throws {
        let service = Music.service()
        func list(_ ids: String...) -> String {
            #"{"data":[\#(ids.map { #"{"type":"tracks","id":"\#($0)"}"# }.joined(separator: ","))]}"#
        }
        let linkage = "/albums/3/relationships/tracks"
        #expect(
            try await service.send(.patch, linkage, list("3.2", "3.1", "3.2")).ids == [
                "3.2", "3.1",
            ])
        let related = try await service.send(.get, "/albums/3/tracks")
        #expect(related.ids == ["3.2", "3.1"])
        #expect(related.json.meta.total == 2)
        #expect(
            try await service.send(.post, linkage, list("3.0", "3.0")).ids == [
                "3.2", "3.1", "3.0",
            ])
        let created = try await service.send(
            .post, "/albums",
            #"{"data":{"type":"albums","attributes":{"title":"x"},"relationships":{"tracks":\#(list("3.1", "3.1"))}}}"#
        )
        #expect(created.json.data.relationships.tracks.data.vox.count == 1)
        // Whatever a store holds, a list has a resource once.
        let twice = StoredResource.Identifier(type: "tracks", id: "3.0")
        let store = MemoryStore([
            StoredResource(
                type: "albums", id: "1", relationships: ["tracks": .many([twice, twice])]),
            StoredResource(type: "tracks", id: "3.0"),
        ])
        let other = ResourceService(Music.types, store: store)
        #expect(try await other.send(.get, "/albums/1/tracks").ids == ["3.0"])
    }

    @Test("An error of a store about a field that is not served is not the fault of the client")
    func errors() async throws {
        func reply(_ status: HTTPResponse.Status, _ pointer: String) async throws -> Reply {
            let store = HookedStore(
                Music.store(),
                beforeWrites: [
                    { _ in throw ErrorResponse(status, "no", source: .pointer(pointer)) }
                ])
            return try await ResourceService(Music.types, store: store).send(
                .patch, "/albums/1",
                #"{"data":{"type":"albums","id":"1","attributes":{"year":1}}}"#)
        }
        for pointer in [
            "/data/attributes/title", "/data/relationships/artist", "/data/attributes", "/data/id",
            "/data", "", "/meta/attributes/secret", "/data/links/secret/x",
        ] {
            let found = try await reply(.unprocessableContent, pointer)
            #expect(found.status == 422, "\(pointer)")
            #expect(found.json.errors[0].namedPointer == pointer, "\(found.json)")
        }
        for pointer in ["/data/attributes/secret", "/data/relationships/secret/data"] {
            #expect(try await reply(.unprocessableContent, pointer).status == 500, "\(pointer)")
            let conflict = try await reply(.conflict, pointer)
            #expect(conflict.status == 409)
            #expect(conflict.json.errors[0].namedPointer == "/data", "\(conflict.json)")
        }
    }
}
