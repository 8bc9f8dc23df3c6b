// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
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
            } catch let error as SQLStore.SchemaError {
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
        let integer = kind == .sqlite ? "INTEGER" : "BIGINT"
        let advice =
            kind == .sqlite
            ? ", because it makes a text of digits a number: use TEXT, or, for reading only, an "
                + "attribute such as .computed(.json, \"{extra}\")" : ""
        #expect(
            try await problems(
                on: kind, [type],
                """
                CREATE TABLE note (id \(integer) PRIMARY KEY, text TEXT, stars TEXT, price \(price), \
                extra NUMERIC, open BOOLEAN, owner TEXT NOT NULL, size INT NOT NULL DEFAULT 1, \
                version \(integer) NOT NULL, big INT NOT NULL GENERATED ALWAYS AS (1) \(stored))
                """,
                "CREATE TABLE note_tag (a INTEGER NOT NULL)"
            ) == [
                "the column \"text\" of the table \"note\" can be null",
                "the column \"stars\" of the table \"note\" has the type TEXT, which does not fit integer",
                "the column \"extra\" of the table \"note\" has the type NUMERIC, which does not fit json"
                    + advice,
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
                    try await store.checkIndexes(for: ResourceService(served, store: store))
                    return []
                } catch {
                    return (error as? SQLStore.SchemaError)?.problems ?? ["\(error)"]
                }
            }
            // The name of an artist is unique, and the tables have indexes of their foreign keys.
            let missing = await problems()
            let nulls = kind == .sqlite ? "" : " NULLS FIRST"
            let bytes = kind == .sqlite ? "" : #" COLLATE "C""#
            let shout = #""album" ((upper("title"))\#(bytes)\#(nulls), "id")"#
            #expect(
                missing == [
                    #"albums, sort=title: no index on "album" ("title", "id")"#,
                    #"albums, sort=year: no index on "album" ("year"\#(nulls), "id")"#,
                    #"albums, filter[title]: no index on "album" ("title", "id")"#,
                    "albums, filter[shout]: no index on \(shout)",
                ])
            try await create(Set(missing), in: database)
            let none = await problems()
            #expect(none == [])
            let index = kind == .sqlite ? "track.album_id_idx" : "track_album_id_idx"
            try await database.run(#"DROP INDEX "\#(index)""#)
            let key = await problems()
            #expect(key == [#"albums, relationship tracks: no index on "track" ("album_id")"#])
        }
    }

    /// Creates the indexes that the problems name.
    private func create(_ problems: Set<String>, in database: any SQLDatabase) async throws {
        let words = "no index on "
        let indexes = Set(
            problems.compactMap { problem in
                problem.firstRange(of: words).map { String(problem[$0.upperBound...]) }
            })
        for (number, index) in indexes.sorted().enumerated() {
            try await database.run("CREATE INDEX suggested_\(number) ON \(index)")
        }
    }

    @Test(
        "The indexes of a tenant and of rows that are not deleted serve the lists",
        arguments: TestDatabase.all)
    func partialIndexes(on kind: TestDatabase) async throws {
        let types = [
            SQLType(
                "bookings", table: "booking",
                attributes: [
                    "title": .text("title").required(), "note": .text("note"),
                    "from": .integer("from"), "length": .computed(.integer, "{to} - {from}"),
                    "to": .integer("to"),
                ],
                relationships: ["room": .toOne("rooms", column: "room_id")]
            ).tenant(.integer("customer_id")) { throw ErrorResponse(.unauthorized) },
            SQLType(
                "rooms", table: "room", attributes: ["name": .text("name").required()],
                relationships: ["bookings": .toMany("bookings", column: "room_id")],
                deletedAt: "deleted_at"),
        ]
        var bookings = ServedType(
            "bookings", attributes: ["title", "note", "from", "to", "length"],
            toOne: ["room": "rooms"])
        bookings.sortable = ["title", "note", "length"]
        bookings.filterable = ["title", "note"]
        let served = [
            bookings, ServedType("rooms", attributes: ["name"], toMany: ["bookings": "bookings"]),
        ]
        try await kind.withStore(types) { store, database in
            func problems() async -> [String] {
                do {
                    try await store.checkIndexes(for: ResourceService(served, store: store))
                    return []
                } catch {
                    return (error as? SQLStore.SchemaError)?.problems ?? ["\(error)"]
                }
            }
            // An index on the tenant finds no title.
            try await database.run("CREATE INDEX tenants ON booking (customer_id)")
            let missing = await problems()
            let nulls = kind == .sqlite ? "" : " NULLS FIRST"
            let lengths = #""booking" ("customer_id", ("to" - "from")\#(nulls), "id")"#
            #expect(
                missing == [
                    #"bookings, sort=title: no index on "booking" ("customer_id", "title", "id")"#,
                    #"bookings, sort=note: no index on "booking" ("customer_id", "note"\#(nulls), "id")"#,
                    "bookings, sort=length: no index on \(lengths)",
                    #"bookings, filter[title]: no index on "booking" ("customer_id", "title", "id")"#,
                    #"bookings, filter[note]: no index on "booking" ("customer_id", "note"\#(nulls), "id")"#,
                    #"rooms, sort=name: no index on "room" ("name", "id") WHERE "deleted_at" IS NULL"#,
                    #"rooms, filter[name]: no index on "room" ("name", "id") WHERE "deleted_at" IS NULL"#,
                ])
            try await create(Set(missing), in: database)
            let none = await problems()
            #expect(none == [])
        }
    }

    struct Booking: ResourceSchema {
        static let type = "bookings"
        let title = Attribute<String>("title").required()
        let code = Attribute<String>("code").required()
        let number = Attribute<Int>("number")
        let price = Attribute<Double>("price")
        let start = Attribute<Date>("start")
        let day = Attribute<String>("day").transformed(by: .date("yyyy-MM-dd"))
        let isPaid = Attribute<Bool>("paid")
        let note = Attribute<String>("note")
    }

    @Test("The tables have an index for each sort order of the rules", arguments: TestDatabase.all)
    func sortIndexes(on kind: TestDatabase) async throws {
        let plain: SQLType = SQLType(
            Booking.self, table: "booking", .unique(\.code),
            .sortable(\.title, \.code, \.number, \.price, \.start, \.day, \.isPaid),
            deletedAt: "deleted_at")
        let tenant = plain.tenant(.integer("customer_id")) { .integer(1) }
        for type in [plain, tenant] {
            try await kind.withStore([type]) { store, database in
                let service = try ResourceService(serving: store)
                try await store.checkIndexes(for: service)
                #expect(store.schemaStatements.filter { $0.contains("note") }.count == 1)
                let added = try await store.missingStatements()
                #expect(added == [])
                try await database.run("DROP TABLE booking")
                #expect(try await store.missingStatements() == store.schemaStatements)
                for text in store.schemaStatements { try await database.run(text) }
            }
        }
    }

    @Test(
        "An index of a column with another collation has the order of the bytes",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func collatedIndexes() async throws {
        let type = SQLType(
            "notes", table: "note", attributes: ["text": .text("text").required()])
        try await TestDatabase.postgreSQL.with { database in
            try await database.run(
                "CREATE TABLE note (id bigint PRIMARY KEY, text text COLLATE \"POSIX\" NOT NULL)")
            let store = try SQLStore(database, [type])
            let notes = [ServedType("notes", attributes: ["text"])]
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkIndexes(for: ResourceService(notes, store: store))
            }
            let index = #"no index on "note" ("text" COLLATE "C", "id")"#
            #expect(
                error?.problems == ["notes, sort=text: \(index)", "notes, filter[text]: \(index)"])
            try await create(Set(error?.problems ?? []), in: database)
            try await store.checkIndexes(for: ResourceService(notes, store: store))
        }
    }

    @Test(
        "A view can be read, also with required columns and a version",
        arguments: TestDatabase.all)
    func views(on kind: TestDatabase) async throws {
        let type = SQLType(
            "notes", table: "open", attributes: ["text": .text("text").required()],
            version: "version")
        try await kind.with { database in
            try await database.run(
                """
                CREATE TABLE note (id INT PRIMARY KEY, text TEXT NOT NULL, shut BOOLEAN, \
                version INTEGER NOT NULL)
                """)
            try await database.run("INSERT INTO note VALUES (1, 'a', FALSE, 1), (2, 'b', TRUE, 1)")
            try await database.run(
                "CREATE VIEW open AS SELECT id, text, version FROM note WHERE NOT shut")
            let store = try SQLStore(database, [type])
            try await store.checkTables()
            #expect(
                try await store.list(ResourceSelection(type: "notes")).resources.map(\.id) == ["1"])
        }
    }

    @Test("An index does not have the name of a table", arguments: TestDatabase.all)
    func indexNames(on kind: TestDatabase) async throws {
        let types = [
            SQLType("notes", table: "note", relationships: ["tag": .toOne("tags", column: "tag")]),
            SQLType("tags", table: "note_tag"),
        ]
        try await kind.withStore(types) { store, _ in try await store.checkTables() }
    }

    // MARK: Columns and keys

    @Test("Columns in which values would be compared or counted wrongly do not fit")
    func wrongTypes() async throws {
        let type = SQLType(
            "notes", table: "note", attributes: ["a": .real("a"), "b": .real("b")],
            version: "version")
        func column(_ name: String) -> String { "the column \"\(name)\" of the table \"note\"" }
        if TestDatabase.all.contains(.postgreSQL) {
            let found = try await problems(
                on: .postgreSQL, [type],
                """
                CREATE TABLE note (id serial PRIMARY KEY, a real, b numeric, version int NOT NULL)
                """)
            #expect(
                found == [
                    "\(column("version")) has the type INTEGER: use bigint"
                ])
        }
        for (key, problem) in [
            ("id INT PRIMARY KEY", "has the type INT: use INTEGER"),
            ("id INTEGER NOT NULL UNIQUE", "is not INTEGER PRIMARY KEY"),
        ] {
            let found = try await problems(
                on: .sqlite, [type],
                "CREATE TABLE note (\(key), a REAL, b NUMERIC, version INT NOT NULL)")
            #expect(found == ["\(column("id")) \(problem)"])
        }
    }

    @Test("Only keys and versions need the widest integers", arguments: TestDatabase.all)
    func smallIntegers(on kind: TestDatabase) async throws {
        let type = SQLType(
            "notes", table: "note", attributes: ["n": .integer("n")],
            relationships: ["next": .toOne("notes", column: "next_id")], version: "version")
        let integer = kind == .sqlite ? "INTEGER" : "BIGINT"
        let found = try await problems(
            on: kind, [type],
            """
            CREATE TABLE note (id \(integer) PRIMARY KEY, n INT, next_id INT, \
            version \(integer) NOT NULL)
            """)
        #expect(found == [])
    }

    @Test("The key of a table is unique", arguments: TestDatabase.all)
    func uniqueKeys(on kind: TestDatabase) async throws {
        let type = SQLType("notes", table: "note", key: .text("id"))
        for (table, index, isUnique) in [
            ("id TEXT NOT NULL", "", false), ("id TEXT NOT NULL", "INDEX i ON note (id)", false),
            ("id TEXT NOT NULL", "UNIQUE INDEX i ON note (id) WHERE id <> 'x'", false),
            ("id TEXT NOT NULL", "UNIQUE INDEX i ON note (lower(id))", false),
            ("id TEXT, n INT, PRIMARY KEY (id, n)", "", false),
            ("id TEXT NOT NULL", "UNIQUE INDEX i ON note (id)", true),
            ("id TEXT NOT NULL UNIQUE", "", true), ("id TEXT PRIMARY KEY", "", true),
        ] {
            let found = try await problems(
                on: kind, [type], "CREATE TABLE note (\(table))",
                index.isEmpty ? "SELECT 1" : "CREATE \(index)"
            ).filter { $0.contains("is not unique") }
            #expect(found.isEmpty == isUnique, "\(table) \(index): \(found)")
        }
    }

    @Test("A database that returns other columns than a statement selects is a fault, and no trap")
    func otherColumns() async throws {
        let type = SQLType("notes", table: "note", attributes: ["text": .text("text")])
        let description: [[SQLValue]] = [[.text("id"), .text("INTEGER")]]
        let store = try SQLStore(NotingDatabase(.sqlite, rows: [description]), [type])
        let error = await #expect(throws: SQLStore.SchemaError.self) {
            try await store.checkTables()
        }
        #expect(error?.problems == ["the table \"note\" does not exist"])
        var selection = ResourceSelection(type: "notes")
        selection.isCounted = false
        for row in [[.integer(1)], [.integer(1), .text("a"), .null]] as [[SQLValue]] {
            // The answers to the list, and to the questions about the table.
            let names = ["id", "text"].map { name -> [SQLValue] in
                [.text(name), .text("TEXT")]
                    + [0, 0, 0, 1, 1, 0].map { .integer($0) } + [.null, .null, .integer(1)]
            }
            let database = NotingDatabase(.sqlite, rows: [[row], names])
            let store = try SQLStore(database, [type])
            let error = await #expect(throws: SQLError.self) { _ = try await store.list(selection) }
            #expect(error?.reason == .other)
        }
    }

    @Test("A row whose id was not asked for is not the resource")
    func collations() async throws {
        let type = SQLType(
            "notes", table: "note", key: .text("id"), attributes: ["text": .text("text")],
            relationships: ["next": .toOne("notes", column: "next")])
        try await TestDatabase.sqlite.with { database in
            try await database.run(
                """
                CREATE TABLE note (id TEXT COLLATE NOCASE NOT NULL PRIMARY KEY, text TEXT, \
                next TEXT REFERENCES note (id))
                """)
            let store = try SQLStore(database, [type])
            try await store.checkTables()
            let made = try await store.insert(type: "notes", id: "abc", with: ResourceChange())
            let other = StoredResource.Identifier(type: "notes", id: "ABC")
            #expect(try await store.resource(other) == nil)
            let service = ResourceService([ServedType("notes")], store: store)
            #expect(try await service.reply(.get, "/notes/ABC", nil).hasPrefix("404"))
            #expect(try await service.reply(.get, "/notes/abc", nil).hasPrefix("200"))
            await #expect(throws: StoreError.missing) {
                _ = try await store.update(
                    other, with: ResourceChange(attributes: ["text": "x"]), ifVersion: nil)
            }
            await #expect(throws: StoreError.missing) {
                try await store.delete(other, ifVersion: nil)
            }
            await #expect(throws: StoreError.missingTarget) {
                _ = try await store.update(
                    made.identifier,
                    with: ResourceChange(relationships: ["next": .replace(.one(other))]),
                    ifVersion: nil)
            }
        }
    }
}

#endif
