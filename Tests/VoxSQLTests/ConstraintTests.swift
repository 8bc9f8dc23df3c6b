// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Constraints of tables that the descriptions do not know.
@Suite("Constraints of the database")
struct ConstraintTests {
    private static let people = SQLType(
        "people", table: "person", key: .text("id"),
        attributes: ["country": .text("country"), "room": .integer("room")],
        relationships: ["boss": .toOne("people", column: "boss_id")], version: "version")
    private static let countries = SQLType("countries", table: "country", key: .text("code"))

    /// Calls a function with a store. The rest of each column is the given text.
    private func withStore(
        on kind: TestDatabase, country: String = "", room: String = "",
        _ body: (SQLStore, any SQLDatabase) async throws -> Void
    ) async throws {
        try await kind.with { database in
            try await database.run("CREATE TABLE country (code TEXT NOT NULL PRIMARY KEY)")
            try await database.run(
                """
                CREATE TABLE person (id TEXT NOT NULL PRIMARY KEY, \
                country TEXT REFERENCES country (code) \(country), room INT \(room), \
                boss_id TEXT REFERENCES person (id), version BIGINT NOT NULL)
                """)
            let store = try SQLStore(database, [Self.people, Self.countries])
            try await store.checkTables()
            _ = try await store.insert(type: "countries", id: "de", with: ResourceChange())
            _ = try await store.insert(
                type: "people", id: "ann",
                with: ResourceChange(attributes: ["country": "de", "room": 1]))
            try await body(store, database)
        }
    }

