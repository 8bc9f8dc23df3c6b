// SPDX-License-Identifier: MIT

public import VoxServer

extension SQLStore {
    /// Checks that the database has an index for each list that clients of a service can request.
    /// An index is needed for each sort field, each filter by the value of an attribute, and each
    /// relationship. Call this function in development or in a test, on a database with the tables
    /// of the service.
    ///
    /// The function asks the database for the plans of the statements (`EXPLAIN`), and does not
    /// execute the statements. The function finds indexes even if the tables are empty. When the
    /// service runs, the database may still read all rows of a small table, because reading all
    /// rows is faster than using an index. A list in a small table needs no index: ignore the
    /// reported problem, or remove the field from ``/VoxServer/ServedType/sortable`` and
    /// ``/VoxServer/ServedType/filterable``.
    ///
    /// ```swift
    /// func check(_ store: SQLStore) async throws {
    ///     var albums = ServedType("albums", attributes: ["title", "year"])
    ///     albums.sortable = ["id", "year"]
    ///     albums.filterable = ["title"]
    ///     try await store.checkIndexes(for: [albums])
    /// }
    /// ```
    /// - Parameter types: the types of the service. Types that the store does not describe are
    ///   skipped.
    /// - Throws: ``SQLSchemaError`` with all lists for which an index is missing.
    public func checkIndexes(for types: [ServedType]) async throws {
        let problems = try await database.read { connection in
            if database.dialect == .postgreSQL {
                // The plan has these steps only if there is no other way.
                for step in ["seqscan", "sort"] {
                    _ = try await connection.execute(
                        SQLStatement("SET LOCAL enable_\(step) = off"))
                }
            }
            let plans = Plans(connection: connection, dialect: database.dialect)
            var problems: [String] = []
            for type in types {
                guard let table = model[type.name] else { continue }
                // SQLite notices a new index when it executes a statement, but not for EXPLAIN.
                let first: SQLText = "SELECT \(table.key) FROM \(table.name) LIMIT 1"
                _ = try await connection.execute(first.statement(in: database.dialect))
                problems += try await unservedKeys(of: table, plans)
                problems += try await unservedSorts(of: type, table, plans)
                problems += try await unservedFilters(of: type, table, plans)
            }
            return problems
        }
        if let error = SQLSchemaError(problems) { throw error }
    }

    private func unservedKeys(of table: SQLModel.Table, _ plans: Plans) async throws -> [String] {
        var problems: [String] = []
        for (name, relationship) in table.type.relationships {
            let columns: [(table: String, column: String, target: String)]
            switch relationship.form {
            case .columns(let keys): columns = keys.map { (table.type.table, $0.name, $0.type) }
            case .targetColumn(let column):
                let source = model[relationship.target]?.type.table ?? ""
                columns = [(source, column, table.type.name)]
            case .joinTable(let join, let owner, _): columns = [(join, owner, table.type.name)]
            }
            for (source, column, target) in columns {
                let isInteger = model[target]?.type.key.kind == .integer
                let key: SQLValue = isInteger ? .integer(1) : .text("x")
                let text: SQLText =
                    "SELECT count(*) FROM \(SQLName(source)) AS t WHERE t.\(SQLName(column)) = \(key)"
                if try await !plans.isSearched(text) {
                    problems.append(
                        "\(table.type.name), relationship \(name): no index on \(source) (\(column))"
                    )
                }
            }
        }
        return problems
    }

    private func unservedSorts(
        of type: ServedType, _ table: SQLModel.Table, _ plans: Plans
    ) async throws -> [String] {
        var problems: [String] = []
        for (name, column) in table.type.attributes
        where column.kind != .json && type.canSort(by: name) {
            var selection = ResourceSelection(type: type.name)
            selection.sort = [.init(name)]
            let row = TableRow(table, "t", database.dialect)
            let order = try SortColumns(selection.sort, row, isKeyset: true).order()
            let text: SQLText = "SELECT \(row.key) FROM \(row.from) ORDER BY \(order) LIMIT 10"
            if try await plans.isSorted(text, isUnique: column.isUnique) {
                problems.append(
                    "\(type.name), sort=\(name): no index on \(Self.index(column, table))")
            }
        }
        return problems
    }

    private func unservedFilters(
        of type: ServedType, _ table: SQLModel.Table, _ plans: Plans
    ) async throws -> [String] {
        var problems: [String] = []
        for (name, column) in table.type.attributes
        where column.kind != .json && type.canFilter(by: name) {
            let row = TableRow(table, "t", database.dialect)
            let condition = FilterTest(anyOf: [column.kind.sample]).condition(
                on: column, [], of: row)
            let text: SQLText = "SELECT count(*) FROM \(row.from) WHERE \(condition)"
            if try await !plans.isSearched(text) {
                problems.append(
                    "\(type.name), filter[\(name)]: no index on \(Self.index(column, table))")
            }
        }
        return problems
    }

    private static func index(_ column: SQLColumn, _ table: SQLModel.Table) -> String {
        let key = table.type.key.name ?? ""
        return "\(table.type.table) (\(column.name ?? column.expression ?? ""), \(key))"
    }
}

/// The plans of statements.
private struct Plans {
    let connection: any SQLConnection
    let dialect: SQLDialect

    /// Returns true if a statement finds the rows of `t` by an index.
    func isSearched(_ text: SQLText) async throws -> Bool {
        let steps = try await steps(of: text)
        return switch dialect {
        case .sqlite: steps.contains { $0.hasPrefix("SEARCH t ") }
        case .postgreSQL: steps.contains { $0.contains("Index Cond:") }
        }
    }

    /// Returns true if a statement sorts rows because no index has the order of the rows. If the
    /// values of the first column are unique, the order of its index is the order of the rows.
    func isSorted(_ text: SQLText, isUnique: Bool) async throws -> Bool {
        let steps = try await steps(of: text)
        if isUnique, steps.contains(where: { $0.contains("Presorted Key:") }) { return false }
        return steps.contains { $0.contains("TEMP B-TREE") || $0.contains("Sort Key:") }
    }

    private func steps(of text: SQLText) async throws -> [String] {
        var statement = text.statement(in: dialect)
        let words = dialect == .sqlite ? "EXPLAIN QUERY PLAN" : "EXPLAIN"
        // A driver keeps prepared statements, and SQLite keeps the plan of a prepared EXPLAIN.
        let number = UInt64.random(in: 0 ... .max)
        statement.text = "\(words) /* \(number) */ \(statement.text)"
        return try await connection.execute(statement).compactMap { row in
            if case .text(let step)? = row.last { step } else { nil }
        }
    }
}

extension SQLColumn.Kind {
    /// A value that the columns of the kind can contain.
    fileprivate var sample: JSONValue {
        switch self {
        case .text, .json: "x"
        case .integer, .real: 1
        case .boolean: true
        case .date: "2000-01-01T00:00:00Z"
        }
    }
}
