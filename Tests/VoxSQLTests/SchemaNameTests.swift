// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxPostgreSQL
import VoxSQL

/// Tables whose descriptions name the schema.
@Suite("Tables of a named schema")
struct SchemaNameTests {
    private static func types(_ schema: String) -> [SQLType] {
        [
            SQLType(
                "accounts", table: "\(schema).account",
                attributes: [
                    "email": .text("email").unique(), "level": .integer("level"),
                    "data": .json("data"),
                ],
                relationships: [
                    "owner": .toOne("people", column: "owner_id"),
                    "tags": .toMany(
                        "tags", through: "\(schema).account_tag", owner: "account", target: "tag"),
                ], version: "version", deletedAt: "gone"),
            SQLType(
                "tags", table: "\(schema).tag.old", key: .text("id"),
                attributes: ["name": .text("name")]),
            SQLType(
                "people", table: "\(schema).person", attributes: ["name": .text("name")],
                relationships: ["accounts": .toMany("accounts", column: "owner_id")],
                version: "version"),
        ]
    }

    private static func service(_ store: SQLStore) -> ResourceService {
        var service = ResourceService(
            [
                ServedType(
                    "accounts", attributes: ["email", "level", "data"], toOne: ["owner": "people"],
                    toMany: ["tags": "tags"]),
                ServedType("tags", attributes: ["name"]),
                ServedType("people", attributes: ["name"], toMany: ["accounts": "accounts"]),
            ], store: store)
        service.operationsPath = "operations"
        return service
    }

    /// Calls a function with a database and the name of another schema than the first.
    private func with(
        _ kind: TestDatabase, _ body: (any SQLDatabase, String) async throws -> Void
    ) async throws {
        try await kind.with { database in
            guard kind == .postgreSQL else { return try await body(database, "main") }
            let near = try await database.schemaName()
            // Without its schema, the name leads to another table.
            try await database.run("CREATE TABLE account (id bigint PRIMARY KEY, other text)")
            try await body(database, "\(near)_Far")
            try await database.run("SET client_min_messages = warning")
            try await database.run("DROP SCHEMA \"\(near)_Far\" CASCADE")
        }
    }

