// SPDX-License-Identifier: MIT
#if SQLite

import Foundation
import HTTPTypes
import Testing
import VoxSQL
import VoxSQLite

/// A dialect that the package does not have: DuckDB answers as SQLite does.
@Suite(
    "A third dialect",
    .enabled(if: DuckDBDatabase.isInstalled, "DuckDB is not installed: pip install duckdb"))
struct ThirdDialectTests {
    private static let types = [
        SQLType(
            "authors", table: "author", key: .text("id"),
            attributes: ["name": .text("name").required().unique()],
            relationships: ["books": .toMany("books", column: "author_id")], version: "version"),
        SQLType(
            "books", table: "book",
            attributes: [
                "title": .text("title").required(), "year": .integer("year"),
                "rating": .real("rating"), "sold": .boolean("sold"), "printed": .date("printed"),
                "extra": .json("extra"), "shout": .computed(.text, "upper({title})"),
            ],
            relationships: [
                "author": .toOne("authors", column: "author_id"),
                "tags": .toMany("tags", through: "book_tag", owner: "book", target: "tag"),
            ], version: "version"),
        SQLType(
            "tags", table: "tag", key: .text("id"), attributes: ["word": .text("word")],
            relationships: [
                "books": .toMany("books", through: "book_tag", owner: "tag", target: "book")
            ], version: "version", deletedAt: "gone"),
    ]

    private static let served: [ServedType] = {
        var books = ServedType(
            "books",
            attributes: ["title", "year", "rating", "sold", "printed", "extra", "shout"],
            toOne: ["author": "authors"], toMany: ["tags": "tags"])
        books.readOnly = ["shout"]
        return [
            ServedType("authors", attributes: ["name"], toMany: ["books": "books"]), books,
            ServedType("tags", attributes: ["word"], toMany: ["books": "books"]),
        ]
    }()

    private static let rows = [
        #"INSERT INTO "author" VALUES ('a', 'Ann', 1), ('b', 'Bo', 2), ('c', 'Cy', 3)"#,
        #"INSERT INTO "tag" VALUES ('t', 'néw', 1, NULL), ('u', 'old', 1, NULL)"#,
        #"INSERT INTO "tag" VALUES ('v', 'gone', 1, '2024-01-01T00:00:00Z')"#,
        """
        INSERT INTO "book" VALUES \
        (1, 'One', 1999, 1.5, TRUE, '2024-02-29T12:00:00Z', '{"a":["x",2,true],"b":{"c":1.5}}', 'a', 1), \
        (2, 'two', NULL, -3.0, FALSE, '2024-02-29T12:00:00.5Z', '[]', 'a', 1), \
        (3, 'Three', -7, NULL, NULL, NULL, NULL, 'b', 4), \
        (4, 'a"b''c%', 2030, 100.25, TRUE, '1999-12-31T23:59:59Z', '{"a":null,"b":"x"}', NULL, 1)
        """,
        #"INSERT INTO "book_tag" VALUES (1, 't'), (1, 'u'), (2, 'u'), (3, 'v'), (4, 'v')"#,
    ]

    private static let lists = [
        "/books", "/books?sort=title", "/books?sort=-year,title", "/books?sort=year",
        "/books?sort=-printed", "/books?sort=printed,-rating", "/books?sort=sold,-id",
        "/books?sort=shout&page[size]=2&page[number]=2", "/books/1", "/books/9", "/authors/a/books",
        "/books/1/tags", "/books?include=author,tags", "/authors?include=books,books.tags",
        "/authors?include=books&sort=-name", "/tags?include=books", "/books?fields[books]=title",
    ]

    private static let filters = [
        "[title]=One", "[title]=One,two", "[title][contains]=%22b", "[title][startsWith]=T",
        "[title][endsWith]=%25", "[title][gt]=One", "[year]=1999,-7", "[year][lt]=2000.5",
        "[year][gte]=1999", "[year]=1,2,3,4,5,6,7,8,9,2030", "[rating][lte]=1.5", "[rating]=100.25",
        "[sold]=true", "[sold]=false", "[printed]=2024-02-29T13:00:00%2B01:00",
        "[printed][gt]=2000-01-01", "[printed][lt]=2024-02-29T12:00:00.25Z", "[id]=1,3",
        "[id]=1,2,3,4,5,6,7,8,9", "[extra.a]=x", "[extra.a]=2", "[extra.a]=true", "[extra.b]=x",
        "[extra.b.c][gt]=1", "[extra.b.c]=1.5", "[extra.q]=x", "[shout]=TWO", "[author]=a",
        "[author.name]=Ann", "[tags]=u", "[tags.word]=old", "[tags.word]=gone",
        "[author.books.tags.word]=n%C3%A9w", "[author.books.title][contains]=w",
    ]

