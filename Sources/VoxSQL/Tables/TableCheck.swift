// SPDX-License-Identifier: MIT

/// Compares the tables of a database with their descriptions.
struct TableCheck {
    /// A table, a column or the unique index of a column that does not exist.
    struct Missing {
        let problem: String
        let table: TableLayout.Table
        /// Nil if the table is missing.
        let column: TableLayout.Column?
        /// True if the column exists, and is not unique.
        var isIndex = false
    }

    private let connection: any SQLConnection
    private let dialect: SQLDialect
    /// The differences between tables and descriptions.
    private(set) var problems: [String] = []
    /// The columns whose types do not fit, also among the problems.
    private(set) var misfits: [String] = []
    /// The columns that cannot be compared with the keys to which they refer.
    private(set) var incomparable: [String] = []
    /// What the descriptions have and the tables do not, also among the problems.
    private(set) var missing: [Missing] = []
    /// The tables whose keys are unique only together with the tenant.
    private var sharedKeys: Set<ExactText> = []
    /// The names of the views that cannot be written.
    private(set) var readOnly: Set<ExactText> = []
    /// The types of the columns by table. Types that a store creates are left out.
    private(set) var types: [ExactText: [ExactText: StoredType]] = [:]

    init(_ connection: any SQLConnection, _ dialect: SQLDialect) {
        self.connection = connection
        self.dialect = dialect
    }

    /// Compares all tables with their descriptions.
    init(
        of layout: TableLayout, _ connection: any SQLConnection, _ dialect: SQLDialect
    ) async throws {
        self.init(connection, dialect)
        for table in layout.tables { try await check(table) }
        checkReferences(in: layout)
    }

    func found(_ table: String) async throws -> [FoundColumn] {
        let name = SQLName(table: table)
        if let schema = name.schema.flatMap(dialect.grammar.schema) {
            if try await rows(schema).isEmpty { return [] }
        }
        return try await rows(dialect.grammar.columns(of: name)).compactMap(FoundColumn.init)
    }

