// SPDX-License-Identifier: MIT

import GRDB
import GRDBSQLite
public import VoxServer

extension SQLiteStore {
    /// What SQLite does to find resources.
    public struct Cost: Sendable {
        /// The lines of `EXPLAIN QUERY PLAN`.
        public let plan: [String]
        /// The instructions of its virtual machine, the same in each run.
        public let steps: Int
    }

    /// Finds resources, and says what that cost.
    public func cost(of selection: ResourceSelection) async throws -> Cost {
        try await connection.database.read { db in
            let query = try ResourceQuery(selection)
            let plan = try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN \(query.sql)", arguments: query.arguments)
            let statement = try db.makeStatement(sql: query.sql)
            _ = try Row.fetchAll(statement, arguments: query.arguments)
            let steps = sqlite3_stmt_status(
                statement.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0)
            return Cost(plan: plan.map { $0["detail"] }, steps: Int(steps))
        }
    }
}
