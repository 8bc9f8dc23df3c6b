// SPDX-License-Identifier: MIT

import VoxSQL

extension SQLDialect {
    /// DuckDB 1.2 or later: a third dialect, as a driver in another module of the package would have it.
    static let duckDB = SQLDialect(DuckDBGrammar())
}

private struct DuckDBGrammar: SQLGrammar {
    var name: String { "DuckDB" }
    var hasStaticTypes: Bool { true }
    var hasInstants: Bool { true }

    func placeholder(_ number: Int, _ value: SQLValue) -> String {
        switch value {
        case .integer: "$\(number)::BIGINT"
        case .real: "$\(number)::DOUBLE"
        case .boolean: "$\(number)::BOOLEAN"
        case .text: "$\(number)::VARCHAR"
        case .null: "$\(number)"
        }
    }

    func cast(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        kind == .text || kind == .json ? value : "\(value)::\(type(kind, isKey: false))"
    }

    func value(_ column: SQLText, _ kind: SQLType.Column.Kind) -> SQLText { column }
    func ordered(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText { value }

    func output(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        switch kind {
        case .date:
            """
            regexp_replace(strftime(timezone('UTC', \(value)), '%Y-%m-%dT%H:%M:%S.%f'), \
            '\\.?0+$', '') || 'Z'
            """
        case .json, .day: "\(value)::VARCHAR"
        case .text, .integer, .real, .boolean: value
        }
    }

    func place(of time: SQLText) -> SQLText {
        """
        lpad((epoch(TRY_CAST(\(time) AS TIMESTAMPTZ))::BIGINT + 210866760000)::VARCHAR, 12, '0') \
        || rtrim(regexp_extract(\(time), '\\.\\d+'), '.0')
        """
    }

    var now: SQLText { "now()" }

    func search(_ value: SQLText, _ test: FilterExpression.Operator, _ part: SQLValue) -> SQLText {
        switch test {
        case .startsWith: "starts_with(\(value), \(part))"
        case .endsWith: "suffix(\(value), \(part))"
        default: "contains(\(value), \(part))"
        }
    }

    func rows(of list: SQLValue, _ alias: SQLName) -> SQLText {
        "(SELECT unnest(from_json(\(list), '[\"VARCHAR\"]')) AS value) AS \(alias)"
    }

    func contains(
        _ list: SQLValue, _ value: SQLText, isIndexed: Bool, _ cast: (SQLText) -> SQLText
    ) -> SQLText {
        let name = SQLName("list")
        return "\(value) IN (SELECT \(cast("\(name).value")) FROM \(rows(of: list, name)))"
    }

    // MARK: JSON

    func isEmpty(_ json: SQLText, _ path: [String]) -> SQLText {
        let value = value(json, at: path)
        return """
            (\(value) IS NULL OR json_type(\(value)) = 'NULL' \
            OR coalesce(json_array_length(\(value)), 0) = 0 AND json_type(\(value)) = 'ARRAY')
            """
    }

    func hasElement(
        _ json: SQLText, _ path: [String], comparesNumbers: Bool, _ condition: (SQLName) -> SQLText
    ) -> SQLText {
        let (value, element) = (value(json, at: path), SQLName("e"))
        return """
            EXISTS (SELECT 1 FROM (SELECT unnest(CASE json_type(\(value)) \
            WHEN 'ARRAY' THEN from_json(\(value), '["JSON"]') WHEN 'OBJECT' THEN [] \
            ELSE [\(value)] END) AS value) AS \(element) WHERE \(condition(element)))
            """
    }

    private func value(_ json: SQLText, at path: [String]) -> SQLText {
        let pointer = path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }
        return path.isEmpty
            ? json : "json_extract(\(json), \(SQLValue.text(pointer.joined())))"
    }

    func isString(_ element: SQLName) -> SQLText { "json_type(\(element).value) = 'VARCHAR'" }

    func isNumber(_ element: SQLName) -> SQLText {
        "json_type(\(element).value) IN ('BIGINT', 'UBIGINT', 'DOUBLE')"
    }

    func isBoolean(_ element: SQLName, _ value: Bool) -> SQLText {
        value ? "\(element).value::VARCHAR = 'true'" : "\(element).value::VARCHAR = 'false'"
    }

    func text(of element: SQLName) -> SQLText { "(\(element).value ->> '$')" }

    func number(of element: SQLName) -> SQLNumber {
        .double("TRY_CAST(\(text(of: element)) AS DOUBLE)")
    }

    // MARK: Queries and writes

    var sortsNullFirst: Bool { false }
    var materializesOwners: Bool { true }
    var hasLateral: Bool { true }
    var hasConcurrentWrites: Bool { true }
    func raisedSequence(of table: SQLName, _ key: SQLName) -> SQLText? { nil }

