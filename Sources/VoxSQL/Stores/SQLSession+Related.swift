// SPDX-License-Identifier: MIT

import HTTPTypes

extension SQLSession {
    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        guard let type = owners.first?.type else { return [:] }
        let table = try table(type)
        guard let relationship = table.relationships[ExactText(name)] else {
            throw ErrorResponse(.notFound, "\(type) has no relationship \"\(name)\"")
        }
        guard relationship.canLink(to: selection.type) else {
            return try await present(owners, table).mapValues { _ in
                ResourceSelection.Slice(resources: [], total: 0)
            }
        }
        let target = row(try self.table(selection.type))
        if selection.hasOnlyLimit {
            return try await firstTargets(relationship, of: owners, target, selection, table)
        }
        var slices: [StoredResource.Identifier: ResourceSelection.Slice] = [:]
        for (owner, key) in try await present(owners, table) {
            let link = try link(to: target, relationship, from: key, table)
            let text = try ListText(selection, target, model, link: link)
            slices[owner] = try await slice(selection, text, target)
        }
        return slices
    }

    private func present(
        _ owners: [StoredResource.Identifier], _ table: SQLModel.Table
    ) async throws -> [StoredResource.Identifier: SQLValue] {
        var present: [StoredResource.Identifier: SQLValue] = [:]
        for key in try await keys(of: owners.map(\.id), table) {
            if let id = key.id { present[.init(type: table.type.name, id: id)] = key }
        }
        return present
    }

    /// Returns the keys of resources that exist and are visible to the caller.
    func keys(of ids: [String], _ table: SQLModel.Table) async throws -> [SQLValue] {
        let row = row(table)
        let conditions = try [row.isOne(of: ids, row.key)] + row.visibility()
        return try await execute(
            "SELECT \(row.key) FROM \(row.from)\(conditions.whereClause)"
        ).compactMap(\.first)
    }

    /// Returns the condition that a row is a target of one owner.
    private func link(
        to target: TableRow, _ relationship: SQLType.Relationship, from owner: SQLValue,
        _ table: SQLModel.Table
    ) throws -> SQLText {
        switch relationship.form {
        case .columns:
            let row = TableRow(table, "owner", dialect)
            let conditions = try ["\(row.key) = \(owner)"] + row.visibility()
            return """
                \(target.key) = (SELECT owner.\(relationship.name(of: target)) FROM \(row.from)\
                \(conditions.whereClause))
                """
        case .targetColumn(let column): return "\(target.column(column)) = \(owner)"
        case .joinTable(let join, let ownerColumn, let column):
            return """
                \(target.key) IN (SELECT link.\(SQLName(column)) FROM \(SQLName(table: join)) AS link \
                WHERE link.\(SQLName(ownerColumn)) = \(owner))
                """
        }
    }

    /// Finds the first targets of each owner by one statement. The statement also tells which
    /// owners exist. The cost does not depend on the number of further targets of an owner.
    private func firstTargets(
        _ relationship: SQLType.Relationship, of owners: [StoredResource.Identifier],
        _ target: TableRow, _ selection: ResourceSelection, _ table: SQLModel.Table
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        let columns = try RowColumns.of(target, model, selection.fields)
        let owner = TableRow(table, "owner", dialect)
        let conditions = try [owner.isOne(of: owners.map(\.id), owner.key)] + owner.visibility()
        let visibility = try target.visibility().map { " AND \($0)" as SQLText }.joined(by: "")
        let join: SQLText =
            if dialect.grammar.hasLateral {
                """
                LATERAL (SELECT \(target.alias).* \
                \(try first(selection.limit, target, relationship, of: owner))) \
                AS \(target.alias) ON TRUE
                """
            } else {
                """
                \(target.from) ON \(target.key) IN (SELECT first.\(target.table.key) \
                \(try first(
                    selection.limit, TableRow(target.table, "first", dialect), relationship,
                    of: owner)))\(visibility)
                """
            }
        // An owner may have a row without a target. Where one owner has a target, the rows have one
        // target more than the response can have.
        let most = selection.mostTargets.addingReportingOverflow(owners.count)
        let end: SQLText =
            most.overflow ? "" : " LIMIT \(SQLValue.integer(Int64(most.partialValue)))"
        let rows = try await execute(
            """
            SELECT \(owner.key), \(columns.list) FROM \(owner.from) LEFT JOIN \(join)\
            \(conditions.whereClause) ORDER BY \(target.orderedKey)\(end)
            """)
        var found: [StoredResource.Identifier: ResourceSelection.Slice] = [:]
        var sources: [StoredResource.Identifier] = []
        var resources: [StoredResource] = []
        for row in rows {
            guard let id = row.first?.id else { continue }
            let source = StoredResource.Identifier(type: table.type.name, id: id)
            found[source] = ResourceSelection.Slice(resources: [], total: nil)
            guard row.dropFirst().first?.id != nil else { continue }
            sources.append(source)
            resources.append(try columns.resource(Array(row.dropFirst())))
        }
        let completed = try await complete(resources, of: target.table, selection.fields)
        for (source, resource) in zip(sources, completed) {
            found[source]?.resources.append(resource)
        }
        return found
    }

    /// Returns the clauses from FROM to LIMIT that select the first targets of an owner.
    private func first(
        _ limit: Int, _ target: TableRow, _ relationship: SQLType.Relationship, of owner: TableRow
    ) throws -> SQLText {
        let (key, end, from) = relationship.link(from: owner, to: target, SQLName("link"))
        var order = target.orderedKey
        // The order of an index on both keys.
        if case .joinTable(_, _, let column) = relationship.form {
            order = target.ordered("link.\(SQLName(column))", target.table.type.key)
        }
        let conditions = try ["\(end) = \(key)"] + target.visibility()
        let page: SQLText = limit == .max ? "" : " LIMIT \(SQLValue.integer(Int64(limit)))"
        return "FROM \(from)\(conditions.whereClause) ORDER BY \(order)\(page)"
    }
}

extension SQLType.Relationship {
    /// Returns the column of a to-one relationship that contains keys of the table of `row`.
    fileprivate func name(of row: TableRow) -> SQLName {
        SQLName(column(ofType: row.table.type.name) ?? "")
    }
}

extension ResourceSelection {
    /// True if the selection has nothing but a limit.
    fileprivate var hasOnlyLimit: Bool {
        filter == nil && sort.isEmpty && keyset == nil && offset == 0 && !isCounted
    }
}
