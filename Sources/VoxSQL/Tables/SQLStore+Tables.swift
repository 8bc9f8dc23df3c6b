// SPDX-License-Identifier: MIT

extension SQLStore {
    /// The statements that create the described tables in an empty database: columns, keys, foreign
    /// keys, and an index for each foreign key and for each column that `.sortable` names.
    ///
    /// Use these statements as the first migration. A store does not migrate tables.
    public var schemaStatements: [String] {
        let layout = TableLayout(model)
        let tables = layout.tables.map(text(of:))
        let others = layout.tables.flatMap { table in
            table.columns.flatMap { indexes(of: $0, table) }
        }
        let orders = model.tables.flatMap { sortIndexes(of: $0) }
        return (schemas(of: layout.tables) + tables + others + orders).map {
            $0.statement(in: database.dialect).text
        }
    }

    /// Creates the described tables in one transaction (``schemaStatements``).
    /// - Throws: ``SQLError`` if one of the tables already exists, or if the database cannot be
    ///   used.
    public func createTables() async throws {
        let statements = schemaStatements
        try await database.write { connection in
            for statement in statements {
                _ = try await connection.execute(SQLStatement(statement))
            }
        }
        complete(nil)
    }

    /// Checks that the tables of the database match the descriptions. Call this function when the
    /// service starts.
    ///
    /// The function looks for missing tables and columns, for columns of the wrong kind, for
    /// required columns that can be null, for keys that are not unique, and for columns that need a
    /// value in each new row but are in no description. A view has no constraints, so the function
    /// checks only the kinds of its columns. After the call, the store knows the views that cannot
    /// be written (``canWrite(_:)``).
    ///
    /// The function also tells the store the types of columns that other programs have made, such
    /// as `uuid`, `integer`, `text[]` or an enumeration of PostgreSQL. Without a call of this
    /// function, the store reads the types in the first transaction.
    ///
    /// - Parameter service: a service on this store; nil if there is none. The function also looks
    ///   for fields of its types that are in no description, that have another kind there, or that
    ///   only the database writes.
    /// - Throws: ``SQLStore/SchemaError`` with all differences between served types, descriptions
    ///   and tables, and ``SQLError`` if the database cannot be used.
    public func checkTables(for service: ResourceService? = nil) async throws {
        let layout = TableLayout(model)
        let served = (service?.types ?? [:]).values.sorted { $0.name < $1.name }
        let differences = served.flatMap { model.differences(from: $0) }
        let check = try await database.read {
            try await TableCheck(of: layout, $0, database.dialect)
        }
        complete(check)
        set(readOnly: check.readOnly)
        let problems = differences + check.problems + check.incomparable
        if let error = SQLStore.SchemaError(problems) { throw error }
    }

    /// Returns the statements that add what the descriptions have and the tables do not: tables,
    /// columns, join tables, foreign keys and the indexes of what is added, in an order that runs. After them,
    /// ``checkTables(for:)`` finds no problem. No statement removes or changes a value.
    ///
    /// Read the statements, and copy them into a migration. The statements of an empty database are
    /// ``schemaStatements``.
    /// - Throws: ``SQLStore/SchemaError`` with all differences that no such statement can end: a
    ///   column of another kind, a key that is not unique, and a missing column that is required,
    ///   because the rows that exist need a value that only you know. ``SQLError`` if the database
    ///   cannot be used.
    public func missingStatements() async throws -> [String] {
        let layout = TableLayout(model)
        let check = try await database.read {
            try await TableCheck(of: layout, $0, database.dialect)
        }
        let added = check.missing.filter {
            $0.isIndex || $0.column?.canBeAdded(to: $0.table) ?? true
        }
        let addedTexts = Set(added.map { ExactText($0.problem) })
        let others = check.problems.filter { !addedTexts.contains(ExactText($0)) }
        if let error = SchemaError(others) { throw error }
        let whole = added.filter { !$0.isIndex }
        let texts = whole.map { missing in
            guard let column = missing.column else { return text(of: missing.table) }
            return
                "ALTER TABLE \(SQLName(table: missing.table.name)) ADD COLUMN \(text(of: column, of: missing.table, isNew: false))"
        }
        let unique = added.compactMap { missing -> SQLText? in
            guard let column = missing.column, column.isUnique else { return nil }
            return index("UNIQUE INDEX", "\(column.name)_key", of: column, missing.table)
        }
        let links = whole.flatMap { missing in
            (missing.column.map { [$0] } ?? missing.table.columns).flatMap {
                indexes(of: $0, missing.table)
            }
        }
        let schemas = schemas(of: added.filter { $0.column == nil }.map(\.table))
        let orders = model.tables.flatMap { table in
            let own = whole.filter { ExactText($0.table.name) == ExactText(table.type.table) }
            return sortIndexes(of: table) { name in
                own.contains { $0.column.map { ExactText($0.name) == ExactText(name) } ?? true }
            }
        }
        return (schemas + texts + unique + links + orders).map {
            $0.statement(in: database.dialect).text
        }
    }

