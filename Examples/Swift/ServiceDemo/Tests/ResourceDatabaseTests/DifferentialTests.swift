// SPDX-License-Identifier: MIT

import Foundation
import ResourceDatabase
import Testing
import VoxServer

/// The store in SQLite does what the store in memory does: the same writes, refusals and selections, by
/// lot.
@Suite struct DifferentialTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "vox-store-\(UUID().uuidString)")

    /// The seeds 1 to 20, and one more that differs in each run, unless `VOX_SEED` says which.
    private static let seeds: [Int] = {
        let more = ProcessInfo.processInfo.environment["VOX_SEED"].flatMap { Int($0) }
        return Array(1...20) + [more ?? .random(in: 21...999_999)]
    }()

    @Test(arguments: seeds)
    func storesAgree(seed: Int) async throws {
        print("the seed of the stores: \(seed)")
        try await withStore { store in
            var pair = Pair(database: store, lot: Lot(state: UInt64(seed)))
            for step in 0..<150 {
                try await pair.write(step)
                try await pair.compare(ResourceSelection(type: pair.lot.pick(Pair.types)), step)
                for _ in 0..<4 { try await pair.compare(pair.selection(), step) }
                try await pair.compareByName(step)
            }
        }
    }

    @Test func idsThatClientsChoseAreNotGivenAgain() async throws {
        try await withStore { store in
            for id in ["2", "3"] {
                _ = try await store.insert(type: "a", id: id, with: ResourceChange())
            }
            let next = try await store.insert(type: "a", id: nil, with: ResourceChange())
            #expect(!["2", "3"].contains(next.id))
        }
    }

    private func withStore(_ work: (SQLiteStore) async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await work(SQLiteStore(path: folder.appendingPathComponent("store").path))
    }
}

/// Both stores, and what is done to them.
private struct Pair {
    static let types = ["a", "b"]

    let database: SQLiteStore
    let memory = MemoryStore()
    var lot: Lot

    mutating func write(_ step: Int) async throws {
        let identifier = lot.identifier()
        let version = lot.below(3) == 0 ? lot.below(4) : nil
        switch lot.below(8) {
        case 0, 1, 2:
            let content = lot.change()
            // Which id a store chooses is its own affair, but none that is there.
            let asked = lot.below(2) == 0 ? nil : identifier.id
            let left = await outcome {
                try await database.insert(type: identifier.type, id: asked, with: content)
            }
            // The id that another store would choose may be the very one that the change links to.
            if asked == nil, left == .refused("missingTarget") { break }
            let id = if case .done(let made) = left { made.id } else { asked }
            let right = await outcome {
                try memory.insert(type: identifier.type, id: id, with: content)
            }
            #expect(left == right, "step \(step)")
        case 3:
            let left = await outcome {
                try await database.delete(identifier, ifVersion: version)
                return true
            }
            let right = await outcome {
                try memory.delete(identifier, ifVersion: version)
                return true
            }
            #expect(left == right, "step \(step)")
        default:
            let change = lot.change()
            let left = await outcome {
                try await database.update(identifier, with: change, ifVersion: version)
            }
            let right = await outcome {
                try memory.update(identifier, with: change, ifVersion: version)
            }
            #expect(left == right, "step \(step)")
        }
    }

    func compare(_ selection: ResourceSelection, _ step: Int) async throws {
        let left = try await database.list(selection)
        #expect(left == memory.list(selection), "step \(step), \(selection)")
    }

    /// Both find the same by names, of whatever types.
    mutating func compareByName(_ step: Int) async throws {
        var names = Set<StoredResource.Identifier>()
        for _ in 0..<lot.below(8) { names.insert(lot.identifier()) }
        let left = try await database.resources(Array(names))
        let right = memory.resources(Array(names))
        #expect(Set(left) == Set(right), "step \(step)")
        #expect(left.count == Set(left).count)
    }

    mutating func selection() -> ResourceSelection {
        var selection = ResourceSelection(type: lot.pick(Self.types))
        if lot.below(4) == 0 { selection.ids = (0..<lot.below(6)).map { _ in lot.identifier().id } }
        if lot.below(4) > 0 { selection.filter = lot.filter(depth: 1 + lot.below(4)) }
        selection.sort = (0..<lot.below(3)).map { _ in
            RequestQuery.SortField(
                lot.pick(Lot.attributes + ["id", "none"]), isDescending: lot.below(2) == 0)
        }
        if lot.below(2) == 0 { selection.limit = lot.below(6) }
        if lot.below(2) == 0 {
            if lot.below(3) == 0 { selection.sort.append(.init(lot.pick(Lot.attributes))) }
            selection.keyset = ResourceSelection.Keyset(
                after: position(of: selection), before: position(of: selection),
                isFromEnd: lot.below(2) == 0)
        } else if lot.below(2) == 0 {
            selection.offset = lot.below(5)
        }
        return selection
    }

