// SPDX-License-Identifier: MIT

import GRDB
public import VoxServer

/// Keeps the resources of a service in an SQLite file: a row for each resource, its attributes as JSON,
/// a row for each relationship, and a row for each member of one. SQLite itself filters, sorts and cuts the
/// page; each question of the service is one statement.
public final class SQLiteStore: ResourceStore {
    private let database: DatabaseQueue

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
        if let trace {
            configuration.prepareDatabase { db in db.trace { trace("\($0)") } }
        }
        database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write { db in
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

    /// Fills the store.
    public func add(_ resources: [StoredResource]) throws {
        try database.write { db in
            for resource in resources { try Self.add(resource, to: db) }
        }
    }

    /// Finds resources.
    public func list(_ selection: ResourceSelection) async throws -> ResourceSlice {
        try await read { db in
            let rows = try Self.rows(of: ResourceQuery(selection), in: db)
            return ResourceSlice(
                resources: try rows.filter { $0["key"] != nil }.map { try Self.resource($0) },
                total: rows.first?["total"] ?? 0)
        }
    }

    /// Finds resources of any types by their names.
    public func resources(
        _ identifiers: [StoredResource.Identifier]
    ) async throws -> [StoredResource] {
        try await read { db in
            try Self.rows(of: ResourceQuery(identifiers), in: db).map { try Self.resource($0) }
        }
    }

    /// Makes a resource; ids are chosen by counting.
    public func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        try await write { db in
            var resource = StoredResource(
                type: type, id: try id ?? Self.freeID(of: type, in: db))
            resource.apply(content)
            resource.version = try Int.fetchOne(db, sql: "SELECT first FROM version") ?? 1
            do {
                try Self.add(resource, to: db)
            } catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE {
                throw StoreError.exists
            }
            try Self.checkTargets(of: content, in: db)
            return resource
        }
    }

