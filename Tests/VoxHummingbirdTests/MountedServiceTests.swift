// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import HTTPTypes
import Hummingbird
import Testing
import Vox
import VoxHummingbird
import VoxTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The service for tests over a real socket, driven by clients that know nothing of this library.
@Suite("Services over a socket", .enabled(if: Curl.program != nil, "curl is not installed"))
struct MountedServiceTests {
    private static let document = #"""
        {"data": [
            {"type": "albums", "id": "1", "attributes": {"title": "A", "year": 1999},
             "relationships": {"artist": {"data": {"type": "artists", "id": "1"}},
                               "tracks": {"data": [{"type": "tracks", "id": "1"}]}}},
            {"type": "albums", "id": "2", "attributes": {"title": "B", "year": 1998},
             "relationships": {"artist": {"data": {"type": "artists", "id": "1"}}}},
            {"type": "tracks", "id": "1", "attributes": {"length": 100}},
            {"type": "tracks", "id": "2", "attributes": {"length": 200}}],
         "included": [{"type": "artists", "id": "1", "attributes": {"name": "N"}}]}
        """#

    private func responder(
        _ middleware: any HTTPMiddleware...
    ) throws -> TransportResponder<BasicRequestContext> {
        let store = try MemoryStore(parsing: Self.document)
        var types = ResourceService(serving: store).types
        types["albums"]?.validate = { write in
            guard write.new.attributes.title == "" else { return [] }
            return [
                APIError(
                    status: 422, title: "a title is needed", pointer: "/data/attributes/title")
            ]
        }
        let service = ResourceService(Array(types.values), store: store)
        return TransportResponder(service.with(middleware), maximumBodySize: 4096)
    }

    @Test("A script of curl reads, follows, creates, changes, is refused, links and deletes")
    func script() async throws {
        try await withServer(responder()) { base in
            let root = "http://\(base.authority)"
            let list = try await Curl.run(
                "\(root)/albums?include=artist&fields[albums]=title,artist&sort=year&page[size]=1",
                "-H", "Accept: application/vnd.api+json")
            #expect((list.code, list.status) == (0, 200))
            #expect(list.header("Content-Type") == "application/vnd.api+json")
            #expect(list.header("Vary") == "Accept")
            #expect(list.header("Content-Length") == String(list.body.count))
            #expect(list.json.data[0].id == "2")
            #expect(list.json.included[0].attributes.name == "N")
            let next: String = try #require(list.json.links.next)
            #expect(next.hasPrefix(root))
            #expect(try await Curl.run(next).json.data[0].id == "1")

            let created = try await Curl.send(
                "POST", "\(root)/albums", #"{"data":{"type":"albums","attributes":{"title":"C"}}}"#)
            #expect(created.status == 201)
            let location = try #require(created.header("Location"))
            let patched = try await Curl.send(
                "PATCH", location,
                #"{"data":{"type":"albums","id":"3","attributes":{"title":"D"}}}"#)
            #expect(patched.status == 200)
            #expect(patched.json.data.attributes.title == "D")
            let refused = try await Curl.send(
                "PATCH", location,
                #"{"data":{"type":"albums","id":"3","attributes":{"title":""}}}"#)
            #expect(refused.status == 422)
            #expect(refused.json.errors[0].source.pointer == "/data/attributes/title")
            #expect(try await Curl.run(location).json.data.attributes.title == "D")
            let tracks = "\(root)/albums/1/relationships/tracks"
            let member = #"{"data":[{"type":"tracks","id":"2"}]}"#
            #expect(try await Curl.send("POST", tracks, member).json.data.vox.count == 2)
            #expect(try await Curl.send("DELETE", tracks, member).json.data.vox.count == 1)
            let deleted = try await Curl.run(location, "-X", "DELETE")
            #expect((deleted.code, deleted.status, deleted.body) == (0, 204, []))
            #expect(deleted.header("Content-Length") == nil)
            #expect(deleted.header("Transfer-Encoding") == nil)
            #expect(try await Curl.run(location).status == 404)
        }
    }

    @Test("HEAD, 304, 406, 415 and a body beyond the limit, also in chunks")
    func protocolResponses() async throws {
        try await withServer(responder()) { base in
            let url = "http://\(base.authority)/albums/1"
            let head = try await Curl.run(url, "-I")
            #expect(
                (head.code, head.status, head.body.filter { $0 == UInt8(ascii: "{") }.count) == (
                    0, 200, 0
                ))
            let tag = try #require(head.header("ETag"))
            let same = try await Curl.run(url, "-H", "If-None-Match: \(tag)")
            #expect((same.code, same.status, same.body) == (0, 304, []))
            #expect(try await Curl.run(url, "-H", "Accept: text/html").status == 406)
            #expect(try await Curl.run(url, "-X", "PATCH", "-d", "{}").status == 415)
            let large = String(repeating: " ", count: 5000)
            for more in ["X-Test: 1", "Transfer-Encoding: chunked"] {
                let reply = try await Curl.run(
                    url, "-X", "PATCH", "-H", more, "-H", "Content-Type: application/vnd.api+json",
                    "--data-binary", large)
                #expect(reply.status == 413, "\(more)")
                #expect(reply.json.errors[0].status == "413", "\(more)")
            }
            #expect(
                try await Curl.run("http://\(base.authority)/albums/%2e%2e%2F?x[=1").status == 400)
        }
    }

    @Test("Faults reach the client: cut, wrong length, truncated, endless")
    func faults() async throws {
        let faults = FaultInjection()
        try await withServer(responder(faults)) { base in
            let url = "http://\(base.authority)/albums"
            faults.next(.cut(after: 20))
            let cut = try await Curl.run(url)
            #expect(cut.code != 0)
            #expect(cut.body.count == 20)
            faults.next(.wrongLength(more: 10))
            #expect(try await Curl.run(url, "--max-time", "2").code != 0)
            faults.next(.flood)
            let flood = try await Curl.run(url, "--max-filesize", "1000000", "--max-time", "2")
            #expect(flood.code != 0)
            faults.next(.status(.serviceUnavailable, retryAfter: "3"))
            let busy = try await Curl.run(url)
            #expect((busy.status, busy.header("Retry-After")) == (503, "3"))
            faults.next(.trickle(bytes: 50, every: .milliseconds(1)))
            #expect(try await Curl.run(url).json.data.vox.count == 2)
            faults.next(.redirectLoop)
            #expect(try await Curl.run(url).status == 307)
        }
    }

    @Test("Foundation's client reads and writes, too")
    func urlSession() async throws {
        try await withServer(responder()) { base in
            let url = try #require(URL(string: "http://\(base.authority)/albums/1"))
            var request = URLRequest(url: url)
            request.httpMethod = "PATCH"
            request.setValue("application/vnd.api+json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(
                #"{"data":{"type":"albums","id":"1","attributes":{"title":"Z"}}}"#.utf8)
            _ = try await URLSession.shared.data(for: request)
            let (data, response) = try await URLSession.shared.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            #expect(try Document<AnyResource>(parsing: data).data?.attributes.title == "Z")
        }
    }

    @Test("Routes beside a mounted service go first and hide nothing of it")
    func besideRoutes() async throws {
        let store = try MemoryStore(parsing: Self.document)
        let router = Router()
        router.add(middleware: JSONAPIMiddleware())
        router.post("albums/:id/publish") { _, context in
            let id = try context.parameters.require("id")
            _ = try store.update(
                .init(type: "albums", id: id),
                with: ResourceChange(attributes: ["published": true]), ifVersion: nil)
            return HTTPResponse.Status.noContent
        }
        router.get("live") { _, _ in HTTPResponse.Status.ok }
        router.mount(ResourceService(serving: store), at: "v1")
        router.mount(ResourceService(serving: store))
        router.get("v1/albums/:id/cover") { _, _ in "cover" }
        try await withServer(router.buildResponder()) { base in
            let root = "http://\(base.authority)"
            #expect(try await Curl.run("\(root)/albums/1/publish", "-X", "POST").status == 204)
            #expect(try await Curl.run("\(root)/albums/9/publish", "-X", "POST").status == 404)
            #expect(try await Curl.run("\(root)/live").status == 200)
            #expect(try await Curl.run("\(root)/v1/albums/1/cover").body == Array("cover".utf8))
            for mounted in [root, root + "/v1"] {
                #expect(
                    try await Curl.run("\(mounted)/albums/1").json.data.attributes.published == true
                )
                #expect(try await Curl.run("\(mounted)/albums").json.data.vox.count == 2)
                #expect(try await Curl.run("\(mounted)/albums/1/artist").json.data.id == "1")
                #expect(try await Curl.run("\(mounted)/tracks/1").status == 200)
                let missing = try await Curl.run("\(mounted)/albums/9")
                #expect((missing.status, missing.json.errors[0].status as String?) == (404, "404"))
                let patched = try await Curl.send(
                    "PATCH", "\(mounted)/albums/2",
                    #"{"data":{"type":"albums","id":"2","attributes":{"title":"E"}}}"#)
                #expect(patched.status == 200)
            }
            #expect(try await Curl.run("\(root)/albums/1/publish").status == 404)
        }
    }

    @Test("The links of a mounted service begin with its address, also behind a proxy")
    func mountedLinks() async throws {
        let store = try MemoryStore(parsing: Self.document)
        let address = ResourceService.Address.base(try HTTPURL("https://music.example/api/"))
        var own = ResourceService(serving: store)
        own.basePath = "/api/own"
        for (service, path, prefix) in [
            (ResourceService(serving: store), "/v1/", "https://music.example/api/v1"),
            (ResourceService(serving: store), "a/b", "https://music.example/api/a/b"),
            (ResourceService(serving: store), "", "https://music.example/api"),
            (own, "own", "https://music.example/api/own"),
        ] {
            let router = Router()
            // Middleware sees the same operation.
            let seen = service.with(Seen(service: service))
            router.mount(seen, at: path, address: address)
            try await withServer(router.buildResponder()) { base in
                let path = prefix.dropFirst("https://music.example/api".count)
                let reply = try await Curl.run(
                    "http://\(base.authority)\(path)/albums?page[size]=1&include=artist", "-g")
                #expect(reply.status == 200)
                let album: JSON = reply.json.data[0]
                #expect(album.links["self"] == .string("\(prefix)/albums/1"))
                #expect(
                    album.relationships.artist.links.related
                        == .string("\(prefix)/albums/1/artist"))
                #expect(
                    reply.json.included[0].links["self"] == .string("\(prefix)/artists/1"))
                let next: String = try #require(reply.json.links.next)
                #expect(next.hasPrefix("\(prefix)/albums?"))
                #expect(reply.header("X-Action") == "list")
                let created = try await Curl.send(
                    "POST", "http://\(base.authority)\(path)/albums",
                    #"{"data":{"type":"albums","attributes":{"title":"C"}}}"#)
                #expect(created.header("Location")?.hasPrefix("\(prefix)/albums/") == true)
            }
        }
    }

    private struct Seen: HTTPMiddleware {
        let service: ResourceService

        func intercept(
            _ request: ClientRequest, next: any HTTPTransport
        ) async throws -> ClientResponse {
            var response = try await next.execute(request)
            if let name = HTTPField.Name("X-Action") {
                response.head.headerFields[name] =
                    service.operation(of: request).map { "\($0.action)" }
            }
            return response
        }
    }
}

#endif
