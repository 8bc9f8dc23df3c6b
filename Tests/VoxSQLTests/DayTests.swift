// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL

/// Dates without a time: the same in memory and in both databases.
@Suite("Dates without a time")
struct DayTests {
    struct Loan: ResourceSchema {
        static let type = "loans"
        let due = Attribute<String>("due").transformed(by: .date("yyyy-MM-dd")).required()
        let back = Attribute<String>("back").transformed(by: .date("yyyy-MM-dd"))
        let seen = Attribute<[String]>("seen").transformedElements(by: .date("yyyy-MM-dd"))
        let at = Attribute<Date>("at")
    }

    private static let type = SQLType(
        Loan.self, table: "loan", .sortable(\.due, \.back), .filterable(\.due, \.back),
        version: "version")

    /// Calls a function with a service for each store: in memory, and in each database.
    private static func withServices(
        _ body: (ResourceService, _ store: String) async throws -> Void
    ) async throws {
        try await body(ResourceService([ServedType(Loan.self)], store: MemoryStore()), "memory")
        for kind in TestDatabase.all {
            try await kind.withStore([type]) { store, _ in
                let service = try ResourceService(serving: store)
                try await store.checkTables(for: service)
                try await body(service, "\(kind)")
            }
        }
    }

    private static func create(
        _ due: String, back: String? = nil, in service: ResourceService
    ) async throws -> Answer {
        let back = back.map { "\"\($0)\"" } ?? "null"
        return try await service.answer(
            .post, "/loans",
            #"{"data":{"type":"loans","attributes":{"due":"\#(due)","back":\#(back)}}}"#)
    }

    @Test("Days are sorted, filtered and walked through by cursors in the order of the calendar")
    func order() async throws {
        let days = ["1969-12-31", "2023-11-14", "2024-02-28", "2024-02-29", "2024-03-01"]
        try await Self.withServices { service, store in
            for day in ["2024-02-29", "1969-12-31", "2024-03-01", "2023-11-14", "2024-02-28"] {
                let back = day < "2024" ? day : nil
                let made = try await Self.create(day, back: back, in: service)
                try #require(made.status == 201, "\(store) \(made.text)")
                #expect(made.json.data.attributes.due == .string(day), "\(store)")
            }
            func found(_ query: String) async throws -> [String] {
                let answer = try await service.answer(.get, "/loans?\(query)")
                #expect(answer.status == 200, "\(store) \(query) \(answer.text)")
                return answer.json.data.vox.elements.map { $0.attributes.due ?? "" }
            }
            #expect(try await found("sort=due") == days, "\(store)")
            #expect(try await found("sort=-due") == days.reversed(), "\(store)")
            let byBack = ["2024-02-28", "2024-02-29", "2024-03-01", "1969-12-31", "2023-11-14"]
            #expect(try await found("sort=back,due") == byBack, "\(store)")
            for (number, day) in days.enumerated() {
                #expect(try await found("filter[due]=\(day)") == [day], "\(store)")
                #expect(
                    try await found("filter[due][lt]=\(day)&sort=due") == Array(days[..<number]),
                    "\(store)")
                #expect(
                    try await found("filter[due][gte]=\(day)&sort=due") == Array(days[number...]),
                    "\(store)")
            }
            #expect(
                try await found("filter[due]=2024-02-29,2023-11-14&sort=due") == [
                    days[1], days[3],
                ],
                "\(store)")
            for query in ["=2024-02-30", "=2024-02-29,x", "[lt]=2024-02-29T00:00:00Z", "[gt]=x"] {
                let answer = try await service.answer(.get, "/loans?filter[due]\(query)")
                #expect(answer.status == 400, "\(store) \(query) \(answer.text)")
            }
            for sort in ["due", "-due", "back", "-back"] {
                let all = try await service.answer(.get, "/loans?sort=\(sort)").ids
                let walked = try await service.walk(
                    "/loans?sort=\(sort)&page[size]=2", limit: days.count)
                let isBack = sort.hasSuffix("back")
                #expect(isBack ? Set(walked) == Set(all) : walked == all, "\(store) \(sort)")
                #expect(walked.count == days.count, "\(store) \(sort)")
            }
        }
    }

    @Test("What is no day is refused with the pointer of the attribute")
    func refused() async throws {
        try await Self.withServices { service, store in
            for text in [
                "2023-02-29", "2024-13-01", "2024-2-1", "2024-02-29T00:00:00Z", "29/02/2024", "",
                "infinity", "today", "0000-01-01", "20240-01-01",
            ] {
                let answer = try await Self.create(text, in: service)
                #expect(answer.status == 422, "\(store) \(text) \(answer.text)")
                let pointer: String? = answer.json.errors[0].source.pointer
                #expect(pointer == "/data/attributes/due", "\(store) \(text)")
            }
            #expect(try await Self.create("9999-12-31", in: service).status == 201, "\(store)")
            #expect(try await Self.create("0001-01-01", in: service).status == 201, "\(store)")
        }
    }

    @Test("A type without a schema refuses the same days", arguments: TestDatabase.all)
    func untyped(on kind: TestDatabase) async throws {
        let type = SQLType("loans", table: "loan", attributes: ["due": .day("due")])
        try await kind.withStore([type]) { store, database in
            let service = ResourceService(
                [ServedType("loans", attributes: ["due"])], store: store)
            for text in ["2023-02-29", "1900-02-29", "1500-02-29", "2024-02-29T00:00:00Z"] {
                let answer = try await Self.create(text, in: service)
                #expect(answer.status == 422, "\(text) \(answer.text)")
            }
            let attributes = ResourceChange(attributes: ["due": "2024-02-29"])
            let made = try await store.insert(type: "loans", id: nil, with: attributes)
            #expect(made.attributes["due"] == "2024-02-29")
            // What is no day is compared as a text.
            for (query, isFound) in [
                ("=2024-02-30", false), ("=x,2024-02-29", true), ("[gt]=2024-02", true),
                ("[gte]=2024-02-29", true), ("[lt]=2024-02-29T00:00:00Z", true), ("[gt]=x", false),
                ("[lte]=2024-02-28", false), ("=20240229", false),
            ] {
                let list = try await service.answer(.get, "/loans?filter[due]\(query)")
                #expect(list.ids.count == (isFound ? 1 : 0), "\(query) \(list.text)")
            }
            if kind == .postgreSQL {
                let found = try await database.run("SELECT pg_typeof(due)::text FROM loan")
                #expect(found == [[.text("date")]])
            }
        }
    }

    @Test("A text of another program that is no day is null, and before all days")
    func foreign() async throws {
        try await TestDatabase.sqlite.with { database in
            for statement in [
                "CREATE TABLE loan (id INTEGER PRIMARY KEY, due DATE NOT NULL, back DATE, seen TEXT, at TEXT, version INTEGER NOT NULL DEFAULT 1)",
                "INSERT INTO loan (due) VALUES ('2024-02-29'), ('2024-03-01 00:00:00'), (20240229), ('1999-01-01')",
            ] { try await database.run(statement) }
            let store = try SQLStore(database, [Self.type])
            let service = try ResourceService(serving: store)
            try await store.checkTables(for: service)
            let list = try await service.answer(.get, "/loans?sort=due,id")
            #expect(list.ids == ["2", "3", "4", "1"], "\(list.text)")
            #expect(list.json.data[0].attributes.due == .null)
            #expect(
                try await service.walk("/loans?sort=due&page[size]=1", limit: 4)
                    == ["2", "3", "4", "1"])
        }
    }

    @Test("A column of days is described as a date, and a time as a time")
    func described() throws {
        let store = try SQLStore(NotingDatabase(.sqlite), [Self.type])
        var service = try ResourceService(serving: store)
        service.openAPIPath = "openapi.json"
        let json = try JSON(parsing: service.openAPI().text())
        let schemas: JSON = json.components.schemas
        let schema = try #require(
            schemas.vox.members.map(\.value).first { $0.properties.attributes.vox.state == .value })
        let attributes: JSON = schema.properties.attributes.properties
        #expect(attributes.due.format == "date")
        #expect(attributes.back.format == "date")
        #expect(attributes.seen.items.format == "date")
        #expect(attributes.at.format == "date-time")
    }
}

#endif