    /// Changes a resource.
    public func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        try await write { db in
            var (key, resource) = try Self.find(identifier, ifVersion, in: db)
            try Self.checkTargets(of: change, in: db)
            let version = resource.version
            resource.apply(change)
            if resource.version == version { return resource }
            try db.execute(
                sql: "UPDATE resource SET version = ?, attributes = ? WHERE key = ?",
                arguments: [resource.version, try resource.attributesText, key])
            for name in change.relationships.keys {
                try Self.write(resource.relationships[name], as: name, of: key, to: db)
            }
            return resource
        }
    }

    /// Removes a resource, and the linkage that leads to it.
    public func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        try await write { db in
            let (key, deleted) = try Self.find(identifier, ifVersion, in: db)
            // No resource has a version twice, also not when it is made anew.
            try db.execute(
                sql: "UPDATE version SET first = max(first, ?)", arguments: [deleted.version + 1])
            let target: StatementArguments = [identifier.type, identifier.id]
            try db.execute(
                sql: """
                    UPDATE resource SET version = version + 1
                    WHERE key IN (SELECT owner FROM member WHERE type = ? AND id = ?)
                    """, arguments: target)
            try db.execute(sql: "DELETE FROM member WHERE type = ? AND id = ?", arguments: target)
            try db.execute(sql: "DELETE FROM resource WHERE key = ?", arguments: [key])
        }
    }

    // MARK: Transactions

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await Self.patiently { try await self.database.read(work) }
    }

    private func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await Self.patiently { try await self.database.write(work) }
    }

    /// Says that the store is busy where SQLite did not get the lock in time.
    private static func patiently<Value: Sendable>(
        _ transaction: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await transaction()
        } catch let error as DatabaseError where error.isBusy {
            throw StoreError.busy
        }
    }

    // MARK: Rows

    /// Checks that what a change links to is there.
    private static func checkTargets(of change: ResourceChange, in db: Database) throws {
        let targets = change.targets
        if targets.isEmpty { return }
        let query = try ResourceQuery(targets)
        guard try rows(of: query, in: db).count == targets.count else {
            throw StoreError.missingTarget
        }
    }

    /// An id that no resource of the type has: a client may have chosen the next number itself.
    private static func freeID(of type: String, in db: Database) throws -> String {
        var next = try Int64.fetchOne(db, sql: "SELECT seq + 1 FROM sqlite_sequence") ?? 1
        while try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE type = ? AND id = ?)",
            arguments: [type, String(next)]) == true
        {
            next += 1
        }
        return String(next)
    }

    private static func add(_ resource: StoredResource, to db: Database) throws {
        guard resource.identifier.isKept else {
            throw ErrorResponse(
                .unprocessableContent, "the id has a character that is not kept here",
                source: .pointer("/data/id"))
        }
        try db.execute(
            sql: "INSERT INTO resource (type, id, version, attributes) VALUES (?, ?, ?, ?)",
            arguments: [
                resource.type, resource.id, resource.version, try resource.attributesText,
            ])
        let key = db.lastInsertedRowID
        for (name, linkage) in resource.relationships {
            try write(linkage, as: name, of: key, to: db)
        }
    }

    private static func write(
        _ linkage: StoredResource.Linkage?, as name: String, of key: Int64, to db: Database
    ) throws {
        try db.execute(
            sql: "DELETE FROM relationship WHERE owner = ? AND name = ?", arguments: [key, name])
        guard let linkage else { return }
        let isMany = if case .many = linkage { true } else { false }
        try db.execute(
            sql: "INSERT INTO relationship VALUES (?, ?, ?)", arguments: [key, name, isMany])
        for (position, target) in linkage.identifiers.enumerated() {
            try db.execute(
                sql: "INSERT INTO member VALUES (?, ?, ?, ?, ?)",
                arguments: [key, name, position, target.type, target.id])
        }
    }

    private static func find(
        _ identifier: StoredResource.Identifier, _ version: Int?, in db: Database
    ) throws -> (key: Int64, resource: StoredResource) {
        guard let row = try rows(of: ResourceQuery([identifier]), in: db).first else {
            throw StoreError.missing
        }
        let resource = try resource(row)
        if let version, version != resource.version { throw StoreError.stale }
        return (row["key"], resource)
    }

    private static func rows(of query: ResourceQuery, in db: Database) throws -> [Row] {
        try Row.fetchAll(db, sql: query.sql, arguments: query.arguments)
    }

    /// Puts a resource together from its row.
    private static func resource(_ row: Row) throws -> StoredResource {
        var resource = StoredResource(type: row["type"], id: row["id"], version: row["version"])
        if case .object(let attributes) = try JSONValue(parsing: row["attributes"] as String) {
            resource.attributes = attributes
        }
        let members = try JSON(parsing: row["relationships"] as String).vox.elements.map(
            Member.init)
        for (name, members) in Dictionary(grouping: members, by: \.name) {
            let targets = members.sorted { $0.position < $1.position }.compactMap(\.target)
            let isMany = members.contains(where: \.isMany)
            resource.relationships[name] = isMany ? .many(targets) : .one(targets.first)
        }
        return resource
    }
}

/// A member of a relationship, as a query gives it; of an empty relationship one without a target.
private struct Member {
    let name: String
    let isMany: Bool
    let position: Int
    let target: StoredResource.Identifier?

    init(_ json: JSON) throws {
        name = try json[0].vox.value()
        isMany = try json[1].vox.value(as: Int.self) == 1
        position = json[2] ?? 0
        let (type, id): (String?, String?) = (json[3], json[4])
        target = type.flatMap { type in
            id.map { StoredResource.Identifier(type: type, id: $0) }
        }
    }
}

extension StoredResource {
    fileprivate var attributesText: String {
        get throws { try JSONValue.object(attributes).text() }
    }
}

extension DatabaseError {
    /// Whether others hold the lock that a statement needs.
    fileprivate var isBusy: Bool {
        [.SQLITE_BUSY, .SQLITE_LOCKED].contains(resultCode)
    }
}
