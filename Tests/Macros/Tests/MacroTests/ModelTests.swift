// SPDX-License-Identifier: MIT

import Testing
import VoxMacros

@Suite
struct ModelTests {
    static let text = #"""
        {"data": {"type": "albums", "id": "1",
          "attributes": {"title": "Night Trains", "release-year": 1994, "label": "North"},
          "relationships": {
            "artist": {"data": {"type": "artists", "id": "7"}},
            "tracks": {"data": [{"type": "tracks", "id": "10"}, {"type": "tracks", "id": "11"}]}}},
         "included": [
           {"type": "artists", "id": "7", "attributes": {"name": "The Cartographers"}},
           {"type": "tracks", "id": "10", "attributes": {"title": "Low Water", "seconds": 200}},
           {"type": "tracks", "id": "11", "attributes": {"title": "Tides", "seconds": null}}]}
        """#

    @Test
    func aDocumentBecomesAModel() throws {
        let document = try Document<Album.Schema>(parsing: Self.text)
        let album = try Album(#require(document.data))
        #expect(album.id == "1")
        #expect(album.title == "Night Trains")
        #expect(album.year == 1994)
        #expect(album.artist.name == "The Cartographers")
        #expect(album.tracks.map(\.title) == ["Low Water", "Tides"])
        #expect(album.tracks.map(\.seconds) == [200, nil])
    }
}
