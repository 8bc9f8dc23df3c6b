// SPDX-License-Identifier: MIT

/// The database of a ``SQLStore``. A driver implements this protocol.
///
/// A driver opens connections, begins and ends transactions, and converts values. A driver throws
/// ``SQLError`` for the errors of the database.
public protocol SQLDatabase: Sendable {
    /// The SQL of the database.
    var dialect: SQLDialect { get }

    /// Calls a function in a transaction that reads one state of the database. The transaction ends
    /// when the function returns or throws.
    func read<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result

    /// Calls a function in a transaction that can write. If the function throws, or if the task is
    /// canceled before the end, the transaction is rolled back.
    ///
    /// If another transaction has changed data that the function has read, this transaction fails
    /// with ``SQLError/Reason/conflict``. To prevent a conflict, a driver can lock the data that
    /// the function reads.
    func write<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result
}

/// A connection in a transaction.
public protocol SQLConnection: Sendable {
    /// Executes a statement, and returns its rows. Statements of one connection are executed one
    /// after another.
    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]]
}

extension SQLConnection {
    /// Calls a function in a transaction. The given statement begins the transaction.
    package func transaction<Result: Sendable>(
        _ begin: String, _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        _ = try await execute(SQLStatement(begin))
        do {
            let result = try await body(self)
            try Task.checkCancellation()
            _ = try await execute(SQLStatement("COMMIT"))
            return result
        } catch {
            // A canceled task cannot access the database, but the task of the rollback can. It
            // fails if the database has already ended the transaction.
            _ = await Task { try await execute(SQLStatement("ROLLBACK")) }.result
            throw error
        }
    }
}

/// The reason why a database did not execute a statement.
public struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that a ``SQLStore`` distinguishes.
    public enum Reason: Hashable, Sendable {
        /// A value that must be unique already exists.
        case unique
        /// A foreign key refers to a row that does not exist, or other rows still refer to a
        /// deleted row.
        case foreignKey
        /// A column that must have a value is null.
        case notNull
        /// A CHECK constraint is false.
        case check
        /// A value does not fit the type of its column.
        case invalidValue
        /// A statement sets a column that only the database sets (`GENERATED ALWAYS`).
        case generated
        /// A trigger or a function of the database has refused the statement (`RAISE`). The message
        /// of the error is the message of the trigger, and clients get this message.
        case refused
        /// The role of the database may not execute the statement, or a policy of a table
        /// (`CREATE POLICY`) does not allow a row.
        case forbidden
        /// A lock was not available in time.
        case busy
        /// Another transaction changed data that this transaction has read.
        case conflict
        /// The database is unreachable, full or damaged.
        case unavailable
        /// The statement took longer than its limit.
        case timeout
        /// Any other reason.
        case other
    }

    /// The reason.
    public var reason: Reason
    /// The message of the database. Use the message only in logs, because the message can contain
    /// values. The message of ``Reason/refused`` is for clients.
    public var message: String
    /// The table of the constraint, if the database names the table.
    public var table: String?
    /// The columns of the constraint, if the database names the columns.
    public var columns: [String]
    /// The name of a CHECK constraint, if the database has named it.
    package var constraint: String?
    /// True if COMMIT has failed with this error, and the database may have kept the transaction.
    package private(set) var mayBeKept = false

    /// Creates an error.
    public init(
        _ reason: Reason, _ message: String, table: String? = nil, columns: [String] = []
    ) {
        self.reason = reason
        self.message = message
        self.table = table
        self.columns = columns
    }

    /// Returns this error as an error of COMMIT. If the database did not respond, the outcome of
    /// the transaction is unknown. All other errors say that the transaction was undone.
    func ofCommit() -> SQLError {
        var error = self
        error.mayBeKept = reason == .unavailable || reason == .timeout
        return error
    }

    /// The reason and the message.
    public var description: String { "\(reason): \(message)" }
}
