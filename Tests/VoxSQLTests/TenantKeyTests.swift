// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Rows of several tenants with equal ids.
@Suite("Keys that are unique only together with the tenant")
struct TenantKeyTests {
    @TaskLocal static var tenant = "red"

    private static let types = [
        SQLType(
            "artists", table: "artist", key: .text("id"), attributes: ["name": .text("name")],
            relationships: ["albums": .toMany("albums", column: "artist_id")], version: "version"
        ).tenant(.text("tenant")) { .text(tenant) },
        SQLType(
            "albums", table: "album", key: .text("id"), attributes: ["title": .text("title")],
            relationships: [
                "artist": .toOne("artists", column: "artist_id"),
                "tracks": .toMany("tracks", column: "album_id"),
            ], version: "version"
        ).tenant(.text("tenant")) { .text(tenant) },
        SQLType(
            "tracks", table: "track", key: .text("id"), attributes: ["name": .text("name")],
            relationships: ["album": .toOne("albums", column: "album_id")], version: "version",
            deletedAt: "deleted"
        ).tenant(.text("tenant")) { .text(tenant) },
    ]

    private let artist = StoredResource.Identifier(type: "artists", id: "a")
    private let album = StoredResource.Identifier(type: "albums", id: "1")
    private let track = StoredResource.Identifier(type: "tracks", id: "t")

    /// Calls a function with a store that contains the same ids for two tenants. All texts of a
    /// tenant are its name.
    private func withStore(
        on kind: TestDatabase, _ body: (SQLStore) async throws -> Void
    ) async throws {
        let time = kind == .sqlite ? "TEXT" : "TIMESTAMPTZ"
        let rest = "tenant TEXT NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (tenant, id)"
        try await kind.with { database in
            for text in [
                "CREATE TABLE artist (id TEXT NOT NULL, name TEXT, \(rest))",
                """
                CREATE TABLE album (id TEXT NOT NULL, title TEXT, artist_id TEXT, \(rest), \
                FOREIGN KEY (tenant, artist_id) REFERENCES artist (tenant, id))
                """,
                """
                CREATE TABLE track (id TEXT NOT NULL, name TEXT, album_id TEXT, deleted \(time), \
                \(rest), FOREIGN KEY (tenant, album_id) REFERENCES album (tenant, id))
                """,
            ] {
                try await database.run(text)
            }
            let store = try SQLStore(database, Self.types)
            try await store.checkTables()
            for tenant in ["red", "blue"] {
                try await Self.$tenant.withValue(tenant) { try await fill(store, tenant) }
            }
            try await body(store)
        }
    }

    private func fill(_ store: SQLStore, _ text: String) async throws {
        let text = JSONValue.string(text)
        _ = try await store.insert(
            type: "artists", id: "a", with: ResourceChange(attributes: ["name": text]))
        for id in ["1", "2"] {
            _ = try await store.insert(
                type: "albums", id: id,
                with: ResourceChange(
                    attributes: ["title": text],
                    relationships: ["artist": .replace(.one(artist))]))
        }
        _ = try await store.insert(
            type: "tracks", id: "t",
            with: ResourceChange(
                attributes: ["name": text], relationships: ["album": .replace(.one(album))]))
    }

    /// Everything that a tenant has.
    private func contents(_ store: SQLStore, of tenant: String) async throws -> [StoredResource] {
        try await Self.$tenant.withValue(tenant) {
            var all: [StoredResource] = []
            for type in ["artists", "albums", "tracks"] {
                all += try await store.list(ResourceSelection(type: type)).resources
            }
            return all
        }
    }

