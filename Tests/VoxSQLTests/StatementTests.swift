// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxSQL

/// The SQL of a store, as text.
@Suite("Statements")
struct StatementTests {
    private let types = [
        SQLType(
            "notes", table: "note",
            attributes: ["text": .text("body"), "stars": .integer("stars")],
            relationships: [
                "author": .toOne("people", column: "author_id"),
                "tags": .toMany("tags", through: "note_tag", owner: "note", target: "tag"),
            ], version: "version"),
        SQLType(
            "people", table: "person", key: .text("name"), attributes: ["age": .integer("age")],
            relationships: ["notes": .toMany("notes", column: "author_id")]),
        SQLType("tags", table: "tag", attributes: ["word": .text("word")], deletedAt: "gone"),
    ]

    private func statements(
        _ dialect: SQLDialect, rows: [[[SQLValue]]] = [],
        _ body: (SQLStore) async throws -> Void
    ) async throws -> [SQLStatement] {
        let database = NotingDatabase(dialect, rows: rows)
        try await body(try SQLStore(database, types))
        return await database.statements
    }

    private func list(
        _ dialect: SQLDialect, _ change: (inout ResourceSelection) -> Void
    ) async throws -> SQLStatement {
        var selection = ResourceSelection(type: "notes")
        selection.isCounted = false
        change(&selection)
        let chosen = selection
        let all = try await statements(dialect) { _ = try await $0.list(chosen) }
        return try #require(all.first)
    }

    private static let columns =
        #""t"."id", "t"."version", "t"."body", "t"."stars", "t"."author_id""#

