// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing
import Vox

// The search for artists: a response in an envelope, of artists whose interesting parts lie inside
// nested objects, with a list of images each.

private struct FoundArtist: ObjectSchema {
    let id = Attribute<String>("id")
    let name = Attribute<String>("name")
    let popularity = Attribute<Int>("popularity")
    let followerCount = Attribute<Int>(at: "followers.total")
    let genres = Attribute<[String]>("genres").defaulting(to: [])
    let page = Attribute<URL>(at: "external_urls.web")
    let address = Attribute<URL>("href")
    let images = Attribute<[TypedObject<Image>]>("images")
}

private struct Image: ObjectSchema {
    let width = Attribute<Int>("width")
    let height = Attribute<Int>("height")
    let url = Attribute<URL>("url")
}

private struct Search: ObjectSchema {
    let artists = Attribute<[TypedObject<FoundArtist>]>(at: "artists.items")
    let total = Attribute<Int>(at: "artists.total")
    let next = Attribute<URL>(at: "artists.next")
}

private let answer = #"""
    {
      "artists": {
        "href": "https://music.example/v1/search?query=weather&offset=0&limit=2",
        "items": [
          {
            "external_urls": { "web": "https://music.example/artist/7kx" },
            "followers": { "href": null, "total": 20417 },
            "genres": ["dream pop", "slowcore"],
            "href": "https://music.example/v1/artists/7kx",
            "id": "7kx",
            "images": [
              { "height": 640, "url": "https://images.example/7kx/640", "width": 640 },
              { "height": 64, "url": "https://images.example/7kx/64", "width": 60 }
            ],
            "name": "Weather Stations",
            "popularity": 31,
            "type": "artist"
          },
          {
            "external_urls": {},
            "followers": null,
            "genres": [],
            "href": "https://music.example/v1/artists/9ab",
            "id": "9ab",
            "images": [],
            "name": "The Weather Vanes",
            "popularity": 0,
            "type": "artist"
          }
        ],
        "limit": 2, "next": null, "offset": 0, "previous": null, "total": 2
      }
    }
    """#

@Suite("The search for artists")
struct ArtistSearchTests {
    @Test("MW-124 artists are read with nested images, follower count and URLs")
    func reading() throws {
        let search = TypedObject<Search>(try JSON(parsing: answer))
        let artists = try search.vox.value(\.artists)
        #expect(artists.map(\.name) == ["Weather Stations", "The Weather Vanes"])
        #expect(artists.map(\.followerCount) == [20_417, nil])
        #expect(artists.map(\.page) == [URL(string: "https://music.example/artist/7kx"), nil])
        #expect(artists[0].genres == ["dream pop", "slowcore"] && artists[1].genres == [])
        #expect(artists[0].images?.map(\.width) == [640, 60])
        #expect(artists[0].images?[1].url == URL(string: "https://images.example/7kx/64"))
        #expect(artists[1].images == [] && artists[1].popularity == 0)
        #expect(search.total == 2 && search.next == nil)
        #expect(search.vox.failures.isEmpty)
        #expect(try search.vox.json.vox.text() == answer, "what nobody wrote stays as it came")
    }

    @Test("MW-124 writing an artist back rebuilds the nested objects")
    func writing() throws {
        let search = TypedObject<Search>(try JSON(parsing: answer))
        let read = try search.vox.value(\.artists)[0]
        let artist = TypedObject<FoundArtist>()
        artist.page = read.page
        artist.followerCount = read.followerCount
        artist.genres = read.genres
        artist.address = read.address
        artist.id = read.id
        artist.images = read.images?.map { image in
            let copy = TypedObject<Image>()
            copy.height = image.height
            copy.url = image.url
            copy.width = image.width
            return copy
        }
        artist.name = read.name
        artist.popularity = read.popularity
        let expected = try JSONValue(
            parsing: #"""
                {
                  "external_urls": {"web": "https://music.example/artist/7kx"},
                  "followers": {"total": 20417}, "genres": ["dream pop", "slowcore"],
                  "href": "https://music.example/v1/artists/7kx", "id": "7kx",
                  "images": [
                    {"height": 640, "url": "https://images.example/7kx/640", "width": 640},
                    {"height": 64, "url": "https://images.example/7kx/64", "width": 60}
                  ],
                  "name": "Weather Stations", "popularity": 31
                }
                """#)
        #expect(artist.vox.json == expected)
        #expect(try artist.vox.json.vox.text() == expected.text())

        let made = TypedObject<Search>()
        made.artists = [artist]
        made.total = 1
        #expect(made.vox.json.artists.items[0].followers.total == 20_417)
        #expect(made.vox.json.artists.total == 1)
        #expect(made.vox.failures.isEmpty && artist.vox.failures.isEmpty)
    }

    @Test("MW-123 MW-124 an existing artist is edited in place: only what was set differs")
    func editing() throws {
        let search = TypedObject<Search>(try JSON(parsing: answer))
        let artists = try search.vox.value(\.artists)
        artists[1].followerCount = 1
        artists[1].page = URL(string: "https://music.example/artist/9ab")
        artists[0].images?[0].width = 639
        let expected =
            answer
            .replacing(#""followers": null"#, with: #""followers": {"total":1}"#)
            .replacing(
                #""external_urls": {}"#,
                with: #""external_urls": {"web":"https://music.example/artist/9ab"}"#
            )
            .replacing(#""width": 640"#, with: #""width": 639"#)
        let isTheSame = search.vox.json == (try JSONValue(parsing: expected))
        #expect(isTheSame)
    }
}
