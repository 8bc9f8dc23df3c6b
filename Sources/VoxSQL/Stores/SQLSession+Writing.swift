// SPDX-License-Identifier: MIT

import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SQLSession {
    func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        try await write(.init(type, content, id: id, dialect)) {
            let table = try table(type)
            var columns = try Assignments(content, table, model, dialect)
            let own = try table.type.hasTenants ? table.type.tenant?.value().id : nil
            if table.type.hasTenants,
                own == nil || (id ?? own).map(ExactText.init) != own.map(ExactText.init)
            {
                throw ErrorResponse(
                    .forbidden, "a caller can create only the resource of its own tenant",
                    at: "/data/id")
            }
            let isText = table.type.key.kind == .text
            let id = id ?? own ?? (isText ? UUID().uuidString.lowercased() : nil)
            if let id {
                guard let key = table.key(ofID: id), key.leavesRoom(in: table.type.key) else {
                    throw ErrorResponse(
                        .unprocessableContent, "no resource of this type can have the id",
                        at: "/data/id")
                }
                columns.set(table.type.key.name, key)
            }
            if let version = table.type.version {
                columns.set(version, .integer(Self.firstVersion))
            }
            if let tenant = table.type.tenant, !table.type.hasTenants {
                columns.set(tenant.column.name, try tenant.value())
            }
            try await checkTargets(of: content, except: id.map { .init(type: type, id: $0) })
            let key = try await insert(columns, into: table)
            try await edit(content, of: key, table, isNew: true)
            // SQLite takes an insertion into a view, returns the given key, and keeps nothing.
            guard let id = key.id, let made = try await resource(id, table) else {
                throw ReadOnlyType(type)
            }
            return try made.checked(against: content, table, dialect)
        }
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        try await write(.init(identifier.type, change, dialect)) {
            let table = try table(identifier.type)
            let current = try await found(identifier, table, ifVersion)
            guard let key = table.key(ofID: identifier.id) else { throw StoreError.missing }
            try await checkTargets(of: change, except: identifier)
            var columns = try Assignments(change, table, model, dialect, unlike: current)
            try await checkHolders(of: key, table, change, unlike: current)
            let isEdited = try await edit(change, of: key, table)
            if !isEdited, columns.isEmpty { return current }
            if let version = table.type.version {
                columns.set(version, .integer(Int64(current.version) &+ 1))
            }
            if !columns.isEmpty {
                try await execute(columns.update(of: table, where: conditions(key, table)))
            }
            guard let changed = try await resource(identifier.id, table) else {
                throw SQLError(
                    .other, "\(table.type.table) does not contain the row that was written")
            }
            return try changed.checked(against: change, table, dialect)
        }
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        try await write(.init(type: identifier.type, isDeletion: true)) {
            let table = try table(identifier.type)
            _ = try await found(identifier, table, ifVersion)
            guard let key = table.key(ofID: identifier.id) else { throw StoreError.missing }
            try await checkOtherTenants(linkedTo: key, table)
            try await removeLinkage(to: key, table)
            let rest = try conditions(key, table).whereClause
            if let deletedAt = table.type.deletedAt {
                let now = dialect.grammar.now
                try await execute("UPDATE \(table.name) SET \(SQLName(deletedAt)) = \(now)\(rest)")
            } else {
                try await execute("DELETE FROM \(table.name)\(rest)")
                try await checkUnserved(linkedTo: key, table)
            }
        }
    }

    // MARK: Parts of a write

    /// Returns the conditions for the row of a resource that is visible to the caller. A row of
    /// another tenant can have the same key. The conditions have the name of the table, because
    /// SQLite knows no alias in a statement that changes a view.
    private func conditions(_ key: SQLValue, _ table: SQLModel.Table) throws -> [SQLText] {
        let row = TableRow(table, table.name.text, dialect)
        return try ["\(row.key) = \(key)"] + row.visibility()
    }

    /// The first version of a resource: the time in microseconds. Therefore a resource that is
    /// created again has a higher version than the deleted resource ever had.
    private static var firstVersion: Int64 {
        Int64(Date().timeIntervalSince1970 * 1_000_000)
    }

    /// Inserts a row, and returns its key.
    private func insert(
        _ columns: Assignments, into table: SQLModel.Table
    ) async throws -> SQLValue {
        let sequence = dialect.grammar.raisedSequence(of: table.name, table.key)
        let text = columns.insertion(into: table, hasSequence: sequence != nil)
        if let key = try await execute(text).first?.first { return key }
        // The sequence goes on behind the greatest key. The result is null for a view, and for a
        // sequence that is not only of this column: then the row gets the next key itself.
        let ends = if let sequence { try await execute(sequence) } else { [[SQLValue]]() }
        var next = columns
        if let row = ends.first, row.first == .null, let key = row.last {
            next.set(table.type.key.name, key)
        }
        let again = next.insertion(into: table, hasSequence: true, isNewKey: true)
        guard let key = try await execute(again).first?.first else {
            throw SQLError(.conflict, "another transaction chose the same key")
        }
        return key
    }

    /// Executes a write. If the write fails and the transaction continues, only this write is
    /// undone. Otherwise the store translates the errors.
    private func write<Result: Sendable>(
        _ write: SQLModel.Write, _ body: () async throws -> Result
    ) async throws -> Result {
        guard hasOpenWrites else { return try await body() }
        return try await model.translatingErrors(of: write) {
            try await execute("SAVEPOINT vox_write")
            do {
                let result = try await body()
                try await execute("RELEASE SAVEPOINT vox_write")
                return result
            } catch {
                try await execute("ROLLBACK TO SAVEPOINT vox_write")
                try await execute("RELEASE SAVEPOINT vox_write")
                guard let error = error as? SQLError else { throw error }
                throw await located(error, in: write)
            }
        }
    }

    /// Returns a resource. Other transactions cannot change the resource before the end of this
    /// transaction.
    private func found(
        _ identifier: StoredResource.Identifier, _ table: SQLModel.Table, _ version: Int?
    ) async throws -> StoredResource {
        guard let resource = try await resource(identifier.id, table) else {
            throw StoreError.missing
        }
        if let version, version != resource.version { throw StoreError.stale }
        return resource
    }

    private func resource(_ id: String, _ table: SQLModel.Table) async throws -> StoredResource? {
        try await resources([id], of: table, ResourceSelection.Fields()).first
    }

    /// Checks that all targets exist and are visible to the caller.
    private func checkTargets(
        of change: ResourceChange, except owner: StoredResource.Identifier?
    ) async throws {
        for (type, ids) in change.targets.filter({ $0 != owner }).idsByType {
            guard let table = model[type] else { throw StoreError.missingTarget }
            let found = Set(try await keys(of: ids, table).compactMap { $0.id.map(ExactText.init) })
            guard ids.allSatisfy({ found.contains(ExactText($0)) }) else {
                throw StoreError.missingTarget
            }
        }
    }
}

