// SPDX-License-Identifier: MIT

import HTTPTypes

/// The store of one transaction.
struct SQLSession: ResourceStore {
    let model: SQLModel
    let connection: any SQLConnection
    let dialect: SQLDialect
    /// True if the transaction continues after a write that fails.
    let hasOpenWrites: Bool

    var supportsKeysets: Bool { true }

    init(
        _ model: SQLModel, _ connection: any SQLConnection, _ dialect: SQLDialect,
        hasOpenWrites: Bool = false
    ) {
        self.model = model
        self.connection = connection
        self.dialect = dialect
        self.hasOpenWrites = hasOpenWrites
    }

    @discardableResult
    func execute(_ text: SQLText) async throws -> [[SQLValue]] {
        RequestRecord.current?.countStatement()
        return try await connection.execute(text.statement(in: dialect))
    }

    func table(_ type: String) throws -> SQLModel.Table {
        guard let table = model[type] else {
            throw ErrorResponse(.notFound, "the type \"\(type)\" does not exist")
        }
        return table
    }

    func row(_ table: SQLModel.Table) -> TableRow { TableRow(table, "t", dialect) }

    func inverse(of name: String, from type: String, to target: String) -> String? {
        model.inverse(of: name, from: type, to: target)
    }

    // MARK: Reading

    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        let row = row(try table(selection.type))
        let text = try ListText(selection, row, model)
        if let ids = selection.ids, selection.sort.isEmpty, selection.keyset == nil {
            return try await list(selection, ids: ids, text, row.table)
        }
        return try await slice(selection, text, row)
    }

    /// Finds the page of a list, and the total of the list if the total is needed.
    func slice(
        _ selection: ResourceSelection, _ text: ListText, _ row: TableRow
    ) async throws -> ResourceSelection.Slice {
        let columns = try RowColumns.of(
            row, model, selection.fields,
            cursorFields: selection.keyset == nil ? [] : selection.sort.map(\.name) + ["id"])
        var total: Int?
        if selection.isCounted { total = try await count(text.count) }
        var rows: [[SQLValue]]
        if let keyset = selection.keyset {
            rows = try await self.rows(text.ranges(columns, in: keyset), upTo: selection.limit)
            if keyset.isFromEnd { rows.reverse() }
        } else {
            rows = try await execute(text.page(columns))
        }
        let resources = try rows.map(columns.resource)
        return ResourceSelection.Slice(
            resources: try await complete(resources, of: row.table, selection.fields),
            total: total)
    }

    /// Reads ranges of a list, until the page is full.
    private func rows(_ ranges: [ListRange], upTo limit: Int) async throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        for range in ranges where rows.count < limit {
            var found = try await execute(range.rows(upTo: limit - rows.count))
            if range.isChecked {
                if found.first?.last == .integer(0) { break }
                found = found.map { $0.dropLast() }
            }
            rows += found
        }
        return rows
    }

    /// Finds resources in the order of their ids.
    private func list(
        _ selection: ResourceSelection, ids: [String], _ text: ListText, _ table: SQLModel.Table
    ) async throws -> ResourceSelection.Slice {
        let found = Set(
            try await execute(text.keys).compactMap { $0.first?.id.map(ExactText.init) })
        let ordered = ids.filter { found.contains(ExactText($0)) }
        let page = Array(ordered.dropFirst(selection.offset).prefix(selection.limit))
        let resources = Dictionary(
            try await resources(page, of: table, selection.fields).map { (ExactText($0.id), $0) },
            uniquingKeysWith: { $1 })
        return ResourceSelection.Slice(
            resources: page.compactMap { resources[ExactText($0)] }, total: ordered.count)
    }

    private func count(_ text: SQLText) async throws -> Int {
        guard case .integer(let count)? = try await execute(text).first?.first else {
            throw SQLError(.other, "the database did not count")
        }
        return Int(count)
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        var found: [StoredResource] = []
        for (type, ids) in identifiers.idsByType {
            guard let table = model[type] else { continue }
            found += try await resources(ids, of: table, fields)
        }
        return found
    }

    func resources(
        _ ids: [String], of table: SQLModel.Table, _ fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        if ids.isEmpty { return [] }
        let row = row(table)
        let columns = try RowColumns.of(row, model, fields)
        let conditions = try [row.isOne(of: ids, row.key)] + row.visibility()
        let rows = try await execute(
            "SELECT \(columns.list) FROM \(row.from)\(conditions.whereClause)")
        // The collation of the key may find a row with another id, such as "a" for "A".
        let asked = Set(ids.map(ExactText.init))
        let found = try rows.map(columns.resource).filter { asked.contains(ExactText($0.id)) }
        return try await complete(found, of: table, fields)
    }

    // MARK: Linkage

    /// Returns the resources with the needed linkage of to-many relationships. The session runs one
    /// statement for each relationship.
    func complete(
        _ resources: [StoredResource], of table: SQLModel.Table, _ fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        var resources = resources
        if resources.isEmpty { return [] }
        for (name, relationship) in table.type.relationships
        where relationship.isMany && fields.needsLinkage(of: name, in: table.type.name) {
            let targets = try await targets(of: relationship, resources.map(\.id), table)
            for index in resources.indices {
                let ids = targets[ExactText(resources[index].id)] ?? []
                resources[index].relationships[name] = .many(
                    ids.map { .init(type: relationship.target, id: $0) })
            }
        }
        return resources
    }

    /// Returns the ids of the targets by the id of their owner.
    private func targets(
        of relationship: SQLType.Relationship, _ owners: [String], _ table: SQLModel.Table
    ) async throws -> [ExactText: [String]] {
        guard let targetTable = model[relationship.target] else { return [:] }
        let target = TableRow(targetTable, "target", dialect)
        let owner = row(table)
        var conditions = try target.visibility()
        let text: SQLText
        switch relationship.form {
        case .columns: return [:]
        case .targetColumn(let column):
            let key = target.column(column)
            conditions.insert(owner.isOne(of: owners, key), at: 0)
            text = """
                SELECT \(key), \(target.key) FROM \(target.from)\(conditions.whereClause) \
                ORDER BY \(target.orderedKey)
                """
        case .joinTable(let join, let ownerColumn, let targetColumn):
            let key: SQLText = "link.\(SQLName(ownerColumn))"
            let targetKey: SQLText = "link.\(SQLName(targetColumn))"
            conditions.insert(owner.isOne(of: owners, key), at: 0)
            var from: SQLText = "\(SQLName(table: join)) AS link"
            if targetTable.hasHiddenRows {
                from = from + " JOIN \(target.from) ON \(target.key) = \(targetKey)"
            }
            let order = target.ordered(targetKey, targetTable.type.key)
            text = """
                SELECT \(key), \(targetKey) FROM \(from)\(conditions.whereClause) ORDER BY \(order)
                """
        }
        var targets: [ExactText: [String]] = [:]
        for row in try await execute(text) where row.count == 2 {
            guard let owner = row[0].id, let id = row[1].id else { continue }
            targets[ExactText(owner), default: []].append(id)
        }
        return targets
    }
}
