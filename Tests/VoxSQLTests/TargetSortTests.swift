// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL

/// Lists in the order of a field of a related resource.
@Suite("Sorting by a field of a related resource")
struct TargetSortTests {
    struct Job: ResourceSchema {
        static let type = "jobs"
        let title = Attribute<String>("title")
        let plan = ToOne<Plan>("plan")
        let next = ToOne<Job>("next")
    }
    struct Plan: ResourceSchema {
        static let type = "plans"
        let title = Attribute<String>("title").required()
        let start = Attribute<Date>("start")
        let rank = Attribute<Int>("rank")
        let jobs = ToMany<Job>("jobs")
    }

    private static let types = [
        SQLType(
            Job.self, table: "job", .sortable(\.title), .sortableThrough(\.plan, \.title),
            .sortableThrough(\.plan, \.start), .sortableThrough(\.plan, \.rank),
            .sortableThrough(\.next, \.title),
            version: "version"),
        SQLType(Plan.self, table: "plan", version: "version", deletedAt: "deleted"),
    ]

    private static let served = [
        ServedType(
            Job.self, .sortable(\.title), .sortableThrough(\.plan, \.title),
            .sortableThrough(\.plan, \.start),
            .sortableThrough(\.plan, \.rank), .sortableThrough(\.next, \.title)),
        ServedType(Plan.self),
    ]

    /// Calls a function with a service for each store: in memory, and in each database.
    private static func withServices(
        _ body: (ResourceService, _ store: String) async throws -> Void
    ) async throws {
        try await body(ResourceService(served, store: MemoryStore()), "memory")
        for kind in TestDatabase.all {
            try await kind.withStore(types) { store, _ in
                let service = try ResourceService(serving: store)
                try await store.checkTables(for: service)
                try await body(service, "\(kind)")
            }
        }
    }

    @Test("A blob of a target is in no cursor, whose text has another place")
    func blob() async throws {
        try await TestDatabase.sqlite.withStore(Self.types) { store, database in
            try await Self.fill(ResourceService(serving: store))
            try await database.run("UPDATE plan SET title = x'62' WHERE id = 2")
            var selection = ResourceSelection(type: "jobs")
            selection.sort = [.init("plan.title")]
            #expect(try await store.list(selection).resources.count == 9)
            selection.keyset = .init()
            await #expect(throws: SQLStore.SchemaError.self) { _ = try await store.list(selection) }
        }
    }

    /// Plans 1 to 4, and jobs 1 to 9 of the plans (0 is none).
    private static func fill(_ service: ResourceService) async throws {
        for (id, title, start, rank) in [
            (1, "b", "\"2024-01-01T00:00:00+02:00\"", "10"),
            (2, "B", "\"2023-12-31T23:00:00Z\"", "9"), (3, "é", "null", "null"),
            (4, "b", "\"2024-01-02\"", "-1"),
        ] {
            let made = try await service.answer(
                .post, "/plans",
                #"{"data":{"type":"plans","id":"\#(id)","attributes":{"title":"\#(title)","start":\#(start),"rank":\#(rank)}}}"#
            )
            try #require(made.status == 201, "\(made.text)")
        }
        for (number, plan) in [3, 1, 0, 2, 4, 1, 0, 3, 2].enumerated() {
            let link = plan == 0 ? "null" : #"{"type":"plans","id":"\#(plan)"}"#
            let made = try await service.answer(
                .post, "/jobs",
                #"{"data":{"type":"jobs","id":"\#(number + 1)","attributes":{"title":"\#(number % 3)"},"relationships":{"plan":{"data":\#(link)}}}}"#
            )
            try #require(made.status == 201, "\(made.text)")
        }
    }

