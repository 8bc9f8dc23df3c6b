// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL
import VoxServer

/// A response has a limit on what `include` adds, whatever the path is.
@Suite("The number of included resources")
struct IncludedTargetTests {
    /// Three albums of one artist, with three tracks and one genre each.
    private static func fill(_ store: some ResourceStore) async throws {
        let artist = try await store.insert(
            type: "artists", id: "a", with: ResourceChange(attributes: ["name": "Ann"]))
        let genre = try await store.insert(type: "genres", id: "g", with: ResourceChange())
        for album in ["1", "2", "3"] {
            let made = try await store.insert(
                type: "albums", id: album,
                with: ResourceChange(
                    attributes: ["title": "x"],
                    relationships: [
                        "artist": .replace(.one(artist.identifier)),
                        "genres": .replace(.many([genre.identifier])),
                    ]))
            for _ in 0..<3 {
                _ = try await store.insert(
                    type: "tracks", id: nil,
                    with: ResourceChange(
                        relationships: ["album": .replace(.one(made.identifier))]))
            }
        }
    }

    /// The targets that each request needs.
    private static let requests = [
        ("/albums?include=tracks", 9), ("/albums?include=tracks.album", 9),
        ("/albums?include=artist", 1), ("/albums?include=genres", 3),
        ("/artists/a?include=albums.tracks", 12), ("/artists/a/albums?include=tracks,artist", 10),
        ("/albums/1/relationships/tracks?include=tracks", 3), ("/tracks?include=album.genres", 6),
        ("/genres/g?include=albums.tracks.album.artist", 13),
    ]

    private func check(_ store: any ResourceStore, _ statements: () -> [String]?) async throws {
        var service = ResourceService(Catalogue.served, store: store)
        for (address, count) in Self.requests {
            service.maximumIncludedTargets = count
            #expect(try await service.answer(.get, address).status == 200, "\(address)")
            service.maximumIncludedTargets = count - 1
            let before = statements()?.count ?? 0
            let refused = try await service.answer(.get, address)
            #expect(refused.status == 400, "\(address)")
            #expect((refused.json.errors[0].source.parameter as String?) == "include")
            #expect(
                (refused.json.errors[0].detail as String?)
                    == "the paths lead to more than \(count - 1) related resources: request fewer resources on a page, or shorter paths"
            )
            for text in (statements() ?? []).dropFirst(before) where text.contains("LEFT JOIN") {
                #expect(text.contains(" LIMIT "), "\(text)")
            }
        }
    }

    @Test("More targets than the limit are refused, and not read", arguments: TestDatabase.all)
    func database(on kind: TestDatabase) async throws {
        let notes = Mutex<[String]>([])
        try await kind.with(trace: { text in notes.withLock { $0.append(text) } }) { database in
            let store = try SQLStore(database, Catalogue.all)
            try await store.createTables()
            try await Self.fill(store)
            try await check(store) { notes.withLock { $0 } }
        }
    }
}

#endif
