// SPDX-License-Identifier: MIT

/// Compares the tables of a database with their descriptions.
struct TableCheck {
    /// A table or a column that does not exist.
    struct Missing {
        let problem: String
        let table: TableLayout.Table
        /// Nil if the table is missing.
        let column: TableLayout.Column?
    }

    private let connection: any SQLConnection
    private let dialect: SQLDialect
    /// The differences between tables and descriptions.
    private(set) var problems: [String] = []
    /// What the descriptions have and the tables do not, also among the problems.
    private(set) var missing: [Missing] = []
    /// The tables whose keys are unique only together with the tenant.
    private var sharedKeys: Set<ExactText> = []
    /// The names of the views that cannot be written.
    private(set) var readOnly: Set<ExactText> = []

    init(_ connection: any SQLConnection, _ dialect: SQLDialect) {
        self.connection = connection
        self.dialect = dialect
    }

    /// Returns true if the columns of a type of the database have values of a kind.
    static func fits(_ type: String, _ kind: SQLColumn.Kind, _ dialect: SQLDialect) -> Bool {
        FoundColumn(type: type).fits(kind, dialect)
    }

    /// Compares a table or a view with its description.
    mutating func check(_ table: TableLayout.Table) async throws {
        let columns = try await rows(columns(of: table.name)).compactMap(FoundColumn.init)
        guard let isTable = columns.first?.isInTable else {
            miss("the table \"\(table.name)\" does not exist", table, nil)
            return
        }
        let byName = Dictionary(
            columns.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        let unique = try await isTable ? uniqueColumns(of: table.name) : [:]
        if !isTable, try await !isWritten(view: table.name) {
            readOnly.insert(ExactText(table.name))
        }
        for column in table.columns {
            let text = "the column \"\(column.name)\" of the table \"\(table.name)\""
            guard let present = byName[ExactText(column.name)] else {
                miss("\(text) does not exist", table, column)
                continue
            }
            if let fault = present.misfit(column, dialect) { problems.append("\(text) \(fault)") }
            guard isTable else { continue }
            if column.isRequired, !present.isRequired { problems.append("\(text) can be null") }
            if column.isKey, let fault = misfit(ofKey: column, in: table, unique) {
                problems.append("\(text) \(fault)")
            }
        }
        let described = Set(table.columns.map { ExactText($0.name) })
        for column in columns
        where column.isRequired && !column.hasDefault && !described.contains(ExactText(column.name))
        {
            problems.append(
                "the column \"\(column.name)\" of the table \"\(table.name)\" is required, has no default"
                    + " and is not described")
        }
    }

    private mutating func miss(
        _ problem: String, _ table: TableLayout.Table, _ column: TableLayout.Column?
    ) {
        problems.append(problem)
        missing.append(Missing(problem: problem, table: table, column: column))
    }

    /// Returns a problem for each column that can contain the key of another tenant's row. If a key
    /// is unique only together with the tenant, only a row of the same tenant can refer to it.
    func ambiguousReferences(in layout: TableLayout) -> [String] {
        var problems: [String] = []
        for table in layout.tables where !table.columns.contains(where: \.isTenant) {
            for column in table.columns {
                guard let target = column.reference?.table, sharedKeys.contains(ExactText(target))
                else { continue }
                problems.append(
                    "the column \"\(column.name)\" of the table \"\(table.name)\" refers to keys of"
                        + " \"\(target)\", which are unique only together with the tenant")
            }
        }
        return problems
    }

    // MARK: Keys

    /// Returns why a column cannot be the key of resources; nil if it can. `unique` contains the
    /// columns of each unique index. The name of the primary key is empty.
    private mutating func misfit(
        ofKey key: TableLayout.Column, in table: TableLayout.Table,
        _ unique: [ExactText: Set<ExactText>]
    ) -> String? {
        let alone: Set<ExactText> = [ExactText(key.name)]
        if key.kind == .integer, dialect == .sqlite {
            // SQLite chooses only the keys of such a column.
            return unique[ExactText("")] == alone ? nil : "is not INTEGER PRIMARY KEY"
        }
        if unique.values.contains(alone) { return nil }
        let tenants = Set(table.columns.filter(\.isTenant).map { ExactText($0.name) })
        if key.kind == .text, unique.values.contains(alone.union(tenants)) {
            sharedKeys.insert(ExactText(table.name))
            return nil
        }
        return "is not unique: no primary key and no unique index consists of this column"
    }

    // MARK: Statements

    private func rows(_ text: SQLText) async throws -> [[SQLValue]] {
        try await connection.execute(text.statement(in: dialect))
    }

    /// Returns true if the database, or a trigger, carries out writes to a view.
    private func isWritten(view name: String) async throws -> Bool {
        let text: SQLText =
            switch dialect {
            case .sqlite:
                """
                SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'trigger' \
                AND tbl_name = \(SQLValue.text(name)) COLLATE NOCASE)
                """
            case .postgreSQL:
                // The bits of UPDATE, INSERT and DELETE.
                """
                SELECT pg_relation_is_updatable(\
                to_regclass(\(SQLValue.text(SQLName(name).quoted))), true) & 28 <> 0
                """
            }
        return try await rows(text).first?.first?.isTrue ?? false
    }

    private func columns(of table: String) -> SQLText {
        let name = SQLValue.text(table)
        return switch dialect {
        case .sqlite:
            """
            SELECT name, type, "notnull" OR pk > 0, dflt_value IS NOT NULL OR pk > 0, hidden, \
            EXISTS (SELECT 1 FROM sqlite_master AS m \
            WHERE m.type = 'table' AND m.name = \(name) COLLATE NOCASE) \
            FROM pragma_table_xinfo(\(name))
            """
        case .postgreSQL:
            """
            SELECT column_name::text, data_type::text, is_nullable = 'NO', \
            column_default IS NOT NULL OR is_identity = 'YES' OR is_generated <> 'NEVER', 0, \
            EXISTS (SELECT 1 FROM information_schema.tables AS t \
            WHERE t.table_schema = c.table_schema AND t.table_name = c.table_name \
            AND t.table_type = 'BASE TABLE') FROM information_schema.columns AS c \
            WHERE table_schema = ANY (current_schemas(false)) AND table_name = \(name)
            """
        }
    }

    /// Returns the columns of the primary key and of each unique index, by the name of the index.
    /// In SQLite, the name of the primary key is empty. An expression in an index is a column
    /// without a name.
    private func uniqueColumns(of table: String) async throws -> [ExactText: Set<ExactText>] {
        let name = SQLValue.text(dialect == .sqlite ? table : SQLName(table).quoted)
        let text: SQLText =
            switch dialect {
            case .sqlite:
                """
                SELECT '', name FROM pragma_table_xinfo(\(name)) WHERE pk > 0 UNION ALL \
                SELECT i.name, ifnull(c.name, '') FROM pragma_index_list(\(name)) AS i \
                JOIN pragma_index_xinfo(i.name) AS c WHERE i."unique" AND NOT i.partial AND c.key
                """
            case .postgreSQL:
                """
                SELECT i.indexrelid::regclass::text, a.attname::text FROM pg_index AS i \
                JOIN pg_attribute AS a ON a.attrelid = i.indrelid \
                AND a.attnum = ANY (i.indkey[0:i.indnkeyatts - 1]) \
                WHERE i.indrelid = to_regclass(\(name)) AND i.indisunique AND i.indimmediate \
                AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
                """
            }
        var unique: [ExactText: Set<ExactText>] = [:]
        for case (.text(let index)?, .text(let column)?) in try await rows(text).map({
            ($0.first, $0.last)
        }) {
            unique[ExactText(index), default: []].insert(ExactText(column))
        }
        return unique
    }
}

/// A column that a table in the database has.
private struct FoundColumn {
    let name: String
    let type: String
    let isRequired: Bool
    let hasDefault: Bool
    /// False for a column of a view.
    let isInTable: Bool

