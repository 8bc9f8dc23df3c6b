// SPDX-License-Identifier: MIT

extension SQLSession {
    /// Edits the to-many relationships of a resource. Returns true if a row has changed. A new
    /// resource has no links, so a caller without a tenant can create it.
    @discardableResult
    func edit(
        _ change: ResourceChange, of owner: SQLValue, _ table: SQLModel.Table, isNew: Bool = false
    ) async throws -> Bool {
        var isChanged = false
        for (name, edit) in change.relationships.sorted(by: { $0.key < $1.key }) {
            guard let relationship = table.relationships[ExactText(name)], relationship.isMany,
                let target = model[relationship.target]
            else { continue }
            let targets = edit.named.withoutRepeats
            guard targets.allSatisfy({ ExactText($0.type) == ExactText(relationship.target) })
            else { throw StoreError.missingTarget }
            let keys = SQLList(target.keys(ofIDs: targets.map(\.id)), target.type.key, dialect)
            if case .targetColumn(let column) = relationship.form {
                if isNew, targets.isEmpty { continue }
                if !edit.isRemoval, !targets.isEmpty {
                    try await checkHolders(of: keys, by: name, column, table, target)
                }
            }
            // In a list of columns, PostgreSQL does not infer the type of a parameter.
            let key = table.type.key.stored?.cast("\(owner)") ?? "\(owner)"
            for text in try texts(edit, relationship, key, keys, target, isNew) {
                if try await !execute(text).isEmpty { isChanged = true }
            }
        }
        return isChanged
    }

    private func texts(
        _ edit: ResourceChange.Edit, _ relationship: SQLType.Relationship, _ owner: SQLText,
        _ keys: SQLList, _ target: SQLModel.Table, _ isNew: Bool
    ) throws -> [SQLText] {
        // The targets of the owner that the edit removes.
        let isRemoved: ((SQLText) -> SQLText)? =
            switch edit {
            case .replace: { "NOT (\(keys.contains(key: $0)))" }
            case .remove: { keys.contains(key: $0) }
            case .add: nil
            }
        var texts: [SQLText] = []
        switch relationship.form {
        case .columns: break
        case .targetColumn(let column):
            if let isRemoved {
                texts.append(
                    try assign("\(SQLValue.null)", to: column, target) {
                        "\($0) = \(owner) AND \(isRemoved($1))"
                    })
            }
            if !edit.isRemoval { texts.append(try take(owner, column, keys, target)) }
        case .joinTable(let join, let ownerColumn, let column):
            if let isRemoved {
                texts.append(
                    try unlink(
                        join, ownerColumn, owner, column, isNew ? nil : target, where: isRemoved))
            }
            if !edit.isRemoval { texts.append(link(join, ownerColumn, owner, column, keys)) }
        }
        return texts
    }

    // MARK: Foreign keys

    private func take(
        _ owner: SQLText, _ column: String, _ keys: SQLList, _ target: SQLModel.Table
    ) throws -> SQLText {
        // Only one of the columns of a relationship has a value.
        let others = (target.type.relationship(ofColumn: column)?.columns ?? []).map(\.name).filter
        {
            ExactText($0) != ExactText(column)
        }
        return try assign(owner, to: column, emptying: others, target) {
            "(\($0) IS NULL OR \($0) <> \(owner)) AND \(keys.contains(key: $1))"
        }
    }

    /// Returns a statement that sets a foreign key in some rows, empties the other columns of the
    /// same relationship, and raises the version of these rows. A condition on the foreign key and
    /// the key selects the rows.
    private func assign(
        _ value: SQLText, to column: String, emptying others: [String] = [],
        _ table: SQLModel.Table,
        where condition: (_ foreignKey: SQLText, _ key: SQLText) -> SQLText
    ) throws -> SQLText {
        let row = row(table)
        let conditions = try [condition(row.column(column), row.key)] + row.visibility()
        let empty = others.map { ", \(SQLName($0)) = NULL" as SQLText }.joined(by: "")
        return """
            UPDATE \(row.from) SET \(SQLName(column)) = \(value)\(empty)\(raisedVersion(row))\
            \(conditions.whereClause) RETURNING \(table.key)
            """
    }

    private func raisedVersion(_ row: TableRow) -> SQLText {
        guard let version = row.table.type.version else { return "" }
        return ", \(SQLName(version)) = \(row.column(version)) + 1"
    }

    // MARK: Join tables

    private func link(
        _ join: String, _ ownerColumn: String, _ owner: SQLText, _ column: String,
        _ keys: SQLList
    ) -> SQLText {
        let value = keys.value("target")
        return """
            INSERT INTO \(SQLName(table: join)) (\(SQLName(ownerColumn)), \(SQLName(column))) \
            SELECT \(owner), \(value) FROM \(keys.rows("target")) WHERE NOT EXISTS \
            (SELECT 1 FROM \(SQLName(table: join)) AS link \
            WHERE link.\(SQLName(ownerColumn)) = \(owner) \
            AND link.\(SQLName(column)) = \(value)) RETURNING \(SQLName(column))
            """
    }

