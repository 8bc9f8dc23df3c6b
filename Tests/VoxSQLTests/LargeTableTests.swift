// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL
import VoxTestSupport

/// The tracker on tables that do not fit into a response.
@Suite("Large tables", .serialized)
struct LargeTableTests {
    /// The number of tasks of the walk. `make check-rows` walks a million.
    private static let rows = 5_000

    /// Calls a function with a tracker whose first project has many tasks, and whose second project
    /// has one task.
    private func withTracker(
        on kind: TestDatabase, tasks count: Int,
        _ body: (ResourceService, StatementLog) async throws -> Void
    ) async throws {
        let log = StatementLog()
        try await kind.with(trace: { log.add($0) }) { database in
            let store = try SQLStore(database, Tables.all)
            try await store.createTables()
            for name in ["large", "small"] {
                _ = try await store.insert(
                    type: "projects", id: nil,
                    with: ResourceChange(attributes: ["name": .string(name)]))
            }
            let series =
                kind == .sqlite
                ? """
                WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i <= \(count))
                """ : "WITH row(i) AS (SELECT generate_series(1, \(count + 1)))"
            try await database.run(
                """
                \(series) INSERT INTO task (title, state, project_id, version)
                SELECT 'a task', 'open', CASE WHEN i > \(count) THEN 2 ELSE 1 END, 1 FROM row
                """)
            let service = try ResourceService.tracker(on: database)
            // The first request reads the types of the columns.
            _ = try await service.reply(.get, "/projects/1", nil)
            log.clear()
            try await body(service, log)
        }
    }

    @Test(
        "A project with 100,000 tasks is responded without its tasks", arguments: TestDatabase.all)
    func project(on kind: TestDatabase) async throws {
        try await withTracker(on: kind, tasks: 100_000) { service, log in
            var sizes: [String: [Int]] = [:]
            var statements: [String: [[String]]] = [:]
            for id in ["1", "2"] {
                for target in [
                    "", "/tasks?page[size]=1", "/relationships/tasks?page[size]=1",
                    "?include=tasks&fields[tasks]=title",
                ] {
                    log.clear()
                    let text = try await service.reply(.get, "/projects/\(id)\(target)", nil)
                    #expect(text.hasPrefix("200 "), "\(text.prefix(300))")
                    sizes[target, default: []].append(text.utf8.count)
                    statements[target, default: []].append(log.statements)
                }
            }
            for (target, texts) in statements {
                #expect(texts[0] == texts[1], "\(target)")
                #expect(texts[0].count <= 6, "\(target): \(texts[0])")
            }
            // The name and the number of the last page are longer.
            for (target, sizes) in sizes where !target.contains("include") {
                #expect(abs(sizes[0] - sizes[1]) < 400, "\(target): \(sizes)")
            }
            // The first targets alone are included.
            #expect(sizes["?include=tasks&fields[tasks]=title"]?[0] ?? .max < 400_000, "\(sizes)")
        }
    }

    @Test("A walk by cursor returns every row once", arguments: TestDatabase.all)
    func walk(on kind: TestDatabase) async throws {
        let rows = Self.rows
        try await withTracker(on: kind, tasks: rows) { service, log in
            let profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"
            var url: HTTPURL? = try HTTPURL("http://test.example/tasks?page[size]=1000")
            var (count, requests) = (0, 0)
            while let here = url {
                var request = ClientRequest(method: .get, url: here)
                request.headers[.accept] = #"application/vnd.api+json;profile="\#(profile)""#
                let response = try await service.execute(request)
                let page = try Document<[AnyResource]>(parsing: await response.body.bytes())
                let ids = page.data.map(\.id)
                #expect(ids == ids.indices.map { "\(count + $0 + 1)" })
                count += ids.count
                url = try page.links.next.href.map { try HTTPURL($0) }
                requests += 1
                log.clear()
            }
            #expect(count == rows + 1 && requests == rows / 1000 + 1)
        }
    }
}

#endif