    /// A column of a table that has this type.
    init(type: String) {
        self.init(
            name: "", type: type.uppercased(), isRequired: false, hasDefault: false, isInTable: true
        )
    }

    private init(name: String, type: String, isRequired: Bool, hasDefault: Bool, isInTable: Bool) {
        (self.name, self.type, self.isRequired) = (name, type, isRequired)
        (self.hasDefault, self.isInTable) = (hasDefault, isInTable)
    }

    init?(_ row: [SQLValue]) {
        guard row.count == 6, case .text(let name) = row[0], case .text(let type) = row[1] else {
            return nil
        }
        self.name = name
        self.type = type.uppercased()
        isRequired = row[2].isTrue
        // SQLite sets a hidden column itself.
        hasDefault = row[3].isTrue || row[4].isTrue
        isInTable = row[5].isTrue
    }

    /// Returns why the column does not fit its description; nil if it fits.
    func misfit(_ column: TableLayout.Column, _ dialect: SQLDialect) -> String? {
        if !fits(column.kind, dialect) {
            // Comparisons with doubles would find other values in such a column.
            let isNumber = dialect == .postgreSQL && ["REAL", "NUMERIC"].contains(type)
            let better = column.kind == .real && isNumber ? ": use double precision" : ""
            let found = type.isEmpty ? "has no type" : "has the type \(type)"
            return "\(found), which does not fit \(column.kind)\(better)"
        }
        guard isInTable, column.kind == .integer, column.isKey || column.isVersion else {
            return nil
        }
        switch dialect {
        case .sqlite:
            // A column of the type INT has no keys from SQLite.
            return column.isKey && type != "INTEGER" ? "has the type \(type): use INTEGER" : nil
        case .postgreSQL:
            // Versions are times in microseconds, and clients may choose large keys.
            return type != "BIGINT" ? "has the type \(type): use bigint" : nil
        }
    }

