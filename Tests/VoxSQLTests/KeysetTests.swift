// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import Testing
import VoxSQL
import VoxSQLite
import VoxTestSupport

/// Pages by position: what they cost, and what they contain while the table changes.
@Suite("Pages by position")
struct KeysetTests {
    private static let notes = SQLType(
        "notes", table: "note", key: .text("id"),
        attributes: [
            "text": .text("text"), "n": .integer("n"), "kind": .integer("kind"),
            "size": .real("size"),
        ], version: "version")

    @Test("A position without values is that of null in each field", arguments: TestDatabase.all)
    func noValues(on kind: TestDatabase) async throws {
        try await kind.withStore([Self.notes]) { store, _ in
            for (id, n) in [("a", nil), ("b", nil), ("c", 1)] as [(String, JSONValue?)] {
                _ = try await store.insert(
                    type: "notes", id: id, with: ResourceChange(attributes: ["n": n ?? .null]))
            }
            var selection = ResourceSelection(type: "notes")
            selection.sort = [.init("n")]
            selection.keyset = .init(after: .init(values: [], id: "a"))
            #expect(try await store.list(selection).resources.map(\.id) == ["b", "c"])
        }
    }

    // MARK: Costs

    private static let orders: [[RequestQuery.SortField]] = [
        [], [.init("n")], [.init("n", isDescending: true)], [.init("text"), .init("n")],
        [.init("text", isDescending: true)],
        [.init("kind"), .init("n", isDescending: true), .init("text")],
        [.init("kind", isDescending: true), .init("n"), .init("text", isDescending: true)],
    ]

    @Test("A page behind a million rows costs as much as the first, without a scan")
    func depth() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(patient: path)
            let store = try SQLStore(database, [Self.notes])
            try await store.createTables()
            _ = try await database.run(
                """
                WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < 1100000)
                INSERT INTO note SELECT printf('%07d', i), 'x', i * 7919 % 1100000,
                    CASE i % 3 WHEN 0 THEN NULL ELSE i % 50 END, NULL, 1 FROM row
                """)
            for columns in ["n, id", "text, n, id", "text, id", "kind, n DESC, text, id"] {
                _ = try await database.run("CREATE INDEX \"\(columns)\" ON note (\(columns))")
            }
            for sort in Self.orders { try await compareCosts(sort, store, path) }
        }
    }

    /// Compares the cost of the first page with the cost of pages on both sides of a row near the
    /// start and of one behind a million.
    private func compareCosts(
        _ sort: [RequestQuery.SortField], _ store: SQLStore, _ path: String
    ) async throws {
        var offset = ResourceSelection(type: "notes")
        offset.sort = sort + [.init("id", isDescending: sort.last?.isDescending ?? false)]
        offset.isCounted = false
        offset.limit = 52
        var first = ResourceSelection(type: "notes")
        first.sort = sort
        first.isCounted = false
        first.limit = 51
        first.keyset = .init()
        let start = try await steps(of: first, path)
        let head = try #require(try await store.list(first).resources.first)
        var costs: [[Int]] = []
        for depth in [1000, 1_000_000] {
            offset.offset = depth
            let found = try await store.list(offset).resources
            let row = try #require(found.first)
            func position(of row: StoredResource) -> ResourceSelection.Keyset.Position {
                .init(values: sort.map { row.attributes[$0.name] }, id: row.id)
            }
            let here = position(of: row)
            let near = position(of: found[20])
            let far = position(of: head)
            var selection = first
            var steps: [Int] = []
            for (keyset, expected) in [
                (.init(after: here), Array(found.dropFirst())),
                (.init(before: here, isFromEnd: true), nil),
                (.init(after: here, before: near), Array(found[1..<20])),
                (.init(after: here, before: near, isFromEnd: true), Array(found[1..<20])),
                (.init(after: far, before: here), nil),
                (.init(after: far, before: here, isFromEnd: true), nil),
                (.init(after: here, before: far), []),
                (.init(after: here, before: here), []),
            ] as [(ResourceSelection.Keyset, [StoredResource]?)] {
                selection.keyset = keyset
                let page = try await store.list(selection).resources
                if let expected {
                    #expect(page == expected, "\(sort)")
                } else {
                    #expect(page.count == 51 && !page.contains(row), "\(sort)")
                }
                steps.append(try await self.steps(of: selection, path))
                #expect(steps.last != 0 || page.isEmpty)
            }
            costs.append(steps)
        }
        let name = sort.map { ($0.isDescending ? "-" : "") + $0.name }.joined(separator: ",")
        print("steps of SQLite, sort=\(name): \(start), behind 1,000 and 1,000,000 rows: \(costs)")
        for steps in costs {
            #expect(steps.allSatisfy { Double($0) < 1.5 * Double(start) }, "\(name): \(costs)")
        }
    }

    /// Returns the instructions that the virtual machine of SQLite executes for a page. They are the
    /// same in each run. The page is read from an index.
    private func steps(of selection: ResourceSelection, _ path: String) async throws -> Int {
        let database = try CountingSQLite(path)
        _ = try await SQLStore(database, [Self.notes]).list(selection)
        let plan = database.plan
        let reads = plan.filter { $0.hasPrefix("S") && $0.contains(" t ") }
        #expect(reads.allSatisfy { $0.contains(" USING ") }, "\(plan)")
        // The first page has no position, so it is at the start of the index.
        let isFirst = selection.keyset?.after == nil && selection.keyset?.before == nil
        #expect(isFirst || !reads.contains { $0.contains("SCAN") }, "\(plan)")
        return database.steps
    }

    // MARK: Walks

    /// Thirty walks, in full a hundred, or as many as VOX_WALKS says. Walk number n has the seed
    /// VOX_SEED + n.
    @Test(
        "JA-153 Every resource that stays is delivered exactly once, in order",
        arguments: TestDatabase.all)
    func walks(on kind: TestDatabase) async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["VOX_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...999_999)
        let count =
            environment["VOX_WALKS"].flatMap { UInt64($0) }
            ?? UInt64(Size.of(quick: 30, full: 100))
        print("\(kind): \(count) walks by position, VOX_SEED=\(seed)")
        try await kind.withStore([Self.notes]) { store, database in
            for number in 0..<count {
                try await database.run("DROP INDEX IF EXISTS o")
                try await database.run("DELETE FROM note")
                var walk = Walk(store, seed: seed &+ number)
                if number % 2 == 0, !walk.sort.isEmpty {
                    let columns = walk.sort.map { "\($0.name)\($0.isDescending ? " DESC" : "")" }
                    try await database.run(
                        "CREATE INDEX o ON note (\(columns.joined(separator: ", ")))")
                }
                let (delivered, wanted) = try await walk.run()
                try #require(delivered == wanted, "VOX_SEED=\(seed &+ number) VOX_WALKS=1")
            }
        }
    }
}

