// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import ResourceDatabase
import Testing
import VoxServer

/// Pages by position in SQLite: they are found by an index, at any depth.
@Suite struct KeysetTests {
    private static let rows = 1_100_000
    private static let orders: [[RequestQuery.SortField]] = [
        [], [.init("n")], [.init("n", isDescending: true)], [.init("same"), .init("n")],
        [.init("same", isDescending: true)],
        [.init("kind"), .init("n", isDescending: true), .init("same")],
        [.init("kind", isDescending: true), .init("n"), .init("same", isDescending: true)],
    ]

    /// A store with more than a million resources of one type, and indexes.
    private static let large = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("store").path
        let store = try SQLiteStore(path: path)
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < ?)
                    INSERT INTO resource (type, id, version, attributes)
                    SELECT 'a', printf('%07d', i), 1, json_object('n', i * 7919 % ?, 'same', 'x',
                        'kind', CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN json('true') ELSE i % 50 END)
                    FROM row
                    """, arguments: [rows, rows])
        }
        for sort in [orders[1], orders[3], orders[4], orders[5]] { try store.addIndex(for: sort) }
        return (store: store, folder: folder)
    }

    @Test("A page behind a million resources costs as much as the first, without a scan")
    func depth() async throws {
        let (store, folder) = try Self.large.get()
        defer { try? FileManager.default.removeItem(at: folder) }
        for sort in Self.orders {
            var selection = ResourceSelection(type: "a")
            selection.sort = sort
            selection.isCounted = false
            selection.limit = 51
            selection.keyset = .init()
            let first = try await store.cost(of: selection)
            check(first, sort)
            // The position of the resource behind a million others, by the offset.
            var offset = ResourceSelection(type: "a")
            offset.sort = sort + [.init("id", isDescending: sort.last?.isDescending ?? false)]
            (offset.offset, offset.limit, offset.isCounted) = (1_000_000, 52, false)
            let found = try await store.list(offset).resources
            let resource = try #require(found.first)
            let position = ResourceSelection.Keyset.Position(
                values: sort.map { resource.attributes[$0.name] }, id: resource.id)
            for (isFromEnd, keyset) in [
                (false, ResourceSelection.Keyset(after: position)),
                (true, ResourceSelection.Keyset(before: position, isFromEnd: true)),
                (false, ResourceSelection.Keyset(after: position, before: position)),
            ] {
                selection.keyset = keyset
                let deep = try await store.cost(of: selection)
                check(deep, sort)
                print(
                    "\(sort.map(\.name)) \(sort.map(\.isDescending)): \(first.steps), \(deep.steps)"
                )
                #expect(Double(deep.steps) < 1.5 * Double(first.steps), "\(sort)")
                let page = try await store.list(selection)
                #expect(page.total == nil)
                if !isFromEnd, keyset.before == nil {
                    #expect(page.resources.map(\.id) == found.dropFirst().map(\.id))
                } else if isFromEnd {
                    #expect(page.resources.count == 51)
                    #expect(!page.resources.contains { $0.id == resource.id })
                } else {
                    #expect(page.resources.isEmpty)
                }
            }
        }
    }

    private func check(_ cost: SQLiteStore.Cost, _ sort: [RequestQuery.SortField]) {
        let reads = cost.plan.filter { $0.contains("resource") && !$0.contains("relationship") }
        #expect(!reads.isEmpty)
        for line in reads { #expect(line.hasPrefix("SEARCH resource USING INDEX"), "\(sort)") }
        // Only the rows of the page are sorted.
        #expect(cost.plan.filter { $0.contains("TEMP B-TREE") }.count <= 2, "\(cost.plan)")
    }

    @Test("Values of all kinds, and names with quotes")
    func kinds() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore(path: folder.appendingPathComponent("store").path)
        let values: [JSONValue?] = [
            .null, nil, true, 2, "x", 2, false, .null, "X", 1.5, [1], "it's", "\"",
        ]
        try store.add(
            values.enumerated().map { number, value in
                var attributes = JSONObject()
                attributes["it's"] = value
                return StoredResource(type: "a", id: "\(number)", attributes: attributes)
            })
        try store.addIndex(for: [.init("it's")])
        for descending in [false, true] {
            for size in 1...5 {
                var selection = ResourceSelection(type: "a")
                selection.sort = [.init("it's", isDescending: descending)]
                selection.limit = size
                selection.keyset = .init()
                var ids: [String] = []
                while true {
                    let page = try await store.list(selection)
                    #expect(page.total == values.count)
                    guard let last = page.resources.last else { break }
                    ids += page.resources.map(\.id)
                    selection.keyset = .init(
                        after: .init(values: [last.attributes["it's"]], id: last.id))
                }
                let ordered = ["0", "1", "7", "6", "2", "9", "3", "5", "12", "8", "11", "4", "10"]
                #expect(ids == (descending ? ordered.reversed() : ordered), "\(size)")
            }
        }
    }
}
