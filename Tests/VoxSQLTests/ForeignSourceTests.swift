// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL

@Suite("Schemas from the databases of other programs")
struct ForeignSourceTests {
    /// Calls a function with the tables of another program.
    private static func with(
        _ foreign: ForeignDatabase,
        _ body: (any SQLDatabase, _ other: String) async throws -> Void
    ) async throws {
        try await foreign.kind.with { database in
            let isSQLite = foreign.kind == .sqlite
            let other = try await isSQLite ? "" : "\(database.schemaName())_other"
            if !isSQLite { try await database.run("CREATE SCHEMA \(other)") }
            for statement in foreign.statements(other: other) { try await database.run(statement) }
            try await body(database, other)
            if !isSQLite {
                try await database.run("SET client_min_messages = warning")
                try await database.run("DROP SCHEMA \(other) CASCADE")
            }
        }
    }

    @Test(
        "The schemas compile, fit the tables at once, and are the same in each run",
        arguments: ForeignDatabase.allCases.filter { TestDatabase.all.contains($0.kind) })
    func made(from foreign: ForeignDatabase) async throws {
        try await Self.with(foreign) { database, other in
            let source = try await SQLStore.source(describing: database)
            #expect(try await SQLStore.source(describing: database) == source)
            // In its file, the source is in an enumeration, so that the files have no name in common.
            let parts = source.components(separatedBy: "import VoxSQL\n")
            let name = foreign.rawValue.capitalized
            let nested = "\(parts[0])import VoxSQL\n\nenum \(name) {\(parts[1])}\n"
                .replacing(other.isEmpty ? "\0" : other, with: "other")
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "Generated/\(name).swift")
            let expected = try String(contentsOf: file, encoding: .utf8)
                .components(separatedBy: "// MARK: Made by SQLStore.source(describing:)\n")[1]
            #expect(nested == expected, "\(nested)")

            let store = try SQLStore(database, foreign.tables)
            let service = try ResourceService(serving: store)
            try await store.checkTables(for: service)
            #expect(try await store.missingStatements().filter { !$0.contains("INDEX") } == [])
            for type in service.types.keys {
                let path = type.replacing(" ", with: "%20")
                let list = try await service.answer(.get, "/\(path)")
                #expect(list.status == 200, "\(type) \(list.text)")
                let count = foreign.rows[type] ?? 0
                #expect(list.ids.count == count, "\(type) \(list.text)")
            }
        }
    }

    @Test("A list of values is an enumeration of the service, and a day is a day")
    func checked() async throws {
        try await Self.with(.rental) { database, _ in
            let store = try SQLStore(database, Rental.SQLTables.all)
            var service = try ResourceService(serving: store)
            service.openAPIPath = "openapi.json"
            let rental =
                #"{"data":{"type":"rental","attributes":{"due-on":"2024-03-01","rented_at":"2024-02-01T10:00:00Z","status":"STATUS"}}}"#
            for (status, code) in [("done", 201), ("lost", 422), ("DONE", 422)] {
                let answer = try await service.answer(
                    .post, "/rental", rental.replacing("STATUS", with: status))
                #expect(answer.status == code, "\(status) \(answer.text)")
                if code == 422 {
                    #expect(answer.json.errors[0].source.pointer == "/data/attributes/status")
                }
            }
            let list = try await service.answer(.get, "/rental/1")
            #expect(list.json.data.attributes["due-on"] == "2024-02-29")
            let text = try service.openAPI().text()
            #expect(text.contains(#""due-on":{"type":"string","format":"date"}"#))
            #expect(text.contains(#""rented_at":{"type":"string","format":"date-time"}"#))
            #expect(text.contains(#"{"enum":["open","done""#))
        }
    }

    @Test(
        "A condition is a list of values only if it says nothing else", arguments: TestDatabase.all)
    func conditions(on kind: TestDatabase) async throws {
        let lists = [
            "c IN ('a', 'b')", "(c) IN ('a')", "\"c\" = 'a'", "c IS NULL OR c IN ('a', 'it''s')",
            "c IN ('IN (''x'')', '(', ']', ', ', '')", "((c IN ('a','b')))",
        ]
        let others = [
            "c NOT IN ('a', 'b')", "lower(c) IN ('a', 'b')", "c IN ('a') OR d = 1", "c <> 'a'",
            "c IN ('a', 'b') AND length(c) > 0", "d IN (1, 2)", "c || '' IN ('a')", "c >= 'a'",
            "c IN ('a', d || '')", "c IS NOT NULL OR c IN ('a')", "NOT c IN ('a')",
            "c IN ('a') IS NOT TRUE", "c LIKE 'a'", "d IS NULL OR c IN ('a')",
        ]
        try await kind.with { database in
            for (number, condition) in (lists + others).enumerated() {
                try await database.run(
                    "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, c TEXT CHECK (\(condition)), d INTEGER)"
                )
            }
            let source = try await SQLStore.source(describing: database)
            for number in 0..<(lists + others).count {
                let isList = number < lists.count
                let parts = source.components(separatedBy: "struct T\(number): ")
                let schema = parts.last?.components(separatedBy: "\n}")[0] ?? ""
                let condition = (lists + others)[number]
                #expect(schema.contains("enum C: String") == isList, "\(condition) \(schema)")
                #expect(
                    source.contains("// The table \"t\(number)\" has a condition") != isList,
                    "\(condition)")
            }
            #expect(source.contains("        case inX = \"IN ('x')\"\n        case x = \"(\""))
        }
    }
}

extension ForeignDatabase {
    /// The descriptions that the compiler has read.
    fileprivate var tables: [SQLType] {
        switch self {
        case .shop: Shop.SQLTables.all
        case .rental: Rental.SQLTables.all
        case .archive: Archive.SQLTables.all
        }
    }

    /// The numbers of the resources of the types that have some.
    fileprivate var rows: [String: Int] {
        switch self {
        case .shop:
            ["Artist": 1, "Album": 1, "Employee": 2, "Playlist": 1, "MediaType": 1, "Track": 1]
        case .rental: ["country": 1, "city": 1, "film": 1, "rental": 1]
        case .archive: ["collection": 1, "person": 1, "item": 1]
        }
    }
}

#endif