    @Test("All stores have the same order, and pages by cursor have it, too")
    func order() async throws {
        var expected: [String: [Int]] = [:]
        try await Self.withServices { service, store in
            try await Self.fill(service)
            let all = try await service.answer(.get, "/jobs?sort=id").ids
            for sort in [
                "plan.title,id", "-plan.title,id", "plan.title,-id", "plan.start,id",
                "-plan.start,-id", "plan.rank,title,id", "title,-plan.rank,id", "next.title,id",
            ] {
                let list = try await service.answer(.get, "/jobs?sort=\(sort)")
                try #require(list.status == 200, "\(store) \(sort) \(list.text)")
                let places = list.ids.compactMap { all.firstIndex(of: $0) }
                #expect(places.count == 9, "\(store) \(sort)")
                #expect(places == expected[sort] ?? places, "\(store) \(sort)")
                expected[sort] = places
                let paged = try await service.answer(
                    .get, "/jobs?sort=\(sort)&page[size]=4&page[number]=2")
                #expect(paged.ids == Array(list.ids[4..<8]), "\(store) \(sort)")
                for size in [1, 2, 4] {
                    let walked = try await service.walk(
                        "/jobs?sort=\(sort)&page[size]=\(size)&fields[jobs]=title", limit: 9)
                    #expect(walked == list.ids, "\(store) \(sort) \(size)")
                }
            }
            #expect(expected["plan.title,id"] == [2, 6, 3, 8, 1, 4, 5, 0, 7])
            #expect(expected["plan.rank,title,id"] == [0, 6, 7, 2, 4, 3, 8, 1, 5])
            // The jobs of a plan are a list, too. In memory, a plan has no jobs without linkage.
            if store == "memory" { return }
            let related = try await service.answer(
                .get, "/plans/1/jobs?sort=-plan.title,-id")
            #expect(related.ids == [all[5], all[1]], "\(store) \(related.text)")
        }
    }

    @Test("A target that is not visible counts as none", arguments: TestDatabase.all)
    func hidden(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, _ in
            let service = try ResourceService(serving: store)
            try await Self.fill(service)
            let before = try await service.answer(.get, "/jobs?sort=-plan.title,-id").ids
            #expect(before.prefix(2) == ["8", "1"])
            let deleted = try await service.answer(.delete, "/plans/3")
            #expect(deleted.status == 204, "\(deleted.text)")
            let after = try await service.answer(.get, "/jobs?sort=plan.title,id")
            #expect(after.ids.prefix(4) == ["1", "3", "7", "8"], "\(after.text)")
        }
    }

    @Test("What no rule names is refused, and a path that leads nowhere is no list")
    func refused() async throws {
        try await Self.withServices { service, store in
            for (type, sort) in [
                ("jobs", "plan.jobs"), ("jobs", "plan.id"), ("jobs", "plan.nothing"),
                ("jobs", "next.plan.title"), ("jobs", "next.id"), ("jobs", "plan"),
                ("plans", "jobs.title"),
            ] {
                let answer = try await service.answer(.get, "/\(type)?sort=\(sort)")
                #expect(answer.status == 400, "\(store) \(sort)")
                let error = answer.json.errors[0]
                #expect(error.source.parameter == "sort", "\(store) \(sort)")
                #expect(
                    error.detail == .string("\(type) cannot be sorted by \"\(sort)\""),
                    "\(store) \(sort)")
            }
        }
    }

    @Test("A type without a schema names the path as a text")
    func untyped() async throws {
        var jobs = ServedType("jobs", attributes: ["title"], toOne: ["plan": "plans"])
        jobs.sortable = ["title", "plan.title"]
        let service = ResourceService(
            [jobs, ServedType("plans", attributes: ["title", "start", "rank"])],
            store: MemoryStore())
        try await Self.fill(service)
        let list = try await service.answer(.get, "/jobs?sort=-plan.title,-title")
        #expect(list.ids == ["8", "1", "6", "2", "5", "9", "4", "3", "7"], "\(list.text)")
    }

    @Test("The description lists the paths, and the check of indexes asks for none of them")
    func described() async throws {
        try await TestDatabase.sqlite.withStore(Self.types) { store, _ in
            let service = try ResourceService(serving: store)
            let json = try JSON(parsing: service.openAPI().text())
            let paths: JSON = json.paths
            let jobs: JSON = paths["/jobs"]["get"]
            let sort = try #require(
                (jobs.parameters as JSON).vox.elements.first { $0.name == "sort" })
            let values: [String] = sort.schema.items.enum ?? []
            #expect(
                values.filter { $0.contains(".") } == [
                    "next.title", "plan.rank", "plan.start", "plan.title", "-next.title",
                    "-plan.rank", "-plan.start", "-plan.title",
                ])
            #expect(store.canSort(by: "plan.title", "jobs"))
            #expect(!store.canSort(by: "plan.jobs", "jobs"))
            // No index has the order of the targets, so the check says nothing about it.
            try await store.checkIndexes(for: service)
        }
    }
}

#endif
