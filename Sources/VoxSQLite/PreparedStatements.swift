// SPDX-License-Identifier: MIT
#if SQLite

import GRDB
import VoxSQL

/// The prepared statements of a connection. Only the queue of the connection uses them.
final class PreparedStatements: @unchecked Sendable {
    private var statements = PreparedTexts<Statement>()

    /// Calls a function with a prepared statement. A statement that fails is not used again.
    func withStatement<Result>(
        _ text: String, in db: Database, _ body: (Statement) throws -> Result
    ) throws -> Result {
        if let statement = statements.statement(text) {
            do {
                return try body(statement)
            } catch {
                statements.remove(text)
                throw error
            }
        }
        let statement = try db.makeStatement(sql: text)
        let result = try body(statement)
        if PreparedTexts<Statement>.keeps(text) { _ = statements.add(statement, for: text) }
        return result
    }
}

#endif
