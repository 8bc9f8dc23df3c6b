// SPDX-License-Identifier: MIT

/// The tables that a description needs, with their columns.
struct TableLayout {
    struct Column {
        let name: String
        let kind: SQLType.Column.Kind
        var isKey = false
        var isRequired = false
        var isUnique = false
        /// True for the column of the version, which has a default value.
        var isVersion = false
        var isTenant = false
        /// The table and the key column that a foreign key refers to.
        var reference: (table: String, key: String)?
    }

    struct Table {
        let name: String
        var columns: [Column]
        /// The columns of the primary key of a join table.
        var primaryKey: [String] = []
        /// The columns of required relationships to several types. In each list, one column is not
        /// null.
        var alternatives: [[String]] = []

        /// Adds a column, unless the table already has the column.
        mutating func add(_ column: Column) {
            if columns.contains(where: { ExactText($0.name) == ExactText(column.name) }) { return }
            columns.append(column)
        }
    }

    private(set) var tables: [Table] = []

    init(_ model: SQLModel) {
        for table in model.tables { add(table.type, model) }
        for table in model.tables { addLinks(of: table.type, model) }
    }

    private mutating func add(_ type: SQLType, _ model: SQLModel) {
        var columns = [Column(type.key)]
        columns[0].isKey = true
        columns += type.attributes.filter { $0.column.name != nil }.map { Column($0.column) }
        for (_, relationship) in type.relationships {
            let links = relationship.columns.compactMap { Column($0.name, toKeyOf: $0.type, model) }
            columns += links
            guard relationship.isRequired else { continue }
            if links.count == 1 {
                columns[columns.count - 1].isRequired = true
            } else {
                change(type.table) { $0.alternatives.append(links.map(\.name)) }
            }
        }
        if let version = type.version {
            columns.append(Column(name: version, kind: .integer, isRequired: true, isVersion: true))
        }
        if let deletedAt = type.deletedAt { columns.append(Column(name: deletedAt, kind: .date)) }
        if let tenant = type.tenant {
            var column = Column(tenant.column)
            column.isRequired = true
            column.isTenant = true
            columns.append(column)
        }
        for column in columns { self.change(type.table) { $0.add(column) } }
    }

    /// Adds the columns and tables of to-many relationships.
    private mutating func addLinks(of type: SQLType, _ model: SQLModel) {
        for (_, relationship) in type.relationships {
            switch relationship.form {
            case .columns: break
            case .targetColumn(let name):
                guard let table = model[relationship.target]?.type.table,
                    let column = Column(name, toKeyOf: type.name, model)
                else { continue }
                change(table) { $0.add(column) }
            case .joinTable(let name, let owner, let target):
                guard var ownerColumn = Column(owner, toKeyOf: type.name, model),
                    var targetColumn = Column(target, toKeyOf: relationship.target, model)
                else { continue }
                ownerColumn.isRequired = true
                targetColumn.isRequired = true
                change(name) { table in
                    // The other side of the relationship may have the same table.
                    if table.primaryKey.isEmpty, table.columns.isEmpty {
                        table.primaryKey = [owner, target]
                    }
                    table.add(ownerColumn)
                    table.add(targetColumn)
                }
            }
        }
    }

    private mutating func change(_ name: String, _ body: (inout Table) -> Void) {
        let index = tables.firstIndex { ExactText($0.name) == ExactText(name) }
        if let index {
            body(&tables[index])
        } else {
            var table = Table(name: name, columns: [])
            body(&table)
            tables.append(table)
        }
    }
}

extension TableLayout.Column {
    init(_ column: SQLType.Column) {
        self.init(name: column.name ?? "", kind: column.kind)
        isRequired = column.isRequired
        isUnique = column.isUnique
    }

    init?(_ name: String, toKeyOf type: String, _ model: SQLModel) {
        guard let table = model[type]?.type else { return nil }
        self.init(name: name, kind: table.key.kind)
        reference = (table.table, table.key.name ?? "")
    }
}
