// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// Values of a database that JSON does not have.
@Suite("Values that no document can contain")
struct CursorValueTests {
    private static let notes = SQLType(
        "notes", table: "note",
        attributes: ["size": .real("size"), "open": .boolean("open"), "due": .date("due")],
        version: "version")

    /// The rows after the first, which is a row with usual values.
    private func withStore(
        on kind: TestDatabase, _ rows: String, _ body: (SQLStore) async throws -> Void
    ) async throws {
        try await kind.withStore([Self.notes]) { store, database in
            try await database.run(
                """
                INSERT INTO note (id, size, open, due, version) VALUES \
                (1, 1.5, TRUE, '2024-02-29T12:00:00Z', 1), \(rows)
                """)
            try await body(store)
        }
    }

    @Test(
        "NaN and the infinities are null, and no cursor contains them",
        arguments: TestDatabase.all)
    func numbers(on kind: TestDatabase) async throws {
        // SQLite has no NaN.
        let rows =
            kind == .sqlite
            ? "(2, 9e999, TRUE, NULL, 1), (3, -9e999, TRUE, NULL, 1)"
            : "(2, 'Infinity', TRUE, NULL, 1), (3, '-Infinity', TRUE, NULL, 1), "
                + "(4, 'NaN', TRUE, NULL, 1)"
        try await withStore(on: kind, rows) { store in
            var selection = ResourceSelection(type: "notes")
            selection.sort = [.init("size")]
            let ids = kind == .sqlite ? ["3", "1", "2"] : ["3", "1", "2", "4"]
            let sorted = try await store.list(selection).resources
            #expect(sorted.map(\.id) == ids)
            let sizes = sorted.map { $0.attributes["size"] ?? "none" }
            let usual: JSONValue = 1.5
            #expect(sizes == ids.map { $0 == "1" ? usual : .null })
            try await expectRefusal(of: "size", in: store)
            // A page without such a value has cursors, and so has a page in another order.
            selection.keyset = .init()
            selection.filter = .comparison(["id"], .equal, "1")
            #expect(try await store.list(selection).resources.map(\.id) == ["1"])
            selection.filter = nil
            selection.sort = [.init("due")]
            #expect(try await store.list(selection).resources.last?.id == "1")
        }
    }

    @Test(
        "A time of PostgreSQL that is infinite is null",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func dates() async throws {
        try await withStore(
            on: .postgreSQL,
            "(2, 1, TRUE, 'infinity', 1), (3, 1, TRUE, '-infinity', 1)"
        ) { store in
            var selection = ResourceSelection(type: "notes")
            selection.sort = [.init("due")]
            let sorted = try await store.list(selection).resources
            #expect(sorted.map(\.id) == ["3", "1", "2"])
            let times = sorted.map { $0.attributes["due"] ?? "none" }
            #expect(times == [.null, "2024-02-29T12:00:00Z", .null])
            try await expectRefusal(of: "due", in: store)
        }
    }

    @Test("A boolean of SQLite that is neither 0 nor 1 is in no cursor")
    func booleans() async throws {
        try await withStore(on: .sqlite, "(2, 1, 2, NULL, 1)") { store in
            try await expectRefusal(of: "open", in: store)
        }
    }

    @Test("A text of SQLite that only looks like a time is in no cursor, any other is null")
    func texts() async throws {
        for text in ["2024-13-01", "2024-02-29x", "2024-00-00T00:00:00Z"] {
            try await withStore(on: .sqlite, "(2, 1, TRUE, '\(text)', 1)") { store in
                try await expectRefusal(of: "due", in: store)
            }
        }
        for text in [
            "soon", "2024-02-2", "2024/02-29", "2024-02/29", "x024-02-29", "2024-02-2x",
            "20240229-0", "",
        ] {
            try await withStore(on: .sqlite, "(2, 1, TRUE, '\(text)', 1)") { store in
                var selection = ResourceSelection(type: "notes")
                selection.sort = [.init("due")]
                selection.keyset = .init()
                let ids = try await store.list(selection).resources.map(\.id)
                #expect(ids == ["2", "1"], "\(text)")
            }
        }
    }

    /// Expects that a page by cursor in the order of a field fails in words, and that the service
    /// tells the program why.
    private func expectRefusal(of field: String, in store: SQLStore) async throws {
        var selection = ResourceSelection(type: "notes")
        selection.sort = [.init(field)]
        selection.keyset = .init()
        let error = await #expect(throws: SQLStore.SchemaError.self) {
            _ = try await store.list(selection)
        }
        let start = "the column \"\(field)\" of the table \"note\" has, in the row \""
        #expect(error?.problems.first?.hasPrefix(start) == true)
        let failures = Mutex<[[String]]>([])
        var service = ResourceService(
            [ServedType("notes", attributes: ["size", "open", "due"])], store: store)
        service.onFailure = { error in
            failures.withLock { $0.append((error as? SQLStore.SchemaError)?.problems ?? []) }
        }
        let profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"
        var request = ClientRequest(
            method: .get,
            url: try HTTPURL("http://test.example/notes?sort=\(field)&page[size]=9"))
        request.headers[.accept] = #"application/vnd.api+json;profile="\#(profile)""#
        #expect(try await service.execute(request).status.code == 503)
        #expect(failures.withLock { $0 } == [error?.problems ?? ["none"]])
    }
}

#endif