    var showsDefinitions: Bool { false }

    func checked(by constraint: String, _ table: SQLName) -> SQLText {
        """
        SELECT unnest(constraint_column_names) FROM duckdb_constraints() \
        WHERE table_name = \(SQLValue.text(table.text)) AND constraint_type = 'CHECK' \
        AND constraint_name = \(SQLValue.text(constraint))
        """
    }

    // MARK: Tables and plans

    func type(_ kind: SQLType.Column.Kind, isKey: Bool) -> SQLText {
        let type: SQLText =
            switch kind {
            case .text: "VARCHAR"
            case .integer: "BIGINT"
            case .real: "DOUBLE"
            case .boolean: "BOOLEAN"
            case .date: "TIMESTAMPTZ"
            case .day: "DATE"
            case .json: "JSON"
            }
        return isKey ? "\(type) PRIMARY KEY" : type
    }

    func fits(_ type: String, _ kind: SQLType.Column.Kind) -> Bool {
        switch kind {
        case .text: type == "VARCHAR"
        case .integer: ["BIGINT", "INTEGER", "SMALLINT"].contains(type)
        case .real: ["DOUBLE", "FLOAT"].contains(type)
        case .boolean: type == "BOOLEAN"
        case .date: type == "DATE" || type.hasPrefix("TIMESTAMP")
        case .day: type == "DATE"
        case .json: type == "JSON"
        }
    }

    func integerTypes(isKey: Bool) -> [String] { isKey ? ["BIGINT", "INTEGER"] : ["BIGINT"] }
    var integerKey: String? { nil }
    var addsForeignKeys: Bool { false }

    func index(
        _ kind: SQLText, _ name: String, on table: SQLName, _ columns: SQLText
    ) -> SQLText {
        "CREATE \(kind) \(SQLName("\(table.text).\(name)")) ON \(table) \(columns)"
    }

    func schema(_ name: String) -> SQLText? { nil }

    func columns(of table: SQLName) -> SQLText {
        """
        SELECT column_name, data_type, NOT is_nullable, column_default IS NOT NULL, 0, \
        EXISTS (SELECT 1 FROM duckdb_tables() AS m WHERE m.table_oid = c.table_oid), FALSE, \
        (SELECT list_position(k.constraint_column_names, c.column_name) FROM duckdb_constraints() AS k \
        WHERE k.table_oid = c.table_oid AND k.constraint_type = 'PRIMARY KEY'), comment, NULL, FALSE \
        FROM duckdb_columns() AS c WHERE table_name = \(SQLValue.text(table.text)) \
        AND schema_name = \(schema(of: table)) ORDER BY column_index
        """
    }

    func uniqueColumns(of table: SQLName) -> SQLText {
        """
        SELECT constraint_name, unnest(constraint_column_names) FROM duckdb_constraints() \
        WHERE table_name = \(SQLValue.text(table.text)) AND schema_name = \(schema(of: table)) \
        AND constraint_type IN ('PRIMARY KEY', 'UNIQUE')
        """
    }

    func foreignKey(of column: String, _ table: SQLName, to target: SQLName) -> SQLText {
        """
        SELECT 1 FROM duckdb_constraints() WHERE table_name = \(SQLValue.text(table.text)) \
        AND schema_name = \(schema(of: table)) AND constraint_type = 'FOREIGN KEY' \
        AND list_contains(constraint_column_names, \(SQLValue.text(column))) \
        AND referenced_table = \(SQLValue.text(target.text))
        """
    }

    private func schema(of table: SQLName) -> SQLText {
        table.schema.map { "\(SQLValue.text($0))" } ?? "current_schema()"
    }

    func shows(_ view: SQLName, _ table: String) -> SQLText { "SELECT 1 WHERE FALSE" }

    var tables: SQLTableStatements {
        (
            """
            SELECT table_name, comment FROM duckdb_tables() WHERE schema_name = current_schema() \
            ORDER BY table_name
            """,
            "SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY view_name",
            """
            SELECT table_name, expression FROM duckdb_constraints() \
            WHERE schema_name = current_schema() AND constraint_type = 'CHECK' \
            ORDER BY table_name, constraint_index
            """,
            """
            SELECT table_name, constraint_name, unnest(constraint_column_names), referenced_table, \
            unnest(referenced_column_names) FROM duckdb_constraints() \
            WHERE schema_name = current_schema() AND constraint_type = 'FOREIGN KEY' \
            ORDER BY table_name, constraint_index
            """
        )
    }

    var explain: String { "EXPLAIN" }
    var planSettings: [String] { [] }
    func searched(in step: String) -> String? { nil }
    var sortStep: String { "ORDER_BY" }
}
