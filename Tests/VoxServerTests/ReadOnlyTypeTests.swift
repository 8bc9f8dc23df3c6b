// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// A store that only reads the tracks, as from a view of a database.
private struct ViewStore: ResourceStore {
    let base: any ResourceStore

    func canWrite(_ type: String) -> Bool { type != "tracks" }

    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        try await base.list(selection)
    }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        Issue.record("nothing is written")
        return try await base.insert(type: type, id: id, with: content)
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        Issue.record("nothing is written")
        return try await base.update(identifier, with: change, ifVersion: ifVersion)
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        Issue.record("nothing is written")
        try await base.delete(identifier, ifVersion: ifVersion)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        try await base.transaction { try await body(ViewStore(base: $0)) }
    }
}

@Suite("Types that a store only reads")
struct ReadOnlyTypeTests {
    private var service: ResourceService {
        var service = ResourceService(Music.types, store: ViewStore(base: Music.store()))
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        service.authorize = { operation in
            if !operation.isReading { Issue.record("\(operation) is refused before") }
        }
        return service
    }

    @Test("Writes are 405 at every address of the type, with what is allowed in Allow and in words")
    func requests() async throws {
        let document = #"{"data":{"type":"tracks","id":"3.0","attributes":{"length":1}}}"#
        for (method, target) in [
            (.post, "/tracks"), (.post, "/tracks/"), (.patch, "/tracks/3.0"),
            (.delete, "/tracks/3.0"), (.delete, "/tracks/nothing"),
            (.patch, "/tracks/3.0/relationships/album"),
            (.post, "/tracks/3.0/relationships/album"),
            (.delete, "/tracks/3.0/relationships/album"), (.patch, "/tracks/3.0/album"),
        ] as [(HTTPRequest.Method, String)] {
            let reply = try await service.send(method, target, document)
            #expect(reply.status == 405, "\(method) \(target)")
            #expect(reply.headers[.allow] == "GET, HEAD")
            let error = reply.json.errors[0]
            #expect(error.status == "405")
            let detail = error.detail as String? ?? ""
            #expect(detail.contains("\"tracks\" can only be read"), "\(detail)")
            #expect(detail.contains("only GET and HEAD"))
            let request = ClientRequest(
                method: method, url: try HTTPURL("http://music.example\(target)"))
            #expect(service.operation(of: request) == nil)
        }
        for target in ["/tracks", "/tracks/3.0", "/tracks/3.0/relationships/album"] {
            #expect(try await service.send(.get, target).status == 200)
            #expect(try await service.send(.head, target).status == 200)
        }
    }

    @Test("Each operation on the type has an error of its own, and nothing is carried out")
    func operations() async throws {
        for (operation, pointer) in [
            (#"{"op":"add","data":{"type":"tracks","attributes":{}}}"#, "/data"),
            (#"{"op":"update","data":{"type":"tracks","id":"3.0"}}"#, "/data"),
            (#"{"op":"remove","ref":{"type":"tracks","id":"3.0"}}"#, "/ref"),
            (#"{"op":"remove","href":"/tracks/3.0"}"#, "/href"),
            (
                #"{"op":"update","ref":{"type":"tracks","id":"3.0","relationship":"album"},"data":null}"#,
                "/ref"
            ),
        ] {
            let reply = try await service.operate(
                #"{"op":"remove","ref":{"type":"albums","id":"1"}}"#, operation)
            #expect(reply.status == 403, "\(reply.json)")
            let error = reply.json.errors[0]
            #expect(error.source.pointer == .string("/atomic:operations/1\(pointer)"))
            #expect((error.detail as String?)?.contains("can only be read") == true)
        }
    }

    @Test("The description has only the methods that an address supports")
    func description() async throws {
        let description = try await service.send(.get, "/openapi.json").json
        func methods(_ path: String) -> [String] {
            description.paths[path].vox.members.map(\.name).filter { $0 != "parameters" }.sorted()
        }
        #expect(methods("/tracks") == ["get"])
        #expect(methods("/tracks/{id}") == ["get"])
        #expect(methods("/tracks/{id}/album") == ["get"])
        #expect(methods("/tracks/{id}/relationships/album") == ["get"])
        #expect(methods("/albums") == ["get", "post"])
        #expect(methods("/albums/{id}") == ["delete", "get", "patch"])
        let schemas = description.components.schemas.vox.members.map(\.name)
        #expect(schemas.contains("tracks") && schemas.contains("albums-new"))
        #expect(!schemas.contains("tracks-new") && !schemas.contains("tracks-change"))
        let text = try description.paths["/operations"].vox.text()
        #expect(!text.contains(#""op":{"const":"add"},"data":{"type":"tracks"#))
        #expect(text.contains(#""enum":["albums","artists"]"#))
    }

    @Test("Every address names the methods that it supports, in Allow and in words")
    func words() async throws {
        let service = service
        for (method, target) in [
            ("PUT", "/albums"), ("POST", "/albums/1"), ("DELETE", "/albums/1/artist"),
            ("POST", "/albums/1/relationships/artist"), ("OPTIONS", "/albums?x=y"),
            ("PUT", "/albums/1/relationships/tracks"), ("GET", "/operations"),
            ("HEAD", "/operations"), ("POST", "/openapi.json"), ("OPTIONS", "/openapi.json"),
        ] {
            let method = try #require(HTTPRequest.Method(method))
            let reply = try await service.send(method, target)
            #expect(reply.status == 405, "\(method) \(target)")
            let allowed = try #require(reply.headers[.allow])
            if method == .head { continue }
            let detail = reply.json.errors[0].detail as String? ?? ""
            #expect(detail.contains("support \(method.rawValue), only \(allowed)"), "\(detail)")
        }
    }

    @Test("A parameter that nobody reads is 400 at every address, and named")
    func parameters() async throws {
        var service = service
        service.authorize = { _ in }
        let album = #"{"data":{"type":"albums","id":"1","attributes":{"title":"x"}}}"#
        let new = #"{"data":{"type":"albums","attributes":{"title":"x"}}}"#
        let artist = #"{"data":{"type":"artists","id":"1"}}"#
        let operation =
            #"{"atomic:operations":[{"op":"remove","ref":{"type":"albums","id":"1"}}]}"#
        for (method, target, document) in [
            (.get, "/albums", nil), (.head, "/albums", nil), (.post, "/albums", new),
            (.get, "/albums/1", nil), (.head, "/albums/1", nil), (.patch, "/albums/1", album),
            (.delete, "/albums/1", nil), (.get, "/albums/1/artist", nil),
            (.get, "/albums/1/tracks", nil), (.get, "/albums/1/relationships/artist", nil),
            (.get, "/albums/1/relationships/tracks", nil),
            (.patch, "/albums/1/relationships/artist", artist),
            (.post, "/operations", operation), (.get, "/openapi.json", nil),
            (.head, "/openapi.json", nil),
        ] as [(HTTPRequest.Method, String, String?)] {
            for name in ["searchText", "x", "sort-by", "page[size", "nothing[a]"] {
                if name == "x", method != .get || target != "/openapi.json" { continue }
                let type =
                    target == "/operations" ? Atomic.mediaType : "application/vnd.api+json"
                let reply = try await service.send(
                    method, "\(target)?\(name)=y", document, [.contentType: type])
                #expect(reply.status == 400, "\(method) \(target)?\(name)")
                if method == .head { continue }
                #expect(reply.json.errors[0].source.parameter == .string(name))
            }
        }
        #expect(try await service.send(.get, "/openapi.json?").status == 200)
        #expect(try await service.send(.get, "/albums/1").json.data.attributes.title == "Album 1")
    }
}