    /// Calls a function with a store on each database.
    private func withStores(
        _ body: (_ sqlite: SQLStore, _ duckDB: SQLStore) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "vox-dialect-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(
            store(on: SQLiteDatabase(path: file.path)), store(on: DuckDBDatabase()))
    }

    private func store(on database: some SQLDatabase) async throws -> SQLStore {
        let store = try SQLStore(database, Self.types)
        try await store.createTables()
        for row in Self.rows {
            try await database.write { _ = try await $0.execute(SQLStatement(row)) }
        }
        return store
    }

    private func answer(_ store: SQLStore, _ target: String) async throws -> String {
        let request = ClientRequest(
            method: .get, url: try HTTPURL("http://test.example\(target)"))
        let response = try await ResourceService(Self.served, store: store).execute(request)
        let body = String(decoding: try await response.body.bytes(), as: UTF8.self)
        return "\(response.status.code) \(body)"
    }

    @Test("Resources, lists, sort orders, filters and included resources are those of SQLite")
    func reading() async throws {
        try await withStores { sqlite, duckDB in
            for target in Self.lists + Self.filters.map({ "/books?filter\($0)" }) {
                let expected = try await answer(sqlite, target)
                #expect(expected.hasPrefix("200 ") || target == "/books/9", "\(expected)")
                #expect(try await answer(duckDB, target) == expected, "\(target)")
            }
        }
    }

    @Test("A walk by cursor through a list with nulls is that of SQLite, in both directions")
    func cursors() async throws {
        try await withStores { sqlite, duckDB in
            for sort in ["year", "-year", "printed", "-rating"] {
                var selection = ResourceSelection(type: "books")
                selection.sort = [
                    .init(String(sort.trimmingPrefix("-")), isDescending: sort.hasPrefix("-"))
                ]
                let all = try await sqlite.list(selection).resources
                for resource in all {
                    let name = selection.sort[0].name
                    let value = resource.attributes[name] ?? .null
                    selection.keyset = .init(after: .init(values: [value], id: resource.id))
                    let expected = try await sqlite.list(selection).resources.map(\.id)
                    #expect(try await duckDB.list(selection).resources.map(\.id) == expected)
                }
            }
        }
    }

    @Test("Null, missing targets and conditions inside of others select what they select in SQLite")
    func conditions() async throws {
        let old = FilterExpression.has(["tags"], .comparison(["word"], .equal, "old"))
        let filters: [(FilterExpression, ids: [String])] = [
            (.isNull(["year"]), ["2"]), (.isNull(["printed"]), ["3"]),
            (.isNull(["author"]), ["4"]), (.isNull(["author", "name"]), ["4"]),
            (.isNull(["extra"]), ["2", "3"]), (.isNull(["extra.a"]), ["2", "3", "4"]),
            (.not(.isNull(["extra.b.c"])), ["1"]), (.has(["tags"], nil), ["1", "2"]),
            (.not(old), ["3", "4"]), (.not(.not(.not(.not(.not(old))))), ["3", "4"]),
            (.has(["author", "books"], .not(.or([old, .isNull(["sold"])]))), []),
        ]
        try await withStores { sqlite, duckDB in
            for (filter, ids) in filters {
                var selection = ResourceSelection(type: "books")
                selection.filter = filter
                for store in [sqlite, duckDB] {
                    let found = try await store.list(selection).resources.map(\.id)
                    #expect(found == ids, "\(filter)")
                }
            }
        }
    }

    @Test("Its tables fit their descriptions, and can be described")
    func tables() async throws {
        let database = try DuckDBDatabase()
        let store = try await store(on: database)
        try await store.checkTables(for: ResourceService(Self.served, store: store))
        #expect(try await store.missingStatements().isEmpty)
        let source = try await SQLStore.source(describing: database)
        #expect(source.contains("struct Book: ResourceSchema"))
    }
}

#endif
