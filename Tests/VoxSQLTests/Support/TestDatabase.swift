// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import Testing
import VoxPostgreSQL
import VoxSQL
import VoxSQLite
import VoxTestSupport

/// A database of the tests.
enum TestDatabase: CaseIterable, CustomTestStringConvertible {
    case sqlite
    case postgreSQL

    /// All databases of this machine. Without a PostgreSQL server, its tests fail in CI, and are
    /// left out elsewhere.
    static let all: [TestDatabase] = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return allCases }
        do {
            _ = try PostgreSQLServer.shared.get()
            return allCases
        } catch {
            print("tests on PostgreSQL are left out: \(error)")
            return [.sqlite]
        }
    }()

    /// Why a test on PostgreSQL is skipped.
    static let missing: Comment = "no PostgreSQL server can be started"

    var testDescription: String { self == .sqlite ? "SQLite" : "PostgreSQL" }

    /// Calls a function with a new, empty database, which never gives up because of time.
    func with<Result>(
        trace: (@Sendable (String) -> Void)? = nil,
        _ body: (any SQLDatabase) async throws -> Result
    ) async throws -> Result {
        try await withPlace { try await body(database(at: $0, trace: trace)) }
    }

    /// Calls a function with the place of a new, empty database: a path, or the settings of libpq.
    func withPlace<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        switch self {
        case .sqlite: try await withFile(body)
        case .postgreSQL: try await PostgreSQLServer.shared.get().withSchema(body)
        }
    }

    func database(
        at place: String, trace: (@Sendable (String) -> Void)? = nil
    ) throws -> any SQLDatabase {
        switch self {
        case .sqlite: try SQLiteDatabase(patient: place, trace: trace)
        case .postgreSQL: try PostgreSQLDatabase(patient: place, trace: trace)
        }
    }

    /// Calls a function with a store in a new database.
    func withStore(
        _ types: [SQLType] = Catalogue.all,
        _ body: (SQLStore, any SQLDatabase) async throws -> Void
    ) async throws {
        try await with { database in
            let store = try SQLStore(database, types)
            try await store.createTables()
            try await body(store, database)
        }
    }
}

/// Calls a function with the path of a file in a folder that is removed afterwards.
func withFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "vox-sql-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appendingPathComponent("store.sqlite").path)
}

/// The limits of time of a database for tests that have nothing to do with time: more than the
/// slowest machine takes.
private let patience = Duration.seconds(3600)

extension SQLiteDatabase {
    convenience init(
        patient path: String, readers: Int = 4, trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        try self.init(
            path: path, readers: readers, timeLimit: patience, waitLimit: patience,
            busyTimeout: patience, trace: trace)
    }
}

extension PostgreSQLDatabase {
    convenience init(
        patient settings: String, connections: Int = 8,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        try self.init(
            settings, connections: connections, timeLimit: patience, waitLimit: patience,
            trace: trace)
    }
}

extension SQLDatabase {
    @discardableResult
    func run(_ text: String) async throws -> [[SQLValue]] {
        try await write { try await $0.execute(SQLStatement(text)) }
    }

    /// Returns the name of the schema in which PostgreSQL makes tables.
    func schemaName() async throws -> String {
        guard case .text(let name)? = try await run("SELECT current_schema()::text").first?.first
        else { throw SQLError(.other, "the session has no schema") }
        return name
    }
}

/// Calls a function again while another transaction disturbs it, or no connection is free in time,
/// as a service and its clients do.
func retrying<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    for _ in 0..<1000 {
        do {
            return try await body()
        } catch StoreError.stale {} catch StoreError.busy {}
    }
    throw StoreError.busy
}

/// Calls a function again after each timeout: on a busy machine, any statement can run into a limit
/// that is short for the sake of another statement.
func againAfterTimeouts<Result>(_ body: () async throws -> Result) async throws -> Result {
    for _ in 0..<1000 {
        do {
            return try await body()
        } catch let error as SQLError where error.reason == .timeout {}
    }
    return try await body()
}

#endif
