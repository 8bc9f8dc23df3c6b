// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import GRDB
import HTTPTypes
import Synchronization
import Testing
import VoxSQL
import VoxTestSupport

/// Numbers in filters: one order, however large, small or precise a number is.
@Suite("Numbers in filters")
struct NumberOrderTests {
    private static let type = SQLType(
        "things", table: "thing", key: .text("id"),
        attributes: ["r": .real("r"), "i": .integer("i"), "j": .json("j")], version: "version")

    private static func withServices(
        _ body: (ResourceService, _ store: String) async throws -> Void
    ) async throws {
        let served = [ServedType("things", attributes: ["r", "i", "j"])]
        try await body(ResourceService(served, store: MemoryStore()), "memory")
        for kind in TestDatabase.all {
            try await kind.withStore([type]) { store, _ in
                try await body(ResourceService(served, store: store), "\(kind)")
            }
        }
    }

    @Test("A number in a list has all its digits, beside elements of other kinds, in every store")
    func lists() async throws {
        try await Self.withServices { service, store in
            for (id, list) in [
                ("whole", #"[1,9007199254740993,"4",true,null,{"a":2},[3]]"#),
                ("part", "[1.5,9007199254740993.5]"), ("zero", "[-0]"),
                ("most", "[18446744073709551615]"),
            ] {
                let document =
                    #"{"data":{"type":"things","id":"\#(id)","attributes":{"j":{"l":\#(list)}}}}"#
                #expect(try await service.answer(.post, "/things", document).status == 201)
            }
            for (filter, ids) in [
                ("=1", ["whole"]), ("=2", []), ("=3", []), ("=9007199254740992", []),
                ("=9007199254740993", ["whole"]), ("[gt]=9007199254740993", ["most", "part"]),
                ("[lte]=9007199254740993", ["part", "whole", "zero"]),
                ("=9007199254740993.5", ["part"]), ("=0", ["zero"]), ("[lt]=1", ["zero"]),
                ("=18446744073709551615", ["most"]), ("=18446744073709551616", []),
            ] {
                let found = try await service.answer(.get, "/things?filter[j.l]\(filter)")
                #expect(found.ids.sorted() == ids, "\(store) \(filter)")
            }
        }
    }

    @Test("A number between two others finds what is on its side, in every store")
    func order() async throws {
        try await Self.withServices { service, store in
            for (id, attributes) in [
                ("least", #""i":-9223372036854775808"#), ("none", #""r":null"#),
                ("minus", #""r":-1.5,"i":-2,"j":{"a":-1.5}"#),
                ("zero", #""r":0,"i":0,"j":{"a":0}"#),
                ("tiny", #""r":5e-324,"j":{"a":5e-324}"#), ("half", #""r":0.5,"j":{"a":0.5}"#),
                ("big", #""i":9007199254740993"#), ("bigger", #""i":9007199254740994"#),
                ("most", #""i":9223372036854775807"#),
            ] {
                let document =
                    #"{"data":{"type":"things","id":"\#(id)","attributes":{\#(attributes)}}}"#
                #expect(try await service.answer(.post, "/things", document).status == 201)
            }
            for (filter, ids) in [
                ("[r][lt]=1e-400", ["minus", "zero"]), ("[r][lte]=1e-400", ["minus", "zero"]),
                ("[r][gt]=1e-400", ["half", "tiny"]), ("[r]=1e-400", []), ("[r]=-1e-400", []),
                ("[r][lt]=-1e-400", ["minus"]), ("[r][gt]=-1e-400", ["half", "tiny", "zero"]),
                ("[r][gte]=-1e-400", ["half", "tiny", "zero"]),
                ("[r][lt]=1e-99999999999999999999", ["minus", "zero"]),
                ("[r][lt]=1e400", ["half", "minus", "tiny", "zero"]), ("[r][gt]=1e400", []),
                ("[r][gt]=-1e99999999999999999999", ["half", "minus", "tiny", "zero"]),
                ("[j.a][lt]=1e-400", ["minus", "zero"]), ("[j.a][gt]=1e-400", ["half", "tiny"]),
                ("[j.a][gt]=-1e-400", ["half", "tiny", "zero"]), ("[j.a]=1e-400", []),
                ("[j.a][lt]=1e400", ["half", "minus", "tiny", "zero"]),
                ("[i][lt]=1e-400", ["least", "minus", "zero"]),
                ("[i][gt]=-1e-400", ["big", "bigger", "most", "zero"]),
                ("[i][lt]=-9223372036854775809", []),
                ("[i][lte]=-9223372036854775808.5", []),
                (
                    "[i][gt]=-9223372036854775808.5",
                    ["big", "bigger", "least", "minus", "most", "zero"]
                ),
                ("[i][lt]=9007199254740993.5", ["big", "least", "minus", "zero"]),
                ("[i][gt]=9007199254740993.5", ["bigger", "most"]),
                ("[i][gt]=9223372036854775807.5", []), ("[i][gt]=9223372036854775808", []),
                (
                    "[i][lt]=9223372036854775807.5",
                    ["big", "bigger", "least", "minus", "most", "zero"]
                ),
                ("[i]=0.0", ["zero"]), ("[r]=-0", ["zero"]), ("[r]=0e5", ["zero"]),
            ] {
                let found = try await service.answer(.get, "/things?filter\(filter)")
                #expect(found.ids.sorted() == ids, "\(store) filter\(filter)")
            }
            for (name, number, ids) in [
                ("i", 0 as JSONValue, ["zero"]), ("i", 0.5, []),
                ("i", 9_007_199_254_740_993, ["big"]),
                ("r", 0.5, ["half"]), ("r", 0, ["zero"]), ("r", 7, []),
            ] {
                var selection = ResourceSelection(type: "things")
                selection.filter = .comparison([name], .equal, number)
                let found = try await service.store.list(selection).resources.map(\.id)
                #expect(found == ids, "\(store) \(name)")
            }
        }
    }

    /// Numbers in their order. Equal numbers stand together. The doubles of many are equal.
    private static let ordered = [
        ["-1e400"], ["-9223372036854775809"], ["-9223372036854775808"], ["-9007199254740992"],
        ["-1.5"], ["-1e-400"], ["0"], ["1e-400"], ["0.1"], ["0.10000000000000000001"],
        ["9007199254740992"], ["9007199254740992.5"], ["9007199254740993", "9007199254740993.0"],
        ["9007199254740994"], ["1152921504606846976"], ["9223372036854775807"],
        ["9223372036854775808"], ["9223372036854775809", "922337203685477580.9e1"],
        ["18446744073709551616"], ["18446744073709551617"], ["1e23"], ["1e300"], ["1e400"],
    ]

    @Test("Doubles and members of JSON have the exact order, also where doubles are integers apart")
    func neighbours() async throws {
        let places = Dictionary(
            uniqueKeysWithValues: Self.ordered.enumerated().flatMap { place, numbers in
                numbers.map { ($0, place) }
            })
        let reals = [
            "-9223372036854775808", "-9007199254740992", "0.1", "9007199254740992",
            "9007199254740994", "1152921504606846976", "9223372036854775808", "1e23", "1e300",
        ]
        let members = Self.ordered.map { $0[0] }.filter { $0 != "1152921504606846976" }
        try await Self.withServices { service, store in
            func create(
                _ numbers: [String], _ prefix: String, _ content: (String) -> String
            ) async throws {
                for (index, number) in numbers.enumerated() {
                    let id = prefix + String(index + 100)
                    let document =
                        #"{"data":{"type":"things","id":"\#(id)","attributes":{\#(content(number))}}}"#
                    let reply = try await service.answer(.post, "/things", document)
                    #expect(reply.status == 201, "\(store) \(reply.text)")
                }
            }
            try await create(reals, "r") { #""r":\#($0)"# }
            // No database has a number out of the range of doubles.
            let kept = members.filter {
                store == "memory" || !$0.hasSuffix("e400") && !$0.hasSuffix("e-400")
            }
            try await create(kept, "j") { #""j":{"a":[true,\#($0)]}"# }
            for (field, prefix, numbers) in [("r", "r", reals), ("j.a", "j", kept)] {
                for (place, bound) in places.map({ ($0.value, $0.key) }) {
                    let orders = numbers.map { (places[$0] ?? -1) - place }
                    for (comparison, holds) in [
                        ("[lt]", { $0 < 0 }), ("[lte]", { $0 <= 0 }), ("[gt]", { $0 > 0 }),
                        ("[gte]", { $0 >= 0 }), ("", { $0 == 0 }),
                    ] as [(String, (Int) -> Bool)] {
                        let expected = numbers.indices.filter { holds(orders[$0]) }
                            .map { prefix + String($0 + 100) }
                        let found = try await service.answer(
                            .get, "/things?page[size]=50&filter[\(field)]\(comparison)=\(bound)")
                        #expect(
                            found.ids.sorted() == expected,
                            "\(store) \(field)\(comparison)=\(bound)")
                    }
                }
                let some = numbers.prefix(3).joined(separator: ",")
                let found = try await service.answer(.get, "/things?filter[\(field)]=\(some),1e999")
                #expect(found.ids.sorted() == (100..<103).map { prefix + String($0) }, "\(store)")
            }
            let walked = try await service.walk(
                "/things?sort=r&filter[r][gt]=-1e300&page[size]=2", limit: 20)
            #expect(walked == reals.indices.map { "r" + String($0 + 100) }, "\(store)")
            // What a document shows finds its resource.
            let shown = try await service.answer(.get, "/things?sort=r&filter[r][gt]=-1e300")
            for index in reals.indices {
                let resource = try JSONValue(parsing: shown.text)["data"]?[index]
                guard case .number(let r)? = resource?["attributes"]?["r"] else { continue }
                let found = try await service.answer(
                    .get, "/things?filter[r]=\(r.text.replacing("+", with: "%2B"))")
                #expect(found.ids == ["r" + String(index + 100)], "\(store) \(r)")
            }
        }
    }

    @Test("A member of JSON is compared with as many values as a filter may have")
    func many() async throws {
        try await Self.withServices { service, store in
            let document =
                #"{"data":{"type":"things","id":"x","attributes":{"j":{"a":[0.5,999]}}}}"#
            #expect(try await service.answer(.post, "/things", document).status == 201)
            for values in [
                (0..<1000).map(String.init), (0..<999).map { "x\($0)" } + ["0.5"],
                (1000..<1999).map { "\($0).25" } + ["999.0"],
            ] {
                let filter = values.joined(separator: ",")
                let found = try await service.answer(.get, "/things?filter[j.a]=\(filter)")
                #expect(found.ids == ["x"], "\(store) \(found.status)")
            }
        }
    }

    /// A database that notes the first statement, and has no rows.
    private final class Noting: SingleConnection {
        let dialect = SQLDialect.sqlite
        private let first = Mutex<SQLStatement?>(nil)
        var statement: SQLStatement? { first.withLock { $0 } }

        func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
            first.withLock { $0 = $0 ?? statement }
            return []
        }
    }

    @Test("The numbers of a long list are compared one after the other, and not from its start")
    func longLists() async throws {
        let noting = Noting()
        let store = try SQLStore(
            noting, [SQLType("things", table: "thing", attributes: ["j": .json("j")])])
        var selection = ResourceSelection(type: "things")
        selection.filter = .anyOf(["j"], [0.25, 100_000])
        selection.isCounted = false
        _ = try await store.list(selection)
        let statement = try #require(noting.statement)
        let queue = try DatabaseQueue()
        func find(_ count: Int) throws -> Int {
            let list = (0..<count).map { "\($0).5" }.joined(separator: ", ")
            return try queue.write { db in
                try db.execute(sql: "CREATE TEMP TABLE thing (id INTEGER PRIMARY KEY, j TEXT)")
                try db.execute(sql: "INSERT INTO thing VALUES (1, '[ \(list) ]')")
                defer { try? db.execute(sql: "DROP TABLE thing") }
                return try Row.fetchAll(
                    db, sql: statement.text, arguments: statement.arguments
                ).count
            }
        }
        #expect(try find(3) == 0)
        try expectCost(below: 24, times: { _ = try find(1000) }, of: { _ = try find(8000) })
    }

    @Test("A list without strings has its booleans, its numbers and null, and may be empty")
    func plainLists() async throws {
        try await Self.withServices { service, store in
            for (id, list) in [
                "[]", "[0]", "[null]", "[true,-0.5]", "[ false , 1e2 ]", "[[0]]", "[{\"x\":0}]",
                "[\"0,1\",\"[\"]", "[\"true\",12345678901234567890.5]",
            ].enumerated() {
                let document =
                    #"{"data":{"type":"things","id":"\#(id)","attributes":{"j":{"a":\#(list)}}}}"#
                let made = try await service.answer(.post, "/things", document)
                #expect(made.status == 201, "\(store) \(made.text)")
            }
            for (filter, ids) in [
                ("=0", ["1"]), ("=null,1", []), ("=true,7", ["3", "8"]), ("=false,7", ["4"]),
                ("[lt]=0", ["3"]), ("[gte]=0", ["1", "4", "7", "8"]), ("=100", ["4"]),
                ("=12345678901234567890.5", ["8"]), ("=12345678901234567890", []),
            ] {
                let found = try await service.answer(
                    .get, "/things?sort=id&filter[j.a]\(filter)")
                #expect(found.ids == ids, "\(store) \(filter) \(found.text)")
            }
        }
    }

    @Test("A path through an empty relationship is null in every store, whatever its end is")
    func emptyPaths() async throws {
        let types = [
            SQLType(
                "albums", table: "album", key: .text("id"), attributes: ["title": .text("title")],
                relationships: [
                    "artist": .toOne("artists", column: "artist_id"),
                    "owner": .toOne(["artists": "a_id", "albums": "b_id"]),
                ], version: "version"),
            SQLType(
                "artists", table: "artist", key: .text("id"),
                attributes: ["name": .text("name"), "more": .json("more")],
                relationships: ["rival": .toOne("artists", column: "rival_id")], version: "version"),
        ]
        let artist = StoredResource.Identifier(type: "artists", id: "a")
        var resources = [
            StoredResource(type: "artists", id: "a", relationships: ["rival": .one(nil)]),
            StoredResource(type: "artists", id: "b", attributes: ["name": "B", "more": ["x": 1]]),
        ]
        for (id, artist) in [("1", nil), ("2", artist), ("3", .init(type: "artists", id: "b"))] {
            resources.append(
                StoredResource(
                    type: "albums", id: id, attributes: ["title": "t"],
                    relationships: ["artist": .one(artist), "owner": .one(artist)]))
        }
        let paths = [
            ["artist"], ["artist", "name"], ["artist", "id"], ["artist", "type"],
            ["artist", "rival"], ["artist", "rival", "id"], ["artist", "rival", "name"],
            ["artist", "more"], ["artist", "more.x"], ["owner"], ["owner", "id"],
            ["owner", "type"], ["owner", "name"], ["owner", "title"], ["id"], ["type"],
        ]
        for kind in TestDatabase.all {
            try await kind.withStore(types) { store, _ in
                for resource in resources {
                    let change = ResourceChange(
                        attributes: resource.attributes,
                        relationships: resource.relationships.mapValues { .replace($0) })
                    _ = try await store.insert(type: resource.type, id: resource.id, with: change)
                }
                let memory = MemoryStore(resources)
                for path in paths {
                    for filter: FilterExpression in [
                        .isNull(path), .not(.isNull(path)), .comparison(path, .equal, .null),
                        .anyOf(path, [.null, "a"]), .not(.anyOf(path, [.null])),
                        .comparison(path, .less, .null), .not(.comparison(path, .greater, .null)),
                    ] {
                        var selection = ResourceSelection(type: "albums")
                        selection.filter = filter
                        let found = try await store.list(selection).resources.map(\.id)
                        let expected = memory.list(selection).resources.map(\.id)
                        #expect(found == expected, "\(kind) \(filter)")
                    }
                }
            }
        }
    }
}

#endif
