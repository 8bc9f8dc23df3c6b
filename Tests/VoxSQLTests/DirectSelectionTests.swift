// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Selections that no service sends to a store, but a program can.
@Suite("Selections of programs")
struct DirectSelectionTests {
    private func fill(_ store: SQLStore) async throws {
        let artist = try await store.insert(
            type: "artists", id: "a", with: ResourceChange(attributes: ["name": "Ann"]))
        _ = try await store.insert(
            type: "albums", id: "1",
            with: ResourceChange(
                attributes: ["title": "One", "extra": ["a": 1]],
                relationships: ["artist": .replace(.one(artist.identifier))]))
    }

    @Test("What a type cannot be filtered or sorted by is refused", arguments: TestDatabase.all)
    func refused(on kind: TestDatabase) async throws {
        try await kind.withStore(Catalogue.all) { store, _ in
            try await fill(store)
            for path in [
                ["title", "more"], ["extra.a", "b"], ["artist", "name", "more"], ["none"],
            ] {
                var selection = ResourceSelection(type: "albums")
                selection.filter = .comparison(path, .equal, "One")
                let error = await #expect(throws: ErrorResponse.self, "\(path)") {
                    _ = try await store.list(selection)
                }
                #expect(error?.status.code == 400 && error?.errors.first?.parameter == "filter")
            }
            for name in ["extra", "none", "artist"] {
                var selection = ResourceSelection(type: "albums")
                selection.sort = try RequestQuery("sort=\(name)", supporting: .everything).sort
                let error = await #expect(throws: ErrorResponse.self, "\(name)") {
                    _ = try await store.list(selection)
                }
                #expect(error?.status.code == 400 && error?.errors.first?.parameter == "sort")
            }
        }
    }

    /// A database that refuses each statement, for one reason.
    private final class Refusing: SingleConnection {
        let dialect = SQLDialect.sqlite
        let reason: SQLError.Reason

        init(_ reason: SQLError.Reason) { self.reason = reason }

        func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
            throw SQLError(reason, "no")
        }
    }

    @Test("A failure of a database that is read is no fault of the client")
    func failedReading() async throws {
        for reason in [.unique, .foreignKey, .notNull, .check, .refused, .other, .timeout]
            as [SQLError.Reason]
        {
            let store = try SQLStore(Refusing(reason), Catalogue.all)
            let error = await #expect(throws: SQLError.self, "\(reason)") {
                _ = try await store.list(ResourceSelection(type: "albums"))
            }
            #expect(error?.reason == reason)
        }
        for (reason, status) in [(.invalidValue, 400), (.forbidden, 403)]
            as [(SQLError.Reason, Int)]
        {
            let store = try SQLStore(Refusing(reason), Catalogue.all)
            let error = await #expect(throws: ErrorResponse.self, "\(reason)") {
                _ = try await store.list(ResourceSelection(type: "albums"))
            }
            #expect(error?.status.code == status)
        }
    }

    @Test("A member whose name has U+0000 is in no JSON", arguments: TestDatabase.all)
    func impossible(on kind: TestDatabase) async throws {
        try await kind.withStore(Catalogue.all) { store, _ in
            try await fill(store)
            for (filter, count) in [
                (.comparison(["extra.a"], .equal, 1), 1), (.isNull(["extra.a"]), 0),
                (.comparison(["extra.a\0"], .equal, 1), 0), (.isNull(["extra.a\0"]), 1),
                (.anyOf(["extra.\0a"], [1, 2]), 0),
                (.not(.comparison(["extra.a\0b"], .greater, 0)), 1),
            ] as [(FilterExpression, Int)] {
                var selection = ResourceSelection(type: "albums")
                selection.filter = filter
                #expect(try await store.list(selection).resources.count == count, "\(filter)")
            }
        }
    }

    @Test(
        "A relationship has no targets of a type that it cannot have", arguments: TestDatabase.all)
    func otherTargets(on kind: TestDatabase) async throws {
        try await kind.withStore(Catalogue.all) { store, _ in
            try await fill(store)
            let album = StoredResource.Identifier(type: "albums", id: "1")
            for (name, type, count) in [
                ("artist", "artists", 1), ("artist", "tracks", 0), ("artist", "albums", 0),
                ("tracks", "artists", 0), ("genres", "albums", 0),
            ] {
                for limit in [1, Int.max] {
                    var selection = ResourceSelection(type: type)
                    selection.limit = limit
                    let slices = try await store.related(name, of: [album], selection)
                    #expect(slices[album]?.resources.count == count, "\(name) \(type)")
                    #expect(slices.count == 1)
                }
            }
        }
    }
}

#endif
