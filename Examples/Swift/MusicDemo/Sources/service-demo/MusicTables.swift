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
        let store = try SQLStore(database, [Album.table, Artist.table, Track.table])
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

extension Album {
    static let table = SQLType(
        type, table: "album",
        attributes: [
            "title": .text("title").required(), "release-year": .integer("release_year"),
            "rating": .real("rating"), "genres": .json("genres"),
        ],
        relationships: [
            "artist": .toOne(Artist.type, column: "artist_id"),
            "tracks": .toMany(
                Track.type, through: "album_track", owner: "album_id", target: "track_id"),
        ], version: "version")
}

extension Artist {
    static let table = SQLType(
        type, table: "artist",
        attributes: ["name": .text("name"), "members": .integer("members")],
        relationships: ["debut": .toOne(Album.type, column: "debut_id")], version: "version")
}

extension Track {
    static let table = SQLType(
        type, table: "track",
        attributes: ["title": .text("title"), "seconds": .integer("seconds")], version: "version")
}
