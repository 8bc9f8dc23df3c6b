// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport
import VoxTesting

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test("Numbers are sorted by their values, whether or not they are integers")
    func numbers() throws {
        let texts = [
            "-1.5", "-1", "-0.5", "0", "0.5", "1", "1.5", "2", "9007199254740992",
            "9007199254740993", "9007199254740994.5", "1e300",
        ]
        // The order of ids is another one.
        let resources = try texts.enumerated().map { index, text in
            StoredResource(
                type: "t", id: "\(99 - index)",
                attributes: ["n": .number(try #require(JSONNumber(text: text)))])
        }
        let store = MemoryStore(resources.shuffled())
        for isDescending in [false, true] {
            var selection = ResourceSelection(type: "t")
            selection.sort = [.init("n", isDescending: isDescending)]
            let ids = store.list(selection).resources.map(\.id)
            let expected = resources.map(\.id)
            #expect(ids == (isDescending ? expected.reversed() : expected))
        }
    }

    @Test(
        "Values of several kinds are sorted by their kinds: null, booleans, numbers, texts, others")
    func kinds() {
        let values: [JSONValue] = [
            [1], ["a": 1], "b", "a", 2, 1.5, 1, true, false, .null,
        ]
        let store = MemoryStore(
            values.enumerated().map { index, value in
                StoredResource(type: "t", id: "\(index)", attributes: ["v": value])
            })
        var selection = ResourceSelection(type: "t")
        selection.sort = [.init("v")]
        // Lists and objects have the same place, and keep their order.
        #expect(
            store.list(selection).resources.map(\.id) == [
                "9", "8", "7", "6", "5", "4", "3", "2", "0", "1",
            ])
    }

    @Test("Null is an attribute that is absent, null or an empty list, and not the empty text")
    func nothing() throws {
        let store = try MemoryStore(
            parsing: """
                {"data": [{"type": "a", "id": "1"},
                {"type": "a", "id": "2", "attributes": {"list": null}},
                {"type": "a", "id": "3", "attributes": {"list": ""}},
                {"type": "a", "id": "4", "attributes": {"list": []}},
                {"type": "a", "id": "5", "attributes": {"list": ["x"]}}]}
                """)
        var selection = ResourceSelection(type: "a")
        selection.filter = .isNull(["list"])
        #expect(store.list(selection).resources.map(\.id) == ["1", "2", "4"])
        selection.filter = .comparison(["list"], .equal, "")
        #expect(store.list(selection).resources.map(\.id) == ["3"])
    }

    @Test("The number of a deleted resource is not used again, whoever chose it")
    func numbers() async throws {
        let store = MemoryStore((1...3).map { StoredResource(type: "a", id: String($0)) })
        func insert() throws -> String {
            try store.insert(type: "a", id: nil, with: ResourceChange()).id
        }
        func delete(_ id: String) throws {
            try store.delete(.init(type: "a", id: id), ifVersion: nil)
        }
        try delete("2")
        #expect(try insert() == "4")
        try delete("4")
        #expect(try insert() == "5")
        let inside = try await store.transaction { transaction in
            try await transaction.delete(.init(type: "a", id: "5"), ifVersion: nil)
            let first = try await transaction.insert(type: "a", id: nil, with: ResourceChange())
            try await transaction.delete(first.identifier, ifVersion: nil)
            return try await transaction.insert(type: "a", id: nil, with: ResourceChange()).id
        }
        #expect(inside == "7")
        #expect(try insert() == "8")
        // A transaction creates a resource, and deletes it again.
        try await store.transaction { transaction in
            let made = try await transaction.insert(
                type: "a", id: "9", with: ResourceChange())
            try await transaction.delete(made.identifier, ifVersion: nil)
        }
        #expect(try insert() == "10")
        // Numbers at the end of the range, and other texts, do not disturb the next number.
        for id in [String(Int.max), "-9", "x", "99999999999999999999"] {
            _ = try store.insert(type: "a", id: id, with: ResourceChange())
            try delete(id)
        }
        #expect(try insert() == "11")
        _ = try store.insert(type: "a", id: "20", with: ResourceChange())
        #expect(try insert() == "12")
    }

    @Test("Types and ids are compared byte by byte: the same letter in two spellings is two ids")
    func spellings() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let store = MemoryStore([
            StoredResource(type: "a", id: composed), StoredResource(type: "a", id: decomposed),
            StoredResource(type: decomposed, id: "1"), StoredResource(type: composed, id: "1"),
        ])
        #expect(store.resources(of: "a").count == 2)
        #expect(store.resources(of: composed).count == 1)
        #expect(store.types.count == 3)
        try store.delete(.init(type: "a", id: composed), ifVersion: nil)
        let left = try #require(store.resources(of: "a").first)
        #expect(left.id.utf8.elementsEqual(decomposed.utf8))
        #expect(store.resources([.init(type: "a", id: composed)]).isEmpty)
        #expect(store.resources([.init(type: "a", id: decomposed)]).count == 1)
    }

    @Test(
        "An order that names a field twice, and filters with many values, cost what they say once")
    func repetition() throws {
        let store = MemoryStore(
            (0..<300).map {
                StoredResource(
                    type: "a", id: String($0), attributes: ["n": .number(JSONNumber($0 % 3))])
            })
        func listing(_ names: Int, _ values: Int) -> () -> Void {
            var selection = ResourceSelection(type: "a")
            selection.sort = Array(repeating: .init("n", isDescending: true), count: names)
            selection.filter = .anyOf(
                ["n"], ["1", "2"] + (0..<values).map { .string("x\($0)") })
            return { [selection] in #expect(store.list(selection).resources.first?.id == "2") }
        }
        // 2,000 names, and 300 resources with 20,000 values: a cost of each would be in the thousands.
        expectCost(below: 50, times: listing(1, 0), of: listing(2000, 0))
        expectCost(below: 500, times: listing(1, 0), of: listing(1, 20_000))
    }

    @Test("A filter through many to-many relationships costs each resource once for each of them")
    func fanOut() throws {
        let names = (0..<60).map { StoredResource.Identifier(type: "a", id: String($0)) }
        let store = MemoryStore(
            names.map {
                StoredResource(type: "a", id: $0.id, relationships: ["all": .many(names)])
            })
        var filter: FilterExpression = .comparison(["x"], .equal, 1)
        for _ in 0..<16 { filter = .has(["all"], filter) }
        var selection = ResourceSelection(type: "a")
        selection.filter = filter
        // 60 to the power of 16 paths lead to the last resources.
        #expect(store.list(selection).total == 0)
        selection.filter = .comparison(Array(repeating: "all", count: 16) + ["x"], .equal, 1)
        #expect(store.list(selection).total == 0)
        selection.filter = .has(Array(repeating: "all", count: 16), .not(filter))
        #expect(store.list(selection).total == 60)
    }

    @Test("Versions begin with 1, and a resource that is created again has the next one")
    func firstVersions() throws {
        let store = try MemoryStore(parsing: #"{"data": [{"type": "a", "id": "1"}]}"#)
        #expect(store.resources(of: "a").map(\.version) == [1])
        let made = try store.insert(type: "a", id: "2", with: ResourceChange())
        #expect(made.version == 1)
        try store.delete(made.identifier, ifVersion: 1)
        #expect(try store.insert(type: "a", id: "2", with: ResourceChange()).version == 2)
    }

    @Test("To lose what two relationships lead to is one write")
    func versions() throws {
        let target = StoredResource.Identifier(type: "a", id: "1")
        let store = MemoryStore([
            StoredResource(type: "a", id: "1"),
            StoredResource(
                type: "a", id: "2", relationships: ["one": .one(target), "many": .many([target])]),
        ])
        try store.delete(target, ifVersion: 1)
        let left = try #require(store.resources(of: "a").first)
        #expect(left.relationships == ["one": .one(nil), "many": .many([])])
        #expect(left.version == 2)
    }

    @Test("Edits of a relationship of any length: new targets behind the others, each once")
    func edits() {
        let seed = Seeded.drawnSeed()
        var numbers = Seeded(seed)
        func identifiers() -> [StoredResource.Identifier] {
            (0..<numbers.below(numbers.chance(20) ? 30 : 4)).map { _ in
                .init(type: numbers.pick(["a", "b"]), id: String(numbers.below(12)))
            }
        }
        var resource = StoredResource(type: "o", id: "1", relationships: ["m": .many([])])
        var model: [StoredResource.Identifier] = []
        for step in 0..<2_000 {
            let (before, version) = (model, resource.version)
            let named = identifiers()
            let edit: ResourceChange.Edit
            switch numbers.below(3) {
            case 0:
                edit = .add(named)
                for target in named where !model.contains(target) { model.append(target) }
            case 1:
                edit = .remove(named)
                model.removeAll { named.contains($0) }
            default:
                edit = .replace(.many(named))
                model = []
                for target in named where !model.contains(target) { model.append(target) }
            }
            resource.apply(ResourceChange(relationships: ["m": edit]))
            #expect(resource.relationships == ["m": .many(model)], "step \(step), VOX_SEED=\(seed)")
            #expect(
                resource.version == version + (model == before ? 0 : 1),
                "step \(step), VOX_SEED=\(seed)")
        }
        // An edit of a relationship that the resource does not have makes it known.
        var empty = StoredResource(type: "o", id: "1")
        empty.apply(ResourceChange(relationships: ["m": .add([])]))
        #expect(empty.relationships == ["m": .many([])] && empty.version == 2)
    }
}