    @Test(
        "Tables of a named schema are created, checked, read and written",
        arguments: TestDatabase.all)
    func everyDoor(on kind: TestDatabase) async throws {
        try await with(kind) { database, schema in
            let store = try SQLStore(database, Self.types(schema))
            for statement in try await store.missingStatements() {
                try await database.run(statement)
            }
            let service = Self.service(store)
            try await store.checkTables(for: service)
            #expect(try await store.missingStatements().isEmpty)
            await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkIndexes(for: service)
            }
            for (target, data, status) in [
                ("/tags", #""type":"tags","id":"a","attributes":{"name":"x"}"#, 201),
                ("/people", #""type":"people","attributes":{"name":"Ann"}"#, 201),
                (
                    "/accounts",
                    #""type":"accounts","attributes":{"email":"a@x","level":3,"data":{"k":[1]}},"relationships":{"owner":{"data":{"type":"people","id":"1"}},"tags":{"data":[{"type":"tags","id":"a"}]}}"#,
                    201
                ),
                ("/accounts", #""type":"accounts","id":"7","attributes":{"email":"b@x"}"#, 201),
                ("/accounts", #""type":"accounts","id":"7","attributes":{"email":"c@x"}"#, 409),
            ] {
                let reply = try await service.answer(.post, target, "{\"data\":{\(data)}}")
                #expect(reply.status == status, "\(reply.text)")
            }
            let taken = try await service.answer(
                .post, "/accounts", #"{"data":{"type":"accounts","attributes":{"email":"a@x"}}}"#)
            #expect(taken.status == 409)
            #expect(taken.json.errors[0].source.pointer == "/data/attributes/email")
            for (query, ids) in [
                ("filter[tags]=a", ["1"]), ("filter[tags.name]=x", ["1"]),
                ("filter[owner.name]=Ann", ["1"]), ("filter[data.k]=1", ["1"]),
                ("sort=-email", ["7", "1"]), ("sort=level&page[size]=1&page[number]=2", ["1"]),
                ("include=tags,owner.accounts", ["1", "7"]),
            ] {
                let reply = try await service.answer(.get, "/accounts?\(query)")
                #expect(reply.status == 200 && reply.ids == ids, "\(query): \(reply.text)")
            }
            #expect(try await service.answer(.get, "/accounts/1/tags").ids == ["a"])
            #expect(try await service.answer(.get, "/people/1/accounts").ids == ["1"])
            for (method, target, data) in [
                ("POST", "/people/1/relationships/accounts", #"[{"type":"accounts","id":"7"}]"#),
                ("PATCH", "/accounts/7/relationships/tags", #"[{"type":"tags","id":"a"}]"#),
                ("DELETE", "/accounts/1/relationships/tags", #"[{"type":"tags","id":"a"}]"#),
                ("PATCH", "/accounts/7", #"{"type":"accounts","id":"7","attributes":{"level":4}}"#),
            ] {
                let reply = try await service.answer(
                    try #require(.init(method)), target, "{\"data\":\(data)}")
                #expect([200, 204].contains(reply.status), "\(target): \(reply.text)")
            }
            #expect(
                try await service.answer(.get, "/accounts?filter[tags]=a&filter[level]=4").ids == [
                    "7"
                ])
            for target in ["/accounts/7", "/tags/a", "/people/1"] {
                #expect(try await service.answer(.delete, target).status == 204)
            }
            #expect(try await service.answer(.get, "/accounts").ids == ["1"])
        }
    }

    @Test("A constraint of a table of a named schema has its place", arguments: TestDatabase.all)
    func constraints(on kind: TestDatabase) async throws {
        try await with(kind) { database, schema in
            if kind == .postgreSQL { try await database.run("CREATE SCHEMA \"\(schema)\"") }
            try await database.run(
                """
                CREATE TABLE "\(schema)".tag (id varchar(4) PRIMARY KEY, \
                name varchar(3) CHECK (name <> 'no'))
                """)
            let store = try SQLStore(
                database,
                [
                    SQLType(
                        "tags", table: "\(schema).tag", key: .text("id"),
                        attributes: ["name": .text("name")])
                ])
            try await store.checkTables()
            let service = ResourceService([ServedType("tags", attributes: ["name"])], store: store)
            for name in kind == .postgreSQL ? ["no", "long"] : ["no"] {
                let reply = try await service.answer(
                    .post, "/tags",
                    #"{"data":{"type":"tags","id":"a","attributes":{"name":"\#(name)"}}}"#)
                #expect(reply.status == 422, "\(reply.text)")
                #expect(reply.json.errors[0].source.pointer == "/data/attributes/name")
            }
        }
    }

    @Test(
        "A table or a view that the schema does not have is refused at the start",
        arguments: TestDatabase.all)
    func missing(on kind: TestDatabase) async throws {
        try await with(kind) { database, schema in
            if kind == .postgreSQL { try await database.run("CREATE SCHEMA \"\(schema)\"") }
            try await database.run("CREATE VIEW \"\(schema)\".seen AS SELECT 1 AS id")
            let store = try SQLStore(
                database,
                [
                    SQLType("seen", table: "\(schema).seen"),
                    SQLType("others", table: "\(schema).other"),
                    SQLType("far", table: "none.other"),
                ])
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkTables()
            }
            #expect(
                error?.problems == [
                    "the table \"\(schema).other\" does not exist",
                    "the table \"none.other\" does not exist",
                ])
            #expect(!store.canWrite("seen"))
        }
    }

    @Test("Written schemas name the schema of a table that its name alone does not lead to")
    func generated() async throws {
        try await with(.sqlite) { database, _ in
            try await database.run("CREATE TABLE \"old.tag\" (id INTEGER PRIMARY KEY, name TEXT)")
            try await database.run(
                "CREATE TABLE account (id INTEGER PRIMARY KEY, tag_id INT REFERENCES \"old.tag\")")
            let source = try await SQLStore.source(describing: database)
            #expect(source.contains(#"table: "main.old.tag""#), "\(source)")
            #expect(source.contains("ToOne<"))
        }
    }

    @Test(
        "Of two tables with one name, the second in the search path gets its schema",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func hidden() async throws {
        try await PostgreSQLServer.shared.get().withSchema { settings in
            let owner = try PostgreSQLDatabase(patient: settings, connections: 1)
            let near = try await owner.schemaName()
            let far = near + "_far"
            for statement in [
                "CREATE SCHEMA \(far)", "CREATE TABLE account (id bigint PRIMARY KEY, a text)",
                "CREATE TABLE \(far).account (id bigint PRIMARY KEY, b text)",
                "CREATE TABLE \(far).tag (id bigint PRIMARY KEY, account_id bigint REFERENCES \(far).account)",
            ] {
                try await owner.run(statement)
            }
            let database = try PostgreSQLDatabase(
                patient: "\(settings) options='-c search_path=\(near),\(far)'", connections: 1)
            let source = try await SQLStore.source(describing: database)
            for table in ["account", "\(far).account", "tag"] {
                #expect(source.contains("table: \"\(table)\""), "\(source)")
            }
            try await owner.run("SET client_min_messages = warning")
            try await owner.run("DROP SCHEMA \(far) CASCADE")
        }
    }
}

#endif
