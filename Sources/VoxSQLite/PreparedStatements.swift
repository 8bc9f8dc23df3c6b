// SPDX-License-Identifier: MIT
#if SQLite

import GRDB
import VoxSQL

/// The prepared statements of a connection. Only the queue of the connection uses them.
///
/// The texts of statements depend on the filters and fields of requests, so the number of different
/// texts is unlimited.
final class PreparedStatements: @unchecked Sendable {
    private static let maximum = 256

    private var statements: [ExactText: Statement] = [:]

    /// Calls a function with a prepared statement. A statement that fails is not used again.
    func withStatement<Result>(
        _ text: String, in db: Database, _ body: (Statement) throws -> Result
    ) throws -> Result {
        let key = ExactText(text)
        let statement = try statements[key] ?? db.makeStatement(sql: text)
        do {
            let result = try body(statement)
            if statements[key] == nil {
                if statements.count >= Self.maximum { statements = [:] }
                statements[key] = statement
            }
            return result
        } catch {
            statements[key] = nil
            throw error
        }
    }
}

#endif
