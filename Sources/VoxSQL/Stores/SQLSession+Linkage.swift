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
            let targets = edit.identifiers
            guard targets.allSatisfy({ ExactText($0.type) == ExactText(relationship.target) })
            else { throw StoreError.missingTarget }
            let keys = SQLList(
                target.keys(ofIDs: targets.map(\.id).withoutRepeats), target.type.key, dialect)
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
        _ edit: ResourceChange.Edit, _ relationship: SQLRelationship, _ owner: SQLText,
        _ keys: SQLList, _ target: SQLModel.Table, _ isNew: Bool
    ) throws -> [SQLText] {
        switch (relationship.form, edit) {
        case (.columns, _): []
        case (.targetColumn(let column), .replace):
            [
                try assign("\(SQLValue.null)", to: column, target) {
                    "\($0) = \(owner) AND NOT (\(keys.contains(key: $1)))"
                },
                try take(owner, column, keys, target),
            ]
        case (.targetColumn(let column), .add): [try take(owner, column, keys, target)]
        case (.targetColumn(let column), .remove):
            [
                try assign("\(SQLValue.null)", to: column, target) {
                    "\($0) = \(owner) AND \(keys.contains(key: $1))"
                }
            ]
        case (.joinTable(let join, let ownerColumn, let column), .replace):
            [
                try unlink(join, ownerColumn, owner, column, isNew ? nil : target) {
                    "NOT (\(keys.contains(key: $0)))"
                },
                link(join, ownerColumn, owner, column, keys),
            ]
        case (.joinTable(let join, let ownerColumn, let column), .add):
            [link(join, ownerColumn, owner, column, keys)]
        case (.joinTable(let join, let ownerColumn, let column), .remove):
            [try unlink(join, ownerColumn, owner, column, target) { keys.contains(key: $0) }]
        }
    }

    // MARK: Foreign keys

    private func take(
        _ owner: SQLText, _ column: String, _ keys: SQLList, _ target: SQLModel.Table
    ) throws -> SQLText {
        try assign(owner, to: column, emptying: target.type.alternatives(to: column), target) {
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
                    !target.type.requires(column: column)
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
        _ key: SQLValue, of type: SQLType, _ relationship: SQLRelationship,
        _ owners: SQLModel.Table, _ isKept: Bool
    ) async throws {
        let row = row(owners)
        switch relationship.form {
        // The version of an owner does not depend on this linkage.
        case .targetColumn: break
        case .columns:
            guard let column = relationship.column(ofType: type.name) else { return }
            // The rows of another tenant can refer to another resource with this key.
            let rest = try (["\(row.column(column)) = \(key)"] + row.tenancy()).whereClause
            if isKept {
                guard let version = owners.type.version else { return }
                try await execute(
                    """
                    UPDATE \(row.from) SET \(SQLName(version)) = \(row.column(version)) + 1\(rest)
                    """)
            } else if !relationship.isRequired {
                try await execute(
                    "UPDATE \(row.from) SET \(SQLName(column)) = NULL\(raisedVersion(row))\(rest)"
                )
            }
        case .joinTable(let join, let owner, let target):
            if let version = owners.type.version {
                let link: SQLText = """
                    \(row.key) IN (SELECT link.\(SQLName(owner)) FROM \(SQLName(table: join)) AS link \
                    WHERE link.\(SQLName(target)) = \(key))
                    """
                try await execute(
                    """
                    UPDATE \(row.from) SET \(SQLName(version)) = \(row.column(version)) + 1\
                    \(try ([link] + row.tenancy()).whereClause)
                    """)
            }
            if !isKept { try await execute(unlink(join, target, key, owner, of: owners)) }
        }
    }
}

extension SQLType {
    /// Returns true if a column is a foreign key that is never null.
    func requires(column: String) -> Bool {
        relationships.contains { _, relationship in
            relationship.isRequired
                && relationship.columns.contains { ExactText($0.name) == ExactText(column) }
        }
    }
}

extension SQLType {
    /// Returns the other columns of the to-one relationship that has a column. Only one of the
    /// columns has a value.
    fileprivate func alternatives(to column: String) -> [String] {
        let name = ExactText(column)
        let columns = relationships.map { $0.relationship.columns.map { $0.name } }
        let all = columns.first { $0.contains { ExactText($0) == name } } ?? []
        return all.filter { ExactText($0) != name }
    }
}

extension ResourceChange.Edit {
    /// The identifiers of the edit.
    fileprivate var identifiers: [StoredResource.Identifier] {
        switch self {
        case .replace(let linkage): linkage.identifiers
        case .add(let identifiers), .remove(let identifiers): identifiers
        }
    }

    fileprivate var isRemoval: Bool { if case .remove = self { true } else { false } }
}

extension [String] {
    /// The texts without repetitions, compared byte by byte.
    fileprivate var withoutRepeats: [String] {
        var known: Set<ExactText> = []
        return filter { known.insert(ExactText($0)).inserted }
    }
}
