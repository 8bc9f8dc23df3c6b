// SPDX-License-Identifier: MIT

import HTTPTypes

extension SQLSession {
    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSlice] {
        guard let type = owners.first?.type else { return [:] }
        let table = try table(type)
        guard let relationship = table.relationships[ExactText(name)] else {
            throw ErrorResponse(.notFound, "\(type) has no relationship \"\(name)\"")
        }
        let present = try await present(owners, table)
        if ExactText(relationship.target) != ExactText(selection.type) {
            return present.mapValues { _ in ResourceSlice(resources: [], total: 0) }
        }
        let target = row(try self.table(selection.type))
        if present.count > 1, selection.hasOnlyLimit {
            return try await pages(of: relationship, present, target, selection, table)
        }
        var slices: [StoredResource.Identifier: ResourceSlice] = [:]
        for (owner, key) in present {
            let link = link(to: target, relationship, from: key, table)
            let text = try ListText(selection, target, model, link: link)
            slices[owner] = try await slice(selection, text, target)
        }
        return slices
    }

    /// Returns the keys of the owners that exist.
    private func present(
        _ owners: [StoredResource.Identifier], _ table: SQLModel.Table
    ) async throws -> [StoredResource.Identifier: SQLValue] {
        let row = row(table)
        let conditions = try [row.isOne(of: owners.map(\.id), row.key)] + row.visibility()
        let rows = try await execute(
            "SELECT \(row.key) FROM \(row.from)\(conditions.whereClause)")
        var present: [StoredResource.Identifier: SQLValue] = [:]
        for case (let key?, let id?) in rows.map({ ($0.first, $0.first?.id) }) {
            present[.init(type: table.type.name, id: id)] = key
        }
        return present
    }

    /// Returns the condition that a row is a target of one owner.
    private func link(
        to target: TableRow, _ relationship: SQLRelationship, from owner: SQLValue,
        _ table: SQLModel.Table
    ) -> SQLText {
        switch relationship.form {
        case .column(let column):
            """
            \(target.key) = (SELECT owner.\(SQLName(column)) FROM \(table.name) AS owner \
            WHERE owner.\(table.key) = \(owner))
            """
        case .targetColumn(let column): "\(target.column(column)) = \(owner)"
        case .joinTable(let join, let ownerColumn, let column):
            """
            \(target.key) IN (SELECT link.\(SQLName(column)) FROM \(SQLName(join)) AS link \
            WHERE link.\(SQLName(ownerColumn)) = \(owner))
            """
        }
    }

    /// Finds the first targets of several owners by one statement.
    private func pages(
        of relationship: SQLRelationship, _ owners: [StoredResource.Identifier: SQLValue],
        _ target: TableRow, _ selection: ResourceSelection, _ table: SQLModel.Table
    ) async throws -> [StoredResource.Identifier: ResourceSlice] {
        let columns = try RowColumns(target, model, selection.fields)
        let source = row(table)
        var from = target.from
        let owner: SQLText
        switch relationship.form {
        case .column(let column):
            let alias = TableRow(table, "owner", dialect)
            from = "\(from) JOIN \(alias.from) ON \(alias.column(column)) = \(target.key)"
            owner = alias.key
        case .targetColumn(let column): owner = target.column(column)
        case .joinTable(let join, let ownerColumn, let column):
            from = """
                \(from) JOIN \(SQLName(join)) AS link \
                ON link.\(SQLName(column)) = \(target.key)
                """
            owner = "link.\(SQLName(ownerColumn))"
        }
        let ids = owners.keys.map(\.id).sorted()
        let conditions = try [source.isOne(of: ids, owner)] + target.visibility()
        let limit: SQLText =
            selection.limit == .max ? "" : " WHERE n <= \(SQLValue.integer(Int64(selection.limit)))"
        let rows = try await execute(
            """
            SELECT o, \(columns.names) FROM (SELECT \(owner) AS o, \(columns.namedList), \
            row_number() OVER (PARTITION BY \(owner) ORDER BY \(target.orderedKey)) AS n \
            FROM \(from)\(conditions.whereClause)) AS p\(limit) ORDER BY n
            """)
        var found = owners.mapValues { _ in ResourceSlice(resources: [], total: nil) }
        let resources = try rows.map { try columns.resource(Array($0.dropFirst())) }
        let completed = try await complete(resources, of: target.table, selection.fields)
        for (row, resource) in zip(rows, completed) {
            guard let id = row.first?.id else { continue }
            found[.init(type: table.type.name, id: id)]?.resources.append(resource)
        }
        return found
    }
}

extension ResourceSelection {
    /// True if the selection has nothing but a limit.
    fileprivate var hasOnlyLimit: Bool {
        filter == nil && sort.isEmpty && keyset == nil && offset == 0 && !isCounted
    }
}