    // MARK: Statements

    private func schemas(of tables: [TableLayout.Table]) -> [SQLText] {
        let names = tables.compactMap { SQLName(table: $0.name).schema.map(ExactText.init) }
        return Set(names).map(\.text).filter { database.dialect.grammar.schema($0) == nil }.sorted()
            .map { "CREATE SCHEMA IF NOT EXISTS \(SQLName($0))" }
    }

    private func text(of table: TableLayout.Table) -> SQLText {
        var parts = table.columns.map { text(of: $0, of: table, isNew: true) }
        if !table.primaryKey.isEmpty {
            let names = table.primaryKey.map { "\(SQLName($0))" as SQLText }.joined(by: ", ")
            parts.append("PRIMARY KEY (\(names))")
        }
        for columns in table.alternatives {
            let present = columns.map { "(\(SQLName($0)) IS NOT NULL)" as SQLText }
            let counted = present.map { "CASE WHEN \($0) THEN 1 ELSE 0 END" as SQLText }
            parts.append("CHECK (\(counted.joined(by: " + ")) = 1)")
        }
        return "CREATE TABLE \(SQLName(table: table.name)) (\(parts.joined(by: ", ")))"
    }

    /// Returns a column as it is in the statement that creates its table (`isNew`), or adds it.
    private func text(
        of column: TableLayout.Column, of table: TableLayout.Table, isNew: Bool
    ) -> SQLText {
        let type = database.dialect.grammar.type(column.kind, isKey: column.isKey)
        var text: SQLText = "\(SQLName(column.name)) \(type)"
        if column.isRequired, !column.isKey { text = text + " NOT NULL" }
        // SQLite adds no unique column.
        if column.isUnique, !column.isKey, isNew { text = text + " UNIQUE" }
        if column.isVersion { text = text + " DEFAULT 1" }
        // Such a foreign key refers to a table of its own schema, without naming it.
        if let reference = column.reference, !database.dialect.grammar.addsForeignKeys {
            let target = SQLName(table: reference.table)
            if target.schema == SQLName(table: table.name).schema {
                text = text + " REFERENCES \(target.alone) (\(SQLName(reference.key)))"
            }
        }
        return text
    }

    /// Returns the statements for the index of a foreign key, and those that add the foreign key.
    private func indexes(of column: TableLayout.Column, _ table: TableLayout.Table) -> [SQLText] {
        guard let reference = column.reference else { return [] }
        var texts: [SQLText] = []
        if database.dialect.grammar.addsForeignKeys {
            texts.append(
                """
                ALTER TABLE \(SQLName(table: table.name)) ADD FOREIGN KEY (\(SQLName(column.name))) \
                REFERENCES \(SQLName(table: reference.table)) (\(SQLName(reference.key)))
                """)
        }
        // The primary key of a join table is an index on its first column.
        if table.primaryKey.first != column.name {
            texts.append(index("INDEX", "\(column.name)_idx", of: column, table))
        }
        return texts
    }

    private func index(
        _ kind: SQLText, _ name: String, of column: TableLayout.Column,
        _ table: TableLayout.Table
    ) -> SQLText {
        database.dialect.grammar.index(
            kind, name, on: SQLName(table: table.name), "(\(SQLName(column.name)))")
    }
}

extension TableLayout.Column {
    /// Returns true if rows that exist need no value in the column.
    fileprivate func canBeAdded(to table: TableLayout.Table) -> Bool {
        let isAlternative = table.alternatives.joined().contains {
            ExactText($0) == ExactText(name)
        }
        return !isKey && !isAlternative && (!isRequired || isVersion)
    }
}
