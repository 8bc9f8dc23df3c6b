// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTesting

/// This target imports the modules as users do: neither for tests nor as part of the package
/// (`packageAccess` is off for it).
@Suite("Requests from a plain import")
struct PlainImportTests {
    private struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
        let artist = ToOne<Artist>("artist")
        let tracks = ToMany<Track>("tracks")
    }

    private struct Artist: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
    }

    private struct Track: ResourceSchema {
        static let type = "tracks"
    }

    private struct Paths: ResourceRouter {
        func fetch(id: String, type: String) -> String { "<type>/<id>" }
    }

    private struct Language: HTTPMiddleware {
        func intercept(_ request: ClientRequest, next: any HTTPTransport) async throws
            -> ClientResponse
        {
            var request = request
            request.headers[.acceptLanguage] = "en"
            return try await next.execute(request)
        }
    }

    private static func store() throws -> MemoryStore {
        try MemoryStore(
            parsing: #"""
                {"data": [
                    {"type": "albums", "id": "1", "attributes": {"title": "A", "year": 1999},
                     "relationships": {"artist": {"data": {"type": "artists", "id": "1"}},
                                       "tracks": {"data": [{"type": "tracks", "id": "1"}]}}},
                    {"type": "albums", "id": "2", "attributes": {"title": "B", "year": 1998},
                     "relationships": {"artist": {"data": {"type": "artists", "id": "1"}},
                                       "tracks": {"data": []}}},
                    {"type": "tracks", "id": "1"}, {"type": "tracks", "id": "2"}],
                 "included": [{"type": "artists", "id": "1", "attributes": {"name": "N"}}]}
                """#)
    }

    @Test(
        "MW-070 All kinds of requests are made from a target that imports the module plainly",
        arguments: Transport.allCases)
    func everything(transport: Transport) async throws {
        let log = RequestLog()
        let service = ResourceService(serving: try Self.store()).with(log)
        try await transport.with(Handler { try await service.execute($0) }) { client, base in
            var options = ReliabilityOptions()
            options.eachCall = [Language()]
            let api = try APIClient(base.text, transport: client, reliability: options)
            let albums = DataSource<Album>(.path("<type>/<id>"), client: api)

            // MW-054 to MW-056, MW-063, MW-069
            let album = Resource<Album>()
            album.title = "C & D"
            try await albums.create(album).userInfo(["key": 1]).result()
            let id = try #require(album.id)
            #expect(log.requests.last?.headers[.acceptLanguage] == "en")
            album.year = 2001
            try await albums.update(album).header(.acceptLanguage, "fr").result()
            let routed = DataSource<Album>(.router(Paths()), client: api)
            #expect(try await routed.fetch(id: id).result().data?.year == 2001)

            // MW-058 to MW-062
            let page = try await albums.fetch().include(\.artist).fields(
                Album.self, \.title, \.artist
            )
            .sort(.descending(\.year), .ascending(\.title)).filter(\.year, "1998", "1999")
            .paginate(Pagination.PageBased(number: 1, size: 1)).result()
            #expect(page.data.map(\.title) == ["A"])
            #expect(page.data.first?.artist?.name == "N")
            #expect(try await page.next?.result().data.map(\.title) == ["B"])
            let newest = [QueryItem("filter[year]", "1999")]
            #expect(try await albums.fetch().filter(newest).result().data.map(\.id) == ["1"])
            #expect(
                try await albums.fetch().filter("title", "C & D").result().data.map(\.id) == [id])
            var titles: [String?] = []
            for try await album in albums.fetch().paginate(
                Pagination.OffsetBased(offset: 0, limit: 2)
            )
            .resources() {
                titles.append(album.title)
            }
            #expect(titles == ["A", "B", "C & D"])

            // Relationships
            let track = Resource<Track>()
            track.id = "2"
            let first = try #require(page.data.first)
            try await albums.relationship(\.tracks, of: first).add([track]).result()
            #expect(try await albums.related(\.tracks, of: first).result().data.count == 2)

            // MW-064 to MW-068
            try await albums.delete(album).result()
            do {
                _ = try await albums.fetch(id: id).result()
                Issue.record("it was deleted")
            } catch let error as RequestError {
                #expect(error.code == .notFound && error.status == .notFound)
                #expect(error.errors.first?.status == "404" && !error.body.isEmpty)
                #expect(error.headers[.contentType] == HTTPMediaType.jsonAPI.description)
            }
        }
    }

    @Test(
        "JA-056 A link with brackets and escapes is followed byte for byte, by URLSession encoded once",
        arguments: Transport.allCases)
    func links(transport: Transport) async throws {
        let next = "/albums?page[after]=a%2Fb%3D%3D&filter[x][y]=1%262&page%5Bsize%5D=2"
        let handler = Handler { request in
            request.answer(
                .ok,
                [
                    .contentType: HTTPMediaType.jsonAPI.description,
                    HTTPField.Name("X-Seen") ?? .accept: request.url.target,
                ],
                ClientResponse.Body(Array(#"{"data":[],"links":{"next":"\#(next)"}}"#.utf8)))
        }
        try await transport.with(handler) { client, base in
            let api = try APIClient(base.text, transport: client)
            let page = try await DataSource<AnyResource>(.path("albums"), client: api).fetch()
                .result()
            let seen = try await page.next?.response().headers["X-Seen"]
            let encoded = next.replacing("[", with: "%5B").replacing("]", with: "%5D")
            #expect(seen == (transport == .urlSession ? encoded : next))
        }
    }

    @Test(
        "MW-071 First, previous, next, last and reload give their pages from a server",
        arguments: Transport.allCases)
    func pages(transport: Transport) async throws {
        let albums = (1...9).map {
            #"{"type":"albums","id":"\#($0)","attributes":{"title":"Album \#($0)"}}"#
        }
        let store = try MemoryStore(parsing: #"{"data":[\#(albums.joined(separator: ","))]}"#)
        let log = RequestLog()
        let service = ResourceService(serving: store).with(log)
        try await transport.with(Handler { try await service.execute($0) }) { client, base in
            let api = try APIClient(base.text, transport: client)
            let albums = DataSource<Album>(.path("albums"), client: api)
            let page = try await albums.fetch().sort(["title"])
                .paginate(.page(number: 3, size: 2)).result()
            func ids(_ request: ReadRequest<[Album]>?) async throws -> [String] {
                try await #require(request).result().data.map { $0.id ?? "" }
            }
            #expect(page.data.map(\.id) == ["5", "6"])
            #expect(try await ids(page.previous) == ["3", "4"])
            #expect(try await ids(page.next) == ["7", "8"])
            #expect(try await ids(page.first) == ["1", "2"])
            #expect(try await ids(page.last) == ["9"])
            // What was changed meanwhile is seen anew, and the old page stays as it was.
            let first = try #require(page.data.first)
            let again = try await #require(page.reload).result()
            #expect(again.data.map(\.id) == ["5", "6"] && again.data.first != first)
            let before = try await #require(page.previous).result()
            let back = try await #require(before.next).result()
            #expect(back.data.map(\.id) == ["5", "6"])
            let edge = try await #require(page.first).result()
            #expect(edge.previous == nil)
            let end = try await #require(page.last).result()
            #expect(end.next == nil)
            // Each with its whole query.
            let lines = log.lines.map { $0.replacing("%5B", with: "[").replacing("%5D", with: "]") }
            #expect(lines.count == 10)
            #expect(lines.allSatisfy { $0.contains("sort=title") && $0.contains("page[size]=2") })
            #expect(lines[5].contains("page[number]=3"))
        }
    }

    @Test(
        "MW-068 Accept goes with every request, Content-Type with a body; parameters of the response's type are tolerated, 204 is handled",
        arguments: Transport.allCases)
    func mediaTypes(transport: Transport) async throws {
        let seen = Mutex<[[String?]]>([])
        let handler = Handler { request in
            seen.withLock {
                $0.append([
                    request.method.rawValue, request.headers[.accept],
                    request.headers[.contentType],
                ])
            }
            if request.method != .get { return request.answer(.noContent) }
            return request.answer(
                .ok, [.contentType: "application/vnd.api+json; charset=utf-8"],
                ClientResponse.Body(Array(#"{"data":{"type":"albums","id":"1"}}"#.utf8)))
        }
        try await transport.with(handler) { client, url in
            let api = try APIClient(url.text, transport: client)
            let albums = DataSource<Album>(.path("albums/<id>"), client: api)
            let album = try #require(try await albums.fetch(id: "1").result().data)
            album.title = "x"
            #expect(try await albums.update(album).result() == nil)
            #expect(!album.vox.isChanged)
            try await albums.delete(album).result()
        }
        let type = "application/vnd.api+json"
        #expect(
            seen.withLock { $0 } == [
                ["GET", type, nil], ["PATCH", type, type], ["DELETE", type, nil],
            ])
    }
}
