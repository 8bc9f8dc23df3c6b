// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import GRDB
import GRDBSQLite
import Synchronization
import VoxPostgreSQL
import VoxSQL

/// A database that counts what its statements do, and notes their plans. The counts are the same in
/// each run, on every machine.
protocol CountingDatabase: SingleConnection {
    /// The instructions of the virtual machine of SQLite, or the rows that the steps of a plan of
    /// PostgreSQL read.
    var steps: Int { get }
    var plan: [String] { get }
}

extension SQLStatement {
    /// The parameters for SQLite.
    var arguments: StatementArguments {
        StatementArguments(
            parameters.map { value -> DatabaseValue in
                switch value {
                case .integer(let integer): integer.databaseValue
                case .real(let real): real.databaseValue
                case .text(let text): text.databaseValue
                case .boolean(let value): value.databaseValue
                case .null: .null
                }
            })
    }
}

/// A SQLite file whose instructions are counted.
final class CountingSQLite: CountingDatabase {
    let dialect = SQLDialect.sqlite
    private let counts = Mutex((steps: 0, plan: [String]()))
    private let queue: DatabaseQueue

    var steps: Int { counts.withLock { $0.steps } }
    var plan: [String] { counts.withLock { $0.plan } }

    init(_ path: String) throws { queue = try DatabaseQueue(path: path) }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        let arguments = statement.arguments
        let (rows, steps, plan) = try await queue.read { db -> ([[SQLValue]], Int, [String]) in
            let plan = try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN \(statement.text)", arguments: arguments)
            let made = try db.makeStatement(sql: statement.text)
            let rows = try Row.fetchAll(made, arguments: arguments).map { row in
                Array(row.databaseValues).map { value -> SQLValue in
                    switch value.storage {
                    case .int64(let integer): .integer(integer)
                    case .double(let real): .real(real)
                    case .string(let text): .text(text)
                    case .null, .blob: .null
                    }
                }
            }
            let steps = sqlite3_stmt_status(made.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0)
            return (rows, Int(steps), plan.map { $0["detail"] as String })
        }
        counts.withLock {
            $0.steps += steps
            $0.plan += plan
        }
        return rows
    }
}

/// A PostgreSQL database that says which rows each step of a plan reads. A step that runs for each
/// row of another one reads its rows as often.
final class CountingPostgreSQL: CountingDatabase {
    let dialect = SQLDialect.postgreSQL
    private let counts = Mutex((steps: 0, plan: [String]()))
    private let base: PostgreSQLDatabase

    var steps: Int { counts.withLock { $0.steps } }
    var plan: [String] { counts.withLock { $0.plan } }

    init(_ base: PostgreSQLDatabase) { self.base = base }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        let explaining = SQLStatement(
            "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) \(statement.text)",
            statement.parameters)
        let (plan, rows) = try await base.read { connection in
            (try await connection.execute(explaining), try await connection.execute(statement))
        }
        let lines = plan.compactMap { row -> String? in
            if case .text(let line)? = row.first { line } else { nil }
        }
        counts.withLock {
            $0.steps += Self.rows(of: lines)
            $0.plan += lines
        }
        return rows
    }

    /// "Seq Scan on track (actual rows=3 loops=2)" and "Rows Removed by Filter: 5" are 16 rows.
    private static func rows(of plan: [String]) -> Int {
        var (rows, loops) = (0.0, 1.0)
        for line in plan {
            if let match = line.firstMatch(of: /actual rows=([0-9.]+) loops=([0-9]+)/) {
                loops = Double(match.2) ?? 0
                rows += (Double(match.1) ?? 0) * loops
            } else if let match = line.firstMatch(of: /Rows Removed by [A-Za-z ]+: ([0-9.]+)/) {
                rows += (Double(match.1) ?? 0) * loops
            }
        }
        return Int(rows)
    }
}

#endif
