// SPDX-License-Identifier: MIT

// Searches for artists: an endpoint with a key path, nested members, lists of nested models, and
// writing a model back.

import VoxREST
import VoxTesting

struct Artist: ObjectSchema {
    let id = Attribute<String>("id")
    let name = Attribute<String>("name")
    let page = Attribute<String>(at: "external_urls.web")
    let followers = Attribute<Int>(at: "followers.total").defaulting(to: 0)
    let genres = Attribute<[String]>("genres")
    let images = Attribute<[TypedObject<Image>]>("images")
}

struct Image: ObjectSchema {
    let url = Attribute<String>("url")
    let width = Attribute<Int>("width")
    let height = Attribute<Int>("height")
}

/// What all places of the music service have in common.
protocol MusicEndpoint: Endpoint {}

extension MusicEndpoint {
    var base: String? { "https://music.example/v1" }
}

struct ArtistSearch: MusicEndpoint {
    typealias Content = [TypedObject<Artist>]
    let path = "search"
    let keyPath: String? = "artists.items"
    let query = [QueryItem("type", "artist")]
}

let service = RecordedTransport()
service.record(
    .get, "/v1/search",
    #"""
    {"artists": {"total": 2, "items": [
      {"id": "c1", "name": "The Cartographers", "genres": ["folk"],
       "external_urls": {"web": "https://music.example/c1"}, "followers": {"href": null, "total": 12},
       "images": [{"url": "https://img.example/c1/l", "width": 640, "height": 640},
                  {"url": "https://img.example/c1/s", "width": 64, "height": 64}]},
      {"id": "c2", "name": "Cartwheel", "genres": [], "images": []}
    ]}}
    """#)

let client = try RESTClient("https://music.example", transport: service)
let artists = try await client.get(ArtistSearch()).query("q", "cart").result()
for artist in artists {
    let smallest = artist.images?.min { ($0.width ?? 0) < ($1.width ?? 0) }
    print(
        "\(artist.name ?? "?"): \(artist.followers) followers, picture \(smallest?.url ?? "none")")
}

// A model that is built from nothing has the same nesting.
let draft = TypedObject<Artist>()
draft.name = "Low Water"
draft.page = "https://music.example/low-water"
draft.followers = 1
print(try draft.vox.json.vox.text())

// prints: The Cartographers: 12 followers, picture https://img.example/c1/s
// prints: Cartwheel: 0 followers, picture none
// prints: {"name":"Low Water","external_urls":{"web":"https://music.example/low-water"},"followers":{"total":1}}
