// SPDX-License-Identifier: MIT

import Vox

// The schemas of the documentation's example.

struct Album: ResourceSchema {
    static let type = "albums"
    let title = Attribute<String>("title")
    let year = Attribute<Int>("release-year")
    let genres = Attribute<[String]>("genres")
    let extras = Attribute<JSON>("extras")
    let artist = ToOne<Artist>("artist")
    let tracks = ToMany<Track>("tracks")
    let attachments = ToMany<AnyResource>("attachments")  // several types
}

struct Artist: ResourceSchema {
    static let type = "artists"
    let name = Attribute<String>("name")
    let debut = ToOne<Album>("debut")
}

struct Track: ResourceSchema {
    static let type = "tracks"
    let title = Attribute<String>("title")
    let seconds = Attribute<Int>("seconds")
}

/// Documents about them.
enum AlbumDocument {
    /// Two albums, one artist and two tracks; the second album's artist is not included.
    static let list = """
        {
          "jsonapi": {"version": "1.1"},
          "links": {"self": "/albums", "next": null},
          "meta": {"total": 2},
          "data": [
            {"type": "albums", "id": "1",
             "attributes": {"title": "Blue Lines", "release-year": 1991, "genres": ["trip hop"]},
             "relationships": {
               "artist": {"data": {"type": "artists", "id": "9"}},
               "tracks": {"data": [{"type": "tracks", "id": "1"}, {"type": "tracks", "id": "2"}]},
               "attachments": {"data": [
                 {"type": "tracks", "id": "2"}, {"type": "artists", "id": "9"}]}}},
            {"type": "albums", "id": "2",
             "attributes": {"title": "Dummy", "release-year": 1994},
             "relationships": {"artist": {"data": {"type": "artists", "id": "10"}}}}
          ],
          "included": [
            {"type": "artists", "id": "9", "attributes": {"name": "Massive Attack"},
             "relationships": {"debut": {"data": {"type": "albums", "id": "1"}}}},
            {"type": "tracks", "id": "1", "attributes": {"title": "Safe", "seconds": 318}},
            {"type": "tracks", "id": "2", "attributes": {"title": "One Love", "seconds": 288}}
          ]
        }
        """

    /// One album with an artist.
    static let single = """
        {"data": {"type": "albums", "id": "1", "attributes": {"title": "Dummy"},
         "relationships": {"artist": {"data": {"type": "artists", "id": "9"}}}},
         "included": [{"type": "artists", "id": "9", "attributes": {"name": "Portishead"},
         "relationships": {"debut": {"data": {"type": "albums", "id": "1"}}}}]}
        """
}
