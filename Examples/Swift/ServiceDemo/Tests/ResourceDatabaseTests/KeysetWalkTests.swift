// SPDX-License-Identifier: MIT

import Foundation
import ResourceDatabase
import Testing
import VoxServer

/// Walks by position through random tables in SQLite, which change between the pages.
@Suite struct KeysetWalkTests {
    /// A hundred walks, or as many as VOX_WALKS says. Walk number n has the seed VOX_SEED + n.
    @Test("JA-153 Every resource that stays is delivered exactly once, in order")
    func walks() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["VOX_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...999_999)
        let count = environment["VOX_WALKS"].flatMap { UInt64($0) } ?? 100
        print("\(count) walks by position, VOX_SEED=\(seed)")
        for number in 0..<count {
            var walk = try KeysetWalk(seed: seed &+ number)
            let (delivered, wanted) = try await walk.run()
            try #require(delivered == wanted, "VOX_SEED=\(seed &+ number) VOX_WALKS=1")
        }
    }
}

private struct KeysetWalk {
    private var lot: Lot
    private let store: SQLiteStore
    private var selection = ResourceSelection(type: "a")
    private var lastID = 0
    /// The ids of the resources that have been neither deleted nor changed since the start.
    private var stayed: Set<String> = []

    init(seed: UInt64) throws {
        lot = Lot(state: seed)
        store = try SQLiteStore(path: ":memory:")
        var names = Lot.attributes + ["id"]
        for _ in 0..<lot.below(4) {
            let name = names.remove(at: lot.below(names.count))
            selection.sort.append(.init(name, isDescending: lot.below(2) == 0))
        }
        selection.limit = 1 + lot.below(4)
        if lot.below(2) == 0 { try store.addIndex(for: selection.sort) }
    }

    /// Walks. Returns the delivered resources that stayed, and those that should be.
    mutating func run() async throws -> (delivered: [String], wanted: [String]) {
        for _ in 0..<lot.below(13) { stayed.insert(try await insert()) }
        let isForward = lot.below(2) == 0
        selection.keyset = .init(isFromEnd: !isForward)
        var delivered: [String] = []
        while delivered.count < 500 {
            let page = try await store.list(selection).resources
            guard let first = page.first, let last = page.last else { break }
            let ids = page.map(\.id)
            delivered = isForward ? delivered + ids : ids + delivered
            selection.keyset =
                isForward
                ? .init(after: position(of: last))
                : .init(before: position(of: first), isFromEnd: true)
            while lot.below(2) == 0 { try await change(isForward ? last.id : first.id) }
        }
        var all = ResourceSelection(type: "a")
        all.sort = selection.sort
        all.sort.append(.init("id", isDescending: selection.sort.last?.isDescending ?? false))
        let wanted = try await store.list(all).resources.map(\.id)
        return (delivered.filter(stayed.contains), wanted.filter(stayed.contains))
    }

    private func position(of resource: StoredResource) -> ResourceSelection.Keyset.Position {
        .init(
            values: selection.sort.map { field in
                field.name == "id"
                    ? .some(.string(resource.id)) : resource.attributes[field.name]
            }, id: resource.id)
    }

    private mutating func insert() async throws -> String {
        lastID += 1
        var change = ResourceChange()
        // Few values, so that many keys are equal.
        for name in Lot.attributes where lot.below(4) > 0 {
            change.attributes[name] = lot.pick([.null, true, 1, 2, "1", "x", lot.value()])
        }
        return try await store.insert(
            type: "a", id: lot.pick(["", "x", "é"]) + "\(lastID)", with: change
        ).id
    }

    /// Inserts, deletes or changes a resource: often the one at the position of the walk.
    private mutating func change(_ id: String) async throws {
        if lot.below(2) == 0 {
            _ = try await insert()
            return
        }
        let all = try await store.list(ResourceSelection(type: "a")).resources.map(\.id)
        guard !all.isEmpty else { return }
        let identifier = StoredResource.Identifier(
            type: "a", id: all.contains(id) && lot.below(2) == 0 ? id : lot.pick(all))
        stayed.remove(identifier.id)
        if lot.below(2) == 0 {
            try await store.delete(identifier, ifVersion: nil)
        } else {
            var change = ResourceChange()
            change.attributes[lot.pick(Lot.attributes)] = lot.value()
            _ = try await store.update(identifier, with: change, ifVersion: nil)
        }
    }
}
