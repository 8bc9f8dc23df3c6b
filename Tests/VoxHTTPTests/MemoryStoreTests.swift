// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTesting

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test("The empty text finds attributes that are absent, null, empty text or an empty list")
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
        selection.filters = [.init(name: "list", values: [""])]
        #expect(store.list(selection).resources.map(\.id) == ["1", "2", "3", "4"])
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
}
