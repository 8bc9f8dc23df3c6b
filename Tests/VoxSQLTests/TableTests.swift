// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Testing
import VoxSQL

@Suite("Tables that fit a description, or not")
struct TableTests {
    private func problems(
        on kind: TestDatabase, _ types: [SQLType], _ statements: String...
    ) async throws -> [String] {
        try await kind.with { database in
            for statement in statements { _ = try await database.run(statement) }
            let store = try SQLStore(database, types)
            do {
                try await store.checkTables()
                return []
            } catch let error as SQLSchemaError {
                return error.problems
            }
        }
    }

    @Test("The tables that a store creates fit", arguments: TestDatabase.all)
    func created(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            try await store.checkTables()
            await #expect(throws: (any Error).self) { try await store.createTables() }
        }
    }

    @Test("Each misfit is named", arguments: TestDatabase.all)
    func misfits(on kind: TestDatabase) async throws {
        let type = SQLType(
            "notes", table: "note",
            attributes: [
                "text": .text("text").required(), "stars": .integer("stars"),
                "price": .real("price"), "extra": .json("extra"), "open": .boolean("open"),
            ],
            relationships: [
                "tags": .toMany("notes", through: "note_tag", owner: "a", target: "b")
            ], version: "version")
        #expect(
            try await problems(on: kind, [type]) == [
                "the table \"note\" does not exist", "the table \"note_tag\" does not exist",
            ])
        let price = kind == .sqlite ? "DOUBLE" : "DOUBLE PRECISION"
        let stored = kind == .sqlite ? "" : "STORED"
        #expect(
            try await problems(
                on: kind, [type],
                """
                CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, stars TEXT, price \(price), \
                extra NUMERIC, open BOOLEAN, owner TEXT NOT NULL, size INT NOT NULL DEFAULT 1, \
                version INTEGER NOT NULL, big INT NOT NULL GENERATED ALWAYS AS (1) \(stored))
                """,
                "CREATE TABLE note_tag (a INTEGER NOT NULL)"
            ) == [
                "the column \"text\" of the table \"note\" can be null",
                "the column \"stars\" of the table \"note\" has the type TEXT, which does not fit integer",
                "the column \"extra\" of the table \"note\" has the type NUMERIC, which does not fit json",
                "the column \"owner\" of the table \"note\" is required, has no default and is not described",
                "the column \"b\" of the table \"note_tag\" does not exist",
            ])
    }

    @Test("Each list that no index serves is named", arguments: TestDatabase.all)
    func indexes(on kind: TestDatabase) async throws {
        var albums = ServedType(
            "albums", attributes: ["title", "year", "extra", "shout"], toOne: ["artist": "artists"],
            toMany: ["tracks": "tracks", "genres": "genres"])
        albums.sortable = ["title", "year", "id"]
        albums.filterable = ["title", "extra", "shout", "artist", "id"]
        let served = [albums, ServedType("artists", attributes: ["name"])]
        try await kind.withStore { store, database in
            func problems() async -> [String] {
                do {
                    try await store.checkIndexes(for: served)
                    return []
                } catch {
                    return (error as? SQLSchemaError)?.problems ?? ["\(error)"]
                }
            }
            // The name of an artist is unique, and the tables have indexes of their foreign keys.
            let missing = await problems()
            #expect(
                missing == [
                    "albums, sort=title: no index on album (title, id)",
                    "albums, sort=year: no index on album (year, id)",
                    "albums, filter[title]: no index on album (title, id)",
                    "albums, filter[shout]: no index on album (upper({title}), id)",
                ])
            try await database.run("CREATE INDEX a ON album (title, id)")
            let nulls = kind == .sqlite ? "" : "NULLS FIRST"
            try await database.run("CREATE INDEX b ON album (year \(nulls), id)")
            try await database.run("CREATE INDEX c ON album (upper(title), id)")
            let none = await problems()
            #expect(none == [])
            try await database.run("DROP INDEX track_album_id")
            let key = await problems()
            #expect(key == ["albums, relationship tracks: no index on track (album_id)"])
        }
    }

    @Test("A view can be read", arguments: TestDatabase.all)
    func views(on kind: TestDatabase) async throws {
        let type = SQLType("notes", table: "open", attributes: ["text": .text("text")])
        try await kind.with { database in
            try await database.run(
                "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, shut BOOLEAN)")
            try await database.run("INSERT INTO note VALUES (1, 'a', FALSE), (2, 'b', TRUE)")
            try await database.run(
                "CREATE VIEW open AS SELECT id, text FROM note WHERE NOT shut")
            let store = try SQLStore(database, [type])
            try await store.checkTables()
            #expect(
                try await store.list(ResourceSelection(type: "notes")).resources.map(\.id) == ["1"])
        }
    }
}

#endif
