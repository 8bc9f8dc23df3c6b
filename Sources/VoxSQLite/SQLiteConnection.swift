// SPDX-License-Identifier: MIT
#if SQLite

internal import Dispatch
import GRDB
import GRDBSQLite
import VoxSQL

/// One connection to a file.
///
/// A statement blocks its thread, so the tasks that use a connection run on its executor. A
/// transaction changes the thread only when it begins and when it ends.
struct SQLiteConnection: SQLConnection {
    let executor = ConnectionExecutor()
    private let queue: DatabaseQueue
    private let prepared = PreparedStatements()
    private let timeLimit: TimeLimit

    init(_ queue: DatabaseQueue, timeLimit: Duration) {
        self.queue = queue
        self.timeLimit = TimeLimit(timeLimit, on: queue)
    }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        try statement.checkTexts()
        let turn = timeLimit.nextTurn()
        return try await withTaskExecutorPreference(executor) {
            try await withTaskCancellationHandler {
                try rows(of: statement, turn)
            } onCancel: {
                timeLimit.interrupt(turn)
            }
        }
    }

    private func rows(of statement: SQLStatement, _ turn: Int) throws -> [[SQLValue]] {
        do {
            return try queue.writeWithoutTransaction { db in
                try timeLimit.whileRunning(turn) {
                    try Task.checkCancellation()
                    return try prepared.withStatement(statement.text, in: db) { prepared in
                        let arguments = prepared.arguments(statement.parameters)
                        if prepared.columnCount == 0 {
                            try prepared.execute(arguments: arguments)
                            return []
                        }
                        let rows = try Row.fetchCursor(prepared, arguments: arguments)
                        var values: [[SQLValue]] = []
                        while try rows.next() != nil { values.append(prepared.values) }
                        return values
                    }
                }
            }
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_INTERRUPT { try Task.checkCancellation() }
            throw SQLError(error)
        }
    }
}

/// Runs the tasks that use a connection, on a queue of its own.
final class ConnectionExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "vox.sqlite")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension Statement {
    /// Returns the values to bind; nil if the statement has none.
    fileprivate func arguments(_ parameters: [SQLValue]) -> StatementArguments? {
        parameters.isEmpty && arguments.isEmpty
            ? nil : StatementArguments(parameters.map { $0.databaseValue })
    }

    fileprivate var values: [SQLValue] {
        let count = sqlite3_column_count(sqliteStatement)
        return (0..<count).map { SQLValue(column: $0, of: sqliteStatement) }
    }
}

func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as DatabaseError {
        throw SQLError(error)
    }
}

extension SQLValue {
    fileprivate init(column: Int32, of statement: SQLiteStatement) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: self = .null
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let bytes = UnsafeRawPointer(sqlite3_column_text(statement, column))
            self = .text(Self.text(bytes, sqlite3_column_bytes(statement, column)))
        default:
            let bytes = sqlite3_column_blob(statement, column)
            self = .text(Self.text(bytes, sqlite3_column_bytes(statement, column)))
        }
    }

    private static func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
        String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let double): double.databaseValue
        case .text(let text): text.databaseValue
        case .boolean(let value): value.databaseValue
        }
    }
}

extension SQLError {
    init(_ error: DatabaseError) {
        let message = error.message ?? "\(error.resultCode)"
        if let view = Self.view(message) {
            self.init(.generated, message, table: view)
            return
        }
        if let columns = Self.computedColumns(message) {
            self.init(.generated, message, columns: columns)
            return
        }
        let reason: Reason =
            switch error.extendedResultCode {
            case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY,
                .SQLITE_CONSTRAINT_ROWID:
                .unique
            case .SQLITE_CONSTRAINT_FOREIGNKEY: .foreignKey
            // ON DELETE RESTRICT, or RAISE in a trigger of the database.
            case .SQLITE_CONSTRAINT_TRIGGER:
                message.hasPrefix("FOREIGN KEY") ? .foreignKey : .refused
            case .SQLITE_CONSTRAINT_NOTNULL: .notNull
            case .SQLITE_CONSTRAINT_CHECK: .check
            case .SQLITE_CONSTRAINT_DATATYPE: .invalidValue
            default: Self.reason(error.resultCode)
            }
        // "UNIQUE constraint failed: album.title, album.year"
        var table: String?
        var columns: [String] = []
        if reason == .unique || reason == .notNull,
            let list = message.split(separator: ": ", maxSplits: 1).dropFirst().first
        {
            for name in list.split(separator: ", ") {
                guard let dot = name.firstIndex(of: ".") else { continue }
                table = String(name[..<dot])
                columns.append(String(name[dot...].dropFirst()))
            }
        } else if reason == .check,
            let name = message.split(separator: ": ", maxSplits: 1).dropFirst().first
        {
            // The name of the constraint may be that of its column.
            columns = [String(name)]
        } else if error.extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE,
            let name = message.firstRange(of: " column ").map({ message[$0.upperBound...] }),
            let dot = name.firstIndex(of: ".")
        {
            // "cannot store REAL value in INTEGER column album.year"
            table = String(name[..<dot])
            columns = [String(name[dot...].dropFirst())]
        }
        self.init(reason, message, table: table, columns: columns)
    }

    /// Returns the view in a message that a view cannot be changed.
    private static func view(_ message: String) -> String? {
        let (start, end) = ("cannot modify ", " because it is a view")
        guard message.hasPrefix(start), message.hasSuffix(end) else { return nil }
        return String(message.dropFirst(start.count).dropLast(end.count))
    }

    /// Returns the column of a message such as `cannot UPDATE generated column "total"`. The result is
    /// nil for any other message.
    private static func computedColumns(_ message: String) -> [String]? {
        let name = message.split(separator: " generated column \"", maxSplits: 1)
        guard name.count == 2, message.hasPrefix("cannot "), message.hasSuffix("\"") else {
            return nil
        }
        return [String(name[1].dropLast())]
    }

    private static func reason(_ code: ResultCode) -> Reason {
        switch code {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_CORRUPT, .SQLITE_NOTADB,
            .SQLITE_READONLY, .SQLITE_NOMEM, .SQLITE_PERM:
            .unavailable
        case .SQLITE_MISMATCH, .SQLITE_TOOBIG: .invalidValue
        case .SQLITE_INTERRUPT: .timeout
        default: .other
        }
    }
}

#endif
