// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// Values that other programs have written into columns. The store has not checked the tables.
@Suite("Values of other programs, without a check of the tables")
struct ForeignValueTests {
    struct Case: CustomTestStringConvertible {
        let type: String
        let column: SQLType.Column
        /// The values of the rows 1, 2 and so on.
        let values: [String]
        /// The row whose value no cursor can contain; nil if a walk finds all rows.
        var refused: Int?

        var testDescription: String { "\(type) \(values.joined(separator: " "))" }
    }

    private static let ofPostgreSQL = [
        Case(type: "mood_domain", column: .text("c"), values: ["'happy'", "'ok'"]),
        Case(type: "mood_domain[]", column: .json("c"), values: ["'{ok}'", "'{}'"]),
        Case(
            type: "numeric(20)", column: .integer("c"),
            values: ["1", "99999999999999999999", "-99999999999999999999"]),
        Case(type: "numeric", column: .integer("c"), values: ["2", "1.5", "1e30"]),
        Case(type: "numeric", column: .integer("c"), values: ["1", "'NaN'"], refused: 2),
        Case(type: "numeric", column: .real("c"), values: ["1", "'NaN'"]),
        Case(type: "real", column: .real("c"), values: ["'Infinity'", "0.1"], refused: 1),
        Case(type: "float8", column: .real("c"), values: ["1", "'NaN'"], refused: 2),
        Case(
            type: "date", column: .date("c"), values: ["'2024-01-01'", "'0044-03-15 BC'"],
            refused: 2),
        Case(type: "timestamp", column: .date("c"), values: ["'20000-01-01'"], refused: 1),
        Case(type: "timestamptz", column: .date("c"), values: ["'-infinity'"], refused: 1),
    ]

    private static let ofSQLite = [
        Case(type: "TEXT", column: .text("c"), values: ["'b'", "'a'", "7", "''"]),
        Case(type: "TEXT", column: .text("c"), values: ["'b'", "x'6162'"], refused: 2),
        Case(type: "TEXT", column: .text("c"), values: ["'a' || char(0) || 'b'"], refused: 1),
        Case(type: "INTEGER", column: .integer("c"), values: ["1.5", "1e300", "1"]),
        Case(type: "INTEGER", column: .integer("c"), values: ["1", "'abc'"], refused: 2),
        Case(type: "INTEGER", column: .integer("c"), values: ["1", "x'31'"], refused: 2),
        Case(type: "REAL", column: .real("c"), values: ["1", "9e999"], refused: 2),
        Case(type: "BOOLEAN", column: .boolean("c"), values: ["0", "'abc'"], refused: 2),
        Case(type: "BOOLEAN", column: .boolean("c"), values: ["0", "7"], refused: 2),
        Case(
            type: "DATETIME", column: .date("c"),
            values: [
                "'2024-01-01T24:00:00Z'", "'2024-01-01T12:00:00'", "'2024-01-01 12:00:00'",
                "'soon'",
                "1700000000", "'2024-01-02T00:00:00Z'",
            ]),
        Case(type: "TEXT", column: .date("c"), values: ["'2024-01-01 12:00'"], refused: 1),
        Case(type: "TEXT", column: .date("c"), values: ["'2024-02-30'"], refused: 1),
    ]

    private static let filters = [
        "=1", "=ok", "=", "[gt]=1", "[lt]=x", "[null]=true", "[ne]=1", "[nin]=1,x", "=ok,happy",
        "[contains]=x", "=2024-01-01", "[gt]=2024-01-01T00:00:00Z", "=1e400", "=true",
        "=99999999999999999999", "=%00",
    ]

