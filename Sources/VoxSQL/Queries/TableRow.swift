// SPDX-License-Identifier: MIT

/// A table in a statement, with the alias that the statement uses for its rows.
struct TableRow: Sendable {
    let table: SQLModel.Table
    let alias: SQLName
    let dialect: SQLDialect

    var grammar: any SQLGrammar { dialect.grammar }

    init(_ table: SQLModel.Table, _ alias: String, _ dialect: SQLDialect) {
        self.table = table
        self.alias = SQLName(alias)
        self.dialect = dialect
    }

    var from: SQLText { "\(table.name) AS \(alias)" }

    var key: SQLText { value(table.type.key) }

    /// The key in the form for comparisons with other keys. In PostgreSQL, keys are compared by
    /// their bytes.
    var orderedKey: SQLText { ordered(key, table.type.key) }

    /// Returns a column, or the expression of a computed attribute.
    func value(_ column: SQLType.Column) -> SQLText {
        let value =
            column.name.map { self.column($0) } ?? Self.computed(column, of: alias, dialect)
        return column.stored?.value(value) ?? grammar.value(value, column.kind)
    }

    /// Returns the expression of a computed attribute. Without an alias, the columns are those of
    /// the only table.
    static func computed(
        _ column: SQLType.Column, of alias: SQLName?, _ dialect: SQLDialect
    ) -> SQLText {
        let value: SQLText = SQLText(expression: column.expression ?? "", of: alias) ?? "NULL"
        // The parameters are doubles. A number of another type would equal none of them.
        return column.kind == .real ? dialect.grammar.cast(value, .real) : value
    }

    func column(_ name: String) -> SQLText { "\(alias).\(SQLName(name))" }

    /// Returns a value in the form for comparisons and sorting. The order of an enumeration is that
    /// of its texts. The order of UUIDs is that of their texts anyway.
    func ordered(_ value: SQLText, _ column: SQLType.Column) -> SQLText {
        Self.ordered(value, column, dialect)
    }

    static func ordered(
        _ value: SQLText, _ column: SQLType.Column, _ dialect: SQLDialect
    ) -> SQLText {
        switch column.stored {
        case .uuid: value
        case .enumeration: "\(value)::text COLLATE \"C\""
        default: dialect.grammar.ordered(value, column.kind)
        }
    }

    /// Returns a value as a parameter for a comparison with a column in the form of `ordered`. A
    /// time would be cut for a column of days.
    func parameter(_ value: SQLValue, _ column: SQLType.Column) -> SQLText {
        if column.kind.isTime { return grammar.cast("\(value)", column.kind) }
        return column.stored == .uuid ? "\(value)::uuid" : "\(value)"
    }

    /// The conditions for rows that are visible to the caller.
    func visibility() throws -> [SQLText] { try presence + tenancy() }

    /// The condition for rows that are not deleted; empty for a type that keeps no deleted rows.
    var presence: [SQLText] { table.type.deletedAt.map { ["\(column($0)) IS NULL"] } ?? [] }

    /// The condition for rows of the caller's tenant; empty for a type without a tenant.
    func tenancy() throws -> [SQLText] {
        guard let tenant = table.type.tenant else { return [] }
        return ["\(column(tenant.column.name ?? "")) = \(try tenant.value())"]
    }

    /// Returns the condition that a list of texts contains the value of a column.
    func contains(_ texts: [String], _ column: SQLType.Column, _ value: SQLText) -> SQLText {
        SQLList(texts.map { .string($0) }, column, dialect).contains(value: value)
    }

    func contains(_ numbers: [JSONNumber], _ column: SQLType.Column, _ value: SQLText) -> SQLText {
        SQLList(numbers.map { .number($0) }, column, dialect).contains(value: value)
    }

    // MARK: Keys

    /// Returns the condition that the value of an expression is the key for one of these ids.
    func isOne(of ids: some Sequence<String>, _ expression: SQLText) -> SQLText {
        let keys = SQLList(table.keys(ofIDs: ids), table.type.key, dialect)
        return keys.contains(key: expression)
    }
}