extension StoredResource {
    /// Refuses a value that the database did not keep: a `date` has no time of day, and a `numeric`
    /// may have fewer digits.
    fileprivate func checked(
        against change: ResourceChange, _ table: SQLModel.Table, _ dialect: SQLDialect
    ) throws(ErrorResponse) -> StoredResource {
        guard dialect.grammar.hasInstants else { return self }
        for (name, value) in change.attributes {
            let column = table.columns[ExactText(name)]
            let isKept: Bool
            let part: String
            switch (value, attributes[name]) {
            case (.string(let sent), .string(let kept)?) where column?.kind == .date:
                (isKept, part) = (Self.isSameTime(sent, kept), "the whole time")
            case (.number(let sent), .number(let kept)?) where column?.stored == .numeric:
                (isKept, part) = (sent.order(kept) == 0, "all digits")
            default: continue
            }
            if isKept { continue }
            throw ErrorResponse(
                .unprocessableContent, "the column of the database does not keep \(part)",
                at: JSON.pointer(ofAttribute: name))
        }
        return self
    }

    private static func isSameTime(_ sent: String, _ kept: String) -> Bool {
        guard let wanted = Timestamp.place(of: sent).flatMap(Double.init),
            let found = Timestamp.place(of: kept).flatMap(Double.init)
        else { return true }
        return abs(wanted - found) <= 0.001
    }
}

extension SQLValue {
    /// False for an integer key so great that the database would soon find no greater keys.
    fileprivate func leavesRoom(in column: SQLType.Column) -> Bool {
        guard case .integer(let key) = self else { return true }
        if case .integer(let bits)? = column.stored { return key >> (bits - 2) < 1 }
        return key < 1 << 62
    }
}
