// SPDX-License-Identifier: MIT

/// The tables that a database has, with what a schema needs to know of them.
struct FoundTables {
    struct Column {
        let name: String
        let type: String
        let isRequired: Bool
        /// True if a row can be added without a value.
        let hasDefault: Bool
        /// True if only the database writes the column.
        let isGenerated: Bool
        /// True if the values are unique, alone.
        var isUnique = false
        /// The kinds that an attribute of the column can have.
        var kinds: Set<SQLColumn.Kind> = []
        let comment: String?
    }

    struct Reference {
        let column: String
        let target: String
        let targetColumn: String
    }

    struct Table {
        let name: String
        var columns: [Column] = []
        /// The columns of the primary key, with their places in it.
        fileprivate(set) var keyPositions: [(position: Int64, name: String)] = []
        /// The foreign keys of one column.
        var references: [Reference] = []
        /// The tables that foreign keys of several columns refer to.
        var wideReferences: [String] = []

        /// The columns of the primary key, in its order.
        var key: [String] { keyPositions.map(\.name) }

        subscript(column: String) -> Column? { columns.first { $0.name.isSame(as: column) } }
    }

    /// The tables in the order of their names.
    private(set) var tables: [Table] = []

    subscript(name: String) -> Table? { tables.first { $0.name.isSame(as: name) } }

    /// Reads the tables of a database; in PostgreSQL, of the schemas in the search path. A name has
    /// the schema of its table if the name alone would not lead to the table.
    init(_ connection: any SQLConnection, _ dialect: SQLDialect) async throws {
        let statements = dialect.grammar.tables
        for row in try await connection.execute(SQLStatement(statements.columns)) {
            add(column: row)
        }
        for row in try await connection.execute(SQLStatement(statements.unique)) {
            guard let table = row.text(0), let column = row.text(1) else { continue }
            change(table) { table in
                for index in table.columns.indices
                where table.columns[index].name.isSame(as: column) {
                    table.columns[index].isUnique = true
                }
            }
        }
        var references: [(table: String, name: String, Reference)] = []
        for row in try await connection.execute(SQLStatement(statements.references)) {
            guard let table = row.text(0), let name = row.text(1), let column = row.text(2),
                let target = row.text(3)
            else { continue }
            // SQLite names no column if the key refers to the primary key.
            let key = row.text(4) ?? self[target]?.key.first ?? ""
            references.append(
                (table, name, Reference(column: column, target: target, targetColumn: key)))
        }
        for (table, name, reference) in references {
            let isWide =
                references.count { $0.table.isSame(as: table) && $0.name.isSame(as: name) } > 1
            change(table) { table in
                if !isWide {
                    table.references.append(reference)
                } else if !table.wideReferences.contains(reference.target) {
                    table.wideReferences.append(reference.target)
                }
            }
        }
    }

    /// Finds the kinds of all columns.
    mutating func findKinds(_ connection: any SQLConnection, _ dialect: SQLDialect) async throws {
        let check = TableCheck(connection, dialect)
        for index in tables.indices {
            for found in try await check.found(tables[index].name) {
                change(tables[index].name) { table in
                    for column in table.columns.indices
                    where table.columns[column].name.isSame(as: found.name) {
                        let kinds = SQLColumn.Kind.all.filter { found.fits($0, dialect) }
                        table.columns[column].kinds = Set(kinds)
                    }
                }
            }
        }
    }

    private mutating func add(column row: [SQLValue]) {
        guard let table = row.text(0), let name = row.text(1) else { return }
        if tables.last?.name.isSame(as: table) != true { tables.append(Table(name: table)) }
        let position = row.integer(6)
        change(table) { table in
            table.columns.append(
                Column(
                    name: name, type: row.text(2) ?? "", isRequired: row.integer(3) != 0,
                    hasDefault: row.integer(4) != 0, isGenerated: row.integer(5) != 0,
                    comment: row.text(7)))
            // The rows are in the order of the columns, and not of the key.
            if position > 0 {
                table.keyPositions.append((position, name))
                table.keyPositions.sort { $0.position < $1.position }
            }
        }
    }

    private mutating func change(_ name: String, _ body: (inout Table) -> Void) {
        guard let index = tables.firstIndex(where: { $0.name.isSame(as: name) }) else { return }
        body(&tables[index])
    }
}

extension String {
    /// Returns true if both texts have the same bytes.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [SQLValue] {
    fileprivate func text(_ index: Int) -> String? { dropFirst(index).first?.text }

    fileprivate func integer(_ index: Int) -> Int64 {
        switch dropFirst(index).first {
        case .integer(let integer): integer
        case .boolean(let value): value ? 1 : 0
        case .null, .real, .text, nil: 0
        }
    }
}
