// SPDX-License-Identifier: MIT
#if SQLite

import Foundation
import VoxSQL
import VoxSQLite

/// Calls a function with the path of a file in a folder that is removed afterwards.
func withFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "vox-sql-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appendingPathComponent("store.sqlite").path)
}

/// Calls a function with a store in a new file.
func withStore(
    _ types: [SQLType] = Catalogue.all, _ body: (SQLStore, SQLiteDatabase) async throws -> Void
) async throws {
    try await withFile { path in
        let database = try SQLiteDatabase(path: path)
        let store = try SQLStore(database, types)
        try await store.createTables()
        try await body(store, database)
    }
}

extension SQLiteDatabase {
    func run(_ text: String) async throws -> [[SQLValue]] {
        try await write { try await $0.execute(SQLStatement(text)) }
    }
}

#endif
