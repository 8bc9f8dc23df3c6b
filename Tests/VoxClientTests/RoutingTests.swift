// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import Vox

/// Where requests go.
@Suite("Routing")
struct RoutingTests {
    private func album(_ id: String?) -> Resource<Album> {
        let album = Resource<Album>()
        album.id = id
        return album
    }

    @Test(
        "MW-055 Type and id are filled in path templates",
        arguments: [
            ("albums/<id>", "/v1/albums", "/v1/albums/7"),
            ("<type>/<id>", "/v1/albums", "/v1/albums/7"),
            ("/custom-path/<type>", "/v1/custom-path/albums", "/v1/custom-path/albums/7"),
            ("vox/articles", "/v1/vox/articles", "/v1/vox/articles/7"),
            ("https://api.example.com/v2/<type>/<id>", "/v2/albums", "/v2/albums/7"),
        ])
    func templates(path: String, list: String, one: String) throws {
        let albums = DataSource<Album>(.path(path), client: try Script().api())
        #expect(try albums.fetch().url().target == list)
        #expect(try albums.create(album(nil)).url().target == list)
        #expect(try albums.fetch(id: "7").url().target == one)
        #expect(try albums.update(album("7")).url().target == one)
        #expect(try albums.delete(id: "7").url().target == one)
        #expect(try albums.delete(album("7")).url().target == one)
        #expect(try albums.related(\.tracks, of: album("7")).url().target == one + "/tracks")
        #expect(
            try albums.relationship(\.tracks, of: album("7")).fetch().url().target
                == one + "/relationships/tracks")
    }

    @Test("An address in a query does not make a path an address")
    func addressInQuery() throws {
        let api = try Script().api()
        #expect(
            try api.fetch("albums?filter[site]=https://x.example", as: Album.self).url().text
                == "https://api.example.com/v1/albums?filter[site]=https://x.example")
        #expect(
            try api.fetch("https://api.example.com/v2/x?y=http://z", as: Album.self).url().target
                == "/v2/x?y=http://z")
    }

    @Test("JA-161 Without a template of its own, a router's paths are the recommended ones")
    func recommended() throws {
        struct Plain: ResourceRouter {}
        let albums = DataSource<Album>(.router(Plain()), client: try Script().api())
        #expect(try albums.fetch().url().target == "/v1/albums")
        #expect(try albums.fetch(id: "7").url().target == "/v1/albums/7")
        #expect(try albums.related(\.artist, of: album("7")).url().target == "/v1/albums/7/artist")
        #expect(
            try albums.relationship(\.artist, of: album("7")).fetch().url().target
                == "/v1/albums/7/relationships/artist")
    }

    final class Noting: ResourceRouter {
        let calls = Mutex<[String]>([])

        private func note(_ call: String) -> String {
            calls.withLock { $0.append(call) }
            return "r/" + call.prefix { $0 != " " } + "/<type>"
        }

        func fetch(id: String, type: String) -> String { note("one \(id) \(type)") + "/<id>" }
        func fetch(type: String) -> String { note("list \(type)") }
        func create(_ resource: Resource<AnyResource>) -> String { note("create \(resource.type)") }
        func update(_ resource: Resource<AnyResource>) -> String {
            note("update \(resource.id ?? "") \(resource.type)")
        }
        func delete(id: String, type: String) -> String { note("delete \(id) \(type)") }
    }

    @Test("MW-057 Each router method gets the right arguments and its string is the path used")
    func router() throws {
        let router = Noting()
        let albums = DataSource<Album>(.router(router), client: try Script().api())
        #expect(try albums.fetch(id: "7").url().target == "/v1/r/one/albums/7")
        #expect(try albums.fetch().url().target == "/v1/r/list/albums")
        #expect(try albums.create(album(nil)).url().target == "/v1/r/create/albums")
        #expect(try albums.update(album("7")).url().target == "/v1/r/update/albums")
        #expect(try albums.delete(id: "7").url().target == "/v1/r/delete/albums")
        #expect(
            router.calls.withLock { $0 }
                == [
                    "one 7 albums", "list albums", "create albums", "update 7 albums",
                    "delete 7 albums",
                ])
    }

    @Test(
        "MW-056 JA-162 T44 An id is exactly one encoded segment",
        arguments: [
            ("a/b", "a%2Fb"), ("é", "%C3%A9"), ("1?x=y", "1%3Fx%3Dy"), ("1#f", "1%23f"),
            ("../../admin", "..%2F..%2Fadmin"), ("%2e%2e%2f", "%252e%252e%252f"),
            ("a\r\nb", "a%0D%0Ab"), ("a\0b", "a%00b"), (" ", "%20"), ("…", "%E2%80%A6"),
            ("<type>", "%3Ctype%3E"),
        ])
    func encoded(id: String, segment: String) throws {
        let albums = DataSource<Album>(.path("<type>/<id>"), client: try Script().api())
        for url in [
            try albums.fetch(id: id).url(), try albums.delete(id: id).url(),
            try albums.update(album(id)).url(),
        ] {
            #expect(url.target == "/v1/albums/\(segment)")
        }
    }

    @Test(
        "MW-056 JA-162 T44 An id that could address something else is refused before sending",
        arguments: ["", ".", "..", String(repeating: "x", count: 8193)])
    func refused(id: String) async throws {
        let script = Script()
        struct Plain: ResourceRouter {}
        for routing in [Routing.path("<type>/<id>"), .path("albums"), .router(Plain())] {
            let albums = DataSource<Album>(routing, client: try script.api())
            #expect(
                await requestError { _ = try await albums.fetch(id: id).result() }?.code
                    == .invalidPath)
            #expect(
                await requestError { try await albums.delete(id: id).result() }?.code
                    == .invalidPath)
            #expect(
                await requestError { try await albums.update(album(id)).result() }?.code
                    == .invalidPath)
        }
        #expect(script.requests.isEmpty)
    }

    @Test(
        "MW-056 A template that still needs an id is an error before sending; only the last place may be left out"
    )
    func missing() async throws {
        let script = Script()
        let albums = DataSource<Album>(.path("albums/<id>"), client: try script.api())
        #expect(
            await requestError { try await albums.update(album(nil)).result() }?.code
                == .invalidPath)
        #expect(
            await requestError { try await albums.delete(album(nil)).result() }?.code
                == .invalidPath)
        let inner = DataSource<Album>(.path("users/<id>/albums"), client: try script.api())
        #expect(await requestError { _ = try await inner.fetch().result() }?.code == .invalidPath)
        let unknown = DataSource<Album>(.path("<user>/albums"), client: try script.api())
        #expect(await requestError { _ = try await unknown.fetch().result() }?.code == .invalidPath)
        #expect(script.requests.isEmpty)
    }

    @Test("A base with or without a trailing slash gives the same; another origin is refused")
    func bases() async throws {
        for base in ["https://api.example.com/v1", "https://api.example.com/v1/"] {
            for path in ["albums", "/albums"] {
                let albums = DataSource<Album>(.path(path), client: try Script().api(base))
                #expect(try albums.fetch().url().text == "https://api.example.com/v1/albums")
            }
        }
        let elsewhere = DataSource<Album>(
            .path("https://evil.test/albums"), client: try Script().api())
        #expect(throws: RequestError.self) { try elsewhere.fetch().url() }
        #expect(throws: RequestError.self) { try APIClient("ftp://a.example", transport: Script()) }
    }
}
