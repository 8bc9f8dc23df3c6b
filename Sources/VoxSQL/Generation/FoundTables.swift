// SPDX-License-Identifier: MIT

/// The tables that a database has, with what a schema needs to know of them.
struct FoundTables {
    struct Column {
        let name: String
        let type: String
        var isRequired: Bool
        /// True if a row can be added without a value.
        let hasDefault: Bool
        /// True if only the database writes the column.
        let isGenerated: Bool
        /// True if the values are unique, alone.
        var isUnique = false
        /// The kinds that an attribute of the column can have.
        var kinds: Set<SQLColumn.Kind> = []
        /// The type of the numbers, or of the texts, if it is not the one that a store creates.
        var stored: StoredType?
        /// Why the column cannot have the integers of a primary key; nil if it can.
        var keyFault: String?
        let comment: String?
    }

    struct Reference {
        let column: String
        let target: String
        let targetColumn: String
    }

    struct Table {
        let name: String
        let comment: String?
        var columns: [Column] = []
        /// The conditions of CHECK constraints.
        var checks: [ValueList] = []
        /// The columns of each unique index with several columns.
        var wideIndexes: [[String]] = []
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
    /// The names of the views.
    private(set) var views: [String] = []

    subscript(name: String) -> Table? { tables.first { $0.name.isSame(as: name) } }

    /// Reads the tables of a database; in PostgreSQL, of the schemas in the search path. A name has
    /// the schema of its table if the name alone would not lead to the table.
    init(_ connection: any SQLConnection, _ dialect: SQLDialect) async throws {
        let statements = dialect.grammar.tables
        for row in try await connection.execute(SQLStatement(statements.columns)) {
            add(column: row)
        }
        views = try await connection.execute(SQLStatement(statements.views)).compactMap {
            $0.text(0)
        }
        for row in try await connection.execute(SQLStatement(statements.checks)) {
            guard let table = row.text(0), let text = row.text(1) else { continue }
            let conditions =
                dialect.grammar.showsDefinitions
                ? CheckConstraint.all(in: text).map(\.condition) : [text]
            change(table) { table in
                let names = table.columns.map(\.name)
                table.checks += conditions.map { ValueList($0, of: names, in: text) }
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

    /// Finds what `SQLStore.checkTables()` knows of all columns.
    mutating func findKinds(_ connection: any SQLConnection, _ dialect: SQLDialect) async throws {
        let check = TableCheck(connection, dialect)
        for index in tables.indices {
            let table = tables[index]
            let found = try await check.found(table.name)
            let unique = try await check.uniqueColumns(of: table.name)
            for place in table.columns.indices {
                let name = ExactText(table.columns[place].name)
                guard let column = found.first(where: { ExactText($0.name) == name }) else {
                    continue
                }
                let key = TableLayout.Column(name: column.name, kind: .integer, isKey: true)
                tables[index].columns[place].isRequired = column.isRequired
                tables[index].columns[place].isUnique = unique.values.contains([name])
                tables[index].columns[place].kinds = Set(
                    SQLColumn.Kind.all.filter { column.fits($0, dialect) })
                tables[index].columns[place].stored = column.stored(as: .real)
                tables[index].columns[place].keyFault = column.misfit(key, dialect)
            }
            let key = Set(table.key.map(ExactText.init))
            tables[index].wideIndexes = Set(unique.values).filter { $0.count > 1 && $0 != key }
                .map { columns in
                    table.columns.map(\.name).filter { columns.contains(ExactText($0)) }
                }
                .sorted { $0.joined(separator: "\0") < $1.joined(separator: "\0") }
        }
    }

    private mutating func add(column row: [SQLValue]) {
        guard let table = row.text(0), let name = row.text(1) else { return }
        if tables.last?.name.isSame(as: table) != true {
            tables.append(Table(name: table, comment: row.text(8)))
        }
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
        if case .integer(let integer)? = dropFirst(index).first { integer } else { 0 }
    }
}
