// SPDX-License-Identifier: MIT

import HTTPTypes

// A foreign key may lead to a row that the caller cannot see: a deleted row, or a row of another
// tenant. A caller who cannot see a link cannot change it. A foreign key has one value, so a write
// that would give it another value is refused.
extension SQLSession {
    /// A foreign key, and the type of the rows that it leads to.
    private typealias Link = (type: String, name: String)

    /// Checks that a change replaces no invisible target of a to-one relationship.
    func checkHolders(
        of key: SQLValue, _ table: SQLModel.Table, _ change: ResourceChange,
        unlike current: StoredResource
    ) async throws {
        for (name, edit) in change.relationships.sorted(by: { $0.key < $1.key }) {
            guard case .replace(.one(_?)) = edit, current.relationships[name] == .one(nil),
                let relationship = table.relationships[ExactText(name)]
            else { continue }
            let row = row(table)
            try await check(relationship.columns, of: row, "\(row.key) = \(key)", name)
        }
    }

    /// Checks that an edit of a to-many relationship takes no targets from an invisible owner.
    func checkHolders(
        of keys: SQLList, by name: String, _ column: String, _ owners: SQLModel.Table,
        _ target: SQLModel.Table
    ) async throws {
        let row = row(target)
        let links =
            target.type.relationship(ofColumn: column)?.columns ?? [(owners.type.name, column)]
        try await check(links, of: row, keys.contains(key: row.key), name)
    }

    private func check(
        _ links: [Link], of row: TableRow, _ rows: SQLText, _ name: String
    ) async throws {
        let hidden = try links.compactMap { link -> SQLText? in
            guard let table = model[link.type], table.hasHiddenRows else { return nil }
            let holder = TableRow(table, "holder", dialect)
            let column = row.column(link.name)
            let conditions = try ["\(holder.key) = \(column)"] + holder.visibility()
            return """
                (\(column) IS NOT NULL AND NOT EXISTS \
                (SELECT 1 FROM \(holder.from)\(conditions.whereClause)))
                """
        }
        if hidden.isEmpty { return }
        let conditions =
            try [rows, hidden.joined(by: " OR ").parenthesized] + row.visibility()
        let found = try await execute("SELECT 1 FROM \(row.from)\(conditions.whereClause) LIMIT 1")
        guard found.isEmpty else {
            throw ErrorResponse(
                .conflict, "the relationship has a target that this request cannot replace",
                at: JSON.pointer(ofRelationship: name) + "/data")
        }
    }

    // MARK: Deletion

    /// Checks that no row of another tenant has a link to a resource that all tenants share.
    func checkOtherTenants(linkedTo key: SQLValue, _ table: SQLModel.Table) async throws {
        if table.type.tenant != nil { return }
        let others = model.tables.filter { $0.type.tenant != nil }
        try await refuse(linksTo: key, table, from: others, hasOwnRow: true) {
            try $0.tenancy().map { "NOT (\($0))" }
        }
    }

    /// Checks that no row of a type that the service does not serve refers to a deleted resource. The
    /// table of the row may say that the database empties the foreign key, or deletes the row. The rows
    /// of another tenant can refer to another resource with this key.
    func checkUnserved(linkedTo key: SQLValue, _ table: SQLModel.Table) async throws {
        let others = model.tables.filter { !isServed($0) }
        try await refuse(linksTo: key, table, from: others, hasOwnRow: false) {
            table.type.tenant == nil ? [] : try $0.tenancy()
        }
    }

    /// Returns true if the service serves the rows of a table, as this type or as another one.
    func isServed(_ table: SQLModel.Table) -> Bool {
        let name = ExactText(table.type.table)
        return model.tables.contains {
            ExactText($0.type.table) == name && ServedTargets.serve($0.type.name)
        }
    }

    /// Throws if a row of other tables that meets conditions is linked with a resource. A resource
    /// without such links needs no conditions, and so no tenant.
    private func refuse(
        linksTo key: SQLValue, _ table: SQLModel.Table, from others: [SQLModel.Table],
        hasOwnRow: Bool, where conditions: (TableRow) throws -> [SQLText]
    ) async throws {
        var found: [SQLText] = []
        for other in others {
            let row = TableRow(other, "other", dialect)
            let links = links(of: row, to: key, table, hasOwnRow: hasOwnRow)
            if links.isEmpty { continue }
            let conditions = try conditions(row)
            found += links.map { from, link in
                "EXISTS (SELECT 1 FROM \(row.from)\(from)\((link + conditions).whereClause))"
            }
        }
        if found.isEmpty { return }
        if try await !execute("SELECT 1 WHERE \(found.joined(by: " OR "))").isEmpty {
            throw ErrorResponse(.conflict, "other data still refers to the resource")
        }
    }

    /// Returns the conditions that a row is linked with a resource, in the columns and join tables of
    /// both types, with the tables that they need. `hasOwnRow` is false if the row of the resource
    /// is deleted: its columns do not count.
    private func links(
        of row: TableRow, to key: SQLValue, _ table: SQLModel.Table, hasOwnRow: Bool
    ) -> [(from: SQLText, conditions: [SQLText])] {
        var links: [(from: SQLText, conditions: [SQLText])] = []
        func add(_ column: String, isInOwnRow: Bool) {
            if !isInOwnRow {
                links.append(("", ["\(row.column(column)) = \(key)"]))
            } else if hasOwnRow {
                let own = self.row(table)
                links.append(
                    (
                        ", \(own.from)",
                        ["\(own.key) = \(key)", "\(own.column(column)) = \(row.key)"]
                    ))
            }
        }
        for (owner, target, isOwner) in [(table, row.table, true), (row.table, table, false)] {
            for (_, relationship) in owner.type.relationships
            where relationship.canLink(to: target.type.name) {
                switch relationship.form {
                case .columns:
                    add(relationship.column(ofType: target.type.name) ?? "", isInOwnRow: isOwner)
                case .targetColumn(let column): add(column, isInOwnRow: !isOwner)
                case .joinTable(let join, let owner, let target):
                    let (own, other) = isOwner ? (owner, target) : (target, owner)
                    links.append(
                        (
                            ", \(SQLName(table: join)) AS link",
                            [
                                "link.\(SQLName(own)) = \(key)",
                                "link.\(SQLName(other)) = \(row.key)",
                            ]
                        ))
                }
            }
        }
        return links
    }
}
