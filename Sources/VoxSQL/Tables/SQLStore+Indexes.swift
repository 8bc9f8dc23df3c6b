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
    /// The statements have the conditions of the store: the tenant of a caller, and rows that are
    /// not deleted. So an index can begin with the tenant column, and can contain only the rows
    /// that are not deleted. Each line of the error ends with an index that serves the list, in the
    /// form `"album" ("year" NULLS FIRST, "id")`: write `CREATE INDEX name ON` before it.
    ///
    /// ```swift
    /// func check(_ store: SQLStore) async throws {
    ///     try await store.checkIndexes(for: ResourceService(serving: store))
    /// }
    /// ```
    ///
    /// A sort by an attribute of a target (``/VoxServer/ServedType/Rule/sortableThrough(_:_:)``) is
    /// not checked, because no index has the order of another table.
    /// - Parameter service: a service on this store. Types that the store does not describe are
    ///   skipped.
    /// - Throws: ``SQLStore/SchemaError`` with all lists for which an index is missing.
    public func checkIndexes(for service: ResourceService) async throws {
        let types = service.types.values.sorted { $0.name < $1.name }
        let problems = try await database.read { connection in
            for setting in database.dialect.grammar.planSettings {
                _ = try await connection.execute(SQLStatement(setting))
            }
            let plans = Plans(connection: connection, dialect: database.dialect)
            var problems: [String] = []
            for type in types {
                guard let table = model[type.name] else { continue }
                // SQLite notices a new index when it executes a statement, but not for EXPLAIN.
                let first: SQLText = "SELECT \(table.key) FROM \(table.name) LIMIT 1"
                _ = try await connection.execute(first.statement(in: database.dialect))
                problems += try await unservedKeys(of: table, plans)
                // A list has at most one of the tenants.
                if table.type.hasTenants { continue }
                problems += try await unservedSorts(of: type, table, plans)
                problems += try await unservedFilters(of: type, table, plans)
            }
            return problems
        }
        if let error = SchemaError(problems) { throw error }
    }

    private func unservedKeys(of table: SQLModel.Table, _ plans: Plans) async throws -> [String] {
        var problems: [String] = []
        for (name, relationship) in table.type.relationships {
            // A join table is the table of no type.
            let columns: [(source: SQLModel.Table?, column: String, target: String)]
            switch relationship.form {
            case .columns(let keys): columns = keys.map { (table, $0.name, $0.type) }
            case .targetColumn(let column):
                columns = [(model[relationship.target], column, table.type.name)]
            case .joinTable(_, let owner, _): columns = [(nil, owner, table.type.name)]
            }
            for (source, column, target) in columns {
                let key = model[target].flatMap { SQLValue($0.type.key.sample, $0.type.key) }
                let row = source.map { TableRow($0, "t", database.dialect) }
                let place = source?.name ?? SQLName(table: relationship.joinTable ?? "")
                if try await !plans.isSearched(
                    "t.\(SQLName(column)) = \(key ?? .null)", row?.sampleVisibility ?? [],
                    in: "\(place) AS t")
                {
                    let index = Self.columns(["\(SQLName(column))"], of: source)
                    problems.append(
                        "\(table.type.name), relationship \(name): no index on \(words(place, index))"
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
            let order = try SortColumns(selection.sort, row, model, isKeyset: true).order()
            let text: SQLText = """
                SELECT \(row.key) FROM \(row.from)\(row.sampleVisibility.whereClause) \
                ORDER BY \(order) LIMIT 10
                """
            if case .enumeration? = column.stored {
                problems.append("\(type.name), sort=\(name): no index has the order of the texts")
            } else if try await plans.isSorted(text, isUnique: column.isUnique) {
                let index = try await index(column, table, plans)
                problems.append("\(type.name), sort=\(name): no index on \(index)")
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
            let condition = FilterTest(anyOf: [column.sample]).condition(on: column, [], of: row)
            if try await !plans.isSearched(condition, row.sampleVisibility, in: row.from) {
                let index = try await index(column, table, plans)
                problems.append("\(type.name), filter[\(name)]: no index on \(index)")
            }
        }
        return problems
    }

    // MARK: Suggestions

    private func words(_ table: SQLName, _ columns: SQLText) -> String {
        let text: SQLText = "\(table) \(columns)"
        return text.statement(in: database.dialect).text
    }

    /// Returns an index that serves the lists that are sorted or filtered by a column.
    private func index(
        _ column: SQLType.Column, _ table: SQLModel.Table, _ plans: Plans
    ) async throws -> String {
        let key = table.type.key
        let columns = columns(
            of: table, sortedBy: column,
            hasByteOrder: try await plans.hasByteOrder(column, of: table),
            keyHasByteOrder: try await plans.hasByteOrder(key, of: table))
        return words(table.name, columns)
    }

    /// Returns the columns of an index for the lists that are sorted by a column. `hasByteOrder` is
    /// true for a column whose texts have the order of their bytes by themselves.
    private func columns(
        of table: SQLModel.Table, sortedBy column: SQLType.Column, hasByteOrder: Bool = true,
        keyHasByteOrder: Bool = true
    ) -> SQLText {
        let dialect = database.dialect
        let first = column.indexed(in: dialect, hasByteOrder: hasByteOrder)
        let key = table.type.key.indexed(in: dialect, hasByteOrder: keyHasByteOrder)
        // The lists of the store have nulls at the beginning.
        let isFirst = dialect.grammar.sortsNullFirst || column.isRequired
        return Self.columns([isFirst ? first : first + " NULLS FIRST", key], of: table)
    }

    /// Returns the columns of an index. The index of a type begins with the tenant, and leaves out
    /// the deleted rows.
    private static func columns(_ columns: [SQLText], of table: SQLModel.Table?) -> SQLText {
        let tenant = table?.type.tenant?.column.name.map { ["\(SQLName($0))" as SQLText] } ?? []
        let rows = table?.type.deletedAt.map { " WHERE \(SQLName($0)) IS NULL" as SQLText } ?? ""
        return "(\((tenant + columns).joined(by: ", ")))\(rows)"
    }

    /// Returns the statements for the indexes of the sort orders that the rules of a type name. The
    /// store creates their columns, so texts have the order of their bytes.
    func sortIndexes(
        of table: SQLModel.Table, where isIncluded: (_ column: String) -> Bool = { _ in true }
    ) -> [SQLText] {
        let dialect = database.dialect
        let fields = table.type.served?().sortable ?? []
        return table.type.attributes.compactMap { name, column in
            guard fields.contains(exactly: name), column.kind != .json, let place = column.name,
                isIncluded(place)
            else { return nil }
            // The index of unique values has the order of the column, but does not begin with the
            // tenant.
            let ordered = column.indexed(in: dialect, hasByteOrder: true)
            if column.isUnique, column.isRequired, table.type.tenant == nil,
                ordered.statement(in: dialect).text == SQLName(place).quoted
            {
                return nil
            }
            let columns = columns(of: table, sortedBy: column)
            return dialect.grammar.index("INDEX", "\(place)_idx", on: table.name, columns)
        }
    }
}

private struct Plans {
    let connection: any SQLConnection
    let dialect: SQLDialect

    /// Returns true if an index finds the rows of `t` that meet a condition. All statements about
    /// the table have the other conditions, too. An index that serves only these conditions, such
    /// as an index on the tenant, does not count.
    func isSearched(
        _ condition: SQLText, _ others: [SQLText], in table: SQLText
    ) async throws -> Bool {
        // An index may begin with the column, and the database may prefer an index on the tenant.
        let parts = others.map { [$0] }
        let all: SQLText = "SELECT count(*) FROM \(table)"
        let sets: [[SQLText]] = [[]] + parts + [others]
        for others in sets {
            let known = others.isEmpty ? [] : try await searches(in: all + others.whereClause)
            let found = try await searches(in: all + (others + [condition]).whereClause)
            if found.contains(where: { !known.contains($0) }) { return true }
        }
        return false
    }

    /// Returns the conditions by which a statement finds the rows of `t` in indexes.
    private func searches(in text: SQLText) async throws -> [String] {
        try await steps(of: text).compactMap(dialect.grammar.searched)
    }

    /// Returns true if the texts of a column have the order of their bytes by themselves.
    func hasByteOrder(_ column: SQLType.Column, of table: SQLModel.Table) async throws -> Bool {
        guard let name = column.name else { return false }
        return try await TableCheck(connection, dialect).found(table.type.table).contains {
            $0.hasByteOrder && $0.name == name
        }
    }

    /// Returns true if a statement sorts rows because no index has the order of the rows. If the
    /// values of the first column are unique, the order of its index is the order of the rows.
    func isSorted(_ text: SQLText, isUnique: Bool) async throws -> Bool {
        let steps = try await steps(of: text)
        if isUnique, steps.contains(where: { $0.contains("Presorted Key:") }) { return false }
        return steps.contains { $0.contains(dialect.grammar.sortStep) }
    }

    private func steps(of text: SQLText) async throws -> [String] {
        var statement = text.statement(in: dialect)
        let words = dialect.grammar.explain
        // A driver keeps prepared statements, and SQLite keeps the plan of a prepared EXPLAIN.
        let number = UInt64.random(in: 0 ... .max)
        statement.text = "\(words) /* \(number) */ \(statement.text)"
        return try await connection.execute(statement).compactMap { $0.last?.text }
    }
}

extension TableRow {
    /// The conditions for the rows that are visible to a caller, with a sample as the tenant.
    fileprivate var sampleVisibility: [SQLText] {
        guard let tenant = table.type.tenant?.column else { return presence }
        let sample = SQLValue(tenant.sample, tenant, dialect) ?? .null
        return presence + ["\(column(tenant.name ?? "")) = \(sample)"]
    }
}

extension SQLType.Relationship {
    fileprivate var joinTable: String? {
        if case .joinTable(let table, _, _) = form { table } else { nil }
    }
}

extension SQLType.Column {
    /// Returns the column as it is in an index that has the order of the lists of a store.
    fileprivate func indexed(in dialect: SQLDialect, hasByteOrder: Bool) -> SQLText {
        let ordered = orderedText(in: dialect)
        guard let name = name.map({ SQLName($0) }) else {
            return kind == .real ? "(\(ordered))" : ordered
        }
        return switch (kind, stored) {
        case (.text, nil) where !hasByteOrder: ordered
        case (.real, let stored?) where dialect.grammar.hasStaticTypes:
            "(\(stored.value("\(name)")))"
        case (.date, _): ordered
        default: "\(name)"
        }
    }

    fileprivate var sample: JSONValue {
        switch stored {
        case .uuid: return "00000000-0000-0000-0000-000000000000"
        case .enumeration(_, _, let labels): return .string(labels.first?.text ?? "")
        default: break
        }
        return switch kind {
        case .text, .json: "x"
        case .integer, .real: 1
        case .boolean: true
        case .date: "2000-01-01T00:00:00Z"
        case .day: "2000-01-01"
        }
    }
}
