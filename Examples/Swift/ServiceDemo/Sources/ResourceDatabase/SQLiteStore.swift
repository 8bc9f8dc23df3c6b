// SPDX-License-Identifier: MIT

import GRDB
public import VoxServer

/// Keeps the resources of a service in an SQLite file: a row for each resource, its attributes as JSON,
/// a row for each relationship, and a row for each member of one. SQLite itself filters, sorts and cuts the
/// page; each question of the service is one statement.
///
/// All calls use one connection. While a transaction of several writes is open, other calls wait for its
/// end, so that they see all of its writes or none.
public final class SQLiteStore: ResourceStore {
    let connection: Connection
    /// Lets one call or transaction at a time use the connection.
    private let turns = Turns()

    /// The store finds pages by position.
    public var supportsKeysets: Bool { true }

    /// Opens a file, and makes the tables in a new one.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - patience: how long a statement waits for others who have locked the file, in seconds; then
    ///     it is `StoreError.busy`.
    ///   - trace: gets each statement that is run.
    /// - Throws: `DatabaseError` when the file cannot be had.
    public init(
        path: String, patience: Double = 2, trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        // A transaction stays open between the accesses of its function.
        configuration.allowsUnsafeTransactions = true
        if let trace {
            configuration.prepareDatabase { db in db.trace { trace("\($0)") } }
        }
        connection = Connection(
            database: try DatabaseQueue(path: path, configuration: configuration))
        try connection.database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS resource (
                        key INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, id TEXT NOT NULL,
                        version INTEGER NOT NULL, attributes TEXT NOT NULL, UNIQUE (type, id));
                    CREATE TABLE IF NOT EXISTS relationship (
                        owner INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
                        name TEXT NOT NULL, isMany INTEGER NOT NULL, PRIMARY KEY (owner, name))
                        WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS member (
                        owner INTEGER NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL,
                        type TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (owner, name, position),
                        FOREIGN KEY (owner, name) REFERENCES relationship ON DELETE CASCADE)
                        WITHOUT ROWID;
                    CREATE INDEX IF NOT EXISTS memberTarget ON member (type, id);
                    CREATE TABLE IF NOT EXISTS version (first INTEGER NOT NULL);
                    INSERT INTO version SELECT 1 WHERE NOT EXISTS (SELECT * FROM version);
                    """)
        }
    }

    /// Makes an index for an order of resources, unless the file has it. It serves the opposite order, too:
    /// pages by position are as fast at any depth, in both directions.
    public func addIndex(for sort: [RequestQuery.SortField]) throws {
        // The columns of an index have no table before them.
        let columns = SortColumn.keysetColumns(of: sort).map { column in
            column.ordering.hasPrefix("resource.")
                ? String(column.ordering.dropFirst("resource.".count)) : column.ordering
        }
        let name = sort.map { ($0.isDescending ? "-" : "") + $0.name }.joined(separator: " ")
        try connection.database.write { db in
            try db.execute(
                sql: """
                    CREATE INDEX IF NOT EXISTS "order \(name.replacing("\"", with: "\"\""))" \
                    ON resource (type, \(columns.joined(separator: ", ")))
                    """)
        }
    }

    /// Fills the store.
    public func add(_ resources: [StoredResource]) throws {
        try connection.database.write { db in
            for resource in resources { try Connection.add(resource, to: db) }
        }
    }

    /// Finds resources.
    public func list(_ selection: ResourceSelection) async throws -> ResourceSlice {
        try await turns.run { try await connection.list(selection) }
    }

    /// Finds resources of any types by their names.
    public func resources(
        _ identifiers: [StoredResource.Identifier], fields: FieldSelection = .everything
    ) async throws -> [StoredResource] {
        try await turns.run { try await connection.resources(identifiers, fields: fields) }
    }

    /// Makes a resource; ids are chosen by counting.
    public func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        try await turns.run { try await connection.insert(type: type, id: id, with: content) }
    }

    /// Changes a resource.
    public func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        try await turns.run {
            try await connection.update(identifier, with: change, ifVersion: ifVersion)
        }
    }

    /// Removes a resource, and the linkage that leads to it.
    public func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        try await turns.run { try await connection.delete(identifier, ifVersion: ifVersion) }
    }

    /// Calls a function with a store whose writes are all kept or all undone. `BEGIN IMMEDIATE` takes the
    /// lock of the file at once, so that nobody else can write before the end.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        try await turns.run {
            try await connection.execute("BEGIN IMMEDIATE")
            do {
                let result = try await body(connection)
                try Task.checkCancellation()
                try await connection.execute("COMMIT")
                return result
            } catch {
                // A canceled task cannot access the database, but the task of the rollback can.
                let connection = connection
                _ = await Task { try await connection.rollBack() }.result
                throw error
            }
        }
    }
}
