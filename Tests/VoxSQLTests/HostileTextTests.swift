// SPDX-License-Identifier: MIT

import Testing
import VoxSQL

/// A text of a request never becomes a part of a statement.
@Suite("Hostile texts")
struct HostileTextTests {
    /// The texts of all statements of a store, with a text in every position that a request has.
    private func statements(_ dialect: SQLDialect, with text: String) async throws -> [String] {
        var texts: [String] = []
        func note(
            rows: [[[SQLValue]]] = [], _ body: (SQLStore) async throws -> Void
        ) async throws {
            let database = NotingDatabase(dialect, rows: rows)
            let store = try SQLStore(database, Catalogue.all)
            do {
                try await body(store)
            } catch is ErrorResponse {
            } catch is StoreError {
            } catch is SQLError {}
            texts += await database.statements.map(\.text)
        }
        let value = JSONValue.string(text)
        let filters: [FilterExpression] =
            FilterExpression.Operator.allCases.map { .comparison(["title"], $0, value) }
            + ["id", "title", "year", "rating", "live", "released", "extra", "shout"].map {
                .anyOf([$0], [value, 1])
            } + [
                .comparison(["artist", "name"], .equal, value),
                .comparison(["artist"], .equal, value), .comparison(["tracks"], .equal, value),
                .has(["genres"], .comparison(["name"], .contains, value)),
                .comparison(["extra.a"], .equal, value),
            ]
        for filter in filters {
            try await note {
                var selection = ResourceSelection(type: "albums")
                selection.filter = filter
                selection.isCounted = false
                _ = try await $0.list(selection)
            }
        }
        try await note {
            var selection = ResourceSelection(type: "albums")
            selection.ids = [text]
            selection.sort = [.init("title", isDescending: true)]
            selection.keyset = .init(
                after: .init(values: [value], id: text), before: .init(values: [value], id: text))
            selection.isCounted = false
            selection.limit = 5
            _ = try await $0.list(selection)
        }
        let identifier = StoredResource.Identifier(type: "albums", id: text)
        let artist = StoredResource.Identifier(type: "artists", id: text)
        try await note { _ = try await $0.resources([identifier, artist], fields: .everything) }
        for name in ["artist", "tracks", "genres"] {
            let present: [[SQLValue]] = [[.text(text)], [.text("b")]]
            for owners in [[identifier], [identifier, .init(type: "albums", id: "b")]] {
                try await note(rows: [present]) {
                    var selection = ResourceSelection(type: name == "artist" ? "artists" : name)
                    selection.isCounted = false
                    selection.limit = 3
                    _ = try await $0.related(name, of: owners, selection)
                }
            }
        }
        let row: [SQLValue] =
            [.text(text), .integer(1)] + Array(repeating: .null, count: 7) + [.null]
        let change = ResourceChange(
            attributes: ["title": value, "extra": ["a": value], "released": value],
            relationships: [
                "artist": .replace(.one(artist)),
                "genres": .add([.init(type: "genres", id: text)]),
                "tracks": .remove([.init(type: "tracks", id: text)]),
            ])
        try await note(rows: [[[.text(text)]], [[.text(text)]], [[.text("1")]]]) {
            _ = try await $0.insert(type: "albums", id: text, with: change)
        }
        try await note(rows: [[row], [[.text(text)]], [[.text(text)]]]) {
            _ = try await $0.update(identifier, with: change, ifVersion: nil)
        }
        try await note(rows: [[row]]) { try await $0.delete(identifier, ifVersion: nil) }
        return texts
    }

    @Test(
        "The statements are those of a harmless text", arguments: [SQLDialect.sqlite, .postgreSQL])
    func statements(dialect: SQLDialect) async throws {
        let harmless = Set(try await statements(dialect, with: "harmless"))
        let number = Set(try await statements(dialect, with: "12"))
        // A text with U+0000 is compared by its beginning, and the empty text is found everywhere.
        let cut = Set(try await statements(dialect, with: "harm\u{0}less"))
        let known = harmless.union(number).union(cut)
            .union(try await statements(dialect, with: "true"))
            .union(try await statements(dialect, with: "1e999"))
        #expect(harmless.count > 30)
        for text in hostileTexts {
            for statement in try await statements(dialect, with: text) {
                #expect(known.contains(statement), "\(text.debugDescription): \(statement)")
            }
        }
    }

    @Test("A name that is not described never gets into a statement")
    func names() async throws {
        for text in hostileTexts {
            let database = NotingDatabase(.sqlite)
            let store = try SQLStore(database, Catalogue.all)
            var sorted = ResourceSelection(type: "albums")
            sorted.sort = [.init(text)]
            var filtered = ResourceSelection(type: "albums")
            filtered.filter = .comparison([text], .equal, 1)
            var related = ResourceSelection(type: "albums")
            related.filter = .has([text], nil)
            for var selection in [sorted, filtered, related, ResourceSelection(type: text)] {
                selection.isCounted = false
                await #expect(throws: ErrorResponse.self) { _ = try await store.list(selection) }
            }
            await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(
                    type: "albums", id: "1", with: ResourceChange(attributes: [text: 1]))
            }
            await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(
                    type: "albums", id: "1",
                    with: ResourceChange(relationships: [text: .replace(.one(nil))]))
            }
            #expect(await database.statements.isEmpty)
        }
    }

    @Test(
        "Names of a description are quoted", arguments: ["a\"b", "select", "a b", "x'y", "\"; --"])
    func quoting(name: String) async throws {
        let type = SQLType(
            "t", table: name, key: .integer("\(name) key"), attributes: [name: .text("\(name) c")])
        let database = NotingDatabase(.sqlite)
        _ = try await SQLStore(database, [type]).resources(
            [.init(type: "t", id: "1")], fields: .everything)
        let quoted = name.replacing("\"", with: "\"\"")
        #expect(
            await database.statements.first?.text == "SELECT \"t\".\"\(quoted) key\", "
                + "\"t\".\"\(quoted) c\" FROM \"\(quoted)\" AS \"t\" "
                + "WHERE \"t\".\"\(quoted) key\" = ?")
    }
}
