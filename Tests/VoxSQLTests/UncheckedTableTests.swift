// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// Tables that do not fit their descriptions, of which nobody has asked before.
@Suite("Tables that nobody has checked")
struct UncheckedTableTests {
    /// A service, and the problems that its program was told.
    private final class Watched: Sendable {
        let service: ResourceService
        private let told: Told

        private final class Told: Sendable {
            let problems = Mutex<[[String]]>([])
        }

        init(_ database: any SQLDatabase, _ served: [ServedType], _ types: [SQLType]) throws {
            let told = Told()
            var service = ResourceService(served, store: try SQLStore(database, types))
            service.onFailure = { error in
                told.problems.withLock {
                    $0.append((error as? SQLStore.SchemaError)?.problems ?? ["\(error)"])
                }
            }
            (self.service, self.told) = (service, told)
        }

        /// Returns the problems since the last call.
        func problems() -> [[String]] {
            told.problems.withLock { problems in
                defer { problems = [] }
                return problems
            }
        }
    }

    @Test(
        "A column or a table that is missing is 503, and the program gets its name",
        arguments: TestDatabase.all)
    func missing(on kind: TestDatabase) async throws {
        try await kind.with { database in
            let key = kind == .sqlite ? "INTEGER" : "bigserial"
            try await database.run("CREATE TABLE thing (id \(key) PRIMARY KEY, b TEXT)")
            try await database.run("INSERT INTO thing VALUES (1, 'x')")
            let watched = try Watched(
                database,
                [
                    ServedType("things", attributes: ["a", "b"]),
                    ServedType("others", attributes: ["a"]),
                ],
                [
                    SQLType(
                        "things", table: "thing", attributes: ["a": .text("a"), "b": .text("b")]),
                    SQLType("others", table: "other", attributes: ["a": .text("a")]),
                ])
            let all = [
                [
                    "the column \"a\" of the table \"thing\" does not exist",
                    "the table \"other\" does not exist",
                ]
            ]
            let body = #"{"data":{"type":"things","id":"1","attributes":{"a":"y"}}}"#
            for (method, target, text) in [
                (.get, "/things", nil), (.get, "/things/1", nil), (.get, "/others", nil),
                (.get, "/things?sort=a", nil), (.get, "/things?filter[a]=x", nil),
                (.patch, "/things/1", body),
                (.post, "/things", body.replacing(#""id":"1","#, with: "")),
            ] as [(HTTPRequest.Method, String, String?)] {
                let reply = try await watched.service.answer(method, target, text)
                #expect(reply.status == 503, "\(method) \(target) \(reply.text)")
                #expect(!reply.text.contains("thing\\\""), "\(reply.text)")
                #expect(watched.problems() == all, "\(method) \(target)")
            }
            try await database.run("ALTER TABLE thing ADD COLUMN a TEXT")
            #expect(try await watched.service.answer(.get, "/things").ids == ["1"])
        }
    }

    @Test(
        "Integers beyond 64 bits are compared with their digits, in every column of integers",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing),
        arguments: ["numeric", "numeric(20)", "bigint", "integer"])
    func largeIntegers(type: String) async throws {
        try await TestDatabase.postgreSQL.with { database in
            try await database.run(
                "CREATE TABLE thing (id bigint PRIMARY KEY, c \(type), d numeric DEFAULT 7)")
            let isLarge = type.hasPrefix("numeric")
            let values =
                isLarge
                ? ["1", "99999999999999999999", "-99999999999999999999", "9223372036854775808"]
                : ["1", "2", "-3"]
            for (place, value) in values.enumerated() {
                try await database.run("INSERT INTO thing VALUES (\(place + 1), \(value))")
            }
            let watched = try Watched(
                database, [ServedType("things", attributes: ["c", "d"])],
                [
                    SQLType(
                        "things", table: "thing",
                        attributes: ["c": .integer("c"), "d": .real("d")])
                ])
            let rest = isLarge ? [] : ["2", "3"]
            for (filter, ids, others) in [
                ("=99999999999999999999", ["2"], []),
                ("=1,99999999999999999999", ["1", "2"], ["1"]),
                ("=99999999999999999998", [], []), ("=9223372036854775808", ["4"], []),
                ("=1e400", [], []), ("=1,1.5", ["1"], ["1"]),
                ("[gt]=99999999999999999998", ["2"], []), ("[gt]=99999999999999999999", [], []),
                ("[gte]=99999999999999999999", ["2"], []),
                ("[gte]=9223372036854775808", ["2", "4"], []),
                ("[gt]=9223372036854775807", ["2", "4"], []),
                ("[lt]=9223372036854775808", ["1", "3"], ["1"] + rest),
                ("[lte]=9223372036854775808", ["1", "3", "4"], ["1"] + rest),
                ("[lt]=-9223372036854775809", ["3"], []), ("[lt]=-99999999999999999999", [], []),
                ("[lte]=-99999999999999999999", ["3"], []), ("[lt]=-1e400", [], []),
                ("[gt]=-1e400", ["1", "2", "3", "4"], ["1"] + rest),
                ("[lt]=1e400", ["1", "2", "3", "4"], ["1"] + rest),
                ("[ne]=99999999999999999999", ["1", "3", "4"], ["1"] + rest),
            ] as [(String, [String], [String])] {
                let found = try await watched.service.answer(
                    .get, "/things?sort=id&filter[c]\(filter)")
                #expect(found.ids == (isLarge ? ids : others), "\(filter) \(found.text)")
            }
            // PostgreSQL reads no number with more than 131,072 digits, or 16,383 behind the point.
            let all = try await watched.service.answer(.get, "/things?sort=id").ids
            for exponent in [
                131_070, 131_071, 131_072, 131_073, 200_000, 262_144, 999_999, -15_999, -16_000,
                -16_382, -16_383, -16_384, -17_000, -200_000,
            ] {
                for column in ["c", "d"] {
                    let isHuge = exponent > 0
                    for (comparison, ids) in [
                        ("[gt]=-1e", column == "d" || isHuge ? all : nil), ("=1e", []),
                        ("[lt]=1e", isHuge ? all : column == "d" ? [] : nil),
                        ("[gt]=1e", isHuge ? [] : column == "d" ? all : nil),
                    ] {
                        let found = try await watched.service.answer(
                            .get, "/things?sort=id&filter[\(column)]\(comparison)\(exponent)")
                        #expect(found.status == 200, "\(comparison)\(exponent) \(found.text)")
                        if let ids { #expect(found.ids == ids, "\(comparison)\(exponent)") }
                    }
                }
            }
        }
    }

    @Test(
        "A default that its own constraint refuses is refused at its attribute",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func defaults() async throws {
        try await TestDatabase.postgreSQL.with { database in
            try await database.run(
                "CREATE TABLE thing (id bigserial PRIMARY KEY, c integer DEFAULT 1 CONSTRAINT odd CHECK (c > 5))"
            )
            let watched = try Watched(
                database, [ServedType("things", attributes: ["c"])],
                [SQLType("things", table: "thing", attributes: ["c": .integer("c")])])
            for (attributes, isThere) in [("", false), (#","attributes":{"c":2}"#, true)] {
                let made = try await watched.service.answer(
                    .post, "/things", #"{"data":{"type":"things"\#(attributes)}}"#)
                #expect(made.status == 422, "\(made.text)")
                let error = made.json.errors[0]
                let place: String? = isThere ? error.source.pointer : error.meta.missing
                #expect(place == "/data/attributes/c", "\(made.text)")
            }
        }
    }

    @Test(
        "Without a column for the version, each change of a value is another version",
        arguments: TestDatabase.all)
    func digests(on kind: TestDatabase) async throws {
        let type = SQLType(
            "things", table: "thing",
            attributes: [
                "b": .boolean("b"), "i": .integer("i"), "r": .real("r"), "t": .text("t"),
                "u": .text("u"),
            ])
        try await kind.withStore([type]) { store, _ in
            let made = try await store.insert(type: "things", id: nil, with: ResourceChange())
            var versions = [made.version]
            for attributes in [
                ["b": true], ["b": false], ["i": 1], ["i": 256], ["r": 1], ["r": 1.5], ["t": ""],
                ["t": "a"], ["t": "", "u": "a"], ["t": "aa", "u": ""], ["t": nil],
            ] as [JSONObject] {
                let changed = try await store.update(
                    made.identifier, with: ResourceChange(attributes: attributes), ifVersion: nil)
                versions.append(changed.version)
            }
            #expect(Set(versions).count == versions.count, "\(versions)")
        }
    }

    @Test(
        "A number is as large as its column allows, and the first one that is larger is named",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func sizes() async throws {
        try await TestDatabase.postgreSQL.with { database in
            try await database.run(
                "CREATE TABLE thing (id bigserial PRIMARY KEY, s smallint, n integer, p numeric(3), v varchar(3))"
            )
            try await database.run("INSERT INTO thing DEFAULT VALUES")
            let watched = try Watched(
                database, [ServedType("things", attributes: ["s", "n", "p", "v"])],
                [
                    SQLType(
                        "things", table: "thing",
                        attributes: [
                            "s": .integer("s"), "n": .integer("n"), "p": .integer("p"),
                            "v": .text("v"),
                        ])
                ])
            for (attributes, name, words) in [
                (#""s":32767,"n":2147483647"#, nil, ""), (#""s":-32768,"n":-2147483648"#, nil, ""),
                (#""s":32768"#, "s", "16 bits"), (#""s":-32769"#, "s", "16 bits"),
                (#""n":2147483648"#, "n", "32 bits"), (#""n":-2147483649"#, "n", "32 bits"),
                (#""p":999,"v":"abc""#, nil, ""), (#""p":-999,"v":"éàü""#, nil, ""),
                (#""p":1000,"v":"abc""#, "p", "does not allow"),
                (#""p":999,"v":"abcd""#, "v", "does not allow"),
            ] as [(String, String?, String)] {
                let reply = try await watched.service.answer(
                    .patch, "/things/1",
                    #"{"data":{"type":"things","id":"1","attributes":{\#(attributes)}}}"#)
                #expect(reply.status == (name == nil ? 200 : 422), "\(reply.text)")
                guard let name else { continue }
                let error = reply.json.errors[0]
                #expect(error.source.pointer == "/data/attributes/\(name)" as String?)
                #expect((error.detail as String?)?.contains(words) == true, "\(reply.text)")
            }
        }
    }

    @Test("A key leaves room for greater ones: a quarter of what its column can contain")
    func greatestKeys() async throws {
        for (kind, type, greatest) in [
            (.sqlite, "INTEGER", (1 << 62) - 1), (.postgreSQL, "bigint", (1 << 62) - 1),
            (.postgreSQL, "integer", (1 << 30) - 1), (.postgreSQL, "smallint", (1 << 14) - 1),
        ] as [(TestDatabase, String, Int)] where TestDatabase.all.contains(kind) {
            try await kind.with { database in
                try await database.run("CREATE TABLE thing (id \(type) PRIMARY KEY)")
                let watched = try Watched(
                    database, [ServedType("things")], [SQLType("things", table: "thing")])
                for (key, status) in [(greatest, 201), (greatest + 1, 422), (-1, 201)] {
                    let made = try await watched.service.answer(
                        .post, "/things", #"{"data":{"type":"things","id":"\#(key)"}}"#)
                    #expect(made.status == status, "\(type) \(key) \(made.text)")
                }
            }
        }
    }

    @Test("Texts that are no times have the place of null, even in a column that is never null")
    func requiredTimes() async throws {
        try await TestDatabase.sqlite.with { database in
            try await database.run("CREATE TABLE thing (id INTEGER PRIMARY KEY, c TEXT NOT NULL)")
            for text in ["soon", "2024-01-02T00:00:00Z", "later", "2024-01-01T00:00:00Z"] {
                try await database.run("INSERT INTO thing (c) VALUES ('\(text)')")
            }
            let watched = try Watched(
                database, [ServedType("things", attributes: ["c"])],
                [SQLType("things", table: "thing", attributes: ["c": .date("c").required()])])
            for (sort, ids) in [("c", ["1", "3", "4", "2"]), ("-c", ["2", "4", "3", "1"])] {
                let walk = try await watched.service.walk(
                    "/things?sort=\(sort)&page[size]=1", limit: 5)
                #expect(walk == ids, "\(walk)")
            }
        }
    }

    @Test(
        "The columns of a relationship to several types cannot be added to rows, and others can",
        arguments: TestDatabase.all)
    func alternatives(on kind: TestDatabase) async throws {
        try await kind.with { database in
            let key = kind == .sqlite ? "INTEGER" : "bigint"
            try await database.run("CREATE TABLE thing (id \(key) PRIMARY KEY)")
            try await database.run("CREATE TABLE part (id \(key) PRIMARY KEY)")
            let store = try SQLStore(
                database,
                [
                    SQLType(
                        "things", table: "thing", attributes: ["c": .text("c")],
                        relationships: [
                            "of": .toOne(["things": "a_id", "parts": "b_id"]).required()
                        ]),
                    SQLType("parts", table: "part"),
                ])
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                _ = try await store.missingStatements()
            }
            #expect(
                error?.problems == [
                    "the column \"a_id\" of the table \"thing\" does not exist",
                    "the column \"b_id\" of the table \"thing\" does not exist",
                ])
        }
    }

    @Test("Only times get another spelling of their offset", arguments: TestDatabase.all)
    func texts(on kind: TestDatabase) async throws {
        try await kind.with { database in
            let times = kind == .sqlite ? "TEXT" : "timestamp"
            try await database.run(
                "CREATE TABLE thing (id \(kind == .sqlite ? "INTEGER" : "bigint") PRIMARY KEY, c text, d \(times))"
            )
            let watched = try Watched(
                database, [ServedType("things", attributes: ["c", "d"])],
                [SQLType("things", table: "thing", attributes: ["c": .text("c"), "d": .date("d")])])
            for (id, text) in ["2024-01-01T00:00:00+00:00", "a text of twenty-four let"]
                .enumerated()
            {
                try await database.run(
                    "INSERT INTO thing VALUES (\(id), '\(text)', '2024-01-01T00:00:00')")
                let read = try await watched.service.answer(.get, "/things/\(id)")
                #expect(read.json.data.attributes.c == text, "\(read.text)")
                let time = "2024-01-01T00:00:00" + (kind == .sqlite ? "" : "Z")
                #expect(read.json.data.attributes.d == time, "\(read.text)")
            }
        }
    }

    @Test(
        "A rule that replaces a write and returns nothing is 403, and no value is to blame",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func rules() async throws {
        try await TestDatabase.postgreSQL.with { database in
            for statement in [
                "CREATE TABLE thing (id bigserial PRIMARY KEY, c text)",
                "INSERT INTO thing (c) VALUES ('x')",
                "CREATE RULE r AS ON INSERT TO thing DO INSTEAD NOTHING",
                "CREATE VIEW seen AS SELECT id, c, upper(c) AS d FROM thing",
            ] { try await database.run(statement) }
            let watched = try Watched(
                database,
                [
                    ServedType("things", attributes: ["c"]),
                    ServedType("seen", attributes: ["c", "d"]),
                ],
                [
                    SQLType("things", table: "thing", attributes: ["c": .text("c")]),
                    SQLType(
                        "seen", table: "seen", attributes: ["c": .text("c"), "d": .text("d")]),
                ])
            let made = try await watched.service.answer(
                .post, "/things", #"{"data":{"type":"things","attributes":{"c":"y"}}}"#)
            #expect(made.status == 403, "\(made.text)")
            #expect(
                made.json.errors[0].detail == "the database does not allow the operation",
                "\(made.text)")
            #expect(made.json.errors[0].source.pointer == (nil as String?))
            let changed = try await watched.service.answer(
                .patch, "/seen/1", #"{"data":{"type":"seen","id":"1","attributes":{"d":"y"}}}"#)
            #expect(changed.status == 403, "\(changed.text)")
            #expect(changed.json.errors[0].source.pointer == "/data/attributes/d")
        }
    }

    @Test(
        "A foreign key to an enumeration is followed, filtered and written",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func enumerations() async throws {
        try await TestDatabase.postgreSQL.with { database in
            for statement in [
                "CREATE TYPE mood AS ENUM ('ok', 'happy')",
                "CREATE TABLE tone (id mood PRIMARY KEY, c text)",
                "CREATE TABLE thing (id bigserial PRIMARY KEY, tone_id mood REFERENCES tone)",
                "INSERT INTO tone VALUES ('ok', 'x')", "INSERT INTO thing (tone_id) VALUES ('ok')",
            ] { try await database.run(statement) }
            let watched = try Watched(
                database,
                [
                    ServedType("things", toOne: ["tone": "tones"]),
                    ServedType("tones", attributes: ["c"], toMany: ["things": "things"]),
                ],
                [
                    SQLType(
                        "things", table: "thing",
                        relationships: ["tone": .toOne("tones", column: "tone_id")]),
                    SQLType(
                        "tones", table: "tone", key: .text("id"), attributes: ["c": .text("c")],
                        relationships: ["things": .toMany("things", column: "tone_id")]),
                ])
            func link(_ id: String) -> String {
                #"{"data":{"type":"things","id":"1","relationships":{"tone":{"data":{"type":"tones","id":"\#(id)"}}}}}"#
            }
            for (method, target, body, status) in [
                (.get, "/things?include=tone", nil, 200), (.get, "/things/1/tone", nil, 200),
                (.get, "/tones/ok/things", nil, 200), (.get, "/tones?include=things", nil, 200),
                (.get, "/things?filter[tone]=ok", nil, 200),
                (.get, "/things?filter[tone.c]=x", nil, 200),
                (.get, "/tones?filter[things.id]=1", nil, 200), (.get, "/tones?sort=-id", nil, 200),
                (.get, "/things?filter[tone]=none", nil, 200), (.get, "/tones/none", nil, 404),
                (.patch, "/things/1", link("none"), 404), (.patch, "/things/1", link("happy"), 404),
                (
                    .post, "/tones",
                    #"{"data":{"type":"tones","id":"happy","attributes":{"c":"y"}}}"#, 201
                ),
                (.patch, "/things/1", link("happy"), 200),
                (
                    .post, "/tones/ok/relationships/things",
                    #"{"data":[{"type":"things","id":"1"}]}"#, 204
                ),
                (.get, "/tones/ok/things", nil, 200), (.delete, "/tones/happy", nil, 204),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let reply = try await watched.service.answer(method, target, body)
                #expect(
                    reply.status == status,
                    "\(method) \(target) \(reply.text) \(watched.problems())")
            }
        }
    }
}

#endif
