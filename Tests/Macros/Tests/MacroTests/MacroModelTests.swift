// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxMacros
import VoxTesting

@Suite
struct MacroModelTests {
    static let text = #"""
        {"data": {"type": "albums", "id": "1",
          "attributes": {"title": "Night Trains", "release-year": 1994, "label": "North"},
          "relationships": {
            "artist": {"data": {"type": "artists", "id": "7"}},
            "tracks": {"data": [{"type": "tracks", "id": "10", "meta": {"side": "A"}},
                                {"type": "tracks", "id": "11"}]}}},
         "included": [
           {"type": "artists", "id": "7", "attributes": {"name": "The Cartographers"}},
           {"type": "tracks", "id": "10", "attributes": {"title": "Low Water", "seconds": 200}},
           {"type": "tracks", "id": "11", "attributes": {"title": "Tides", "seconds": null}}]}
        """#

    static func album() throws -> Resource<Album.Schema> {
        try #require(Document<Album.Schema>(parsing: text).data)
    }

    static func update(_ resource: Resource<some ResourceSchema>) throws -> String {
        String(decoding: try resource.updateDocument(), as: UTF8.self)
    }

    @Test
    func aDocumentBecomesAModel() throws {
        let album = try Album(Self.album())
        #expect(album.id == "1")
        #expect(album.title == "Night Trains")
        #expect(album.year == 1994)
        #expect(album.artist.name == "The Cartographers")
        #expect(album.tracks.map(\.title) == ["Low Water", "Tides"])
        #expect(album.tracks.map(\.seconds) == [200, nil])
        #expect(album.isOld)
    }

    @Test
    func theSchemaIsTheUsualOne() throws {
        let album = try Self.album()
        #expect(album.title == "Night Trains")
        #expect(album.artist?.name == "The Cartographers")
        album.year = .null
        album.tracks.removeAll { $0.title == "Tides" }
        #expect(album.tracks.count == 1)
        try Album.Schema.check()
        try Release.Schema.check()
        #expect(Release.Schema.type == "releases")
    }

    @Test
    func whatIsEqualIsNoChange() throws {
        let resource = try Self.album()
        let album = try Album(resource)
        try album.write(to: resource)
        #expect(!resource.vox.isChanged)
        #expect(try resource.vox.json.vox.text() == Self.album().vox.json.vox.text())
    }

    @Test
    func anUpdateCarriesWhatDiffers() throws {
        let resource = try Self.album()
        var album = try Album(resource)
        album.title = "Night Trains (Deluxe)"
        album.year = nil
        album.artist = Artist(id: "8", name: "Others")
        album.tracks.removeLast()
        try album.write(to: resource)
        let update = try Self.update(resource)
        #expect(
            update == #"{"data":{"type":"albums","id":"1","#
                + #""attributes":{"title":"Night Trains (Deluxe)","release-year":null},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"8"}},"#
                + #""tracks":{"data":[{"type":"tracks","id":"10","meta":{"side":"A"}}]}}}}"#)
        #expect(resource.attributes.label == "North")
    }

    @Test
    func aRelatedResourceInTheDocumentIsFound() throws {
        let text = #"""
            {"data": {"type": "albums", "id": "1", "attributes": {"title": "a"},
              "relationships": {"artist": {"data": {"type": "artists", "id": "7"}}}},
             "included": [{"type": "artists", "id": "7", "attributes": {"name": "Seven"}},
                          {"type": "artists", "id": "8", "attributes": {"name": "Eight"}}]}
            """#
        let resource = try #require(Document<Album.Schema>(parsing: text).data)
        var album = try Album(resource)
        album.artist.id = "8"
        try album.write(to: resource)
        #expect(resource.artist?.id == "8")
        #expect(try Album(resource).artist.name == "Eight")
    }

    @Test
    func aModelBecomesAResource() throws {
        let artist = Artist(id: "7", name: "The Cartographers")
        let album = Album(title: "Low Water", artist: artist)
        let resource = try Resource(album)
        #expect(
            String(decoding: try resource.createDocument(), as: UTF8.self)
                == #"{"data":{"type":"albums","attributes":{"title":"Low Water"},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"7"}},"#
                + #""tracks":{"data":[]}}}}"#)
    }

    @Test
    func theBuilderLeavesOutWhatIsNotGiven() throws {
        let draft = try Album.makeResource(
            title: "Low Water", artist: Resource(id: "7"), tracks: [Resource(id: "10")])
        #expect(
            String(decoding: try draft.createDocument(), as: UTF8.self)
                == #"{"data":{"type":"albums","attributes":{"title":"Low Water"},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"7"}},"#
                + #""tracks":{"data":[{"type":"tracks","id":"10"}]}}}}"#)
        let least = try Release.makeResource(catalogNumber: "N-1", price: 9.5)
        #expect(
            try least.vox.json.vox.text()
                == #"{"type":"releases","attributes":{"catalog-number":"N-1","price":9.5}}"#)
        #expect(throws: JSONError.self) {
            try Release.makeResource(catalogNumber: "N-1", price: .infinity)
        }
    }

    @Test
    func marksNamesAndDefaults() throws {
        let text = #"""
            {"data": {"type": "releases", "id": "3",
              "attributes": {"media": ["vinyl"], "catalog-number": "N-1", "isrcCode": "DE1",
                             "chart": {"peak": 4}, "created-at": "1998-04-20T00:00:00+02:00",
                             "price": 10.00, "plays": null},
              "relationships": {"album": {"data": {"type": "albums", "id": "1"}}}}}
            """#
        let resource = try #require(Document<Release.Schema>(parsing: text).data)
        var release = try Release(resource)
        #expect(release.media == [.vinyl])
        #expect(release.code == "DE1")
        #expect(release.peak == 4)
        #expect(release.createdAt != nil)
        #expect(release.plays == 0)
        #expect(release.default == false)
        #expect(release.albumID == "1")
        #expect(release.bonusTracks == nil)
        #expect(try resource.price == 10)

        try release.write(to: resource)
        // What the model has and the document had not: the defaults.
        #expect(try Set(resource.vox.changes().attributes) == ["plays", "default"])
        #expect(try resource.vox.json.vox.text().contains(#""price": 10.00"#))
        try resource.vox.mark()

        release.albumID = nil
        release.bonusTracks = ["10"]
        release.default = true
        try release.write(to: resource)
        #expect(release.changes == 1)
        #expect(
            try Self.update(resource)
                == #"{"data":{"type":"releases","id":"3","attributes":{"default":true},"#
                + #""relationships":{"album":{"data":null},"#
                + #""bonus-tracks":{"data":[{"type":"tracks","id":"10"}]}}}}"#)
    }

    @Test
    func queriesTakeKeyPaths() async throws {
        let store = try MemoryStore(
            parsing: #"""
                {"data": [{"type": "albums", "id": "1",
                  "attributes": {"title": "Night Trains", "release-year": 1994},
                  "relationships": {"artist": {"data": {"type": "artists", "id": "7"}},
                                    "tracks": {"data": []}}}],
                 "included": [{"type": "artists", "id": "7", "attributes": {"name": "The Cartographers"}}]}
                """#)
        let log = RequestLog()
        let api = try APIClient(
            "https://music.example", transport: ResourceService(serving: store).with(log))
        let albums = DataSource<Album.Schema>(.path("albums/<id>"), client: api)
        let page = try await albums.fetch()
            .include(\.artist).include(\.tracks).sort(\.year, .descending).result()
        let models = try page.data.map(Album.init)
        #expect(models.map(\.artist.name) == ["The Cartographers"])
        #expect(
            log.lines.first?.removingPercentEncoding
                == "GET /albums?include=artist,tracks&sort=-release-year")

        let draft = try Resource(Album(title: "New", artist: models[0].artist))
        try await albums.create(draft).result()
        #expect(draft.id != nil)
    }
}