    @Test(
        "A value of PostgreSQL is shown, or refused with its row and its column",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing),
        arguments: ofPostgreSQL)
    func postgreSQL(example: Case) async throws {
        try await expect(example, on: .postgreSQL)
    }

    @Test("A value of SQLite is shown, or refused with its row and its column", arguments: ofSQLite)
    func sqlite(example: Case) async throws { try await expect(example, on: .sqlite) }

    private func expect(_ example: Case, on kind: TestDatabase) async throws {
        try await kind.with { database in
            if kind == .postgreSQL {
                try await database.run("CREATE TYPE mood AS ENUM ('ok', 'happy')")
                try await database.run("CREATE DOMAIN mood_domain AS mood")
            }
            let key = kind == .sqlite ? "INTEGER" : "serial"
            try await database.run(
                "CREATE TABLE thing (id \(key) PRIMARY KEY, c \(example.type))")
            for value in example.values + ["NULL"] {
                try await database.run("INSERT INTO thing (c) VALUES (\(value))")
            }
            let type = SQLType("things", table: "thing", attributes: ["c": example.column])
            var service = ResourceService(
                [ServedType("things", attributes: ["c"])], store: try SQLStore(database, [type]))
            let failures = Mutex<[[String]]>([])
            service.onFailure = { error in
                failures.withLock { $0.append((error as? SQLStore.SchemaError)?.problems ?? []) }
            }
            let list = try await service.answer(.get, "/things")
            #expect(list.ids.count == example.values.count + 1, "\(list.text)")
            for filter in Self.filters {
                let found = try await service.answer(.get, "/things?filter[c]\(filter)")
                #expect(found.status == 200 || found.status == 400, "\(filter) \(found.text)")
            }
            #expect(failures.withLock { $0 } == [])
            if example.column.kind == .json { return }
            for sort in ["c,id", "-c,id"] {
                failures.withLock { $0 = [] }
                let sorted = try await service.answer(.get, "/things?sort=\(sort)")
                let walked = try await service.walk(
                    "/things?sort=\(sort)&page[size]=1", limit: example.values.count + 1)
                if let refused = example.refused {
                    #expect(walked.last?.hasPrefix("503") == true, "\(walked)")
                    let problem =
                        "the column \"c\" of the table \"thing\" has, in the row \"\(refused)\", a"
                        + " value that no cursor can contain"
                    #expect(failures.withLock { $0 } == [[problem]])
                } else {
                    #expect(walked == sorted.ids && sorted.status == 200, "\(sort) \(walked)")
                    #expect(failures.withLock { $0 } == [])
                }
            }
        }
    }

    @Test("A domain over an enumeration is found by its texts")
    func domain() async throws {
        guard TestDatabase.all.contains(.postgreSQL) else { return }
        try await TestDatabase.postgreSQL.with { database in
            for statement in [
                "CREATE TYPE mood AS ENUM ('ok', 'happy')", "CREATE DOMAIN feeling AS mood",
                "CREATE TABLE thing (id feeling PRIMARY KEY, c feeling)",
                "INSERT INTO thing VALUES ('ok', 'happy'), ('happy', NULL)",
            ] {
                try await database.run(statement)
            }
            let type = SQLType(
                "things", table: "thing", key: .text("id"), attributes: ["c": .text("c")])
            let service = ResourceService(
                [ServedType("things", attributes: ["c"])], store: try SQLStore(database, [type]))
            for (query, ids) in [
                ("filter[c]=happy", ["ok"]), ("filter[c]=ok,happy", ["ok"]),
                ("filter[c]=other", []), ("filter[c][gt]=a", ["ok"]),
                ("filter[id]=ok", ["ok"]), ("filter[id]=ok,happy", ["happy", "ok"]),
            ] {
                let found = try await service.answer(.get, "/things?\(query)")
                #expect(found.ids == ids, "\(query) \(found.text)")
            }
            let document =
                #"{"data":{"type":"things","id":"happy","attributes":{"c":"ok"}}}"#
            #expect(try await service.answer(.patch, "/things/happy", document).status == 200)
            #expect(try await service.answer(.delete, "/things/happy").status == 204)
        }
    }

    @Test("A key that is null, or that no cursor can contain, is refused with its column")
    func keys() async throws {
        let cursor = "a key that no cursor can contain"
        let none = "null, or another value that is no key"
        for (key, row, isListed, fault) in [
            ("NULL", nil, false, none), ("x'6162'", nil, false, none),
            ("'a' || char(0)", "a\u{0}", true, cursor),
        ] as [(String, String?, Bool, String)] {
            try await TestDatabase.sqlite.with { database in
                try await database.run("CREATE TABLE tag (id TEXT PRIMARY KEY, n INTEGER)")
                try await database.run("INSERT INTO tag VALUES ('ab', 1), (\(key), 2)")
                let type = SQLType(
                    "tags", table: "tag", key: .text("id"), attributes: ["n": .integer("n")])
                var service = ResourceService(
                    [ServedType("tags", attributes: ["n"])], store: try SQLStore(database, [type]))
                let failures = Mutex<[[String]]>([])
                service.onFailure = { error in
                    failures.withLock {
                        $0.append((error as? SQLStore.SchemaError)?.problems ?? [])
                    }
                }
                let list = try await service.answer(.get, "/tags")
                #expect(list.status == (isListed ? 200 : 503), "\(key) \(list.text)")
                failures.withLock { $0 = [] }
                let walked = try await service.walk("/tags?sort=n&page[size]=1", limit: 2)
                #expect(walked.last?.hasPrefix("503") == true, "\(walked)")
                let place = row.map { "the row \"\($0)\"" } ?? "a row"
                let problem = "the column \"id\" of the table \"tag\" has, in \(place), \(fault)"
                #expect(failures.withLock { $0 } == [[problem]])
            }
        }
    }

    @Test("A version that is null is refused with its row", arguments: TestDatabase.all)
    func versions(on kind: TestDatabase) async throws {
        try await kind.with { database in
            try await database.run("CREATE TABLE thing (id BIGINT PRIMARY KEY, version BIGINT)")
            try await database.run("INSERT INTO thing VALUES (7, NULL)")
            let store = try SQLStore(
                database, [SQLType("things", table: "thing", version: "version")])
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                _ = try await store.list(ResourceSelection(type: "things"))
            }
            #expect(
                error?.problems == [
                    "the column \"version\" of the table \"thing\" has, in the row \"7\", a version"
                        + " that is no integer"
                ])
        }
    }
}

#endif
