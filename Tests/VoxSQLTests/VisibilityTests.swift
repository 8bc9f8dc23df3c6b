// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Testing
import VoxSQL

/// Rows that are no resources for the caller: deleted ones, and those of other tenants.
@Suite("Visible rows")
struct VisibilityTests {
    @TaskLocal static var tenant = "red"

    private static let types = [
        SQLType(
            "notes", table: "note", attributes: ["text": .text("text").unique()],
            relationships: [
                "parent": .toOne("notes", column: "parent"),
                "children": .toMany("notes", column: "parent"),
                "tags": .toMany("tags", through: "note_tag", owner: "note", target: "tag"),
            ], version: "version", deletedAt: "deleted"
        ).tenant(.text("tenant")) { .text(tenant) },
        SQLType(
            "tags", table: "tag", key: .text("id"), attributes: ["word": .text("word")],
            relationships: [
                "notes": .toMany("notes", through: "note_tag", owner: "tag", target: "note")
            ]),
    ]

    private func note(_ id: String) -> StoredResource.Identifier { .init(type: "notes", id: id) }

    /// A red parent 1 with the children 2 (red), 3 (red, deleted) and 4 (blue), all with the tag t.
    private func fill(_ store: SQLStore, _ database: any SQLDatabase) async throws {
        _ = try await store.insert(type: "tags", id: "t", with: ResourceChange())
        let tag = ResourceChange.Edit.add([.init(type: "tags", id: "t")])
        for id in 1...3 {
            _ = try await store.insert(
                type: "notes", id: "\(id)",
                with: ResourceChange(
                    attributes: ["text": .string("text \(id)")],
                    relationships: [
                        "parent": .replace(.one(id == 1 ? nil : note("1"))), "tags": tag,
                    ]))
        }
        try await store.delete(note("3"), ifVersion: nil)
        try await Self.$tenant.withValue("blue") {
            _ = try await store.insert(
                type: "notes", id: "4",
                with: ResourceChange(
                    attributes: ["text": "text 4"], relationships: ["tags": tag]))
        }
        _ = try await database.run("UPDATE note SET parent = 1 WHERE id = 4")
        #expect(try await database.run("SELECT count(*) FROM note") == [[.integer(4)]])
        #expect(try await database.run("SELECT count(*) FROM note_tag") == [[.integer(4)]])
    }

    @Test("No path leads to a row that is not visible", arguments: TestDatabase.all)
    func paths(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, database in
            try await fill(store, database)
            var list = ResourceSelection(type: "notes")
            #expect(try await store.list(list).resources.map(\.id) == ["1", "2"])
            #expect(try await store.list(list).total == 2)
            list.ids = ["4", "3", "2"]
            #expect(try await store.list(list).resources.map(\.id) == ["2"])
            list.ids = nil
            list.keyset = .init()
            list.limit = 9
            #expect(try await store.list(list).resources.map(\.id) == ["1", "2"])
            for id in ["3", "4"] {
                #expect(try await store.resource(note(id)) == nil)
                await #expect(throws: StoreError.missing) {
                    try await store.delete(note(id), ifVersion: nil)
                }
                await #expect(throws: StoreError.missing) {
                    _ = try await store.update(
                        note(id), with: ResourceChange(attributes: ["text": "x"]), ifVersion: nil)
                }
                await #expect(throws: StoreError.missingTarget) {
                    _ = try await store.update(
                        note("1"),
                        with: ResourceChange(relationships: ["parent": .replace(.one(note(id)))]),
                        ifVersion: nil)
                }
                await #expect(throws: StoreError.missingTarget) {
                    _ = try await store.update(
                        note("1"),
                        with: ResourceChange(relationships: ["children": .add([note(id)])]),
                        ifVersion: nil)
                }
            }
            let parent = try #require(try await store.resource(note("1")))
            #expect(parent.relationships["children"] == .many([note("2")]))
            let tag = try await store.resource(.init(type: "tags", id: "t"))
            #expect(tag?.relationships["notes"] == .many([note("1"), note("2")]))
            for text in ["text 3", "text 4"] {
                var tags = ResourceSelection(type: "tags")
                tags.filter = .has(["notes"], .comparison(["text"], .equal, .string(text)))
                #expect(try await store.list(tags).resources.isEmpty)
                tags.filter = .comparison(["notes", "text"], .equal, .string(text))
                #expect(try await store.list(tags).resources.isEmpty)
            }
            for id in ["3", "4"] {
                var tags = ResourceSelection(type: "tags")
                tags.filter = .comparison(["notes", "id"], .equal, .string(id))
                #expect(try await store.list(tags).resources.isEmpty)
            }
            try await Self.$tenant.withValue("blue") {
                // The parent is red.
                let blue = try #require(try await store.resource(note("4")))
                #expect(blue.relationships["parent"] == .one(nil))
                var orphans = ResourceSelection(type: "notes")
                orphans.filter = .isNull(["parent"])
                #expect(try await store.list(orphans).resources.map(\.id) == ["4"])
            }
        }
    }

    @Test(
        "A caller without a tenant gets the error of the function", arguments: TestDatabase.all)
    func refusal(on kind: TestDatabase) async throws {
        let type = SQLType("notes", table: "note").tenant(.text("tenant")) {
            throw ErrorResponse(APIError(status: 403, title: "Forbidden"))
        }
        try await kind.withStore([type]) { store, _ in
            await #expect(throws: ErrorResponse.self) {
                _ = try await store.list(ResourceSelection(type: "notes"))
            }
            await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(type: "notes", id: nil, with: ResourceChange())
            }
        }
    }

    @Test(
        "A deleted row keeps its linkage in the tables, and its value stays unique",
        arguments: TestDatabase.all)
    func keeping(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, database in
            try await fill(store, database)
            #expect(
                try await database.run("SELECT parent FROM note WHERE id = 3") == [[.integer(1)]])
            await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(
                    type: "notes", id: nil, with: ResourceChange(attributes: ["text": "text 3"]))
            }
            let before = try #require(try await store.resource(note("2")))
            try await store.delete(note("1"), ifVersion: nil)
            let after = try #require(try await store.resource(note("2")))
            #expect(after.relationships["parent"] == .one(nil))
            #expect(after.version > before.version)
        }
    }
}

#endif
