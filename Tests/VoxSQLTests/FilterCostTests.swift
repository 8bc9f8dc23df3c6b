// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxPostgreSQL
import VoxSQL

/// The tracker with 2,000 tasks, 400 labels, and 20 labels on each task.
@Suite(
    "The cost of filters in PostgreSQL",
    .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
struct FilterCostTests {
    private static let tasks = 2000
    private static let labels = 400

    /// A database that counts the rows of the plans of its statements.
    private final class RowCount: SingleConnection {
        let dialect = SQLDialect.postgreSQL
        private let base: PostgreSQLDatabase
        private let count = Mutex(0.0)

        init(_ base: PostgreSQLDatabase) { self.base = base }

        /// Returns the number of rows since the last call.
        func take() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return Int(count)
            }
        }

        func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
            if statement.text.contains("pg_attribute") {
                return try await base.read { try await $0.execute(statement) }
            }
            let explaining = SQLStatement(
                "EXPLAIN (ANALYZE, FORMAT JSON) \(statement.text)", statement.parameters)
            let (plan, rows) = try await base.read { connection in
                (
                    try await connection.execute(explaining),
                    try await connection.execute(statement)
                )
            }
            if case .text(let text)? = plan.first?.first {
                let rows = Self.rows(try JSONValue(parsing: text))
                count.withLock { $0 += rows }
            }
            return rows
        }

        /// Returns the rows that all nodes of a plan return or leave out. A node that runs several
        /// times has the mean of its runs.
        private static func rows(_ value: JSONValue) -> Double {
            switch value {
            case .array(let elements): return elements.map(rows).reduce(0, +)
            case .object(let node):
                func number(_ name: String) -> Double {
                    if case .number(let number)? = node[name] { number.double ?? 0 } else { 0 }
                }
                let own = node.reduce(number("Actual Rows")) { sum, member in
                    sum + (member.name.hasPrefix("Rows Removed") ? number(member.name) : 0)
                }
                return own * number("Actual Loops") + node.map { rows($0.value) }.reduce(0, +)
            case .null, .bool, .number, .string: return 0
            }
        }
    }

    private func withTracker(_ body: (ResourceService, RowCount) async throws -> Void) async throws
    {
        try await PostgreSQLServer.shared.get().withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings)
            try await SQLStore(database, Tables.all).createTables()
            for text in [
                "INSERT INTO project (name, version) VALUES ('p', 1)",
                """
                INSERT INTO task (title, state, project_id, version) \
                SELECT 't' || i, 'open', 1, 1 FROM generate_series(1, \(Self.tasks)) AS i
                """,
                """
                INSERT INTO label (word, version) \
                SELECT 'l' || i, 1 FROM generate_series(1, \(Self.labels)) AS i
                """,
                """
                INSERT INTO task_label (task, label) SELECT DISTINCT t, 'l' || \
                (1 + (t::bigint * 7919 + i * i * 104729) % \(Self.labels)) \
                FROM generate_series(1, \(Self.tasks)) AS t, generate_series(1, 20) AS i
                """,
            ] {
                try await database.run(text)
            }
            try await database.run("ANALYZE project, task, label, task_label")
            let rows = RowCount(database)
            try await body(ResourceService.tracker(on: rows), rows)
        }
    }

    @Test(
        "A filter through relationships reads each table a few times, however small the page is")
    func rows() async throws {
        try await withTracker { service, rows in
            let back = "labels.tasks."
            let cases: [(target: String, relationships: Int)] = [
                ("/tasks?page[size]=1&filter[\(back)title]=none", 2),
                ("/tasks?page[size]=1&filter[\(back)title]=t7", 2),
                ("/tasks?page[size]=1&filter[\(back)title][contains]=none", 2),
                ("/tasks?page[size]=1&filter[\(back)title][contains]=t", 2),
                ("/tasks?page[size]=1&filter[\(back)\(back)title]=none", 4),
                ("/tasks?page[size]=1&filter[\(back)\(back)\(back)title]=none", 6),
                ("/tasks?page[size]=1&filter[\(back)\(back)\(back)title][gt]=t", 6),
                ("/tasks?page[size]=1&sort=title&filter[\(back)\(back)title]=none", 4),
                ("/labels?page[size]=1&filter[tasks.labels.tasks.labels.colour]=none", 4),
                ("/tasks?page[size]=1&filter[project.tasks.labels.tasks.title]=none", 4),
                ("/tasks?page[size]=1&filter[\(back)title]=none&filter[\(back)state]=open", 4),
                ("/projects?page[size]=1&filter[tasks.\(back)title]=none", 3),
            ]
            // The links, and the rows at their ends.
            let tables = 20 * Self.tasks + Self.tasks + Self.labels
            for (target, relationships) in cases {
                let reply = try await service.reply(.get, target, nil)
                #expect(reply.hasPrefix("200 "), "\(target): \(reply.prefix(300))")
                let count = rows.take()
                print("\(target): \(count) rows")
                // A link goes through some nodes of the plan. Row by row, there are millions.
                #expect(count < 6 * relationships * tables, "\(target)")
            }
        }
    }
}

#endif
