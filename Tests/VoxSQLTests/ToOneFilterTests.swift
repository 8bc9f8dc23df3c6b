// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Testing
import Vox
import VoxPostgreSQL
import VoxSQL
import VoxSQLite

/// 10,000 items in 1,000 boxes, which are in 100 rooms of 10 houses. Each 50th item is in no box, and
/// each 7th box is deleted. An item belongs to a person or to a house.
@Suite("Filters through to-one relationships")
struct ToOneFilterTests {
    private static let items = 10_000

    private static let types = [
        SQLType(
            "items", table: "item", attributes: ["size": .integer("size")],
            relationships: [
                "box": .toOne("boxes", column: "box_id"),
                "owner": .toOne(["people": "person_id", "houses": "house_id"]),
            ]),
        SQLType(
            "boxes", table: "box", attributes: ["name": .text("name")],
            relationships: ["room": .toOne("rooms", column: "room_id")], deletedAt: "gone"),
        SQLType(
            "rooms", table: "room", attributes: ["name": .text("name")],
            relationships: ["house": .toOne("houses", column: "house_id")]),
        SQLType("houses", table: "house", attributes: ["name": .text("name")]),
        SQLType("people", table: "person", attributes: ["name": .text("name")]),
    ]

    /// An item in Swift. Nil is no box.
    private struct Item {
        let box: Int?
        let room: Int
        let house: Int
        let person: Int?
        let home: Int?

        init(_ id: Int) {
            let box = 1 + id % 1000
            self.box = id % 50 == 0 || box % 7 == 0 ? nil : box
            room = 1 + box % 100
            house = 1 + room % 10
            person = id % 2 == 0 ? 1 + id % 10 : nil
            home = id % 2 == 0 ? nil : 1 + id % 10
        }

        func isIn(box name: Int) -> Bool { box == name }
        func isIn(room name: Int) -> Bool { box != nil && room == name }
        func isIn(house name: Int) -> Bool { box != nil && house == name }
    }

    private func fill(_ database: some SQLDatabase) async throws {
        try await SQLStore(database, Self.types).createTables()
        func insert(_ count: Int, _ text: String) async throws {
            let series =
                database.dialect == .sqlite
                ? "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < \(count))"
                : "WITH r(i) AS (SELECT generate_series(1, \(count)))"
            try await database.run("\(series) INSERT INTO \(text) FROM r")
        }
        try await insert(10, "house (id, name) SELECT i, 'h' || i")
        try await insert(10, "person (id, name) SELECT i, 'h' || i")
        try await insert(100, "room (id, name, house_id) SELECT i, 'r' || i, 1 + i % 10")
        let gone = database.dialect == .sqlite ? "'2000-01-01T00:00:00Z'" : "now()"
        try await insert(
            1000,
            """
            box (id, name, room_id, gone) \
            SELECT i, 'b' || i, 1 + i % 100, CASE WHEN i % 7 = 0 THEN \(gone) END
            """)
        try await insert(
            Self.items,
            """
            item (id, size, box_id, person_id, house_id) \
            SELECT i, i, CASE WHEN i % 50 > 0 THEN 1 + i % 1000 END, \
            CASE WHEN i % 2 = 0 THEN 1 + i % 10 END, CASE WHEN i % 2 = 1 THEN 1 + i % 10 END
            """)
    }

