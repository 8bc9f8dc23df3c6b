// SPDX-License-Identifier: MIT
#if PostgreSQL

public import VoxSQL

/// A PostgreSQL database for a `SQLStore`. The driver uses libpq.
///
/// <!-- type-checked: needs libpq, which the examples do not link -->
/// ```swift
/// let notes = SQLType("notes", table: "note", attributes: ["text": .text("text")])
/// func service() async throws -> ResourceService {
///     let database = try PostgreSQLDatabase("host=db.example.org dbname=notes sslmode=verify-full")
///     let store = try SQLStore(database, [notes])
///     try await store.checkTables()
///     return ResourceService([ServedType("notes", attributes: ["text"])], store: store)
/// }
/// ```
///
/// A transaction that reads is `REPEATABLE READ READ ONLY`, and a transaction that writes is
/// `SERIALIZABLE`. If two writing transactions conflict, or wait for each other, one transaction
/// fails with `SQLError.Reason.conflict`, and the service repeats this transaction.
///
/// The connections are opened when they are needed, and stay open. If the server has closed a
/// connection, the next transaction opens a new connection. While the server cannot be reached,
/// transactions fail with `SQLError.Reason.unavailable`.
///
/// If the task of a statement is canceled, the statement is canceled too. A connection whose statement
/// the server does not end in time counts as used until the server has ended the statement or closed
/// the connection. The sessions do not compile statements (`jit`), because the server cannot end a
/// compilation.
///
/// The driver sends the session settings once for each connection. Therefore a pooler between the
/// service and the server must use session pooling, not transaction pooling.
public final class PostgreSQLDatabase: SQLDatabase {
    private let connections: ConnectionPool<PostgreSQLConnection>

    /// The dialect of PostgreSQL.
    public var dialect: SQLDialect { .postgreSQL }

    /// Creates a database. This initializer opens no connection.
    /// - Parameters:
    ///   - settings: a connection string of libpq: `host=db.example.org dbname=music`, or
    ///     `postgresql://db.example.org/music` (section "Connection Strings" of the PostgreSQL
    ///     manual). libpq also reads its environment variables and its password file. By default, an
    ///     attempt to connect takes at most 5 seconds (`connect_timeout`).
    ///   - connections: the maximum number of connections, at least 1.
    ///   - timeLimit: the maximum time of a statement. After this time, the statement fails with
    ///     `SQLError.Reason.timeout`.
    ///   - waitLimit: the maximum time that a transaction waits for a free connection, and that a
    ///     statement waits for a lock. After this time, the transaction or the statement fails with
    ///     `SQLError.Reason.busy`.
    ///   - caller: a function that returns the name of the current caller, such as its customer
    ///     number, from a task-local value; nil for a call without a caller. One caller uses at most
    ///     half of the connections at a time. Further transactions of the caller wait. By default,
    ///     any caller can use all connections.
    ///   - trace: a function that is called with the text of each statement, with placeholders.
    /// - Throws: `SQLError` if libpq does not understand the settings.
    public init(
        _ settings: String, connections: Int = 8, timeLimit: Duration = .seconds(30),
        waitLimit: Duration = .seconds(10), caller: (@Sendable () -> String?)? = nil,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        let settings = SessionSettings(
            connection: settings, timeLimit: timeLimit, lockLimit: waitLimit, trace: trace)
        try settings.check()
        self.connections = ConnectionPool(
            (0..<max(connections, 1)).map { _ in PostgreSQLConnection(settings) },
            waitLimit: waitLimit, caller: caller, ending: { $0.takeEnding() })
    }

    /// Calls a function in a read-only transaction. All reads in the transaction see the same state
    /// of the database.
    public func read<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        try await connections.withConnection {
            try await $0.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
        }
    }

    /// Calls a function in a transaction that can write.
    public func write<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        try await connections.withConnection {
            try await $0.transaction("BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE", body)
        }
    }
}

#endif
