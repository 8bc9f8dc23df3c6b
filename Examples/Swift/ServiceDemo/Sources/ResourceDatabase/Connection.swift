// SPDX-License-Identifier: MIT

import GRDB
import VoxServer

/// The connection of a store: each call is one transaction, or a part of the open one.
final class Connection: ResourceStore {
    let database: DatabaseQueue

    var supportsKeysets: Bool { true }

    init(database: DatabaseQueue) { self.database = database }

    /// Finds resources.
    func list(_ selection: ResourceSelection) async throws -> ResourceSlice {
        try await read { db in
            let rows = try Self.rows(of: ResourceQuery(selection), in: db)
            return ResourceSlice(
                resources: try rows.filter { $0["key"] != nil }.map { try Self.resource($0) },
                total: rows.first.flatMap { $0["total"] as Int? })
        }
    }

    /// Finds resources of any types by their names.
    func resources(
        _ identifiers: [StoredResource.Identifier], fields: FieldSelection
    ) async throws -> [StoredResource] {
        try await read { db in
            try Self.rows(of: ResourceQuery(identifiers), in: db).map { try Self.resource($0) }
        }
    }

    /// Makes a resource; ids are chosen by counting.
    func insert(
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
    func update(
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
    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
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

    func execute(_ statement: String) async throws {
        try await Self.patiently {
            try await self.database.writeWithoutTransaction { try $0.execute(sql: statement) }
        }
    }

    /// Ends the open transaction, if SQLite has not ended it after an error.
    func rollBack() async throws {
        try await database.writeWithoutTransaction { db in
            if db.isInsideTransaction { try db.rollback() }
        }
    }

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await Self.patiently { try await self.database.writeWithoutTransaction(work) }
    }

    /// Makes a write in a transaction of its own. In an open transaction the write alone is undone if it
    /// fails.
    private func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await Self.patiently {
            try await self.database.writeWithoutTransaction { db in
                let isInside = db.isInsideTransaction
                try db.execute(sql: isInside ? "SAVEPOINT write" : "BEGIN IMMEDIATE")
                do {
                    let value = try work(db)
                    try db.execute(sql: isInside ? "RELEASE write" : "COMMIT")
                    return value
                } catch {
                    if isInside {
                        try? db.execute(sql: "ROLLBACK TO write; RELEASE write")
                    } else if db.isInsideTransaction {
                        try? db.execute(sql: "ROLLBACK")
                    }
                    throw error
                }
            }
        }
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

    static func add(_ resource: StoredResource, to db: Database) throws {
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
