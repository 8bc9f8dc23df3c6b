// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Logging
import Vox
import VoxHummingbird
import VoxPostgreSQL
import VoxSQLite

/// The service of the tracker on a database.
struct Server {
    private let database: any SQLDatabase
    private let store: SQLStore

    init(_ place: String) throws {
        let isAddress = place.contains("=") || place.contains("://")
        database = isAddress ? try PostgreSQLDatabase(place) : try SQLiteDatabase(path: place)
        store = try SQLStore(database, Tables.all)
    }

    /// Serves until SIGTERM, or until the parent process ends.
    func run() async throws {
        let parent = getppid()
        try await createTables()
        var logger = Logger(label: "soak")
        logger.logLevel = .error
        let application = Application(
            responder: TransportResponder<BasicRequestContext>(
                try ResourceService.tracker(on: database)),
            server: .http1(limits: ConnectionLimits()),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            }, logger: logger)
        let purging = Task {
            while getppid() == parent {
                try await Task.sleep(for: .seconds(1))
                try await purge()
            }
            exit(1)
        }
        defer { purging.cancel() }
        try await application.runService()
    }

    /// Creates the tables, a project, and this many tasks of it.
    func fill(tasks count: Int) async throws {
        try await createTables()
        let project = try await store.insert(
            type: "projects", id: nil, with: ResourceChange(attributes: ["name": "large"]))
        let numbers =
            database is SQLiteDatabase
            ? "WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < \(count))"
            : "WITH row(i) AS (SELECT generate_series(1, \(count)))"
        let text = """
            \(numbers) INSERT INTO task (title, state, project_id, version)
            SELECT 'a task', 'open', \(project.id), 1 FROM row
            """
        try await database.write { _ = try await $0.execute(SQLStatement(text)) }
    }

    private func createTables() async throws {
        do {
            try await store.checkTables()
        } catch is SQLStore.SchemaError {
            try await store.createTables()
            try await database.write { connection in
                for text in Tables.indexes(in: database.dialect) {
                    _ = try await connection.execute(SQLStatement(text))
                }
            }
        }
    }

    /// Removes the rows of deleted tasks, which the store keeps. Otherwise the table would grow, and
    /// so would the time of requests.
    private func purge() async throws {
        let deleted = "SELECT id FROM task WHERE deleted IS NOT NULL"
        do {
            try await database.write { connection in
                for text in [
                    "DELETE FROM task_label WHERE task IN (\(deleted))",
                    "DELETE FROM comment WHERE task_id IN (\(deleted))",
                    "DELETE FROM task WHERE deleted IS NOT NULL",
                ] { _ = try await connection.execute(SQLStatement(text)) }
            }
        } catch let error as SQLError where [.busy, .conflict, .foreignKey].contains(error.reason) {
            // A request changed the same rows. The next purge removes them.
        }
    }
}