    @Test("A write changes no row of another tenant", arguments: TestDatabase.all)
    func writes(on kind: TestDatabase) async throws {
        try await withStore(on: kind) { store in
            let blue = try await contents(store, of: "blue")
            #expect(blue.count == 4)
            for type in ["artists", "albums", "tracks"] {
                let id = ["artists": "a", "albums": "1", "tracks": "t"][type] ?? ""
                await #expect(throws: StoreError.exists) {
                    _ = try await store.insert(type: type, id: id, with: ResourceChange())
                }
            }
            let change = ResourceChange(attributes: ["title": "changed"])
            let changed = try await store.update(album, with: change, ifVersion: nil)
            #expect(changed.attributes["title"] == "changed")
            #expect(try await contents(store, of: "blue") == blue)
            _ = try await store.update(
                artist, with: ResourceChange(relationships: ["albums": .remove([album])]),
                ifVersion: nil)
            #expect(try await contents(store, of: "blue") == blue)
            for identifier in [track, artist] {
                try await store.delete(identifier, ifVersion: nil)
                #expect(try await contents(store, of: "blue") == blue)
                #expect(try await store.resource(identifier) == nil)
            }
            try await store.delete(.init(type: "albums", id: "2"), ifVersion: nil)
            #expect(try await contents(store, of: "blue") == blue)
            #expect(try await contents(store, of: "red").map(\.id) == ["1"])
        }
    }

    @Test("A read returns no row of another tenant", arguments: TestDatabase.all)
    func reads(on kind: TestDatabase) async throws {
        try await withStore(on: kind) { store in
            let albums = ["1", "2"].map { StoredResource.Identifier(type: "albums", id: $0) }
            // With one owner and a total, and with several owners.
            for owners in [[album], albums] {
                var selection = ResourceSelection(type: "artists")
                selection.isCounted = owners.count == 1
                selection.limit = 9
                let found = try await store.related("artist", of: owners, selection)
                #expect(found.count == owners.count)
                for slice in found.values {
                    #expect(slice.resources.map { $0.attributes["name"] } == ["red"])
                }
            }
            var selection = ResourceSelection(type: "tracks")
            selection.isCounted = false
            let tracks = try await store.related("tracks", of: albums, selection)
            #expect(tracks[album]?.resources.map { $0.attributes["name"] } == ["red"])
            // A filter of any depth, about the own fields and those of related resources.
            for (text, count) in [("red", 2), ("blue", 0)] {
                for path in [["title"], ["artist", "name"], ["artist", "albums", "title"]] {
                    var filter = FilterExpression.comparison(path, .equal, .string(text))
                    for _ in 0..<8 {
                        var selection = ResourceSelection(type: "albums")
                        selection.filter = filter
                        #expect(try await store.list(selection).total == count, "\(filter)")
                        filter = .not(.not(filter))
                    }
                }
            }
        }
    }

    @Test(
        "A row of another tenant, whose type is not served, does not keep a resource from its deletion",
        arguments: TestDatabase.all, [false, true])
    func unserved(on kind: TestDatabase, isOfTags: Bool) async throws {
        let key = SQLType.Column.text("id")
        let relationships: KeyValuePairs<String, SQLType.Relationship> =
            isOfTags
            ? [
                "notes": .toMany("notes", column: "tag_id"),
                "all": .toMany("notes", through: "link", owner: "tag", target: "note"),
            ] : [:]
        let links: KeyValuePairs<String, SQLType.Relationship> =
            isOfTags
            ? [:]
            : [
                "tag": .toOne("tags", column: "tag_id"),
                "tags": .toMany("tags", through: "link", owner: "note", target: "tag"),
            ]
        let types = [
            SQLType("tags", table: "tag", key: key, relationships: relationships)
                .tenant(.text("tenant")) { .text(Self.tenant) },
            SQLType("notes", table: "note", relationships: links)
                .tenant(.text("tenant")) { .text(Self.tenant) },
        ]
        try await kind.with { database in
            for text in [
                """
                CREATE TABLE tag (id varchar(9) NOT NULL, tenant varchar(9) NOT NULL, \
                PRIMARY KEY (tenant, id))
                """,
                """
                CREATE TABLE note (id INTEGER PRIMARY KEY, tenant varchar(9) NOT NULL, \
                tag_id varchar(9), FOREIGN KEY (tenant, tag_id) REFERENCES tag (tenant, id))
                """,
                "CREATE TABLE link (tag varchar(9) NOT NULL, note integer NOT NULL)",
                "INSERT INTO tag VALUES ('a', 'red'), ('a', 'blue'), ('b', 'red'), ('b', 'blue')",
                "INSERT INTO note VALUES (1, 'blue', 'a'), (2, 'blue', NULL)",
                "INSERT INTO link VALUES ('b', 2)",
            ] {
                try await database.run(text)
            }
            let service = ResourceService(
                [ServedType("tags")], store: try SQLStore(database, types))
            for id in ["a", "b"] {
                for (tenant, status) in [("blue", 409), ("red", 204)] {
                    let reply = try await Self.$tenant.withValue(tenant) {
                        try await service.answer(.delete, "/tags/\(id)")
                    }
                    #expect(reply.status == status, "\(tenant) \(id) \(reply.text)")
                }
            }
        }
    }

    @Test(
        "Only a text can be such a key, and no join table refers to it",
        arguments: TestDatabase.all)
    func refusals(on kind: TestDatabase) async throws {
        func problems(_ key: SQLType.Column, _ statements: String...) async throws -> [String] {
            let type = SQLType(
                "notes", table: "note", key: key,
                relationships: [
                    "next": .toMany("notes", through: "link", owner: "a", target: "b")
                ]
            ).tenant(.text("tenant")) { .text("red") }
            return try await kind.with { database in
                for text in statements { try await database.run(text) }
                let error = await #expect(throws: SQLStore.SchemaError.self) {
                    try await SQLStore(database, [type]).checkTables()
                }
                return error?.problems ?? []
            }
        }
        let integers = try await problems(
            .integer("id"),
            "CREATE TABLE note (id BIGINT, tenant TEXT NOT NULL, PRIMARY KEY (id, tenant))",
            "CREATE TABLE link (a BIGINT NOT NULL, b BIGINT NOT NULL)")
        #expect(integers.count == (kind == .sqlite ? 2 : 1))
        #expect(integers.last?.contains(kind == .sqlite ? "PRIMARY KEY" : "is not unique") == true)
        let texts = try await problems(
            .text("id"),
            "CREATE TABLE note (id TEXT, tenant TEXT NOT NULL, PRIMARY KEY (id, tenant))",
            "CREATE TABLE link (a TEXT NOT NULL, b TEXT NOT NULL)")
        #expect(
            texts
                == ["a", "b"].map {
                    "the column \"\($0)\" of the table \"link\" refers to keys of \"note\", which are"
                        + " unique only together with the tenant"
                })
    }
}

#endif
