// SPDX-License-Identifier: MIT

extension SQLDialect {
    /// SQLite 3.38 or later.
    public static let sqlite = SQLDialect(SQLiteGrammar())
}

private struct SQLiteGrammar: SQLGrammar {
    var name: String { "SQLite" }
    var hasStaticTypes: Bool { false }
    var hasInstants: Bool { false }
    func placeholder(_ number: Int, _ value: SQLValue) -> String { "?" }
    func cast(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText { value }

    /// Another program may have written a text that is not JSON. Such a text is NULL.
    func value(_ column: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        kind == .json ? "CASE WHEN json_valid(\(column)) THEN \(column) END" : column
    }

    func ordered(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        kind == .date ? place(of: value) : value
    }

    func output(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText { value }

    /// The expression has only functions of SQLite itself, so that an index can contain it and
    /// other programs can write to the table.
    func place(of time: SQLText) -> SQLText {
        let offset = time.offset
        let minutes: SQLText = "CAST(\(offset.clock) AS INTEGER)"
        return """
            CASE WHEN \(time) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' \
            THEN printf('%012d', julianday(substr(\(time), 1, 10)) * 86400 + \
            substr(\(time), 12, 2) * 3600 + substr(\(time), 15, 2) * 60 + \
            substr(\(time), 18, 2) - (\(minutes) * 60 - \(minutes) / 100 * 2400)) || \
            rtrim(substr(\(time), 20, max(length(\(time)) - 19 - length(\(offset)), 0)), '.0') \
            END
            """
    }

    var now: SQLText { "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" }

    func search(_ value: SQLText, _ test: FilterExpression.Operator, _ part: SQLValue) -> SQLText {
        switch test {
        case .startsWith: "substr(\(value), 1, length(\(part))) = \(part)"
        case .endsWith: "substr(\(value), -length(\(part))) = \(part)"
        default: "instr(\(value), \(part)) > 0"
        }
    }

    func rows(of list: SQLValue, _ alias: SQLName) -> SQLText { "json_each(\(list)) AS \(alias)" }

    func contains(
        _ list: SQLValue, _ value: SQLText, isIndexed: Bool, _ cast: (SQLText) -> SQLText
    ) -> SQLText {
        "\(value) IN (SELECT value FROM json_each(\(list)))"
    }

    func isEmpty(_ json: SQLText, _ path: [String]) -> SQLText {
        "NOT "
            + exists(json, path) { value in
                """
                CASE \(value).type WHEN 'null' THEN FALSE \
                WHEN 'array' THEN json_array_length(\(value).value) > 0 ELSE TRUE END
                """
            }
    }

    func hasElement(
        _ json: SQLText, _ path: [String], comparesNumbers: Bool, _ condition: (SQLName) -> SQLText
    ) -> SQLText {
        exists(json, path, comparesNumbers: comparesNumbers) { value in
            let element = SQLName("e")
            let elements: SQLText =
                comparesNumbers
                ? "\(numbers(in: "\(value).value")) AS e\(places(of: element, "e.json"))"
                : "json_each(\(value).value) AS e"
            return """
                CASE \(value).type WHEN 'object' THEN FALSE WHEN 'array' THEN EXISTS \
                (SELECT 1 FROM \(elements) WHERE \(condition(element))) \
                ELSE \(condition(value)) END
                """
        }
    }

    /// Returns the table of the elements of a list with all digits of the numbers, which SQLite may have
    /// rounded. Finding an element by its index reads all elements before it. Therefore a list without
    /// strings, lists and objects becomes a list of strings.
    private func numbers(in list: SQLText) -> SQLText {
        let isPlain: SQLText = "json(\(list)) <> '[]' AND json(\(list)) NOT GLOB '?*[\"{[]*'"
        return """
            (SELECT type, atom, CASE typeof(atom) WHEN 'integer' THEN atom \
            WHEN 'real' THEN \(list) -> key END AS json \
            FROM json_each(CASE WHEN \(isPlain) THEN '[]' ELSE \(list) END) UNION ALL \
            SELECT CASE WHEN value IN ('true', 'false', 'null') THEN value ELSE 'real' END, \
            NULL, value FROM json_each(CASE WHEN \(isPlain) \
            THEN '["' || replace(trim(json(\(list)), '[]'), ',', '","') || '"]' ELSE '[]' END))
            """
    }

    func isString(_ element: SQLName) -> SQLText { "\(element).type = 'text'" }
    func isNumber(_ element: SQLName) -> SQLText { "\(element).type IN ('integer', 'real')" }

    func isBoolean(_ element: SQLName, _ value: Bool) -> SQLText {
        value ? "\(element).type = 'true'" : "\(element).type = 'false'"
    }

    func text(of element: SQLName) -> SQLText { "\(element).atom" }

    /// SQLite would return a double.
    func number(of element: SQLName) -> SQLNumber { .place("\(place(of: element)).value") }
    private func place(of element: SQLName) -> SQLName { SQLName(element.text + "_place") }

    /// Returns the tables that compute the place of a number from its JSON. The parser of SQLite
    /// has a small stack, so the parts of the place stand side by side.
    private func places(of row: SQLName, _ json: SQLText) -> SQLText {
        let (text, digits) = (SQLName(row.text + "_text"), SQLName(row.text + "_digits"))
        let all: SQLText = "replace(\(digits).value, '.', '')"
        let isNegative: SQLText = "(\(text).value < '0')"
        let exponent: SQLText = """
            CAST(substr(\(text).value, length(\(digits).value) + 2 + \(isNegative), 15) AS INTEGER)
            """
        return """
             JOIN json_each(json_array(\(json) || '')) AS \(text) \
            JOIN json_each(json_array(ltrim(substr(\(text).value, 1, \
            instr(lower(\(text).value) || 'e', 'e') - 1), '-'))) AS \(digits) \
            JOIN json_each(json_array(CASE WHEN ltrim(\(digits).value, '.0') = '' THEN 'b' \
            ELSE substr('ca', 1 + \(isNegative), 1) || (\(exponent) + \
            instr(\(digits).value || '.', '.') - 1 - length(\(all)) + length(ltrim(\(all), '0')) + \
            2000000000000000) || rtrim(ltrim(\(all), '0'), '0') END)) AS \(place(of: row))
            """
    }

    /// Returns the condition that the path leads to a value, and that the value meets the given
    /// condition. The argument of `condition` is a row of `json_each`.
    ///
    /// A path such as `$."a"` is not used. Before version 3.45, SQLite compares the names in a path
    /// with the text of the JSON, where a name can contain escapes (RFC 8259, section 7).
    private func exists(
        _ column: SQLText, _ path: [String], comparesNumbers: Bool = false,
        _ condition: (SQLName) -> SQLText
    ) -> SQLText {
        // The column is the only element of a list, and its key is 0.
        var tables: SQLText = "json_each('[' || \(column) || ']') AS m0"
        var json: SQLText = "(('[' || \(column) || ']') -> 0)"
        var conditions: [SQLText] = []
        for (number, name) in path.enumerated() {
            let (outer, inner) = (SQLName("m\(number)"), SQLName("m\(number + 1)"))
            tables = """
                \(tables) JOIN json_each(CASE \(outer).type WHEN 'object' \
                THEN \(outer).value ELSE '{}' END) AS \(inner)
                """
            conditions.append("\(inner).key = \(SQLValue.text(name))")
            // Before version 3.45, an escape in the name would end the path.
            json = """
                CASE WHEN instr(\(inner).fullkey, '\\') THEN \(inner).atom \
                ELSE \(outer).value -> \(inner).fullkey END
                """
        }
        let value = SQLName("m\(path.count)")
        if comparesNumbers { tables = tables + places(of: value, json) }
        conditions.append(condition(value))
        return "EXISTS (SELECT 1 FROM \(tables)\(conditions.whereClause))"
    }

    var sortsNullFirst: Bool { true }
    var materializesOwners: Bool { false }
    var hasLateral: Bool { false }
    var hasConcurrentWrites: Bool { false }
    func raisedSequence(of table: SQLName, _ key: SQLName) -> SQLText? { nil }

    var showsDefinitions: Bool { true }

    func checked(by constraint: String, _ table: SQLName) -> SQLText {
        """
        SELECT m.sql, c.name FROM \(table.catalogue) AS m, \
        pragma_table_xinfo(\(table.arguments)) AS c \
        WHERE m.type = 'table' AND m.name = \(SQLValue.text(table.text)) COLLATE NOCASE
        """
    }

    func type(_ kind: SQLType.Column.Kind, isKey: Bool) -> SQLText {
        switch kind {
        case .integer: isKey ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER"
        case .text: isKey ? "TEXT NOT NULL PRIMARY KEY" : "TEXT"
        case .real: "REAL"
        case .boolean: "BOOLEAN"
        case .date, .day, .json: "TEXT"
        }
    }

    /// The rules of column affinity, section 3.1 of "Datatypes In SQLite".
    func fits(_ type: String, _ kind: SQLType.Column.Kind) -> Bool {
        func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        if has("INT") { return kind == .integer || kind == .boolean }
        if has("CHAR", "CLOB", "TEXT") { return kind == .text || kind.isTime || kind == .json }
        if type.isEmpty || has("BLOB") { return kind.isTime || kind == .json }
        if has("REAL", "FLOA", "DOUB") { return kind == .real }
        // A numeric column such as `DATETIME` keeps the text of a time, but makes "2024" a number.
        return kind.isNumber || kind.isTime && has("DATE", "TIME")
    }

    /// A column of the type INT has no keys from SQLite.
    func integerTypes(isKey: Bool) -> [String] { isKey ? ["INTEGER"] : [] }

    /// SQLite chooses only the keys of such a column.
    var integerKey: String? { "INTEGER PRIMARY KEY" }
    var addsForeignKeys: Bool { false }

    func index(
        _ kind: SQLText, _ name: String, on table: SQLName, _ columns: SQLText
    ) -> SQLText {
        let schema = table.schema.map { "\(SQLName($0))." as SQLText } ?? ""
        // With `_` between them, the names of a table and a column could be those of another table
        // and another column.
        let index = SQLName("\(table.text).\(name)")
        return "CREATE \(kind) \(schema)\(index) ON \(table.alone) \(columns)"
    }

    /// A statement with a schema that does not exist is refused.
    func schema(_ name: String) -> SQLText? {
        "SELECT 1 FROM pragma_database_list WHERE name = \(SQLValue.text(name)) COLLATE NOCASE"
    }

    func columns(of table: SQLName) -> SQLText {
        """
        SELECT name, type, "notnull" OR pk > 0, dflt_value IS NOT NULL OR pk > 0, hidden, \
        EXISTS (SELECT 1 FROM \(table.catalogue) AS m \
        WHERE m.type = 'table' AND m.name = \(SQLValue.text(table.text)) COLLATE NOCASE), \
        EXISTS (SELECT 1 FROM \(table.catalogue) AS m \
        WHERE m.type = 'trigger' AND m.tbl_name = \(SQLValue.text(table.text)) COLLATE NOCASE), \
        pk, NULL, NULL, FALSE \
        FROM pragma_table_xinfo(\(table.arguments))
        """
    }

    /// The name of the primary key is empty.
    func uniqueColumns(of table: SQLName) -> SQLText {
        let schema = table.schema.map { ", \(SQLValue.text($0))" as SQLText } ?? ""
        return """
            SELECT '', name FROM pragma_table_xinfo(\(table.arguments)) WHERE pk > 0 UNION ALL \
            SELECT i.name, ifnull(c.name, '') FROM pragma_index_list(\(table.arguments)) AS i \
            JOIN pragma_index_xinfo(i.name\(schema)) AS c WHERE i."unique" AND NOT i.partial AND c.key
            """
    }

    func foreignKey(of column: String, _ table: SQLName, to target: SQLName) -> SQLText {
        """
        SELECT 1 FROM pragma_foreign_key_list(\(table.arguments)) \
        WHERE "from" = \(SQLValue.text(column)) COLLATE NOCASE \
        AND "table" = \(SQLValue.text(target.text)) COLLATE NOCASE
        """
    }

    func shows(_ view: SQLName, _ table: String) -> SQLText {
        """
        SELECT sql FROM \(view.catalogue) WHERE type = 'view' \
        AND name = \(SQLValue.text(view.text)) COLLATE NOCASE \
        AND instr(lower(sql), lower(\(SQLValue.text(table)))) > 0
        """
    }

    var tables: SQLTableStatements {
        (
            """
            SELECT \(named("name")), NULL FROM sqlite_master \
            WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
            """,
            "SELECT \(named("name")) FROM sqlite_master WHERE type = 'view' ORDER BY name",
            "SELECT \(named("name")), sql FROM sqlite_master WHERE type = 'table' ORDER BY name",
            """
            SELECT \(named("m.name")), f.id || '', f."from", \(named("f.\"table\"")), f."to" \
            FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f \
            WHERE m.type = 'table' ORDER BY m.name, f.id DESC, f.seq
            """
        )
    }

    private func named(_ name: String) -> String {
        "iif(instr(\(name), '.') > 0, 'main.', '') || \(name)"
    }

    var explain: String { "EXPLAIN QUERY PLAN" }
    var planSettings: [String] { [] }

    func searched(in step: String) -> String? {
        guard step.hasPrefix("SEARCH t ") else { return nil }
        return step.firstIndex(of: "(").map { String(step[$0...]) } ?? step
    }

    var sortStep: String { "TEMP B-TREE" }
}

extension SQLName {
    fileprivate var arguments: SQLText {
        let name: SQLText = "\(SQLValue.text(text))"
        return schema.map { name + ", \(SQLValue.text($0))" } ?? name
    }

    /// The table that lists the tables of the schema.
    fileprivate var catalogue: SQLText {
        schema.map { "\(SQLName($0)).sqlite_master" } ?? "sqlite_master"
    }
}
