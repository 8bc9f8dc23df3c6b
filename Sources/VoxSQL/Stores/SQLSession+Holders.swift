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
            try await check(relationship.columns, of: row, "\(row.key) = \(key)", name, "/data")
        }
    }

    /// Checks that an edit of a to-many relationship takes no targets from an invisible owner.
    func checkHolders(
        of keys: SQLList, by name: String, _ column: String, _ owners: SQLModel.Table,
        _ target: SQLModel.Table
    ) async throws {
        let row = row(target)
        let links = target.type.columns(besides: column) ?? [(owners.type.name, column)]
        try await check(links, of: row, keys.contains(key: row.key), name, "/data")
    }

    private func check(
        _ links: [Link], of row: TableRow, _ rows: SQLText, _ name: String, _ end: String
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
        let found = try await execute(
            "SELECT 1 FROM \(row.from)\(conditions.whereClause) LIMIT 1")
        guard found.isEmpty else {
            throw ErrorResponse(
                .conflict, "the relationship has a target that this request cannot replace",
                source: .pointer("/data/relationships" + JSON.pointerSegment(name) + end))
        }
    }

    // MARK: Deletion

    /// Checks that no row of another tenant has a link to a resource that all tenants share.
    func checkOtherTenants(linkedTo key: SQLValue, _ table: SQLModel.Table) async throws {
        if table.type.tenant != nil { return }
        var links: [SQLText] = []
        for other in model.tables where other.type.tenant != nil {
            let row = TableRow(other, "other", dialect)
            var joins: [(conditions: [SQLText], from: SQLText)] = []
            func add(_ conditions: [SQLText], from: SQLText = "") {
                joins.append((conditions, from))
            }
            func add(_ form: SQLRelationship.Form, isOwner: Bool) {
                switch form {
                case .columns(let columns):
                    let type = isOwner ? other.type.name : table.type.name
                    for column in columns where ExactText(column.type) == ExactText(type) {
                        add(key: column.name, isInTable: isOwner)
                    }
                case .targetColumn(let column): add(key: column, isInTable: !isOwner)
                case .joinTable(let join, let owner, let target):
                    let (own, its) = isOwner ? (owner, target) : (target, owner)
                    add(
                        ["link.\(SQLName(own)) = \(key)", "link.\(SQLName(its)) = \(row.key)"],
                        from: ", \(SQLName(table: join)) AS link")
                }
            }
            func add(key column: String, isInTable: Bool) {
                guard isInTable else { return add(["\(row.column(column)) = \(key)"]) }
                let own = self.row(table)
                add(
                    ["\(own.key) = \(key)", "\(own.column(column)) = \(row.key)"],
                    from: ", \(own.from)")
            }
            for (_, relationship) in table.type.relationships
            where relationship.canLink(to: other.type.name) {
                add(relationship.form, isOwner: true)
            }
            for (_, relationship) in other.type.relationships
            where relationship.canLink(to: table.type.name) {
                add(relationship.form, isOwner: false)
            }
            // A resource without such links can be deleted without a tenant.
            if joins.isEmpty { continue }
            let others = try row.tenancy().map { "NOT (\($0))" as SQLText }
            links += joins.map { conditions, from in
                "EXISTS (SELECT 1 FROM \(row.from)\(from)\((conditions + others).whereClause))"
            }
        }
        if links.isEmpty { return }
        let found = try await execute("SELECT 1 WHERE \(links.joined(by: " OR "))")
        if !found.isEmpty {
            throw ErrorResponse(.conflict, "other data still refers to the resource")
        }
    }
}

extension SQLSession {
    /// Returns true if the service serves the rows of a table, as this type or as another one.
    func isServed(_ table: SQLModel.Table) -> Bool {
        let name = ExactText(table.type.table)
        return model.tables.contains {
            ExactText($0.type.table) == name && ServedTargets.serve($0.type.name)
        }
    }

    /// Checks that no row of a type that the service does not serve refers to a deleted resource. The
    /// table of the row may say that the database empties the foreign key, or deletes the row. The rows
    /// of another tenant can refer to another resource with this key.
    func checkUnserved(linkedTo key: SQLValue, _ table: SQLModel.Table) async throws {
        var links: [SQLText] = []
        for other in model.tables where !isServed(other) {
            let row = TableRow(other, "other", dialect)
            let tenancy = table.type.tenant == nil ? [] : try row.tenancy()
            func add(_ condition: SQLText, from: SQLText = "") {
                let all = ([condition] + tenancy).whereClause
                links.append("EXISTS (SELECT 1 FROM \(row.from)\(from)\(all))")
            }
            func add(_ join: String, _ column: String, to end: String) {
                let link: SQLText = "\(SQLName(table: join)) AS link"
                let condition: SQLText = "link.\(SQLName(column)) = \(key)"
                if tenancy.isEmpty {
                    links.append("EXISTS (SELECT 1 FROM \(link) WHERE \(condition))")
                } else {
                    add("\(condition) AND link.\(SQLName(end)) = \(row.key)", from: ", \(link)")
                }
            }
            for (_, relationship) in other.type.relationships
            where relationship.canLink(to: table.type.name) {
                switch relationship.form {
                case .columns:
                    if let column = relationship.column(ofType: table.type.name) {
                        add("\(row.column(column)) = \(key)")
                    }
                case .joinTable(let join, let owner, let target): add(join, target, to: owner)
                case .targetColumn: break
                }
            }
            for (_, relationship) in table.type.relationships
            where relationship.canLink(to: other.type.name) {
                switch relationship.form {
                case .columns: break
                case .joinTable(let join, let owner, let target): add(join, owner, to: target)
                case .targetColumn(let column): add("\(row.column(column)) = \(key)")
                }
            }
        }
        if links.isEmpty { return }
        let found = try await execute("SELECT 1 WHERE \(links.joined(by: " OR "))")
        if !found.isEmpty {
            throw ErrorResponse(.conflict, "other data still refers to the resource")
        }
    }
}

extension SQLType {
    /// Returns all columns of the to-one relationship that has a column.
    fileprivate func columns(besides column: String) -> [(type: String, name: String)]? {
        let name = ExactText(column)
        return relationships.map(\.relationship.columns)
            .first { $0.contains { ExactText($0.name) == name } }
    }
}