    func fits(_ kind: SQLColumn.Kind, _ dialect: SQLDialect) -> Bool {
        func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        if dialect == .postgreSQL {
            return switch kind {
            // A value of the type `character` has blanks at its end.
            case .text: has("CHAR", "TEXT") && type != "CHARACTER"
            case .integer: has("INT", "NUMERIC") && !has("INTERVAL")
            case .real: has("DOUBLE")
            case .boolean: has("BOOL")
            // A value without a time zone would be returned without an offset.
            case .date: type == "DATE" || type == "TIMESTAMP WITH TIME ZONE"
            case .json: type == "JSONB"
            }
        }
        // SQLite does not tell the type of an expression in a view.
        if type.isEmpty, !isInTable { return true }
        // The rules of column affinity of SQLite, section 3.1 of "Datatypes In SQLite".
        let isInteger = has("INT")
        let isText = !isInteger && has("CHAR", "CLOB", "TEXT")
        let isReal = !isInteger && !isText && has("REAL", "FLOA", "DOUB")
        let isBlob = !isInteger && !isText && (type.isEmpty || has("BLOB"))
        let isNumeric = !isInteger && !isText && !isReal && !isBlob
        return switch kind {
        case .text: isText
        case .integer: isInteger || isNumeric
        case .real: isReal || isNumeric
        case .boolean: isInteger || isNumeric
        // A numeric column such as `DATETIME` keeps the text of a time.
        case .date: isText || isBlob || isNumeric && has("DATE", "TIME")
        // A numeric column would turn the text "2024" into a number.
        case .json: isText || isBlob
        }
    }
}

extension SQLValue {
    fileprivate var isTrue: Bool {
        switch self {
        case .boolean(let value): value
        case .integer(let integer): integer != 0
        case .null, .real, .text: false
        }
    }
}
