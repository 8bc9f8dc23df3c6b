// SPDX-License-Identifier: MIT
#if SQLite

import Testing
import VoxSQL
import VoxSQLite

@Suite("Tables that fit a description, or not")
struct TableTests {
    private func problems(
        _ types: [SQLType], _ statements: String...
    ) async throws -> [String] {
        try await withFile { path in
            let database = try SQLiteDatabase(path: path)
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

    @Test("The tables that a store creates fit")
    func created() async throws {
        try await withStore { store, _ in
            try await store.checkTables()
            await #expect(throws: (any Error).self) { try await store.createTables() }
        }
    }

    @Test("Each misfit is named")
    func misfits() async throws {
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
            try await problems([type]) == [
                "the table \"note\" does not exist", "the table \"note_tag\" does not exist",
            ])
        #expect(
            try await problems(
                [type],
                """
                CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, stars TEXT, price DOUBLE, \
                extra NUMERIC, open BOOLEAN, owner TEXT NOT NULL, size INT NOT NULL DEFAULT 1, \
                version INTEGER NOT NULL, big INT NOT NULL AS (1))
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

    @Test("A view can be read")
    func views() async throws {
        let type = SQLType("notes", table: "open", attributes: ["text": .text("text")])
        try await withFile { path in
            let database = try SQLiteDatabase(path: path)
            _ = try await database.run(
                "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, shut INT)")
            _ = try await database.run("INSERT INTO note VALUES (1, 'a', 0), (2, 'b', 1)")
            _ = try await database.run(
                "CREATE VIEW open AS SELECT id, text FROM note WHERE NOT shut")
            let store = try SQLStore(database, [type])
            try await store.checkTables()
            #expect(
                try await store.list(ResourceSelection(type: "notes")).resources.map(\.id) == ["1"])
        }
    }
}

#endif
