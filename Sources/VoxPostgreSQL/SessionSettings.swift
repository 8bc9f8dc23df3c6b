// SPDX-License-Identifier: MIT
#if PostgreSQL

internal import CPostgreSQL
import VoxSQL

/// The settings for opening the connections of a database.
struct SessionSettings: Sendable {
    let connection: String
    let timeLimit: Duration
    let lockLimit: Duration
    let trace: (@Sendable (String) -> Void)?

    /// Parses the connection string.
    func check() throws(SQLError) {
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(connection, &message)
        defer {
            PQconninfoFree(options)
            PQfreemem(message)
        }
        guard options == nil || connection.utf8.contains(0) else { return }
        throw SQLError(
            .other, message.map { String(cString: $0) } ?? "the settings contain U+0000")
    }

    /// Opens a connection, and waits for the server.
    func open() throws(SQLError) -> OpaquePointer {
        // The connection string overrides what stands before it, and is overridden by the rest.
        let options = [
            ("connect_timeout", "5"), ("fallback_application_name", "vox"),
            // A connection whose server has vanished is noticed within a minute.
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("dbname", connection), ("client_encoding", "UTF8"),
        ]
        let opened = withCStrings(options.map(\.0)) { names in
            withCStrings(options.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw SQLError(.unavailable, "there is no memory for libpq") }
        guard PQstatus(opened) == CONNECTION_OK, PQsetnonblocking(opened, 1) == 0 else {
            let error = SQLError(.unavailable, Self.message(of: opened))
            PQfinish(opened)
            throw error
        }
        // By default libpq prints the notices of the server.
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
        return opened
    }

    /// The statements that a session begins with.
    var statements: [String] {
        [
            "SET statement_timeout = \(timeLimit.milliseconds)",
            "SET lock_timeout = \(lockLimit.milliseconds)",
            // The compilation of a statement ignores its time limit, and takes minutes for a long one.
            "SET jit = off",
            // Points in time are returned in UTC.
            "SET TimeZone = 'UTC'",
            // A role or a database can have other settings, which would change values.
            "SET extra_float_digits = 1", "SET standard_conforming_strings = on",
        ]
    }

    static func message(of connection: OpaquePointer) -> String {
        PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    }
}

extension Duration {
    /// The milliseconds, from 1 to the maximum of PostgreSQL.
    var milliseconds: Int32 { Int32(max(1, min(self / .milliseconds(1), 2_147_483_647))) }
}

/// Calls a function with an array of C strings that ends with nil.
func withCStrings<Result>(
    _ strings: [String?],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> Result
) rethrows -> Result {
    // All strings in one buffer, each with a zero behind it.
    var bytes: [CChar] = []
    let starts = strings.map { string -> Int? in
        guard let string else { return nil }
        defer { bytes.append(0) }
        let start = bytes.count
        bytes.append(contentsOf: string.utf8.lazy.map { CChar(bitPattern: $0) })
        return start
    }
    return try bytes.withUnsafeBufferPointer { bytes in
        let pointers = starts.map { start in
            start.flatMap { start in bytes.baseAddress.map { $0 + start } }
        }
        return try (pointers + [nil]).withUnsafeBufferPointer { try body($0.baseAddress) }
    }
}

#endif