    /// Calls a function with a database that counts, on tables with or without indexes on the foreign
    /// keys of the items.
    private func withDatabase(
        on kind: TestDatabase, isIndexed: Bool,
        _ body: (any CountingDatabase) async throws -> Void
    ) async throws {
        func fill(_ database: some SQLDatabase) async throws {
            try await self.fill(database)
            let separator = database.dialect == .sqlite ? "." : "_"
            for column in ["box_id", "person_id", "house_id"] where !isIndexed {
                try await database.run(#"DROP INDEX "item\#(separator)\#(column)_idx""#)
            }
            let tables = database.dialect == .sqlite ? "" : " item, box, room, house, person"
            try await database.run("ANALYZE\(tables)")
        }
        switch kind {
        case .sqlite:
            try await withFile { path in
                try await fill(SQLiteDatabase(patient: path))
                try await body(CountingSQLite(path))
            }
        case .postgreSQL:
            try await PostgreSQLServer.shared.get().withSchema { settings in
                let database = try PostgreSQLDatabase(patient: settings)
                try await fill(database)
                try await body(CountingPostgreSQL(database))
            }
        }
    }

    private static func name(
        _ path: String, _ comparison: FilterExpression.Operator, _ value: JSONValue
    ) -> FilterExpression {
        .comparison(path.split(separator: ".").map(String.init), comparison, value)
    }

    private func ids(
        _ filter: FilterExpression, on database: any CountingDatabase
    ) async throws -> [Int] {
        var selection = ResourceSelection(type: "items")
        selection.filter = filter
        let store = try SQLStore(database, Self.types)
        return try await store.list(selection).resources.compactMap { Int($0.id) }.sorted()
    }

    @Test(
        "A filter through to-one relationships reads each table once, not once for each row",
        arguments: TestDatabase.all, [false, true])
    func costs(on kind: TestDatabase, isIndexed: Bool) async throws {
        let filters: [(FilterExpression, (Item) -> Bool)] = [
            (Self.name("box.name", .equal, "b3"), { $0.isIn(box: 3) }),
            (Self.name("box.room.name", .equal, "r5"), { $0.isIn(room: 5) }),
            (Self.name("box.room.house.name", .equal, "none"), { _ in false }),
            (Self.name("box.room.house.id", .equal, "11"), { _ in false }),
            (.has(["box", "room"], Self.name("house.name", .startsWith, "x")), { _ in false }),
            (.has(["box"], .not(Self.name("room.house.name", .contains, "h"))), { _ in false }),
            (.and([.isNull(["box", "room", "house"]), .has(["box"], nil)]), { _ in false }),
            (
                .or([
                    Self.name("box.room.name", .equal, "r2"),
                    Self.name("box.room.name", .equal, "r3"),
                ]),
                { $0.isIn(room: 2) || $0.isIn(room: 3) }
            ),
            (Self.name("owner.name", .equal, "none"), { _ in false }),
        ]
        try await withDatabase(on: kind, isIndexed: isIndexed) { database in
            for (filter, isExpected) in filters {
                let before = database.steps
                let known = database.plan.count
                let found = try await ids(filter, on: database)
                #expect(found == (1...Self.items).filter { isExpected(Item($0)) }, "\(filter)")
                let steps = database.steps - before
                print("steps of \(kind), \(isIndexed ? "" : "not ")indexed: \(steps), \(filter)")
                // The page and the total read each item, by up to 20 instructions of SQLite.
                let limit = (kind == .sqlite ? 40 : 6) * Self.items
                #expect(steps < limit, "\(filter): \(database.plan[known...])")
            }
        }
    }

    @Test("An index of the foreign key finds the few owners", arguments: TestDatabase.all)
    func index(on kind: TestDatabase) async throws {
        try await withDatabase(on: kind, isIndexed: true) { database in
            for filter in [
                Self.name("box.name", .equal, "b3"), Self.name("box.room.name", .equal, "none"),
                Self.name("box.room.house.name", .equal, "none"), Self.name("box.id", .equal, "3"),
            ] {
                let before = database.steps
                let known = database.plan.count
                _ = try await ids(filter, on: database)
                let steps = database.steps - before
                print("steps of \(kind) with an index: \(steps), \(filter)")
                // The boxes are read once for the page and once for the total.
                let limit = kind == .sqlite ? Self.items : 6000
                #expect(steps < limit, "\(filter): \(database.plan[known...])")
            }
        }
    }

    @Test("A condition on a target and its opposite divide the items", arguments: TestDatabase.all)
    func opposites(on kind: TestDatabase) async throws {
        let filters: [(FilterExpression, (Item) -> Bool)] = [
            (Self.name("box.room.house.name", .equal, "h3"), { $0.isIn(house: 3) }),
            (Self.name("box.room.name", .greater, "r5"), { $0.box != nil && "r\($0.room)" > "r5" }),
            (.has(["box"], nil), { $0.box != nil }),
            (.isNull(["box", "room", "house", "name"]), { $0.box == nil }),
            (.comparison(["box", "id"], .equal, "5"), { $0.isIn(box: 5) }),
            (.anyOf(["box", "name"], ["b5", "b6", "b7"]), { [5, 6].contains($0.box) }),
            (Self.name("owner.name", .equal, "h3"), { $0.person == 3 || $0.home == 3 }),
            (.has(["owner"], .anyOf(["type"], ["people"])), { $0.person != nil }),
        ]
        try await withDatabase(on: kind, isIndexed: false) { database in
            for (filter, isExpected) in filters {
                let expected = (1...Self.items).map { isExpected(Item($0)) }
                for (filter, isMet) in [(filter, true), (.not(filter), false)] {
                    let found = try await ids(filter, on: database)
                    #expect(found == (1...Self.items).filter { expected[$0 - 1] == isMet })
                }
            }
        }
    }
}

#endif