/// A walk through the pages of a random order, while resources are inserted, changed and deleted.
private struct Walk {
    private static let names = ["text", "n", "kind", "size"]

    private let store: SQLStore
    private var random: Seeded
    private var selection = ResourceSelection(type: "notes")
    private var lastID = 0
    /// The ids of the resources that have been neither deleted nor changed since the start.
    private var stayed: Set<String> = []

    var sort: [RequestQuery.SortField] { selection.sort }

    init(_ store: SQLStore, seed: UInt64) {
        self.store = store
        random = Seeded(seed)
        for name in (Self.names + ["id"]).shuffled(using: &random).prefix(below(4)) {
            selection.sort.append(.init(name, isDescending: below(2) == 0))
        }
        selection.limit = 1 + below(4)
    }

    private mutating func below(_ limit: Int) -> Int { .random(in: 0..<limit, using: &random) }

    /// Walks. Returns the delivered resources that stayed, and those that should be.
    mutating func run() async throws -> (delivered: [String], wanted: [String]) {
        for _ in 0..<below(13) { stayed.insert(try await insert()) }
        let isForward = below(2) == 0
        selection.keyset = .init(isFromEnd: !isForward)
        var delivered: [String] = []
        while delivered.count < 500 {
            let page = try await store.list(selection).resources
            guard let end = isForward ? page.last : page.first else { break }
            delivered = isForward ? delivered + page.map(\.id) : page.map(\.id) + delivered
            let position = ResourceSelection.Keyset.Position(
                values: sort.map { $0.name == "id" ? .string(end.id) : end.attributes[$0.name] },
                id: end.id)
            selection.keyset =
                isForward ? .init(after: position) : .init(before: position, isFromEnd: true)
            while below(2) == 0 { try await change(end.id) }
        }
        var all = ResourceSelection(type: "notes")
        all.sort = sort + [.init("id", isDescending: sort.last?.isDescending ?? false)]
        let wanted = try await store.list(all).resources.map(\.id)
        return (delivered.filter(stayed.contains), wanted.filter(stayed.contains))
    }

    /// Returns a value of an attribute. There are few, so that many rows have equal values.
    private mutating func value(of name: String) -> JSONValue {
        if below(4) == 0 { return .null }
        switch name {
        case "text": return .string(["", "1", "x", "é"][below(4)])
        case "size": return [-1.5, 0, 1e300][below(3)]
        default: return .number(JSONNumber(below(3) - 1))
        }
    }

    private mutating func insert() async throws -> String {
        lastID += 1
        var content = ResourceChange()
        for name in Self.names { content.attributes[name] = value(of: name) }
        let id = ["", "x", "é"][below(3)] + "\(lastID)"
        return try await store.insert(type: "notes", id: id, with: content).id
    }

    /// Inserts, deletes or changes a resource: often the one at the position of the walk.
    private mutating func change(_ id: String) async throws {
        let all = try await store.list(ResourceSelection(type: "notes")).resources.map(\.id)
        if below(2) == 0 || all.isEmpty {
            _ = try await insert()
            return
        }
        let identifier = StoredResource.Identifier(
            type: "notes", id: all.contains(id) && below(2) == 0 ? id : all[below(all.count)])
        stayed.remove(identifier.id)
        if below(2) == 0 {
            try await store.delete(identifier, ifVersion: nil)
        } else {
            let name = Self.names[below(Self.names.count)]
            let change = ResourceChange(attributes: [name: value(of: name)])
            _ = try await store.update(identifier, with: change, ifVersion: nil)
        }
    }
}

#endif