    @Test("A list, and its count")
    func lists() async throws {
        let columns = Self.columns
        for dialect in [SQLDialect.sqlite, .postgreSQL] {
            #expect(
                try await list(dialect) { _ in }
                    == SQLStatement(#"SELECT \#(columns) FROM "note" AS "t" ORDER BY "t"."id""#))
        }
        let counted = try await statements(.sqlite, rows: [[[.integer(0)]]]) {
            let slice = try await $0.list(ResourceSelection(type: "notes"))
            #expect(slice.total == 0)
        }
        #expect(counted.first == SQLStatement(#"SELECT count(*) FROM "note" AS "t""#))
        #expect(counted.count == 2)
    }

    @Test("A page by offset, sorted with null first")
    func pages() async throws {
        func page(_ dialect: SQLDialect) async throws -> SQLStatement {
            try await list(dialect) {
                $0.sort = [.init("stars", isDescending: true), .init("text"), .init("text")]
                $0.offset = 40
                $0.limit = 20
            }
        }
        let start = #"SELECT \#(Self.columns) FROM "note" AS "t" ORDER BY "#
        #expect(
            try await page(.sqlite)
                == SQLStatement(
                    start + #""t"."stars" DESC, "t"."body", "t"."id" LIMIT ? OFFSET ?"#,
                    [.integer(20), .integer(40)]))
        #expect(
            try await page(.postgreSQL)
                == SQLStatement(
                    start
                        + #""t"."stars" DESC NULLS LAST, "t"."body" COLLATE "C" NULLS FIRST, "#
                        + #""t"."id" LIMIT $1::bigint OFFSET $2::bigint"#,
                    [.integer(20), .integer(40)]))
    }

    @Test("A page by positions reads ranges of an index, until it is full")
    func keysets() async throws {
        func ranges(
            _ dialect: SQLDialect, rows: [[[SQLValue]]] = [],
            _ change: (inout ResourceSelection) -> Void
        ) async throws -> [SQLStatement] {
            var selection = ResourceSelection(type: "notes")
            selection.isCounted = false
            change(&selection)
            let chosen = selection
            return try await statements(dialect, rows: rows) { _ = try await $0.list(chosen) }
        }
        let start = #"SELECT \#(Self.columns) FROM "note" AS "t" WHERE "#
        let row: [SQLValue] = [.integer(8), .integer(1), .text("b"), .integer(3), .null]
        for found in 0...2 {
            let ascending = try await ranges(.sqlite, rows: [Array(repeating: row, count: found)]) {
                $0.sort = [.init("stars")]
                $0.keyset = .init(after: .init(values: [3], id: "7"))
                $0.limit = 2
            }
            let all = [
                SQLStatement(
                    start + #""t"."stars" = ? AND "t"."id" > ? ORDER BY "t"."id" LIMIT ?"#,
                    [.integer(3), .integer(7), .integer(2)]),
                SQLStatement(
                    start + #""t"."stars" > ? ORDER BY "t"."stars", "t"."id" LIMIT ?"#,
                    [.integer(3), .integer(Int64(2 - found))]),
            ]
            let lists = ascending.filter { $0.text.hasPrefix(start) }
            #expect(lists == (found == 2 ? [all[0]] : all))
        }
        // In descending order null is the last value, so that there is one range more.
        let descending = try await ranges(.postgreSQL) {
            $0.sort = [.init("stars", isDescending: true)]
            $0.keyset = .init(after: .init(values: [3], id: "7"))
            $0.limit = 2
        }
        #expect(descending.count == 3)
        #expect(descending[2].text.contains(#""t"."stars" IS NULL ORDER BY"#))
        #expect(
            descending[1].text.hasSuffix(
                #"ORDER BY "t"."stars" DESC NULLS LAST, "t"."id" DESC LIMIT $2::bigint"#))
        // Positions in the wrong order end the page at the first row.
        func bounded(_ mark: Int64?) async throws -> [SQLStatement] {
            let rows = mark.map { [[row + [.integer($0)]]] } ?? []
            return try await ranges(.postgreSQL, rows: rows) {
                $0.sort = [.init("text")]
                $0.keyset = .init(
                    after: .init(values: ["a"], id: "1"), before: .init(values: ["b"], id: "2"))
                $0.limit = 9
            }.filter { $0.text.contains("CASE") }
        }
        let (empty, inside, behind) = try await (bounded(nil), bounded(1), bounded(0))
        #expect((empty.count, inside.count, behind.count) == (2, 2, 1))
        #expect(inside[1].parameters.last == .integer(8))
        #expect(empty[0].text.contains(#", CASE WHEN "t"."body" COLLATE "C" < $1 THEN 1 ELSE 0 "#))
        #expect(
            empty[1].text.hasSuffix(
                #"WHERE "t"."body" COLLATE "C" = $2 AND "t"."id" < $3::bigint "#
                    + #"ORDER BY "t"."id" LIMIT $4::bigint"#), "\(empty[1].text)")
    }

    @Test("Filters in both dialects")
    func filters() async throws {
        func conditions(_ filter: FilterExpression) async throws -> [String] {
            var texts: [String] = []
            for dialect in [SQLDialect.sqlite, .postgreSQL] {
                let text = try await list(dialect) { $0.filter = filter }.text
                let start = try #require(text.range(of: " WHERE "))
                let end = try #require(text.range(of: " ORDER BY "))
                texts.append(String(text[start.upperBound..<end.lowerBound]))
            }
            return texts
        }
        #expect(
            try await conditions(.comparison(["stars"], .greater, 3)) == [
                #"(("t"."stars" IS NOT NULL AND "t"."stars" > ? AND "t"."stars" < ''))"#,
                #"(("t"."stars" IS NOT NULL AND "t"."stars" > $1::bigint))"#,
            ])
        #expect(
            try await conditions(.comparison(["text"], .less, "x")) == [
                #"(("t"."body" IS NOT NULL AND "t"."body" < ?))"#,
                #"(("t"."body" IS NOT NULL AND "t"."body" COLLATE "C" < $1))"#,
            ])
        #expect(
            try await conditions(.anyOf(["id"], ["1", "x", "02"])) == [
                #"(("t"."id" IS NOT NULL AND "t"."id" = ?))"#,
                #"(("t"."id" IS NOT NULL AND "t"."id" = $1::bigint))"#,
            ])
        #expect(
            try await conditions(.anyOf(["id"], ["1", "x", "2"])) == [
                #"(("t"."id" IS NOT NULL AND "t"."id" IN (SELECT value FROM json_each(?))))"#,
                #"(("t"."id" IS NOT NULL AND "t"."id" = ANY (ARRAY(SELECT "list".value::bigint "#
                    + #"FROM jsonb_array_elements_text($1::jsonb) AS "list" (value)))))"#,
            ])
        // The foreign key is the id.
        for path in [["author"], ["author", "id"]] {
            #expect(
                try await conditions(.anyOf(path, ["ann"]))[0]
                    == #"((("t"."author_id" IS NOT NULL AND "t"."author_id" = ?)))"#)
        }
        #expect(
            try await conditions(.isNull(["author"]))[0] == #"(NOT ("t"."author_id" IS NOT NULL))"#)
        #expect(
            try await conditions(.comparison(["author", "age"], .equal, .null))[0]
                == #"(NOT ("t"."author_id" IS NOT NULL AND "t"."author_id" IN "#
                + #"(SELECT "t1"."name" FROM "person" AS "t1" WHERE "t1"."name" IS NOT NULL "#
                + #"AND (NOT (("t1"."age" IS NULL OR "t1"."age" >= ''))))))"#)
        #expect(
            try await conditions(.has(["tags"], nil))[1]
                == #"(EXISTS (SELECT 1 FROM "note_tag" AS "j2" JOIN "tag" AS "t1" "#
                + #"ON "t1"."id" = "j2"."tag" WHERE "j2"."note" = "t"."id" "#
                + #"AND "t1"."gone" IS NULL))"#)
        // The owners of the targets are found once, whatever the limit of the list is.
        let tagged = try await list(.postgreSQL) {
            $0.filter = .has(["tags"], .comparison(["word"], .startsWith, "v"))
        }.text
        #expect(
            tagged.hasPrefix(
                #"WITH "f3" AS MATERIALIZED (SELECT DISTINCT "j2"."note" AS key "#
                    + #"FROM "note_tag" AS "j2" JOIN "tag" AS "t1" ON "t1"."id" = "j2"."tag" "#
                    + #"WHERE "t1"."gone" IS NULL AND (("t1"."word" IS NOT NULL "#
                    + #"AND starts_with("t1"."word" COLLATE "C", $1::text)))) SELECT "#))
        #expect(
            tagged.contains(#" WHERE (EXISTS (SELECT 1 FROM "f3" WHERE "f3".key = "t"."id")) "#))
        #expect(
            try await conditions(.has(["tags"], .comparison(["word"], .startsWith, "v")))[0]
                == #"("t"."id" IN (SELECT "j2"."note" FROM "note_tag" AS "j2" JOIN "tag" AS "t1" "#
                + #"ON "t1"."id" = "j2"."tag" WHERE "j2"."note" IS NOT NULL "#
                + #"AND "t1"."gone" IS NULL AND (("t1"."word" IS NOT NULL "#
                + #"AND substr("t1"."word", 1, length(?)) = ?))))"#)
        #expect(try await conditions(.not(.and([])))[0] == "(NOT (TRUE))")
        #expect(try await conditions(.or([]))[0] == "(FALSE)")
    }

    @Test("Only a filter that is more than three conditions deep has a table expression")
    func depths() async throws {
        for dialect in [SQLDialect.sqlite, .postgreSQL] {
            var filter = FilterExpression.comparison(["stars"], .equal, 1)
            for depth in 1...12 {
                filter = .not(filter)
                let chosen = filter
                let text = try await list(dialect) { $0.filter = chosen }.text
                #expect(text.contains("WITH") == (depth > 3), "\(text)")
                #expect(text.split(separator: " AS (SELECT ").count == 1 + depth / 4, "\(text)")
            }
        }
    }

    @Test("Reading by ids, and linkage in one statement a relationship")
    func reading() async throws {
        let rows: [[[SQLValue]]] = [
            [
                [.integer(1), .integer(5), .text("a"), .null, .text("ann")],
                [.integer(2), .integer(6), .null, .integer(3), .null],
            ],
            [[.integer(2), .integer(9)], [.integer(2), .integer(10)]],
        ]
        let all = try await statements(.sqlite, rows: rows) { store in
            let notes = try await store.resources(
                [
                    .init(type: "notes", id: "1"), .init(type: "notes", id: "2"),
                    .init(type: "nothing", id: "2"),
                ], fields: .everything)
            #expect(
                notes == [
                    StoredResource(
                        type: "notes", id: "1", attributes: ["text": "a", "stars": .null],
                        relationships: [
                            "author": .one(.init(type: "people", id: "ann")), "tags": .many([]),
                        ], version: 5),
                    StoredResource(
                        type: "notes", id: "2", attributes: ["text": .null, "stars": 3],
                        relationships: [
                            "author": .one(nil),
                            "tags": .many([
                                .init(type: "tags", id: "9"), .init(type: "tags", id: "10"),
                            ]),
                        ], version: 6),
                ])
        }
        #expect(
            all == [
                SQLStatement(
                    #"SELECT \#(Self.columns) FROM "note" AS "t" WHERE "t"."id" IN (SELECT value FROM json_each(?))"#,
                    [.text("[1,2]")]),
                SQLStatement(
                    #"SELECT link."note", link."tag" FROM "note_tag" AS link "#
                        + #"JOIN "tag" AS "target" ON "target"."id" = link."tag" "#
                        + #"WHERE link."note" IN (SELECT value FROM json_each(?)) "#
                        + #"AND "target"."gone" IS NULL ORDER BY link."tag""#,
                    [.text("[1,2]")]),
            ])
    }

    @Test("Writes")
    func writes() async throws {
        let row: [SQLValue] = [.integer(1), .integer(5), .text("a"), .null, .text("ann")]
        // The target, the row, the second target, the edit, and the resource again.
        let inserted = try await statements(
            .postgreSQL,
            rows: [[[.text("ann")]], [[.integer(1)]], [], [], [row]]
        ) { store in
            let content = ResourceChange(
                attributes: ["text": "a"],
                relationships: [
                    "author": .replace(.one(.init(type: "people", id: "ann"))),
                    "tags": .replace(.many([])),
                ])
            _ = try await store.insert(type: "notes", id: "1", with: content)
        }
        let texts = inserted.map(\.text)
        #expect(
            texts[0] == #"SELECT "t"."name" FROM "person" AS "t" WHERE "t"."name" = $1"#)
        #expect(
            texts[1] == #"INSERT INTO "note" ("body", "author_id", "id", "version") "#
                + #"VALUES ($1, $2, $3::bigint, $4::bigint) RETURNING "id""#)
        #expect(inserted[1].parameters.prefix(3) == [.text("a"), .text("ann"), .integer(1)])
        #expect(texts[2].hasPrefix(#"DELETE FROM "note_tag" WHERE "note" = $1::bigint AND NOT"#))
        #expect(texts[3].hasPrefix(#"INSERT INTO "note_tag" ("note", "tag") SELECT $1::bigint, "#))

        let updated = try await statements(.sqlite, rows: [[row], [], [row]]) { store in
            _ = try await store.update(
                .init(type: "notes", id: "1"),
                with: ResourceChange(attributes: ["text": "b", "stars": .null]), ifVersion: 5)
        }
        #expect(
            updated[1]
                == SQLStatement(
                    #"UPDATE "note" SET "body" = ?, "version" = ? WHERE "note"."id" = ?"#,
                    [.text("b"), .integer(6), .integer(1)]))
        let deleted = try await statements(
            .sqlite, rows: [[[.integer(1), .text("x")]]]
        ) { store in
            try await store.delete(.init(type: "tags", id: "1"), ifVersion: nil)
        }
        #expect(
            deleted.last
                == SQLStatement(
                    #"UPDATE "tag" SET "gone" = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') "#
                        + #"WHERE "tag"."id" = ? AND "tag"."gone" IS NULL"#,
                    [.integer(1)]))
    }

    @Test("The tables of a new database")
    func tables() throws {
        let sqlite = try SQLStore(NotingDatabase(.sqlite), types).schemaStatements
        #expect(
            sqlite == [
                #"CREATE TABLE "note" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "body" TEXT, "stars" INTEGER, "#
                    + #""author_id" TEXT REFERENCES "person" ("name"), "version" INTEGER NOT NULL DEFAULT 1)"#,
                #"CREATE TABLE "person" ("name" TEXT NOT NULL PRIMARY KEY, "age" INTEGER)"#,
                #"CREATE TABLE "tag" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "word" TEXT, "gone" TEXT)"#,
                #"CREATE TABLE "note_tag" ("note" INTEGER NOT NULL REFERENCES "note" ("id"), "#
                    + #""tag" INTEGER NOT NULL REFERENCES "tag" ("id"), PRIMARY KEY ("note", "tag"))"#,
                #"CREATE INDEX "note.author_id_idx" ON "note" ("author_id")"#,
                #"CREATE INDEX "note_tag.tag_idx" ON "note_tag" ("tag")"#,
            ])
        let postgreSQL = try SQLStore(NotingDatabase(.postgreSQL), types).schemaStatements
        #expect(
            postgreSQL[0]
                == #"CREATE TABLE "note" ("id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "#
                + #""body" text COLLATE "C", "stars" bigint, "author_id" text COLLATE "C", "#
                + #""version" bigint NOT NULL DEFAULT 1)"#)
        #expect(
            postgreSQL[4]
                == #"ALTER TABLE "note" ADD FOREIGN KEY ("author_id") REFERENCES "person" ("name")"#
        )
        #expect(postgreSQL[5] == #"CREATE INDEX ON "note" ("author_id")"#)
        #expect(postgreSQL.count == 9)
    }
}
