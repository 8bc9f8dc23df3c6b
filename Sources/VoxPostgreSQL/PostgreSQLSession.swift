// SPDX-License-Identifier: MIT
#if PostgreSQL

internal import CPostgreSQL
import VoxSQL

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A session of the server: an open connection and its prepared statements. Calls block their
/// thread while they wait for the server.
struct PostgreSQLSession: ~Copyable {
    private let settings: SessionSettings
    private var connection: OpaquePointer?
    /// The names of the prepared statements.
    private var prepared = PreparedTexts<String>()
    /// The number of names that the session has given to statements.
    private var names = 0
    /// A connection whose statement the server has not ended in time.
    private var abandoned: AbandonedConnection?
    /// The additional time after the time limit of a statement. If the server does not report the
    /// end of the statement within this time, the connection is abandoned.
    private static let grace = Duration.seconds(5)

    init(_ settings: SessionSettings) { self.settings = settings }

    deinit {
        if let connection { PQfinish(connection) }
    }

    /// Executes a statement. A statement that begins a transaction opens the connection if it is
    /// not open, or if the server has closed it.
    mutating func execute(
        _ statement: SQLStatement, _ cancellation: Cancellation
    ) throws -> [[SQLValue]] {
        settings.trace?(statement.text)
        guard statement.text.hasPrefix("BEGIN") else {
            return try run(statement, cancellation)
        }
        let wasOpen = connection != nil
        do {
            if !wasOpen { try open(cancellation) }
            return try run(statement, cancellation)
        } catch let error as SQLError where wasOpen && error.reason == .unavailable {
            // The server has closed the connection since the last transaction.
            close()
            try open(cancellation)
            return try run(statement, cancellation)
        }
    }

    // MARK: The connection

    private mutating func open(_ cancellation: Cancellation) throws {
        connection = try settings.open()
        do {
            for text in settings.statements { _ = try run(SQLStatement(text), cancellation) }
            // PostgreSQL 14 and later can notice that this program has ended, on most systems.
            let isNoticing = SQLStatement("SET client_connection_check_interval = '10s'")
            if PQserverVersion(connection) >= 140_000 { _ = try? run(isNoticing, cancellation) }
        } catch {
            close()
            throw error
        }
    }

    private mutating func close() {
        if let connection { PQfinish(connection) }
        connection = nil
        prepared = PreparedTexts()
    }

    /// Returns the connection that was abandoned since the last call.
    mutating func takeAbandoned() -> AbandonedConnection? {
        defer { abandoned = nil }
        return abandoned
    }

    // MARK: Statements

    private mutating func run(
        _ statement: SQLStatement, _ cancellation: Cancellation
    ) throws -> [[SQLValue]] {
        guard let connection else {
            throw SQLError(.unavailable, "the connection was closed in a transaction")
        }
        do {
            return try cancellation.whileRunning(on: connection) {
                try send(statement, on: connection)
            }
        } catch {
            let isStale = (error as? SQLError)?.isAboutPreparedStatement ?? false
            if isStale || PQstatus(connection) != CONNECTION_OK {
                close()
            } else if PQtransactionStatus(connection) == PQTRANS_ACTIVE {
                abandoned = AbandonedConnection(connection: connection)
                self.connection = nil
                close()
            }
            throw error
        }
    }

    private mutating func send(
        _ statement: SQLStatement, on connection: OpaquePointer
    ) throws -> [[SQLValue]] {
        try statement.checkTexts()
        let values = statement.parameters.map(\.parameter)
        let name = try prepare(statement.text, on: connection)
        let isSent = withCStrings(values) {
            PQsendQueryPrepared(connection, name, Int32(values.count), $0, nil, nil, 0)
        }
        return try result(isSent, on: connection) { result in
            // A transaction that has failed is rolled back by COMMIT, without an error.
            if statement.text == "COMMIT", String(cString: PQcmdStatus(result)) != "COMMIT" {
                throw SQLError(.other, "the transaction had failed before it was committed")
            }
            return Self.rows(of: result)
        }
    }