    /// Finds the types of the described columns. Returns false if the table does not exist.
    mutating func find(_ table: TableLayout.Table) async throws -> Bool {
        let columns = try await found(table.name)
        miss(in: table, of: columns)
        let described = Dictionary(
            table.columns.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        for column in columns {
            let name = ExactText(column.name)
            guard let other = described[name] else { continue }
            compare(column, other, in: table.name)
            types[ExactText(table.name), default: [:]][name] = column.stored(as: other.kind)
        }
        return !columns.isEmpty
    }

    private mutating func compare(
        _ found: FoundColumn, _ column: TableLayout.Column, in table: String
    ) {
        guard let fault = found.misfit(column, dialect) else { return }
        misfits.append("\(SQLStore.SchemaError.place(found.name, table)) \(fault)")
        problems += misfits.suffix(1)
    }

    private mutating func check(_ table: TableLayout.Table) async throws {
        let columns = try await found(table.name)
        miss(in: table, of: columns)
        guard let isTable = columns.first?.isInTable else { return }
        let byName = Dictionary(
            columns.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        let unique = try await isTable ? uniqueColumns(of: table.name) : [:]
        if !isTable, !columns[0].isWritten { readOnly.insert(ExactText(table.name)) }
        for column in table.columns {
            let text = SQLStore.SchemaError.place(column.name, table.name)
            guard let present = byName[ExactText(column.name)] else { continue }
            compare(present, column, in: table.name)
            types[ExactText(table.name), default: [:]][ExactText(column.name)] =
                try await isMixed(column, in: table.name)
                ? .mixed(column.kind) : present.stored(as: column.kind)
            guard isTable else { continue }
            if column.isRequired, !present.isRequired { problems.append("\(text) can be null") }
            if column.isKey, let fault = misfit(ofKey: column, in: table, unique) {
                problems.append("\(text) \(fault)")
            }
            if column.isUnique, !column.isKey, !isUnique(column, in: table, unique) {
                miss(
                    "\(text) is not unique: no unique index consists of this column", table, column,
                    isIndex: true)
            }
        }
        if isTable, let fault = try await exchange(in: table) { problems.append(fault) }
        let described = Set(table.columns.map { ExactText($0.name) })
        for column in columns
        where column.isRequired && !column.hasDefault && !described.contains(ExactText(column.name))
        {
            problems.append(
                "\(SQLStore.SchemaError.place(column.name, table.name)) is required, has no default and is"
                    + " not described")
        }
    }

    /// Finds out which of the described columns are missing.
    private mutating func miss(in table: TableLayout.Table, of columns: [FoundColumn]) {
        if columns.isEmpty {
            return miss("the table \"\(table.name)\" does not exist", table, nil)
        }
        let names = Set(columns.map { ExactText($0.name) })
        for column in table.columns where !names.contains(ExactText(column.name)) {
            miss(
                "\(SQLStore.SchemaError.place(column.name, table.name)) does not exist", table,
                column)
        }
    }

    private mutating func miss(
        _ problem: String, _ table: TableLayout.Table, _ column: TableLayout.Column?,
        isIndex: Bool = false
    ) {
        problems.append(problem)
        missing.append(Missing(problem: problem, table: table, column: column, isIndex: isIndex))
    }

    /// Finds the columns that cannot refer to the keys of their targets. If a key is unique only
    /// together with the tenant, only a row of the same tenant can refer to it.
    mutating func checkReferences(in layout: TableLayout) {
        for table in layout.tables {
            let hasTenant = table.columns.contains(where: \.isTenant)
            for column in table.columns {
                guard let (target, key) = column.reference else { continue }
                let text = SQLStore.SchemaError.place(column.name, table.name)
                if !hasTenant, sharedKeys.contains(ExactText(target)) {
                    problems.append(
                        "\(text) refers to keys of \"\(target)\", which are unique only together with"
                            + " the tenant")
                }
                if let found = types[ExactText(table.name)], let other = types[ExactText(target)],
                    other[ExactText(key)]?.comparison != found[ExactText(column.name)]?.comparison
                {
                    incomparable.append(
                        "\(text) has another type than the keys of \"\(target)\", to which it refers"
                    )
                }
            }
        }
    }

    // MARK: Keys

    /// Returns why a column cannot be the key of resources; nil if it can. `unique` contains the
    /// columns of each unique index. The name of the primary key can be empty.
    private mutating func misfit(
        ofKey key: TableLayout.Column, in table: TableLayout.Table,
        _ unique: [ExactText: Set<ExactText>]
    ) -> String? {
        let alone: Set<ExactText> = [ExactText(key.name)]
        if key.kind == .integer, let words = dialect.grammar.integerKey {
            return unique[ExactText("")] == alone ? nil : "is not \(words)"
        }
        if unique.values.contains(alone) { return nil }
        let tenants = Set(table.columns.filter(\.isTenant).map { ExactText($0.name) })
        if key.kind == .text, unique.values.contains(alone.union(tenants)) {
            sharedKeys.insert(ExactText(table.name))
            return nil
        }
        return "is not unique: no primary key and no unique index consists of this column"
    }

    /// Returns true if a unique index consists of a column, and perhaps of the tenant.
    private func isUnique(
        _ column: TableLayout.Column, in table: TableLayout.Table,
        _ unique: [ExactText: Set<ExactText>]
    ) -> Bool {
        let tenants = Set(table.columns.filter(\.isTenant).map { ExactText($0.name) })
        let name = ExactText(column.name)
        return unique.values.contains { $0.contains(name) && $0.subtracting(tenants) == [name] }
    }

    /// Returns a problem if the foreign keys of a join table refer crosswise to the described types. A
    /// foreign key may refer to another table than the described one, such as the table of a type
    /// that has a part of its rows.
    private func exchange(in table: TableLayout.Table) async throws -> String? {
        let links = table.columns.filter { table.primaryKey.contains($0.name) }
        guard links.count == 2, let first = links[0].reference?.table,
            let second = links[1].reference?.table,
            try await refers(links[0], of: table, to: second),
            try await refers(links[1], of: table, to: first),
            try await !refers(links[0], of: table, to: first)
        else { return nil }
        return "the columns \"\(links[0].name)\" and \"\(links[1].name)\" of the table"
            + " \"\(table.name)\" are described the other way round: \"\(links[0].name)\" refers to"
            + " \"\(second)\""
    }

    private func refers(
        _ column: TableLayout.Column, of table: TableLayout.Table, to target: String
    ) async throws -> Bool {
        let (table, target) = (SQLName(table: table.name), SQLName(table: target))
        let text = dialect.grammar.foreignKey(of: column.name, table, to: target)
        return try await !rows(text).isEmpty
    }

    // MARK: Statements

    private func rows(_ text: SQLText) async throws -> [[SQLValue]] {
        try await connection.execute(text.statement(in: dialect))
    }

    /// Returns true if a column of numbers contains a text, a column of booleans another value than 0 and
    /// 1, or a column of days what is no day. An index on the column finds the value in a column of
    /// numbers or booleans.
    private func isMixed(_ column: TableLayout.Column, in table: String) async throws -> Bool {
        guard !dialect.grammar.hasStaticTypes, !column.isKey else { return false }
        let name = SQLName(column.name)
        let isOther: SQLText
        switch column.kind {
        case .boolean: isOther = "\(name) < 0 OR \(name) > 1"
        case .integer, .real: isOther = "\(name) >= ''"
        case .day: isOther = "\(name) IS NOT date(\(name))"
        case .text, .date, .json: return false
        }
        let found = try await rows(
            "SELECT 1 FROM \(SQLName(table: table)) WHERE \(isOther) LIMIT 1")
        return !found.isEmpty
    }

    /// Returns the columns of the primary key and of each unique index, by the name of the index.
    func uniqueColumns(of table: String) async throws -> [ExactText: Set<ExactText>] {
        let text = dialect.grammar.uniqueColumns(of: SQLName(table: table))
        var unique: [ExactText: Set<ExactText>] = [:]
        for case (.text(let index)?, .text(let column)?) in try await rows(text).map({
            ($0.first, $0.last)
        }) {
            unique[ExactText(index), default: []].insert(ExactText(column))
        }
        return unique
    }
}
