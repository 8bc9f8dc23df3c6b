// SPDX-License-Identifier: MIT

/// A table in a statement, with the alias that the statement uses for its rows.
struct TableRow: Sendable {
    let table: SQLModel.Table
    let alias: SQLName
    let dialect: SQLDialect

    init(_ table: SQLModel.Table, _ alias: String, _ dialect: SQLDialect) {
        self.table = table
        self.alias = SQLName(alias)
        self.dialect = dialect
    }

    /// The table in a FROM clause.
    var from: SQLText { "\(table.name) AS \(alias)" }

    var key: SQLText { "\(alias).\(table.key)" }

    /// The key in the form for comparisons with other keys. In PostgreSQL, keys are compared by
    /// their bytes.
    var orderedKey: SQLText { ordered(key, table.type.key) }

    /// Returns a column, or the expression of a computed attribute. Another program may have written
    /// a text into a column of SQLite that is not JSON. Such a text is NULL.
    func value(_ column: SQLColumn) -> SQLText {
        let value =
            column.name.map { self.column($0) } ?? Self.computed(column, of: alias, dialect)
        if let stored = column.stored { return stored.value(value) }
        guard column.kind == .json, dialect == .sqlite else { return value }
        return "CASE WHEN json_valid(\(value)) THEN \(value) END"
    }

    /// Returns the expression of a computed attribute. Without an alias, the columns are those of
    /// the only table.
    static func computed(
        _ column: SQLColumn, of alias: SQLName?, _ dialect: SQLDialect
    ) -> SQLText {
        let value: SQLText = SQLText(expression: column.expression ?? "", of: alias) ?? "NULL"
        // The parameters are doubles. A number of another type would equal none of them.
        let isCast = dialect == .postgreSQL && column.kind == .real
        return isCast ? "\(value)::double precision" : value
    }

    func column(_ name: String) -> SQLText { "\(alias).\(SQLName(name))" }

    /// Returns a value in the form for comparisons and sorting. The order of an enumeration is that
    /// of its texts. The order of UUIDs is that of their texts anyway.
    func ordered(_ value: SQLText, _ column: SQLColumn) -> SQLText {
        Self.ordered(value, column, dialect)
    }

    static func ordered(
        _ value: SQLText, _ column: SQLColumn, _ dialect: SQLDialect
    ) -> SQLText {
        switch (dialect, column.kind, column.stored) {
        case (_, _, .uuid?): value
        case (_, _, .enumeration?): "\(value)::text COLLATE \"C\""
        case (.postgreSQL, .text, _): "\(value) COLLATE \"C\""
        case (.sqlite, .date, _): place(of: value, dialect)
        default: value
        }
    }

    /// Returns a value as a parameter for a comparison with a column in the form of `ordered`. A time
    /// would be cut for a column of days.
    func parameter(_ value: SQLValue, _ column: SQLColumn) -> SQLText {
        switch (dialect, column.kind) {
        case (.postgreSQL, .date): "\(value)::timestamptz"
        default: column.stored == .uuid ? "\(value)::uuid" : "\(value)"
        }
    }

    /// The conditions for rows that are visible to the caller.
    func visibility() throws -> [SQLText] {
        var conditions: [SQLText] = []
        if let deletedAt = table.type.deletedAt {
            conditions.append("\(column(deletedAt)) IS NULL")
        }
        return try conditions + tenancy()
    }

    /// The condition for rows of the caller's tenant; empty for a type without a tenant.
    func tenancy() throws -> [SQLText] {
        guard let tenant = table.type.tenant else { return [] }
        return ["\(column(tenant.column.name ?? "")) = \(try tenant.value())"]
    }

    // MARK: Keys

    /// Returns the key for an id; nil if no row can have this id.
    func key(ofID id: String) -> SQLValue? { table.key(ofID: id) }

    /// Returns the condition that the value of an expression is the key for one of these ids.
    func isOne(of ids: some Sequence<String>, _ expression: SQLText) -> SQLText {
        let keys = SQLList(table.keys(ofIDs: ids), table.type.key, dialect)
        return keys.contains(key: expression)
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
        guard let key = SQLValue(value, type.key, .postgreSQL), let found = key.id,
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
    private let column: SQLColumn
    private let dialect: SQLDialect

    /// Creates a list of values that are compared with the values of a column.
    init(_ values: [JSONValue], _ column: SQLColumn, _ dialect: SQLDialect) {
        self.values = values
        let value =
            values.count == 1 ? SQLValue(comparing: values[0], column, dialect) : nil
        single = value.map { Self.cast("\($0)", column, $0, dialect) }
        self.column = column
        self.dialect = dialect
    }

    private var json: SQLValue { .text((try? JSONValue.array(values).text()) ?? "[]") }

    /// Returns the condition that the list contains a key. A key has an index, and PostgreSQL uses
    /// the index for `ANY` inside every other condition. PostgreSQL cannot estimate the number of
    /// rows for `ANY`, so one key is compared with `=`.
    func contains(key: SQLText) -> SQLText {
        if let single { return "\(key) = \(single)" }
        return switch dialect {
        case .sqlite: "\(key) IN (SELECT value FROM json_each(\(json)))"
        case .postgreSQL: "\(key) = ANY (ARRAY(SELECT \(value("list")) FROM \(rows("list"))))"
        }
    }

    /// Returns the condition that the list contains the value of a column. The column may have no
    /// index. PostgreSQL compares each row with each element of `ANY`, but `IN` uses a hash table.
    func contains(value: SQLText) -> SQLText {
        if single != nil || values.count <= 8 || dialect == .sqlite { return contains(key: value) }
        return "\(value) IN (SELECT \(self.value("list")) FROM \(rows("list")))"
    }

    /// The values as a table with this alias in a FROM clause.
    func rows(_ alias: String) -> SQLText {
        switch dialect {
        case .sqlite: "json_each(\(json)) AS \(SQLName(alias))"
        case .postgreSQL:
            "jsonb_array_elements_text(\(json)::jsonb) AS \(SQLName(alias)) (value)"
        }
    }

    /// The value in a row of the table with this alias.
    func value(_ alias: String) -> SQLText {
        Self.cast("\(SQLName(alias)).value", column, nil, dialect)
    }

    /// Returns a value with the type of a column of PostgreSQL. `parameter` is the value of a
    /// parameter, which has a type if it is a number.
    private static func cast(
        _ value: SQLText, _ column: SQLColumn, _ parameter: SQLValue?, _ dialect: SQLDialect
    ) -> SQLText {
        if dialect == .sqlite { return value }
        switch column.stored {
        case .numeric, .uuid, .enumeration: return column.stored?.cast(value) ?? value
        default: break
        }
        switch column.kind {
        case .date: return "\(value)::timestamptz"
        case .integer where parameter == nil: return "\(value)::bigint"
        case .real where parameter == nil: return "\(value)::double precision"
        case .boolean where parameter == nil: return "\(value)::boolean"
        case .integer, .real, .boolean, .text, .json: return value
        }
    }
}