    private func unlink(
        _ join: String, _ ownerColumn: String, _ owner: SQLText, _ column: String,
        _ target: SQLModel.Table?, where condition: (SQLText) -> SQLText
    ) throws -> SQLText {
        let visible =
            try target.map { try links(of: join, by: column, to: $0) { try $0.visibility() } } ?? ""
        return """
            DELETE FROM \(SQLName(table: join)) WHERE \(SQLName(ownerColumn)) = \(owner) \
            AND \(condition("\(SQLName(column))"))\(visible) RETURNING \(SQLName(column))
            """
    }

    /// Returns the further condition that the rows of a join table lead to rows with the given
    /// conditions. It is empty if there are no conditions. The rows of the join table have the name
    /// of the table, because SQLite knows no alias in a statement that changes a view.
    private func links(
        of join: String, by column: String, to table: SQLModel.Table,
        where conditions: (TableRow) throws -> [SQLText]
    ) throws -> SQLText {
        let row = TableRow(table, join + "_end", dialect)
        let conditions = try conditions(row)
        if conditions.isEmpty { return "" }
        let key: SQLText = "\(row.key) = \(SQLName(table: join).alone).\(SQLName(column))"
        return " AND EXISTS (SELECT 1 FROM \(row.from)\(([key] + conditions).whereClause))"
    }

    // MARK: Deletion

    /// Removes a deleted resource from the relationships of other resources, and gives these
    /// resources a new version. The function also removes the rows of the deleted resource in join
    /// tables. If the row of the deleted resource stays in its table, the resource keeps its own
    /// linkage. The rows of other tenants, and of types that the service does not serve, keep their
    /// linkage, and the database then refuses the deletion.
    func removeLinkage(to key: SQLValue, _ table: SQLModel.Table) async throws {
        let isKept = table.type.deletedAt != nil
        for other in model.tables where isServed(other) {
            for (_, relationship) in other.type.relationships
            where relationship.canLink(to: table.type.name) {
                try await removeTarget(key, of: table.type, relationship, other, isKept)
            }
        }
        if isKept { return }
        for (_, relationship) in table.type.relationships {
            switch relationship.form {
            case .columns: break
            case .targetColumn(let column):
                guard let target = model[relationship.target], isServed(target),
                    target.type.relationship(ofColumn: column)?.isRequired != true
                else { continue }
                try await execute(
                    assign("\(SQLValue.null)", to: column, target) { foreignKey, _ in
                        "\(foreignKey) = \(key)"
                    })
            case .joinTable(let join, let owner, let column):
                guard let target = model[relationship.target], isServed(target) else { continue }
                try await execute(unlink(join, owner, key, column, of: target))
            }
        }
    }

    /// Returns a statement that removes all links of a deleted resource to rows of the caller's
    /// tenant.
    private func unlink(
        _ join: String, _ column: String, _ key: SQLValue, _ otherColumn: String,
        of other: SQLModel.Table
    ) throws -> SQLText {
        let own = try links(of: join, by: otherColumn, to: other) { try $0.tenancy() }
        return "DELETE FROM \(SQLName(table: join)) WHERE \(SQLName(column)) = \(key)\(own)"
    }

    private func removeTarget(
        _ key: SQLValue, of type: SQLType, _ relationship: SQLType.Relationship,
        _ owners: SQLModel.Table, _ isKept: Bool
    ) async throws {
        let row = row(owners)
        switch relationship.form {
        // The version of an owner does not depend on this linkage.
        case .targetColumn: break
        case .columns:
            guard let column = relationship.column(ofType: type.name) else { return }
            // The rows of another tenant can refer to another resource with this key.
            let link: SQLText = "\(row.column(column)) = \(key)"
            let rest = try ([link] + row.tenancy()).whereClause
            if isKept {
                try await raiseVersions(of: row, where: link)
            } else if !relationship.isRequired {
                try await execute(
                    "UPDATE \(row.from) SET \(SQLName(column)) = NULL\(raisedVersion(row))\(rest)"
                )
            }
        case .joinTable(let join, let owner, let target):
            try await raiseVersions(
                of: row,
                where: """
                    \(row.key) IN (SELECT link.\(SQLName(owner)) FROM \(SQLName(table: join)) AS link \
                    WHERE link.\(SQLName(target)) = \(key))
                    """)
            if !isKept { try await execute(unlink(join, target, key, owner, of: owners)) }
        }
    }

    /// Gives rows of the caller's tenant a new version, if their type has versions.
    private func raiseVersions(of row: TableRow, where condition: SQLText) async throws {
        guard let version = row.table.type.version else { return }
        let rest = try ([condition] + row.tenancy()).whereClause
        try await execute(
            "UPDATE \(row.from) SET \(SQLName(version)) = \(row.column(version)) + 1\(rest)")
    }
}

extension SQLType {
    /// Returns the to-one relationship that has a column.
    func relationship(ofColumn column: String) -> SQLType.Relationship? {
        relationships.first { _, relationship in
            relationship.columns.contains { ExactText($0.name) == ExactText(column) }
        }?.relationship
    }
}

extension ResourceChange.Edit {
    fileprivate var isRemoval: Bool { if case .remove = self { true } else { false } }
}
