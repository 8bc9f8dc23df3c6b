// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// What the client makes of responses of a whole service.
@Suite("A client of a service")
struct ServedClientTests {
    private struct Record: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
        let label = Attribute<String>("label")
        let artist = ToOne<Performer>("artist")
        let tracks = ToMany<Piece>("tracks")
    }

    private struct Performer: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
        let rival = ToOne<Performer>("rival")
    }

    private struct Piece: ResourceSchema {
        static let type = "tracks"
        let length = Attribute<Int>("length")
        let album = ToOne<Record>("album")
    }

    private func source<Schema>(_ schema: Schema.Type) throws -> DataSource<Schema> {
        let api = try APIClient("https://music.example", transport: Music.service())
        return DataSource(.path("<type>/<id>"), client: api)
    }

    @Test("JA-090 A path that the server does not know is 400, with the parameter at fault")
    func unknownPath() async throws {
        let albums = try source(Record.self)
        for request in [
            albums.fetch().include(["composer"]), albums.fetch().include(["artist.rival.label"]),
        ] {
            let error = await requestError { _ = try await request.result() }
            #expect(error?.code == .client)
            #expect(error?.status == .badRequest)
            #expect(error?.errors.map(\.parameter) == ["include"])
        }
        let error = await requestError {
            _ = try await albums.fetch(id: "1").include(["composer"]).result()
        }
        #expect(error?.errors.first?.parameter == "include")
    }

    @Test("JA-091 What is on the way of a path of several steps is included, too")
    func intermediates() async throws {
        let piece = try #require(
            try await source(Piece.self).fetch(id: "3.1").include(\.album.artist.rival).result()
                .data)
        #expect(piece.album?.title == "Album 3")
        #expect(piece.album?.artist?.name == "Artist 2")
        #expect(piece.album?.artist?.rival?.name == "Artist 1")
        let document = try await source(Piece.self).fetch(id: "3.1").include(\.album.artist)
            .result()
        #expect(document.included.map(\.type).sorted() == ["albums", "artists"])
    }

    @Test("JA-093 Fields that were not asked for are absent, which is not null")
    func absentFields() async throws {
        let albums = try source(Record.self)
        let whole = try #require(try await albums.fetch(id: "3").result().data)
        #expect(whole.label == nil)
        #expect(whole.vox.state(\.label) == .null)
        let sparse = try #require(
            try await albums.fetch(id: "3").fields(Record.self, \.title).result().data)
        #expect(sparse.title == "Album 3")
        #expect(sparse.vox.state(\.title) == .value)
        #expect(sparse.label == nil && sparse.year == nil)
        #expect(sparse.vox.state(\.label) == .absent)
        #expect(sparse.vox.state(\.year) == .absent)
        let none = try #require(try await albums.fetch(id: "3").fields("albums", []).result().data)
        #expect(none.vox.state(\.title) == .absent)
    }

    @Test("JA-094 A sparse fieldset names relationships, too, where their linkage is wanted")
    func linkageAsField() async throws {
        let albums = try source(Record.self)
        let alone = try #require(
            try await albums.fetch(id: "3").fields(Record.self, \.title).result().data)
        #expect(alone.vox.state(\.artist) == .absent)
        #expect(alone.vox.state(\.tracks) == .absent)
        #expect(alone.artist == nil && alone.tracks.isEmpty)
        let request = albums.fetch(id: "3").fields(Record.self, \.title, \.artist, \.tracks)
        #expect(try request.url().target == "/albums/3?fields%5Balbums%5D=title,artist,tracks")
        let linked = try #require(try await request.result().data)
        #expect(linked.artist?.id == "2")
        #expect(linked.tracks.map(\.id) == ["3.0", "3.1", "3.2"])
        #expect(linked.vox.state(\.label) == .absent)
    }

    @Test(
        "JA-167 The links of a document, its pages, its resources and their relationships are read")
    func links() async throws {
        let page = try await source(Record.self).fetch().paginate(
            Pagination.PageBased(number: 2, size: 2)
        )
        .result()
        #expect(page.links.selfLink.href?.contains("/albums?") == true)
        for (link, number) in [
            (page.links.first, 1), (page.links.previous, 1), (page.links.next, 3),
            (page.links.last, 4),
        ] {
            let url = try HTTPURL(try #require(link.href))
            #expect(url.path == "/albums")
            #expect(decodedQuery(url).contains("page[number]=\(number)"))
        }
        #expect(try await page.first?.result().data.map(\.id) == ["1", "2"])
        #expect(try await page.last?.result().data.map(\.id) == ["7"])
        let album = page.data[0]
        #expect(album.links.selfLink.href == "https://music.example/albums/3")
        let tracks = album.vox.relationship(\.tracks).links
        #expect(tracks.selfLink.href == "https://music.example/albums/3/relationships/tracks")
        #expect(tracks.related.href == "https://music.example/albums/3/tracks")
        let albums = try source(Record.self)
        #expect(try await albums.related(\.tracks, of: album).result().data.count == 3)
        #expect(try await albums.relationship(\.tracks, of: album).fetch().result().data.count == 3)
    }

    @Test("JA-130 links.type says what kind of error it is, text or object, and is no media type")
    func kindsOfErrors() async throws {
        let kinds = [
            #""https://e.example/kinds/taken""#,
            #"{"href":"https://e.example/kinds/taken","type":"text/html","title":"Taken"}"#,
        ]
        for kind in kinds {
            let script = Script { request, _ in
                .document(
                    #"{"errors":[{"links":{"type":\#(kind),"about":"/e/1"}},{"links":{"about":{"href":"/e/2","type":"text/html"}}}]}"#,
                    409, of: request)
            }
            let albums = DataSource<Record>(.path("albums"), client: try script.api())
            let error = try #require(await requestError { _ = try await albums.fetch().result() })
            #expect(error.errors.map(\.type) == ["https://e.example/kinds/taken", nil])
            #expect(error.errors.map(\.about) == ["/e/1", "/e/2"])
        }
    }
}

/// The query of an address, with its brackets.
private func decodedQuery(_ url: HTTPURL) -> String {
    (url.query ?? "").replacing("%5B", with: "[").replacing("%5D", with: "]")
}
