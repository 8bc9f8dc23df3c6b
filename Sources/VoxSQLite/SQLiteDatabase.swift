// SPDX-License-Identifier: MIT
#if SQLite

import GRDB
public import VoxSQL

/// A SQLite file as the database of a `SQLStore`. The driver uses GRDB.
///
/// <!-- type-checked: needs GRDB, which the examples do not fetch -->
/// ```swift
/// let notes = SQLType("notes", table: "note", attributes: ["text": .text("text")])
/// func service(path: String) async throws -> ResourceService {
///     let store = try SQLStore(SQLiteDatabase(path: path), [notes])
///     try await store.checkTables()
///     return ResourceService([ServedType("notes", attributes: ["text"])], store: store)
/// }
/// ```
///
/// The file is in WAL mode: while one connection writes, several other connections can read the
/// last committed state. Foreign keys are enforced. A write transaction locks the file when it
/// begins (`BEGIN IMMEDIATE`), so the data that the transaction reads cannot change before the
/// transaction ends. Write transactions of one `SQLiteDatabase` wait for one another, for at most
/// `waitLimit`. If another process has the lock, a write transaction waits for at most
/// `busyTimeout`.
public final class SQLiteDatabase: SQLDatabase {
    private let writers: ConnectionPool<SQLiteConnection>
    private let readers: ConnectionPool<SQLiteConnection>

    /// The dialect of SQLite.
    public var dialect: SQLDialect { .sqlite }

    /// Opens a file, or creates the file if it does not exist.
    /// - Parameters:
    ///   - path: the path of the file. The folder must exist. SQLite creates two further files,
    ///     `path-wal` and `path-shm`.
    ///   - readers: the number of connections that read, at least 1.
    ///   - timeLimit: the maximum time of a statement. After this time, the statement fails with
    ///     `SQLError.Reason.timeout`.
    ///   - waitLimit: the maximum time that a transaction waits for a free connection. After this
    ///     time, the transaction fails with `SQLError.Reason.busy`.
    ///   - busyTimeout: the maximum time that a transaction waits for a lock of another process.
    ///   - caller: a function that returns the name of the current caller, such as its customer
    ///     number, from a task-local value; nil for a call without a caller. One caller uses at most
    ///     half of the connections that read at a time. Further reads of the caller wait. By
    ///     default, any caller can use all connections.
    ///   - trace: a function that is called with the text of each statement. The text has
    ///     placeholders instead of values.
    /// - Throws: `SQLError` if the file cannot be opened.
    public init(
        path: String, readers: Int = 4, timeLimit: Duration = .seconds(30),
        waitLimit: Duration = .seconds(10), busyTimeout: Duration = .seconds(5),
        caller: (@Sendable () -> String?)? = nil, trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        guard !path.utf8.contains(0) else {
            throw SQLError(.other, "the path contains U+0000")
        }
        var configuration = Configuration()
        let seconds = Double(busyTimeout / .seconds(1))
        configuration.busyMode = .timeout(seconds)
        // A transaction stays open between the accesses of its function.
        configuration.allowsUnsafeTransactions = true
        if let trace {
            configuration.prepareDatabase { db in
                db.trace { event in
                    if case .statement(let statement) = event { trace(statement.sql) }
                }
            }
        }
        let writer = try translatingErrors {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
            }
            return queue
        }
        configuration.readonly = true
        let reading = try translatingErrors {
            try (0..<max(readers, 1)).map { _ in
                try DatabaseQueue(path: path, configuration: configuration)
            }
        }
        writers = ConnectionPool(
            [SQLiteConnection(writer, timeLimit: timeLimit)], waitLimit: waitLimit)
        self.readers = ConnectionPool(
            reading.map { SQLiteConnection($0, timeLimit: timeLimit) }, waitLimit: waitLimit,
            caller: caller)
    }

    /// Calls a function in a transaction that reads one state of the file.
    public func read<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        try await readers.withConnection { try await transaction("BEGIN DEFERRED", on: $0, body) }
    }

    /// Calls a function in a write transaction. No other write transaction runs at the same time.
    public func write<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        try await writers.withConnection { try await transaction("BEGIN IMMEDIATE", on: $0, body) }
    }

    private func transaction<Result: Sendable>(
        _ begin: String, on connection: SQLiteConnection,
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(connection.executor) {
            try await connection.transaction(begin, body)
        }
    }
}

#endif
