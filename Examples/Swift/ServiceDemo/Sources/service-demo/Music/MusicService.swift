// SPDX-License-Identifier: MIT

import Vox
import VoxSQL

/// A JSON:API service of albums, artists and tracks in a database. It also executes atomic operations,
/// at `/operations`.
enum MusicService {
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
        var service = ResourceService(types, store: store)
        service.operationsPath = "operations"
        return service
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

    private static let types: [ServedType] = {
        var albums = ServedType(Album.self)
        albums.validate = { write in
            let album = write.new
            var errors: [APIError] = []
            if (album.attributes["title"] ?? .string("")) == .string("") {
                errors.append(
                    APIError(
                        status: 422, title: "No title", detail: "an album has a title",
                        source: .pointer("/data/attributes/title")))
            }
            if case .number(let year)? = album.attributes["release-year"],
                !(1877...2100).contains(year.double ?? 0)
            {
                errors.append(
                    APIError(
                        status: 422, title: "Impossible year",
                        detail: "nothing was recorded before 1877",
                        source: .pointer("/data/attributes/release-year")))
            }
            return errors
        }
        return [albums, ServedType(Artist.self), ServedType(Track.self)]
    }()
}
