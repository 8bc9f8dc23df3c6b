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
        _ body: (any SQLDatabase, _ place: String, _ other: String) async throws -> Void
    ) async throws {
        try await foreign.kind.withPlace { place in
            let database = try foreign.kind.database(at: place)
            let isSQLite = foreign.kind == .sqlite
            let other = try await isSQLite ? "" : "\(database.schemaName())_other"
            if !isSQLite { try await database.run("CREATE SCHEMA \(other)") }
            for statement in foreign.statements(other: other) { try await database.run(statement) }
            try await body(database, place, other)
            if !isSQLite {
                try await database.run("SET client_min_messages = warning")
                try await database.run("DROP SCHEMA \(other) CASCADE")
            }
        }
    }

    @Test(
        "The schemas compile, fit the tables at once, and are the same in each run",
        .enabled(if: GeneratedService.canCompile),
        arguments: ForeignDatabase.allCases.filter { TestDatabase.all.contains($0.kind) })
    func made(from foreign: ForeignDatabase) async throws {
        try await Self.with(foreign) { database, place, other in
            let source = try await SQLStore.source(describing: database)
            #expect(try await SQLStore.source(describing: database) == source)
            let notes = source.split(separator: "\n").filter { $0.hasPrefix("// The ") }.dropFirst()
                .map {
                    String($0.dropFirst(3)).replacing(other.isEmpty ? "\0" : other, with: "other")
                }
            #expect(notes == foreign.notes, "\(source)")
            for part in foreign.parts { #expect(source.contains(part), "\(part) in \(source)") }

            let service = try GeneratedService(source, foreign.kind, at: place)
            #expect(service.faults == "[]")
            #expect(Set(service.types).isSuperset(of: foreign.rows.keys))
            for type in service.types {
                let list = try service.answer("GET", "/\(type.replacing(" ", with: "%20"))")
                #expect(list.status == 200, "\(type) \(list.text)")
                #expect(list.ids.count == foreign.rows[type] ?? 0, "\(type) \(list.text)")
            }
            if foreign == .rental { try Self.checkValues(service) }
        }
    }

    /// Checks that a list of values is an enumeration of the service, and a day is a day.
    private static func checkValues(_ service: GeneratedService) throws {
        let rental =
            #"{"data":{"type":"rental","attributes":{"due-on":"2024-03-01","rented_at":"2024-02-01T10:00:00Z","status":"STATUS"}}}"#
        for (status, code) in [("done", 201), ("lost", 422), ("DONE", 422)] {
            let answer = try service.answer(
                "POST", "/rental", rental.replacing("STATUS", with: status))
            #expect(answer.status == code, "\(status) \(answer.text)")
            if code == 422 {
                #expect(answer.json.errors[0].source.pointer == "/data/attributes/status")
            }
        }
        let one = try service.answer("GET", "/rental/1")
        #expect(one.json.data.attributes["due-on"] == "2024-02-29")
        let text = try service.answer("GET", "/openapi.json").text
        #expect(text.contains(#""due-on":{"type":"string","format":"date"}"#))
        #expect(text.contains(#""rented_at":{"type":"string","format":"date-time"}"#))
        #expect(text.contains(#"{"enum":["open","done""#))
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
    /// What the schemas do not say.
    fileprivate var notes: [String] {
        switch self {
        case .shop:
            [("Total", "Invoice"), ("UnitPrice", "InvoiceLine"), ("UnitPrice", "Track")].map {
                Self.decimals($0, of: $1, "NUMERIC(10,2)")
            }
        case .rental:
            [
                "The table \"Order Details\" is no type: its primary key has 2 columns.",
                "The table \"language\" is no type: its key has the type SMALLINT: use INTEGER.",
                "The table \"log\" is no type: its primary key has 0 columns.",
                "The column \"last_update\" of \"film_actor\" is in no schema: the table only links others.",
                "The table \"film_actor\" has a condition that no schema says: last_update > '2000'.",
                "The column \"picture\" of \"actor\" is no attribute: it has the type BLOB.",
                "The column \"starts\" of \"actor\" is no attribute: it has the type TIME.",
                "The table \"city\" has unique values in \"city\", \"country_id\" together.",
                Self.decimals("rental_rate", of: "film", "DECIMAL(4,2)"),
                "The foreign key \"language_id\" of \"film\" to \"language\" is no relationship: its target is no type.",
                "The table \"film\" has a condition that no schema says: rental_rate >= 0.",
                "The foreign key \"staff_id\" of \"profile\" to \"staff\" is no relationship: the column is the primary key.",
                "The table \"region\" has a condition that no schema says: name IN ('north', 'south').",
                "The column \"Version\" of \"rental\" may count the changes of a row: if so, replace its attribute by version: \"Version\".",
                "The table \"rental\" has a condition that no schema says: rented_at <= \"due-on\".",
                "The foreign key \"username\" of \"shipper\" to \"staff\" is no relationship: it refers to \"username\", which is not the primary key.",
                "The foreign key \"staff\" of \"shipper\" to \"staff\" is no relationship: the column has another target, or another type than its target.",
                "The column \"lock_version\" of \"store\" may count the changes of a row: if so, replace its attribute by version: \"lock_version\".",
                "The view \"film_list\" is no type: it has no primary key.",
            ]
        case .archive:
            [
                "The table \"box\" is no type: its primary key has 2 columns.",
                "The table \"file\" is no type: each row needs a value in \"body\", and no attribute has the type bytea.",
                "The table \"price_step\" is no type: its key has the type numeric.",
                "The table \"scan\" is no type: its primary key has 2 columns.",
                "The foreign key of \"box_label\" to \"box\" is no relationship: it has several columns.",
                "The column \"text\" of \"box_label\" is no attribute: it has the type character.",
                "The column \"days\" of \"event\" is no attribute: it has the type date[].",
                "The column \"search\" of \"item\" is no attribute: it has the type tsvector.",
                "The column \"shift\" of \"person\" is no attribute: it has the type time without time zone.",
                "The foreign key \"country_id\" of \"collection\" to \"other.country\" is no relationship: its target is no type.",
                "The table \"item\" has a condition that no schema says: (note <> 'open'::text).",
                "The table \"item\" has a condition that no schema says: (note = ANY (ARRAY['a'::text, 'b'::text])) NOT VALID.",
                "The table \"item\" has a condition that no schema says: percent CHECK (((VALUE >= 0) AND (VALUE <= 100))).",
                "The table \"item\" has unique values in \"title\", \"acquired\" together.",
                "The column \"version\" of \"person\" may count the changes of a row: if so, replace its attribute by version: \"version\".",
                "The view \"item_count\" is no type: it has no primary key.",
                "The view \"open_item\" is no type: it has no primary key.",
            ]
        }
    }

    private static func decimals(_ column: String, of table: String, _ type: String) -> String {
        "The column \"\(column)\" of \"\(table)\" has the type \(type): the database keeps its fractions as doubles."
    }

    /// Parts of the schemas: names, kinds, lists of values, and what differs from the rules.
    fileprivate var parts: [String] {
        switch self {
        case .shop:
            [
                #"let artist = ToOne<Artist>("Artist").required()"#,
                #".column(\.artist, "ArtistId")"#, #"key: .integer("EmployeeId")"#,
                #"let employee = ToMany<Employee>("Employee")"#,
                #"let unitPrice = Attribute<Double>("UnitPrice").required()"#,
                #".through(\.track, "PlaylistTrack", owner: "PlaylistId", target: "TrackId")"#,
            ]
        case .rental:
            [
                #"let languageId = Attribute<Int>("language_id").required()"#,
                #"let rentalRate = Attribute<Double>("rental_rate")"#,
                #"let `default` = Attribute<String>("default")"#,
                #"let priceClass = Attribute<String>("price_class").readOnly()"#,
                #"let dueOn = Attribute<String>("due-on").transformed(by: .date("yyyy-MM-dd"))"#,
                "enum Rating: String, CaseIterable, JSONConvertible {", #"case nc17 = "NC-17""#,
                #"case init2 = "init""#, #"case itS = "it's""#, #"case x = """#,
                #"case größe2 = "Größe\u{a}2""#, "enum Role: String,",
                #"case inCharge = "In_Charge""#,
                #".column(\.actorPair, "pair"),"#, #".column(\.actorRival, "rival"),"#,
                #".through(\.film, "film_actor", owner: "actor_id", target: "film_id")"#,
                #".column(\.dueOn, "due-on"),"#, #".unique(\.username), key: .integer("staff_id")"#,
            ]
        case .archive:
            [
                "/// Where items are.\n/// The second line.\nstruct Collection: ResourceSchema {",
                "    /// Words, each once.\n    let tags = Attribute<JSONValue>(\"tags\")",
                #"let price = Attribute<JSONNumber>("price")"#,
                #"let weight = Attribute<Double>("weight")"#,
                #"let share = Attribute<Int>("share").required()"#,
                #"let doubled = Attribute<JSONNumber>("doubled").readOnly()"#,
                #"let token = Attribute<UUID>("token")"#, #"case inReview = "in review""#,
                #"case itSDone = "it's, done""#, #"case a4 = "A4""#, #"case self2 = "self""#,
                #"let rowNumber = Attribute<Int>("row_number").readOnly()"#,
                #".through(\.friendshipA, "friendship", owner: "b", target: "a")"#,
                #".unique(\.handle),"#, #"Kind.self, table: "kind", key: .text("code")"#,
            ]
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
