// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Keys that the database chooses for a table, or a view, of another program.
@Suite("Keys of tables of other programs")
struct ForeignKeyTests {
    private static func service(_ names: [String], _ database: any SQLDatabase) throws
        -> ResourceService
    {
        let types = names.map { SQLType($0, table: $0, attributes: ["n": .text("n")]) }
        return ResourceService(
            names.map { ServedType($0, attributes: ["n"]) },
            store: try SQLStore(database, types))
    }

    private static func row(_ name: String, id: String? = nil) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return #"{"data":{"type":"\#(name)",\#(id)"attributes":{"n":"y"}}}"#
    }

    @Test(
        "A sequence that is behind the keys chooses a free key, whoever owns it",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func sequences() async throws {
        try await TestDatabase.postgreSQL.with { database in
            for statement in [
                "CREATE SEQUENCE numbers",
                "CREATE TABLE own (id integer PRIMARY KEY DEFAULT nextval('numbers'), n text)",
                "CREATE TABLE same (id integer PRIMARY KEY DEFAULT nextval('numbers'), n text)",
                "CREATE TABLE base (id serial PRIMARY KEY, n text)",
                "CREATE VIEW seen AS SELECT id, n FROM base",
                "CREATE TABLE fixed (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n text)",
                "CREATE VIEW shown AS SELECT id, n FROM fixed",
                "INSERT INTO own SELECT n, 'x' FROM generate_series(1, 9) AS n",
                "INSERT INTO same SELECT n, 'x' FROM generate_series(1, 9) AS n",
                "INSERT INTO base SELECT n, 'x' FROM generate_series(1, 9) AS n",
                """
                INSERT INTO fixed OVERRIDING SYSTEM VALUE \
                SELECT n, 'x' FROM generate_series(1, 9) AS n
                """,
            ] {
                try await database.run(statement)
            }
            let names = ["own", "same", "seen", "base", "shown"]
            let service = try Self.service(names, database)
            for name in names {
                for id in name == "base" ? ["12", "13"] : ["10", "11"] {
                    let reply = try await service.answer(.post, "/\(name)", Self.row(name))
                    #expect(reply.status == 201, "\(name) \(reply.text)")
                    #expect(reply.json.data.id == id, "\(name) \(reply.text)")
                }
            }
        }
    }

    @Test(
        "An id that is there already is refused at the id, in a view, too",
        arguments: TestDatabase.all)
    func views(on kind: TestDatabase) async throws {
        try await kind.with { database in
            for statement in [
                "CREATE TABLE base (id integer PRIMARY KEY, n varchar(9) UNIQUE NOT NULL)",
                "INSERT INTO base VALUES (1, 'x'), (2, 'y')",
                "CREATE VIEW seen AS SELECT * FROM base",
            ] {
                try await database.run(statement)
            }
            if kind == .sqlite {
                try await database.run(
                    """
                    CREATE TRIGGER t INSTEAD OF INSERT ON seen BEGIN
                    INSERT INTO base VALUES (NEW.id, NEW.n); END
                    """)
            }
            // The table is described as well, or it is not.
            for names in [["seen"], ["seen", "base"]] {
                let service = try Self.service(names, database)
                for name in names {
                    for (document, status, pointer) in [
                        (#""id":"1","attributes":{"n":"z"}"#, 409, "/data/id"),
                        (#""id":"3","attributes":{"n":"x"}"#, 409, "/data/attributes/n"),
                        (#""id":"3","attributes":{"n":null}"#, 422, "/data/attributes/n"),
                    ] {
                        let reply = try await service.answer(
                            .post, "/\(name)", #"{"data":{"type":"\#(name)",\#(document)}}"#)
                        #expect(reply.status == status, "\(name) \(reply.text)")
                        #expect(reply.json.errors[0].source.pointer == pointer, "\(reply.text)")
                    }
                }
            }
        }
    }
    @Test("A refused value is at its attribute, whatever a view calls the column")
    func renamedColumns() async throws {
        let views = [
            "seen AS SELECT id AS number, base.n AS m FROM base",
            "seen AS SELECT DISTINCT b.id number, b.\"N\" \"m\" FROM base b",
            "seen (number, m) AS SELECT b.id, b.n FROM base AS b",
            "seen (number, m, o) AS SELECT id, n, coalesce(n, 'none') FROM base",
        ]
        for kind in TestDatabase.all {
            for view in views where kind == .sqlite || !view.contains("DISTINCT") {
                try await kind.with { database in
                    try await database.run(
                        "CREATE TABLE base (id integer PRIMARY KEY, n varchar(9) UNIQUE NOT NULL)")
                    try await database.run("INSERT INTO base VALUES (1, 'x')")
                    try await database.run("CREATE VIEW \(view)")
                    if kind == .sqlite {
                        try await database.run(
                            """
                            CREATE TRIGGER t INSTEAD OF INSERT ON seen BEGIN
                            INSERT INTO base VALUES (NEW.number, NEW.m); END
                            """)
                    }
                    let store = try SQLStore(
                        database,
                        [
                            SQLType(
                                "seen", table: "seen", key: .integer("number"),
                                attributes: ["a": .text("m")])
                        ])
                    let service = ResourceService(
                        [ServedType("seen", attributes: ["a"])], store: store)
                    for (document, status, pointer) in [
                        (#""id":"1","attributes":{"a":"z"}"#, 409, "/data/id"),
                        (#""id":"3","attributes":{"a":"x"}"#, 409, "/data/attributes/a"),
                        (#""id":"3","attributes":{"a":null}"#, 422, "/data/attributes/a"),
                    ] {
                        let reply = try await service.answer(
                            .post, "/seen", #"{"data":{"type":"seen",\#(document)}}"#)
                        #expect(reply.status == status, "\(view) \(reply.text)")
                        #expect(reply.json.errors[0].source.pointer == pointer, "\(view)")
                    }
                }
            }
        }
    }
}

#endif