    /// Returns the name of a prepared statement. The statement with the empty name is prepared for
    /// each call. In a transaction that has failed, the server forgets no statement.
    private mutating func prepare(
        _ text: String, on connection: OpaquePointer
    ) throws -> String {
        if let name = prepared.statement(text) { return name }
        let isKept =
            PreparedTexts<String>.keeps(text)
            && PQtransactionStatus(connection) != PQTRANS_INERROR
        if isKept { names += 1 }
        let name = isKept ? "vox\(names)" : ""
        try result(PQsendPrepare(connection, name, text, 0, nil), on: connection) { _ in }
        guard isKept else { return name }
        for forgotten in prepared.add(name, for: text) {
            try result(PQsendQuery(connection, "DEALLOCATE \(forgotten)"), on: connection) { _ in }
        }
        return name
    }

    // MARK: Results

    /// Waits for the result of the sent message, and calls a function with the result.
    private func result<Result>(
        _ isSent: Int32, on connection: OpaquePointer,
        _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
        guard isSent == 1 else {
            throw SQLError(.unavailable, SessionSettings.message(of: connection))
        }
        let deadline = ContinuousClock.now + settings.timeLimit + Self.grace
        var first: OpaquePointer?
        defer { PQclear(first) }
        while true {
            try waitForResult(on: connection, until: deadline)
            guard let next = PQgetResult(connection) else { break }
            if first == nil { first = next } else { PQclear(next) }
        }
        guard let first else {
            throw SQLError(.unavailable, SessionSettings.message(of: connection))
        }
        switch PQresultStatus(first) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return try body(first)
        default: throw SQLError(first, on: connection)
        }
    }

    /// Sends the remaining output, and receives input until there is a result.
    private func waitForResult(
        on connection: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(SQLError) {
        while true {
            let flushed = PQflush(connection)
            if flushed == 0, PQisBusy(connection) == 0 { return }
            let events = Int16(flushed == 1 ? POLLIN | POLLOUT : POLLIN)
            var descriptor = pollfd(fd: PQsocket(connection), events: events, revents: 0)
            let left = deadline - .now
            guard left > .zero else { throw SQLError(.timeout, "the server did not respond") }
            // Interrupted calls are made again.
            _ = poll(&descriptor, 1, left.milliseconds)
            guard descriptor.revents == 0 || PQconsumeInput(connection) == 1 else {
                throw SQLError(.unavailable, SessionSettings.message(of: connection))
            }
        }
    }

    private static func rows(of result: OpaquePointer) -> [[SQLValue]] {
        let columns = 0..<PQnfields(result)
        let types = columns.map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            columns.map { column in
                if PQgetisnull(result, row, column) == 1 { return .null }
                guard let bytes = PQgetvalue(result, row, column) else { return .null }
                let text = String(
                    decoding: UnsafeRawBufferPointer(
                        start: bytes, count: Int(PQgetlength(result, row, column))),
                    as: UTF8.self)
                return SQLValue(text, type: types[Int(column)])
            }
        }
    }
}

extension SQLValue {
    /// Creates a value from its text form and its type in PostgreSQL (`pg_type.oid`).
    fileprivate init(_ text: String, type: Oid) {
        switch type {
        case 16: self = .boolean(text == "t")
        case 20, 21, 23: self = Int64(text).map { .integer($0) } ?? .text(text)
        case 700, 701: self = Double(text).map { .real($0) } ?? .text(text)
        default: self = .text(text)
        }
    }

    fileprivate var parameter: String? {
        switch self {
        case .null: nil
        case .integer(let integer): String(integer)
        case .real(let double): String(double)
        case .text(let text): text
        case .boolean(let value): value ? "true" : "false"
        }
    }
}

/// A connection whose statement did not end in time. The server still works for it, so a new
/// connection in its place would add to the work of the server. Only one thread uses it.
struct AbandonedConnection: @unchecked Sendable {
    let connection: OpaquePointer

    /// Cancels the statement, waits until the server has ended it or closed the connection, and
    /// closes the connection. A server that cannot be reached is not waited for.
    func end() {
        defer { PQfinish(connection) }
        guard let request = PQgetCancel(connection) else { return }
        let isSent = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
            PQcancel(request, $0.baseAddress, 256) == 1
        }
        PQfreeCancel(request)
        guard isSent else { return }
        while PQisBusy(connection) == 1 {
            var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            // An interrupted call is made again.
            _ = poll(&descriptor, 1, -1)
            if descriptor.revents != 0, PQconsumeInput(connection) == 0 { return }
        }
    }
}

#endif