    /// The position of a resource that is there, or of none, or no position.
    private mutating func position(
        of selection: ResourceSelection
    ) -> ResourceSelection.Keyset.Position? {
        if lot.below(3) == 0 { return nil }
        let rows = memory.resources(of: selection.type)
        if lot.below(2) == 0, !rows.isEmpty {
            let row = lot.pick(rows)
            return .init(
                values: selection.sort.map { field in
                    field.name == "id" ? .some(.string(row.id)) : row.attributes[field.name]
                }, id: row.id)
        }
        return .init(
            values: selection.sort.map { field in
                field.name == "id" ? .some(.string(lot.identifier().id)) : .some(lot.value())
            }, id: lot.identifier().id)
    }

    /// A result, or why there was none.
    private func outcome<Value: Equatable & Sendable>(
        _ work: () async throws -> Value
    ) async -> Outcome<Value> {
        do {
            return .done(try await work())
        } catch {
            return .refused(String(describing: error))
        }
    }

    private enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
        case done(Value)
        case refused(String)
    }
}

/// Draws what is written and asked for. The same seed draws the same (splitmix64).
struct Lot {
    static let attributes = ["p", "q", "a-long-name"]
    static let relationships = ["one", "many"]
    static let texts = [
        "", "a", "b", "é", "true", "false", "1", "2", "-1.5", "null", "x y", "\"'", "A", "a_%b",
        "%",
        "ab", "e\u{301}", "日", "😀", "1e2", "]", "$.p", "12",
    ]

    static let numbers = [
        "1", "2", "10", "-1.5", "1.50", "1e2", "123456789012345678901", "-0", "9007199254740993",
        "9007199254740992",
    ].compactMap { JSONNumber(text: $0) }

    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    mutating func identifier() -> StoredResource.Identifier {
        StoredResource.Identifier(type: pick(Pair.types), id: String(1 + below(12)))
    }

    mutating func change() -> ResourceChange {
        var change = ResourceChange()
        for name in Self.attributes where below(2) == 0 { change.attributes[name] = value() }
        if below(3) == 0 {
            change.relationships["one"] = .replace(.one(below(3) == 0 ? nil : identifier()))
        }
        if below(3) == 0 {
            // No member twice: what a set is asked to hold.
            var members = Set<StoredResource.Identifier>()
            for _ in 0..<below(4) { members.insert(identifier()) }
            let list = members.sorted { ($0.type, $0.id) < ($1.type, $1.id) }
            change.relationships["many"] = pick([.replace(.many(list)), .add(list), .remove(list)])
        }
        return change
    }

    /// A filter, at most so deep.
    mutating func filter(depth: Int) -> FilterExpression {
        switch depth > 1 ? below(9) : 9 {
        case 0: return .not(filter(depth: depth - 1))
        case 1: return .and((0..<below(4)).map { _ in filter(depth: depth - 1) })
        case 2, 3: return .or((0..<below(4)).map { _ in filter(depth: depth - 1) })
        case 4, 5: return .has(path(Self.relationships), filter(depth: depth - 1))
        default: break
        }
        let names = Self.attributes + Self.relationships + ["id", "none", "p.x", "q.x"]
        switch below(8) {
        case 0: return .isNull(path(names))
        case 1: return .has(path(Self.relationships), nil)
        case 2, 3: return .anyOf(path(names), (0..<below(4)).map { _ in scalar() })
        default:
            let comparison = pick(FilterExpression.Operator.allCases)
            return .comparison(path(names), comparison, scalar())
        }
    }

    /// A path through up to two relationships.
    private mutating func path(_ names: [String]) -> [String] {
        (0..<max(0, below(5) - 2)).map { _ in pick(Self.relationships) } + [pick(names)]
    }

    mutating func value() -> JSONValue {
        switch below(5) {
        case 0: return .array((0..<below(4)).map { _ in scalar() })
        case 1:
            var object = JSONObject()
            object["x"] = scalar()
            return .object(object)
        default: return scalar()
        }
    }

    private mutating func scalar() -> JSONValue {
        switch below(6) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .number(pick(Self.numbers))
        default: .string(pick(Self.texts))
        }
    }
}