extension SQLType.Relationship {
    /// Returns where the targets of an owner are: `owner` and `target` are equal, in the row of the
    /// owner and in the tables `from`, which contain the row of the target. `alias` is the name of a
    /// row in a join table.
    func link(
        from owner: TableRow, to target: TableRow, _ alias: SQLName
    ) -> (owner: SQLText, target: SQLText, from: SQLText) {
        switch form {
        case .columns:
            let column = column(ofType: target.table.type.name) ?? ""
            return (owner.column(column), target.key, target.from)
        case .targetColumn(let column): return (owner.key, target.column(column), target.from)
        case .joinTable(let join, let ownerColumn, let column):
            let from: SQLText = """
                \(SQLName(table: join)) AS \(alias) JOIN \(target.from) \
                ON \(target.key) = \(alias).\(SQLName(column))
                """
            return (owner.key, "\(alias).\(SQLName(ownerColumn))", from)
        }
    }
}

extension SQLModel.Table {
    func key(ofID id: String) -> SQLValue? {
        let value: JSONValue
        if type.key.kind == .integer {
            guard let number = Int64(id) else { return nil }
            value = .number(JSONNumber(number))
        } else {
            value = .string(id)
        }
        // The id of another text, such as 007 or a UUID in capitals, would be another one.
        guard let key = SQLValue(value, type.key), let found = key.id,
            found.utf8.elementsEqual(id.utf8)
        else { return nil }
        return key
    }

    /// Returns the keys for these ids as JSON values. Ids that no row can have are left out.
    func keys(ofIDs ids: some Sequence<String>) -> [JSONValue] {
        ids.compactMap { id in
            switch key(ofID: id) {
            case .integer(let number)?: .number(JSONNumber(number))
            case .text(let text)?: .string(text)
            default: nil
            }
        }
    }
}

/// A list of values as one parameter, so that all lists of several values have the same statement.
struct SQLList {
    private let values: [JSONValue]
    /// The only value of the list; nil if the list is empty or has several values.
    private let single: SQLText?
    private let column: SQLType.Column
    private let grammar: any SQLGrammar

    /// Creates a list of values that are compared with the values of a column.
    init(_ values: [JSONValue], _ column: SQLType.Column, _ dialect: SQLDialect) {
        self.values = values
        let value =
            values.count == 1 ? SQLValue(comparing: values[0], column, dialect) : nil
        self.column = column
        grammar = dialect.grammar
        single = value.map { Self.cast("\($0)", column, isParameter: true, dialect.grammar) }
    }

    private var json: SQLValue { .text((try? JSONValue.array(values).text()) ?? "[]") }

    /// Returns the condition that the list contains a key, which has an index. PostgreSQL cannot
    /// estimate the number of rows for `ANY`, so one key is compared with `=`.
    func contains(key: SQLText) -> SQLText { contains(key, isIndexed: true) }

    /// Returns the condition that the list contains the value of a column. The column may have no
    /// index.
    func contains(value: SQLText) -> SQLText { contains(value, isIndexed: values.count <= 8) }

    private func contains(_ value: SQLText, isIndexed: Bool) -> SQLText {
        if let single { return "\(value) = \(single)" }
        return grammar.contains(json, value, isIndexed: isIndexed) {
            Self.cast($0, column, grammar)
        }
    }

    /// The values as a table with this alias in a FROM clause.
    func rows(_ alias: String) -> SQLText { grammar.rows(of: json, SQLName(alias)) }

    /// The value in a row of the table with this alias.
    func value(_ alias: String) -> SQLText {
        Self.cast("\(SQLName(alias)).value", column, grammar)
    }

    /// Returns a value with the type of a column. A parameter that is a number has a type.
    private static func cast(
        _ value: SQLText, _ column: SQLType.Column, isParameter: Bool = false,
        _ grammar: any SQLGrammar
    ) -> SQLText {
        switch column.stored {
        case .numeric, .uuid, .enumeration: column.stored?.cast(value) ?? value
        default: isParameter && !column.kind.isTime ? value : grammar.cast(value, column.kind)
        }
    }
}