    /// The status and the pointer of an error, and the name of an error of a store.
    private func outcome(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "none"
        } catch let error as ErrorResponse {
            return "\(error.status.code) \(error.errors.first?.pointer ?? "")"
        } catch {
            return "\(error)"
        }
    }

    private func person(_ attributes: JSONObject, boss: String? = nil) -> ResourceChange {
        var change = ResourceChange(attributes: attributes)
        if let boss {
            change.relationships["boss"] = .replace(.one(.init(type: "people", id: boss)))
        }
        return change
    }

    @Test(
        "An attribute that refers to no row is a mistake of the client, and no target is missing",
        arguments: TestDatabase.all, ["", "DEFERRABLE INITIALLY DEFERRED"])
    func attributes(on kind: TestDatabase, rest: String) async throws {
        try await withStore(on: kind, country: rest) { store, _ in
            // SQLite does not name the column.
            let expected = kind == .sqlite ? "422 /data" : "422 /data/attributes/country"
            for boss in [nil, "ann"] {
                let change = person(["country": "xx"], boss: boss)
                #expect(
                    await outcome {
                        _ = try await store.insert(type: "people", id: "bob", with: change)
                    } == expected)
                #expect(
                    await outcome {
                        _ = try await store.update(
                            .init(type: "people", id: "ann"), with: change, ifVersion: nil)
                    } == expected)
            }
            let missing = person(["country": "de"], boss: "none")
            #expect(
                await outcome {
                    _ = try await store.insert(type: "people", id: "bob", with: missing)
                } == "missingTarget")
            let country = StoredResource.Identifier(type: "countries", id: "de")
            #expect(
                await outcome { try await store.delete(country, ifVersion: nil) }.hasPrefix("409"))
            let service = ResourceService(
                [ServedType("people", attributes: ["country", "room"])], store: store)
            let document = #"{"data":{"type":"people","attributes":{"country":"xx"}}}"#
            let reply = try await service.reply(.post, "/people", document)
            #expect(reply.hasPrefix("422"))
            #expect(try await store.list(ResourceSelection(type: "people")).total == 1)
        }
    }

    @Test(
        "A transaction with a constraint that COMMIT checks is refused as a whole",
        arguments: TestDatabase.all)
    func transactions(on kind: TestDatabase) async throws {
        try await withStore(on: kind, country: "DEFERRABLE INITIALLY DEFERRED") { store, _ in
            #expect(
                await outcome {
                    try await store.transaction { store in
                        _ = try await store.insert(
                            type: "people", id: "bob",
                            with: ResourceChange(attributes: ["country": "fr"]))
                    }
                }.hasPrefix("409"))
            try await store.transaction { store in
                _ = try await store.insert(
                    type: "people", id: "bob", with: ResourceChange(attributes: ["country": "fr"]))
                _ = try await store.insert(type: "countries", id: "fr", with: ResourceChange())
            }
            #expect(try await store.list(ResourceSelection(type: "people")).total == 2)
        }
    }

    @Test("A trigger that refuses a write tells the client why", arguments: TestDatabase.all)
    func triggers(on kind: TestDatabase) async throws {
        try await withStore(on: kind) { store, database in
            if kind == .sqlite {
                try await database.run(
                    """
                    CREATE TRIGGER full_house BEFORE UPDATE OF room ON person
                    BEGIN SELECT RAISE(ABORT, 'the room is full'); END
                    """)
            } else {
                try await database.run(
                    """
                    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'the room is full'; END $$
                    """)
                try await database.run(
                    """
                    CREATE TRIGGER full_house BEFORE UPDATE OF room ON person
                    FOR EACH ROW EXECUTE FUNCTION refuse()
                    """)
            }
            let error = await #expect(throws: ErrorResponse.self) {
                _ = try await store.update(
                    .init(type: "people", id: "ann"), with: person(["room": 2]), ifVersion: nil)
            }
            #expect(error?.status.code == 422)
            #expect(error?.errors.first?.detail == "the room is full")
        }
    }

    @Test(
        "A constraint of another table is not about the attribute whose column has the same name",
        arguments: TestDatabase.all)
    func otherTable(on kind: TestDatabase) async throws {
        try await withStore(on: kind) { store, database in
            try await database.run("CREATE TABLE visit (room INT NOT NULL)")
            if kind == .sqlite {
                try await database.run(
                    """
                    CREATE TRIGGER visited AFTER UPDATE OF room ON person
                    BEGIN INSERT INTO visit VALUES (NULL); END
                    """)
            } else {
                try await database.run(
                    """
                    CREATE FUNCTION visited() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN INSERT INTO visit VALUES (NULL); RETURN NEW; END $$
                    """)
                try await database.run(
                    """
                    CREATE TRIGGER visited AFTER UPDATE OF room ON person
                    FOR EACH ROW EXECUTE FUNCTION visited()
                    """)
            }
            let found = await outcome {
                _ = try await store.update(
                    .init(type: "people", id: "ann"), with: person(["room": 2]), ifVersion: nil)
            }
            #expect(found == "422 /data")
        }
    }

    @Test(
        "Unique values of PostgreSQL: an exclusion, and a constraint that COMMIT checks",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing),
        arguments: [", EXCLUDE USING btree (room WITH =)", "UNIQUE DEFERRABLE INITIALLY DEFERRED"])
    func unique(rest: String) async throws {
        try await withStore(on: .postgreSQL, room: rest) { store, _ in
            #expect(
                await outcome {
                    _ = try await store.insert(
                        type: "people", id: "bob", with: person(["room": 1]))
                } == "409 /data/attributes/room")
            _ = try await store.insert(type: "people", id: "bob", with: person(["room": 2]))
        }
    }

    @Test("Values that are unique together are named together", arguments: TestDatabase.all)
    func uniqueTogether(on kind: TestDatabase) async throws {
        let types = [
            SQLType(
                "lines", table: "line", attributes: ["place": .integer("place")],
                relationships: ["order": .toOne("orders", column: "order_id")]),
            SQLType("orders", table: "orders"),
        ]
        try await kind.withStore(types) { store, database in
            try await database.run("CREATE UNIQUE INDEX line_place ON line (order_id, place)")
            _ = try await store.insert(type: "orders", id: "1", with: ResourceChange())
            let line = ResourceChange(
                attributes: ["place": 1],
                relationships: ["order": .replace(.one(.init(type: "orders", id: "1")))])
            _ = try await store.insert(type: "lines", id: nil, with: line)
            let refusal = await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(type: "lines", id: nil, with: line)
            }
            #expect(refusal?.status == .conflict && refusal?.errors.first?.pointer == "/data")
            #expect(
                refusal?.errors.first?.detail
                    == "another resource has these values of place, order already")
        }
    }

    @Test(
        "An id that only PostgreSQL chooses is refused in a new resource",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func generated() async throws {
        let type = SQLType("notes", table: "note", attributes: ["size": .integer("size")])
        try await TestDatabase.postgreSQL.with { database in
            try await database.run(
                """
                CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
                size bigint GENERATED ALWAYS AS (1) STORED)
                """)
            let store = try SQLStore(database, [type])
            try await store.checkTables()
            #expect(
                await outcome {
                    _ = try await store.insert(type: "notes", id: "7", with: ResourceChange())
                } == "403 /data/id")
            let sized = ResourceChange(attributes: ["size": 2])
            #expect(
                await outcome { _ = try await store.insert(type: "notes", id: nil, with: sized) }
                    == "403 /data/attributes/size")
            let made = try await store.insert(type: "notes", id: nil, with: ResourceChange())
            #expect(made.id == "1" && made.attributes["size"] == 1)
        }
    }
}

#endif
