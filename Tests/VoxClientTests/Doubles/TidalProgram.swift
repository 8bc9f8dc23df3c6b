// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

struct Playlist: ResourceSchema {
    static let type = "playlists"
    let name = Attribute<String>("name")
}

func tidal(_ transport: any HTTPTransport) async throws -> Results {
    var options = APIOptions()
    options.headers = [.authorization: "Bearer token"]
    options.query = [QueryItem("countryCode", "DE")]
    options.linkBase = .client
    let api = try APIClient(
        "https://openapi.tidal.com/v2", transport: transport, options: options)
    let playlists = DataSource<Playlist>(.path("playlists/<id>"), client: api)
    var results = Results()

    let list = playlists.fetch().resources()
    results.names = try await list.all().map { $0.name ?? "" }
    results.end = list.end

    let playlist = Resource<Playlist>()
    playlist.name = ""
    do {
        try await playlists.create(playlist).idempotencyKey("key-1").result()
    } catch let error as RequestError {
        results.words = error.errors.compactMap(\.detail)
    }
    playlist.name = "Rain"
    try await playlists.create(playlist).idempotencyKey("key-2").result()
    results.created = playlist.id

    playlist.name = "Light rain"
    try await playlists.update(playlist).idempotencyKey("key-3").result()  // PATCH of its self link
    return results
}
