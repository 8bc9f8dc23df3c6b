// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Tables of PostgreSQL with types that a store does not create.
@Suite(
    "Types of PostgreSQL that other programs use",
    .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
struct StoredTypeTests {
    private static let one = "11111111-1111-1111-1111-11111111111a"
    private static let two = "22222222-2222-2222-2222-22222222222b"
    private static let three = "33333333-3333-3333-3333-33333333333c"

    /// A column with the values of three rows in ascending order, filters with the rows that they
    /// find, a value that is written, and a value that is refused.
    private struct Column {
        let type: String
        let column: SQLType.Column
        let values: [String]
        let shown: [JSONValue]
        let filters: [(String, [String])]
        let written: String
        let refused: String
        var isSorted = true
    }

    private static let columns = [
        Column(
            type: "uuid", column: .text("c"), values: ["'\(one)'", "'\(two)'", "'\(three)'"],
            shown: [.string(one), .string(two), .string(three)],
            filters: [
                ("=\(two)", ["2"]), ("=\(two.uppercased())", ["2"]),
                ("=\(one),\(three),x", ["1", "3"]),
                ("[gt]=\(one)", ["2", "3"]), ("[gt]=2", ["2", "3"]), ("=no", []),
                ("[startsWith]=33", ["3"]),
            ], written: #""44444444-4444-4444-4444-44444444444d""#, refused: #""no-uuid""#),
        Column(
            type: "mood", column: .text("c"), values: ["'angry'", "'happy'", "'ok'"],
            shown: ["angry", "happy", "ok"],
            filters: [
                ("=happy", ["2"]), ("=ok,angry,none", ["1", "3"]), ("[gt]=happy", ["3"]),
                ("[lt]=b", ["1"]), ("=none", []), ("[contains]=pp", ["2"]),
            ], written: #""ok""#, refused: #""sad""#),
        Column(
            type: "integer", column: .integer("c"), values: ["-5", "7", "2147483647"],
            shown: [-5, 7, 2_147_483_647],
            filters: [
                ("=7", ["2"]), ("=7,-5,99999999999", ["1", "2"]), ("[gt]=7", ["3"]),
                ("[lt]=99999999999", ["1", "2", "3"]), ("[gt]=2147483647.5", []),
            ], written: "12", refused: "2147483648"),
        Column(
            type: "smallint", column: .integer("c"), values: ["-5", "7", "32767"],
            shown: [-5, 7, 32767], filters: [("=7", ["2"]), ("=7,70000", ["2"])], written: "12",
            refused: "32768"),
        Column(
            type: "timestamp", column: .date("c"),
            values: ["'2024-01-01 00:00'", "'2024-01-01 12:30:00.5'", "'2025-01-01'"],
            shown: ["2024-01-01T00:00:00Z", "2024-01-01T12:30:00.5Z", "2025-01-01T00:00:00Z"],
            filters: [
                ("=2024-01-01T14:30:00.5%2B02:00", ["2"]),
                ("[gt]=2024-01-01T00:00:00Z", ["2", "3"]),
                ("=2024-01-01,2025-01-01", ["1", "3"]), ("[lt]=2024-01-01T01:00:00%2B01:00", []),
            ], written: #""2026-02-03T05:05:06+01:00""#, refused: #""now""#),
        Column(
            type: "date", column: .date("c"),
            values: ["'2024-01-01'", "'2024-01-02'", "'2024-01-03'"],
            shown: ["2024-01-01", "2024-01-02", "2024-01-03"],
            filters: [
                ("=2024-01-02", ["2"]), ("=2024-01-02T00:00:00Z", ["2"]),
                ("=2024-01-02T12:00:00Z", []), ("[lt]=2024-01-02T12:00:00Z", ["1", "2"]),
                ("[gte]=2024-01-01T00:00:01Z", ["2", "3"]),
                ("=2024-01-01T12:00:00Z,2024-01-03", ["3"]),
            ], written: #""2024-02-29""#, refused: #""2024-02-29T12:00:00Z""#),
        Column(
            type: "text[]", column: .json("c"), values: [#"'{a,"b c"}'"#, "'{b}'", "'{}'"],
            shown: [["a", "b c"], ["b"], []],
            filters: [
                ("=a", ["1"]), ("=b", ["2"]), ("[gt]=b", ["1"]), ("[startsWith]=b", ["1", "2"]),
            ], written: #"["x","y\"z\\","",null,"{a,b}"]"#, refused: #"["x",1]"#, isSorted: false),
        Column(
            type: "integer[]", column: .json("c"), values: ["'{1,2}'", "'{3}'", "'{}'"],
            shown: [[1, 2], [3], []], filters: [("=2", ["1"]), ("[gt]=1", ["1", "2"])],
            written: "[1,-7,null]", refused: "[3000000000]", isSorted: false),
        Column(
            type: "json", column: .json("c"),
            values: [#"'{"a": 1, "a": 2}'"#, #"'["\ud83d\ude00", 9007199254740993]'"#, "'[]'"],
            shown: [["a": 2], ["😀", 9_007_199_254_740_993], []],
            filters: [("=9007199254740993", ["2"]), ("[gt]=9007199254740992.5", ["2"])],
            written: #"{"b":[1,null,"x"]}"#, refused: #""a\u0000""#, isSorted: false),
        Column(
            type: "varchar(3)", column: .text("c"), values: ["'a'", "'b'", "'é'"],
            shown: ["a", "b", "é"], filters: [("=b", ["2"]), ("[gt]=b", ["3"])],
            written: #""ééé""#, refused: #""abcd""#),
        Column(
            type: "real", column: .real("c"), values: ["0.1", "1.5", "3e38"],
            shown: [0.1, 1.5, 3e38],
            filters: [
                ("=0.1", ["1"]), ("=0.1,1.5", ["1", "2"]), ("[gt]=0.1", ["2", "3"]),
                ("[lte]=0.1", ["1"]), ("[lt]=1e400", ["1", "2", "3"]), ("=0.10000000149", []),
            ], written: "0.3", refused: "0.123456789012"),
        Column(
            type: "numeric(9,2)", column: .real("c"), values: ["0.10", "1.50", "9999999.99"],
            shown: [0.1, 1.5, 9999999.99],
            filters: [
                ("=0.1", ["1"]), ("=0.10,1.5", ["1", "2"]), ("[gt]=0.1", ["2", "3"]),
                ("[lt]=1e400", ["1", "2", "3"]), ("[gt]=1e-400", ["1", "2", "3"]),
            ], written: "12.34", refused: "1.005"),
        Column(
            type: "numeric(4,1)", column: .real("c"), values: ["0", "1", "2"], shown: [0, 1, 2],
            filters: [("=1", ["2"])], written: "-999.9", refused: "1000"),
        Column(
            type: "numeric", column: .real("c"),
            values: ["-1", "12345678901234567890.5", "12345678901234567890.6"],
            shown: [
                -1, .number(JSONNumber(text: "12345678901234567890.5") ?? 0),
                .number(JSONNumber(text: "12345678901234567890.6") ?? 0),
            ],
            filters: [
                ("=12345678901234567890.5", ["2"]), ("[gt]=12345678901234567890.5", ["3"]),
            ], written: "0.1234567890123456789", refused: #""x""#),
        Column(
            type: "level", column: .integer("c"), values: ["1", "2", "3"], shown: [1, 2, 3],
            filters: [("=2", ["2"]), ("[gt]=1", ["2", "3"])], written: "9", refused: "-1"),
    ]

    @Test(
        "A column is read, filtered, sorted, walked by cursor and written, and refuses at its place",
        arguments: columns.indices)
    func everyType(index: Int) async throws {
        for isChecked in [true, false] { try await expect(Self.columns[index], isChecked) }
    }

    private func expect(_ column: Column, _ isChecked: Bool) async throws {
        try await withService(column, isChecked: isChecked) { service in
            let all = try await service.answer(.get, "/things?sort=id")
            #expect(all.ids == ["1", "2", "3", "4"])
            for (number, shown) in (column.shown + [.null]).enumerated() {
                let value = try JSONValue(parsing: all.text)["data"]?[number]
                #expect(value?["attributes"]?["c"] == shown, "\(column.type)")
            }
            for (filter, ids) in column.filters {
                let found = try await service.answer(.get, "/things?sort=id&filter[c]\(filter)")
                #expect(found.ids == ids, "\(column.type) \(filter): \(found.text)")
            }
            if column.isSorted {
                for (sort, ids) in [("c", ["4", "1", "2", "3"]), ("-c", ["3", "2", "1", "4"])] {
                    let list = try await service.answer(.get, "/things?sort=\(sort)")
                    #expect(list.ids == ids, "\(column.type)")
                    let walked = try await service.walk(
                        "/things?sort=\(sort)&page[size]=1", limit: 4)
                    #expect(walked == ids, "\(column.type)")
                }
            }
            try await write(column, in: service)
        }
    }

    /// Expects that the indexes that the store asks for serve its lists.
    private func checkIndexes(of store: SQLStore, in database: any SQLDatabase) async throws {
        func problems() async throws -> [String] {
            do {
                try await store.checkIndexes(
                    for: ResourceService([ServedType("things", attributes: ["c"])], store: store))
                return []
            } catch let error as SQLStore.SchemaError {
                return error.problems
            }
        }
        let words = "no index on "
        let found = try await problems().compactMap { problem in
            problem.firstRange(of: words).map { String(problem[$0.upperBound...]) }
        }
        for index in Set(found) { try await database.run("CREATE INDEX ON \(index)") }
        // No index can have the order of the texts of an enumeration.
        let left = try await problems()
        #expect(left.allSatisfy { $0 == "things, sort=c: no index has the order of the texts" })
    }

    /// Creates and changes resources.
    private func write(_ column: Column, in service: ResourceService) async throws {
        func document(_ id: String, _ value: String) -> String {
            #"{"data":{"type":"things"\#(id),"attributes":{"c":\#(value)}}}"#
        }
        let made = try await service.answer(.post, "/things", document("", column.written))
        #expect(made.status == 201, "\(column.type) \(made.text)")
        let changed = try await service.answer(
            .patch, "/things/4", document(#","id":"4""#, column.written))
        #expect(changed.status == 200, "\(column.type) \(changed.text)")
        func value(_ answer: Answer) throws -> JSONValue? {
            try JSONValue(parsing: answer.text)["data"]?["attributes"]?["c"]
        }
        #expect(try value(made) == value(changed))
        #expect(try value(made) != .null)
        let emptied = try await service.answer(
            .patch, "/things/4", document(#","id":"4""#, "null"))
        #expect(emptied.status == 200)
        for (method, target, id) in [
            (HTTPRequest.Method.post, "/things", ""), (.patch, "/things/1", #","id":"1""#),
        ] {
            let reply = try await service.answer(method, target, document(id, column.refused))
            #expect(reply.status == 422, "\(column.type) \(reply.text)")
            #expect(reply.json.errors[0].source.pointer == "/data/attributes/c")
        }
    }

    private func withService(
        _ column: Column, isChecked: Bool, _ body: (ResourceService) async throws -> Void
    ) async throws {
        try await TestDatabase.postgreSQL.with { database in
            for statement in [
                "CREATE TYPE mood AS ENUM ('ok', 'happy', 'angry')",
                "CREATE DOMAIN small AS integer CHECK (VALUE > 0)",
                "CREATE DOMAIN level AS small CHECK (VALUE < 10)",
                "CREATE TABLE thing (id serial PRIMARY KEY, c \(column.type))",
                "INSERT INTO thing (c) VALUES "
                    + (column.values + ["NULL"]).map { "(\($0))" }.joined(separator: ", "),
            ] {
                try await database.run(statement)
            }
            let type = SQLType("things", table: "thing", attributes: ["c": column.column])
            let store = try SQLStore(database, [type])
            if isChecked {
                try await store.checkTables()
                try await checkIndexes(of: store, in: database)
            }
            try await body(
                ResourceService([ServedType("things", attributes: ["c"])], store: store))
        }
    }

    // MARK: Keys

    private static let linked = [
        SQLType(
            "albums", table: "album", key: .text("id"), attributes: ["title": .text("title")],
            relationships: [
                "artist": .toOne("artists", column: "artist_id"),
                "tags": .toMany("tags", through: "album_tag", owner: "album", target: "tag"),
                "tracks": .toMany("tracks", column: "album_id"),
            ]),
        SQLType("artists", table: "artist", attributes: ["name": .text("name")]),
        SQLType(
            "tags", table: "tag", key: .text("id"),
            relationships: [
                "albums": .toMany("albums", through: "album_tag", owner: "tag", target: "album")
            ]),
        SQLType(
            "tracks", table: "track", attributes: ["title": .text("title")],
            relationships: ["album": .toOne("albums", column: "album_id")]),
    ]

    private static let served = [
        ServedType(
            "albums", attributes: ["title"], toOne: ["artist": "artists"],
            toMany: ["tags": "tags", "tracks": "tracks"]),
        ServedType("artists", attributes: ["name"]),
        ServedType("tags", toMany: ["albums": "albums"]),
        ServedType("tracks", attributes: ["title"], toOne: ["album": "albums"]),
    ]

    private static let tables = [
        "CREATE TYPE tag_id AS ENUM ('jazz', 'rock')",
        "CREATE TABLE artist (id smallserial PRIMARY KEY, name text)",
        """
        CREATE TABLE album (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text, \
        artist_id smallint REFERENCES artist)
        """,
        "CREATE TABLE tag (id tag_id PRIMARY KEY)",
        """
        CREATE TABLE album_tag (album uuid REFERENCES album, tag tag_id REFERENCES tag, \
        PRIMARY KEY (album, tag))
        """,
        "CREATE TABLE track (id serial PRIMARY KEY, title text, album_id uuid REFERENCES album)",
        "INSERT INTO tag VALUES ('jazz'), ('rock')",
    ]

    @Test(
        "UUIDs, small integers and enumerations are keys, with linkage and paths",
        arguments: [true, false])
    func keys(isChecked: Bool) async throws {
        try await TestDatabase.postgreSQL.with { database in
            for statement in Self.tables { try await database.run(statement) }
            let store = try SQLStore(database, Self.linked)
            if isChecked { try await store.checkTables() }
            let service = ResourceService(Self.served, store: store)
            func expect(
                _ status: Int, _ method: HTTPRequest.Method, _ target: String,
                _ document: String? = nil, pointer: String? = nil
            ) async throws -> Answer {
                let answer = try await service.answer(method, target, document)
                #expect(answer.status == status, "\(method) \(target): \(answer.text)")
                if let pointer { #expect(answer.json.errors[0].source.pointer == pointer) }
                return answer
            }
            let artist = #"{"data":{"type":"artists","attributes":{"name":"A"}}}"#
            #expect(try await expect(201, .post, "/artists", artist).json.data.id == "1")
            let links = """
                "relationships":{"artist":{"data":{"type":"artists","id":"1"}},\
                "tags":{"data":[{"type":"tags","id":"rock"},{"type":"tags","id":"jazz"}]}}
                """
            let album = """
                {"data":{"type":"albums","id":"\(Self.one)","attributes":{"title":"One"},\(links)}}
                """
            _ = try await expect(201, .post, "/albums", album)
            let other = #"{"data":{"type":"albums","attributes":{"title":"Two"}}}"#
            let made = try await expect(201, .post, "/albums", other)
            let track = """
                {"data":{"type":"tracks","attributes":{"title":"T"},\
                "relationships":{"album":{"data":{"type":"albums","id":"\(Self.one)"}}}}}
                """
            _ = try await expect(201, .post, "/tracks", track)
            let whole = try await expect(
                200, .get, "/albums/\(Self.one)?include=tags,tracks,artist")
            #expect(whole.json.included.vox.elements.count == 4)
            for (target, ids) in [
                ("/albums?filter[tags]=rock", [Self.one]), ("/albums?filter[tags]=none", []),
                ("/albums?filter[artist]=1", [Self.one]),
                ("/albums?filter[artist.name]=A", [Self.one]),
                ("/albums?filter[id]=\(Self.one),x", [Self.one]),
                ("/albums?filter[id]=no", []),
                ("/albums/\(Self.one)/tags?sort=-id", ["rock", "jazz"]),
                ("/tags?filter[albums.title]=One&sort=id", ["jazz", "rock"]),
                ("/tracks?filter[album]=\(Self.one)", ["1"]),
                ("/tracks?filter[album.tags]=jazz", ["1"]),
                ("/artists?filter[id]=1,99999999999999999999,70000", ["1"]),
                ("/tags/rock/albums?page[size]=1", [Self.one]),
            ] {
                #expect(try await expect(200, .get, target).ids == ids, "\(target)")
            }
            for target in [
                "/albums/no", "/albums/\(Self.one.uppercased())", "/tags/none",
                "/artists/70000", "/tracks/2147483648", "/artists/99999999999999999999",
            ] {
                _ = try await expect(404, .get, target)
            }
            // Ids that no row can have.
            for (type, id) in [
                ("albums", "no"), ("albums", Self.two.uppercased()), ("tags", "pop"),
                ("artists", "32768"), ("tracks", "2147483648"),
                ("tracks", "9999999999999999999999"),
            ] {
                _ = try await expect(
                    422, .post, "/\(type)", #"{"data":{"type":"\#(type)","id":"\#(id)"}}"#,
                    pointer: "/data/id")
            }
            // Linkage: every edit, and targets that no row can have.
            let linkage = "/albums/\(Self.one)/relationships"
            let rock = #"{"data":[{"type":"tags","id":"rock"}]}"#
            _ = try await expect(204, .delete, linkage + "/tags", rock)
            _ = try await expect(204, .post, linkage + "/tags", rock)
            _ = try await expect(204, .patch, linkage + "/tags", rock)
            #expect(try await expect(200, .get, linkage + "/tags").ids == ["rock"])
            let tracks = #"{"data":[{"type":"tracks","id":"1"}]}"#
            let moved = "/albums/\(made.json.data.id ?? "")/relationships/tracks"
            _ = try await expect(204, .post, moved, tracks)
            _ = try await expect(204, .patch, moved, #"{"data":[]}"#)
            for (name, id) in [("tags", "pop"), ("tracks", "2147483648")] {
                _ = try await expect(
                    404, .post, linkage + "/\(name)",
                    #"{"data":[{"type":"\#(name)","id":"\#(id)"}]}"#)
            }
            _ = try await expect(
                404, .patch, linkage + "/artist", #"{"data":{"type":"artists","id":"70000"}}"#)
            _ = try await expect(204, .delete, "/albums/\(Self.one)")
            // The lists that need an index are named, and asking for them fails for no type.
            await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkIndexes(for: ResourceService(Self.served, store: store))
            }
        }
    }
}

#endif
