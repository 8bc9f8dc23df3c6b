// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Values that a column of SQLite takes although they do not fit its kind.
@Suite("Texts in columns of numbers")
struct MixedColumnTests {
    private static let type = SQLType(
        "things", table: "thing",
        attributes: ["n": .integer("n"), "r": .real("r"), "b": .boolean("b")])

    private static let rows =
        "INSERT INTO thing VALUES (1, 5, 0.5, TRUE), (2, 'x', 'y', 'z'), (3, 7, 2.5, FALSE), "
        + "(4, NULL, NULL, NULL), (5, x'61', x'61', x'61'), (6, 9.5, 9007199254740993, 2)"

    /// The ids that each filter finds.
    private static let filters = [
        ("n=5", ["1"]), ("n[gt]=5", ["3", "6"]), ("n[lt]=99", ["1", "3", "6"]), ("n=x", []),
        ("n[gte]=9.25", ["6"]), ("n=9.5", ["6"]), ("n[gt]=9.5", []), ("r[gt]=0.5", ["3", "6"]),
        ("r[gt]=9007199254740992", ["6"]), ("r=9007199254740993", ["6"]),
        ("r[lt]=9007199254740993", ["1", "3"]), ("b=false", ["3"]),
        ("n=null", ["2", "4", "5"]), ("r=null", ["2", "4", "5"]), ("b=null", ["2", "4", "5"]),
    ]

    @Test(
        "A text in a column of numbers is null: in documents, filters, sorts and cursors",
        arguments: [true, false])
    func texts(isChecked: Bool) async throws {
        try await TestDatabase.sqlite.with { database in
            try await database.run(
                """
                CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER, r NUMERIC, b BOOLEAN)
                """)
            if isChecked { try await database.run(Self.rows) }
            let store = try SQLStore(database, [Self.type])
            try await store.checkTables()
            if !isChecked { try await database.run(Self.rows) }
            var type = ServedType("things", attributes: ["n", "r", "b"])
            type.filterable = ["n", "r", "b"]
            let service = ResourceService([type], store: store)
            let list = try JSONValue(parsing: try await service.answer(.get, "/things").text)
            for index in [1, 3, 4] {
                for name in ["n", "r", "b"] {
                    #expect(list["data"]?[index]?["attributes"]?[name] == .null, "\(index) \(name)")
                }
            }
            for (filter, ids) in Self.filters {
                guard let end = filter.firstIndex(where: { $0 == "=" || $0 == "[" }) else {
                    continue
                }
                let (name, rest) = (filter[..<end], filter[end...])
                if rest == "=null" {
                    var selection = ResourceSelection(type: "things")
                    selection.filter = .isNull([String(name)])
                    #expect(try await store.list(selection).resources.map(\.id) == ids, "\(filter)")
                } else {
                    let found = try await service.answer(.get, "/things?filter[\(name)]\(rest)")
                    #expect(found.ids == ids, "\(filter) \(found.text)")
                }
            }
            // A text that was there at the start is sorted as null, and a cursor can contain it.
            guard isChecked else { return }
            #expect(try await service.answer(.get, "/things?filter[b]=true").ids == ["1", "6"])
            for (sort, ids) in [
                ("b,id", ["2", "4", "5", "3", "1", "6"]),
                ("n", ["2", "4", "5", "1", "3", "6"]), ("-r,id", ["6", "3", "1", "2", "4", "5"]),
            ] {
                let walked = try await service.walk("/things?sort=\(sort)&page[size]=1", limit: 9)
                #expect(walked == ids, "\(sort)")
            }
        }
    }
}

#endif
