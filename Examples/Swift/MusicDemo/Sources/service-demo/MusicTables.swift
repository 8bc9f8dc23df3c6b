// SPDX-License-Identifier: MIT

import Vox
import VoxSQL
import VoxServer

// The tests of the stores compile this file as their own.
#if canImport(Music)
import Music
#endif

extension MusicService {
    /// A service on an empty database, which it fills with the resources of a document.
    static func create(
        on database: any SQLDatabase, with document: Document<[AnyResource]>
    ) async throws -> ResourceService {
        let store = try SQLStore(database, MusicTables.all)
        try await store.createTables()
        try await database.write {
            _ = try await $0.execute(
                SQLStatement("CREATE INDEX album_year ON album (release_year, id)"))
        }
        try await add(
            (Array(document.data) + Array(document.included)).map {
                try StoredResource($0.vox.json)
            }, to: store)
        return create(on: store)
    }

    /// Adds resources, and then their relationships, because a foreign key refers to a row that exists.
    private static func add(_ resources: [StoredResource], to store: SQLStore) async throws {
        try await store.transaction { store in
            for resource in resources {
                _ = try await store.insert(
                    type: resource.type, id: resource.id,
                    with: ResourceChange(attributes: resource.attributes))
            }
            for resource in resources {
                _ = try await store.update(
                    resource.identifier,
                    with: ResourceChange(
                        relationships: resource.relationships.mapValues { .replace($0) }),
                    ifVersion: nil)
            }
        }
    }
}

enum MusicTables {
    static let all = [
        SQLType(
            Album.self, table: "album",
            .through(\.tracks, "album_track", owner: "album_id", target: "track_id"),
            version: "version", names: .snakeCase),
        SQLType(Artist.self, table: "artist", version: "version"),
        SQLType(Track.self, table: "track", version: "version"),
    ]
}
