// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxPostgreSQL
import VoxSQL

/// What a store finds out about the tables of other programs when it starts.
@Suite(
    "Tables of PostgreSQL that other programs have made, at the start",
    .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
struct StoredTypeCheckTests {
    @Test("A table of another schema is found by the search path, and the first of two counts")
    func schemas() async throws {
        try await PostgreSQLServer.shared.get().withSchema { settings in
            let owner = try PostgreSQLDatabase(patient: settings, connections: 1)
            let near = try await owner.schemaName()
            let far = near + "_far"
            for statement in [
                "CREATE SCHEMA \(far)", "CREATE TYPE \(far).mood AS ENUM ('ok', 'bad')",
                "CREATE TABLE \(far).thing (id serial PRIMARY KEY, c \(far).mood)",
                "CREATE TABLE \(far).other (id uuid PRIMARY KEY, c date NOT NULL, d text NOT NULL)",
                "CREATE TABLE other (id bigint PRIMARY KEY, c text)",
            ] {
                try await owner.run(statement)
            }
            // The last options of a connection string count.
            let database = try PostgreSQLDatabase(
                patient: "\(settings) options='-c search_path=\(near),\(far)'", connections: 1)
            let store = try SQLStore(
                database,
                [
                    SQLType("things", table: "thing", attributes: ["c": .text("c")]),
                    SQLType("others", table: "other", attributes: ["c": .text("c")]),
                ])
            try await store.checkTables()
            let service = ResourceService(
                [
                    ServedType("things", attributes: ["c"]),
                    ServedType("others", attributes: ["c"]),
                ], store: store)
            for (type, value, status) in [
                ("things", "ok", 201), ("things", "none", 422), ("others", "none", 201),
            ] {
                let id = type == "others" ? #""id":"1","# : ""
                let reply = try await service.answer(
                    .post, "/\(type)",
                    #"{"data":{"type":"\#(type)",\#(id)"attributes":{"c":"\#(value)"}}}"#)
                #expect(reply.status == status, "\(reply.text)")
                if status == 422 {
                    #expect(reply.json.errors[0].source.pointer == "/data/attributes/c")
                }
            }
            #expect(try await service.answer(.get, "/things?filter[c]=ok,bad").ids == ["1"])
            try await owner.run("SET client_min_messages = warning")
            try await owner.run("DROP SCHEMA \(far) CASCADE")
        }
    }

    @Test(
        "Without a check, a column that no statement can use is 503, and the program gets its name")
    func unchecked() async throws {
        try await TestDatabase.postgreSQL.with { database in
            try await database.run("CREATE TABLE thing (id bigint PRIMARY KEY, a interval)")
            try await database.run("INSERT INTO thing VALUES (1, '2 days')")
            let type = SQLType("things", table: "thing", attributes: ["a": .text("a")])
            var service = ResourceService(
                [ServedType("things", attributes: ["a"])], store: try SQLStore(database, [type]))
            let failures = Mutex<[[String]]>([])
            service.onFailure = { error in
                failures.withLock { $0.append((error as? SQLStore.SchemaError)?.problems ?? []) }
            }
            let reply = try await service.answer(.get, "/things?filter[a]=x")
            #expect(reply.status == 503, "\(reply.text)")
            #expect(!reply.text.contains("INTERVAL"))
            #expect(
                failures.withLock { $0 } == [
                    [
                        "the column \"a\" of the table \"thing\" has the type INTERVAL, which does not fit"
                            + " text: use an attribute such as .computed(.text, \"{a}::text\")"
                    ]
                ])
        }
    }

    @Test(
        "A foreign key with another type than the keys is 503, and the program gets its name")
    func foreignKeys() async throws {
        try await TestDatabase.postgreSQL.with { database in
            try await database.run("CREATE TABLE thing (id uuid PRIMARY KEY)")
            try await database.run("CREATE TABLE part (id bigint PRIMARY KEY, thing_id text)")
            try await database.run("INSERT INTO thing VALUES ('\(Self.uuid)')")
            try await database.run("INSERT INTO part VALUES (1, '\(Self.uuid)')")
            let store = try SQLStore(
                database,
                [
                    SQLType(
                        "things", table: "thing", key: .text("id"),
                        relationships: ["parts": .toMany("parts", column: "thing_id")]),
                    SQLType(
                        "parts", table: "part",
                        relationships: ["thing": .toOne("things", column: "thing_id")]),
                ])
            var service = ResourceService(
                [
                    ServedType("things", toMany: ["parts": "parts"]),
                    ServedType("parts", toOne: ["thing": "things"]),
                ], store: store)
            let failures = Mutex<[[String]]>([])
            service.onFailure = { error in
                failures.withLock { $0.append((error as? SQLStore.SchemaError)?.problems ?? []) }
            }
            let problem =
                "the column \"thing_id\" of the table \"part\" has another type than the keys of"
                + " \"thing\", to which it refers"
            for target in [
                "/things?include=parts", "/things?filter[parts]=1",
                "/parts?filter[thing]=\(Self.uuid)&include=thing",
            ] {
                failures.withLock { $0 = [] }
                let reply = try await service.answer(.get, target)
                #expect(reply.status == 503, "\(target) \(reply.text)")
                #expect(failures.withLock { $0 } == [[problem]], "\(target)")
            }
        }
    }

    private static let uuid = "11111111-1111-1111-1111-111111111111"

    @Test("After a check whose error the program ignores, a column that does not fit is 503")
    func ignored() async throws {
        try await TestDatabase.postgreSQL.with { database in
            try await database.run("CREATE TABLE thing (id serial PRIMARY KEY, c bytea, m date)")
            let type = SQLType(
                "things", table: "thing", attributes: ["c": .text("c"), "m": .date("m")])
            let store = try SQLStore(database, [type])
            try? await store.checkTables()
            let service = ResourceService(
                [ServedType("things", attributes: ["c", "m"])], store: store)
            #expect(try await service.answer(.get, "/things?filter[c]=x").status == 503)
            #expect(try await service.answer(.get, "/things?filter[m]=2024-01-01").status == 200)
        }
    }

    @Test("A type that no attribute can have is refused at the start, with what to do")
    func refused() async throws {
        let type = SQLType(
            "things", table: "thing", key: .text("id"),
            attributes: ["a": .text("a"), "b": .integer("b"), "c": .json("c"), "d": .date("d")],
            relationships: ["next": .toOne("things", column: "next")])
        try await TestDatabase.postgreSQL.with { database in
            try await database.run(
                """
                CREATE TABLE thing (id uuid PRIMARY KEY, a interval, b numeric(9,2), c point[], \
                d time, next text)
                """)
            let store = try SQLStore(database, [type])
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkTables()
            }
            func column(_ name: String, _ type: String, _ kind: String, _ rest: Bool = true)
                -> String
            {
                let advice =
                    rest ? ": use an attribute such as .computed(.text, \"{\(name)}::text\")" : ""
                return
                    "the column \"\(name)\" of the table \"thing\" has the type \(type), which does"
                    + " not fit \(kind)\(advice)"
            }
            #expect(
                error?.problems == [
                    column("a", "INTERVAL", "text"),
                    column("b", "NUMERIC", "integer", false),
                    column("c", "POINT[]", "json"), column("d", "TIME WITHOUT TIME ZONE", "date"),
                    "the column \"next\" of the table \"thing\" has another type than the keys of"
                        + " \"thing\", to which it refers",
                ])
        }
    }
}

#endif
