// SPDX-License-Identifier: MIT

/// The tables that a database has, with what a schema needs to know of them.
struct FoundTables {
    struct Reference {
        let column: String
        let target: String
        let targetColumn: String
    }

    struct Table {
        let name: String
        let comment: String?
        let columns: [FoundColumn]
        /// The columns of the primary key, in its order.
        let key: [String]
        /// The columns of each unique index with several columns.
        let wideIndexes: [[String]]
        var checks: [ValueList] = []
        /// The foreign keys of one column.
        var references: [Reference] = []
        /// The tables that foreign keys of several columns refer to.
        var wideReferences: [String] = []

        init(
            _ name: String, comment: String?, _ found: [FoundColumn],
            unique: [ExactText: Set<ExactText>]
        ) {
            self.name = name
            self.comment = comment
            let columns = found.filter { !$0.isHidden }.map { column in
                var column = column
                column.isUnique = unique.values.contains([ExactText(column.name)])
                return column
            }
            let key = columns.filter { $0.keyPlace != nil }.sorted {
                $0.keyPlace ?? 0 < $1.keyPlace ?? 0
            }.map(\.name)
            let keyNames = Set(key.map(ExactText.init))
            wideIndexes = Set(unique.values).filter { $0.count > 1 && $0 != keyNames }
                .map { index in columns.map(\.name).filter { index.contains(ExactText($0)) } }
                .sorted { $0.joined(separator: "\0") < $1.joined(separator: "\0") }
            self.columns = columns
            self.key = key
        }

        subscript(column: String) -> FoundColumn? { columns.first { $0.name.isSame(as: column) } }
    }

    /// The tables in the order of their names.
    private(set) var tables: [Table] = []
    private(set) var views: [String] = []

    subscript(name: String) -> Table? { tables.first { $0.name.isSame(as: name) } }

    /// Reads the tables of a database; in PostgreSQL, of the schemas in the search path. A name has
    /// the schema of its table if the name alone would not lead to the table.
    init(_ connection: any SQLConnection, _ dialect: SQLDialect) async throws {
        let statements = dialect.grammar.tables
        let check = TableCheck(connection, dialect)
        for row in try await connection.execute(SQLStatement(statements.tables)) {
            guard let name = row.text(0) else { continue }
            let unique = try await check.uniqueColumns(of: name)
            let columns = try await check.found(name)
            tables.append(Table(name, comment: row.text(1), columns, unique: unique))
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
}
