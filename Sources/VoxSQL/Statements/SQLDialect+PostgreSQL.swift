// SPDX-License-Identifier: MIT

extension SQLDialect {
    /// PostgreSQL 13 or later.
    public static let postgreSQL = SQLDialect(PostgreSQLGrammar())
}

private struct PostgreSQLGrammar: SQLGrammar {
    var name: String { "PostgreSQL" }
    var hasStaticTypes: Bool { true }
    var hasInstants: Bool { true }

    /// PostgreSQL infers the type of a text parameter from the column beside it. A number has a
    /// type, because PostgreSQL would otherwise convert the number to the type of a smaller column.
    func placeholder(_ number: Int, _ value: SQLValue) -> String {
        switch value {
        case .integer: "$\(number)::bigint"
        case .real: "$\(number)::double precision"
        case .boolean: "$\(number)::boolean"
        case .null, .text: "$\(number)"
        }
    }

    func cast(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        // A text needs no type.
        kind == .text || kind == .json ? value : "\(value)::\(type(kind, isKey: false))"
    }

    func value(_ column: SQLText, _ kind: SQLType.Column.Kind) -> SQLText { column }

    func ordered(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        kind == .text ? "\(value) COLLATE \"C\"" : value
    }

    func output(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText {
        switch kind {
        case .date, .day: "to_json(\(value)) #>> '{}'"
        case .json: "\(value)::text"
        case .text, .integer, .real, .boolean: value
        }
    }

    /// Only JSON has such texts. A cast to timestamptz would fail for a day that does not exist.
    func place(of time: SQLText) -> SQLText {
        let offset = time.offset
        return """
            CASE WHEN \(time) ~ '^\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?\
            ([Zz]|[+-]\\d\\d(:?\\d\\d)?)?)?$' THEN (SELECT lpad((((153 * (m + 12 * a - 3) + 2) / 5 + \
            d + 365 * (y - a) + (y - a) / 4 - (y - a) / 100 + (y - a) / 400 - 32045) * 86400 - \
            43200 + s - (o * 60 - o / 100 * 2400))::text, 12, '0') || f \
            FROM (SELECT substr(\(time), 1, 4)::bigint + 4800 AS y, \
            substr(\(time), 6, 2)::bigint AS m, substr(\(time), 9, 2)::bigint AS d, \
            (14 - substr(\(time), 6, 2)::bigint) / 12 AS a, \
            CASE WHEN length(\(time)) > 10 THEN substr(\(time), 12, 2)::bigint * 3600 + \
            substr(\(time), 15, 2)::bigint * 60 + substr(\(time), 18, 2)::bigint ELSE 0 END AS s, \
            CASE WHEN \(offset) ~ '^[+-]' THEN (\(offset.clock))::bigint ELSE 0 END AS o, \
            rtrim(substr(\(time), 20, greatest(length(\(time)) - 19 - length(\(offset)), 0)), \
            '.0') AS f) AS parts) END
            """
    }

    var now: SQLText { "now()" }

    func search(_ value: SQLText, _ test: FilterExpression.Operator, _ part: SQLValue) -> SQLText {
        switch test {
        case .startsWith: "starts_with(\(value), \(part)::text)"
        case .endsWith: "right(\(value), length(\(part)::text)) = \(part)::text"
        default: "strpos(\(value), \(part)::text) > 0"
        }
    }

    func rows(of list: SQLValue, _ alias: SQLName) -> SQLText {
        "jsonb_array_elements_text(\(list)::jsonb) AS \(alias) (value)"
    }

    /// PostgreSQL uses an index for `ANY` inside every other condition. It compares each row with
    /// each element of `ANY`, but `IN` uses a hash table.
    func contains(
        _ list: SQLValue, _ value: SQLText, isIndexed: Bool, _ cast: (SQLText) -> SQLText
    ) -> SQLText {
        let name = SQLName("list")
        let elements: SQLText = "SELECT \(cast("\(name).value")) FROM \(rows(of: list, name))"
        return isIndexed ? "\(value) = ANY (ARRAY(\(elements)))" : "\(value) IN (\(elements))"
    }

    func isEmpty(_ json: SQLText, _ path: [String]) -> SQLText {
        let value = value(json, at: path)
        return "(\(value) IS NULL OR \(value) = 'null'::jsonb OR \(value) = '[]'::jsonb)"
    }

    func hasElement(
        _ json: SQLText, _ path: [String], comparesNumbers: Bool, _ condition: (SQLName) -> SQLText
    ) -> SQLText {
        let value = value(json, at: path)
        return """
            EXISTS (SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(\(value)) \
            WHEN 'array' THEN \(value) WHEN 'object' THEN '[]'::jsonb \
            ELSE jsonb_build_array(\(value)) END) AS e (value) WHERE \(condition(SQLName("e"))))
            """
    }

    private func value(_ json: SQLText, at path: [String]) -> SQLText {
        path.reduce(json) { "(\($0) -> \(SQLValue.text($1))::text)" }
    }

    func isString(_ element: SQLName) -> SQLText { "jsonb_typeof(\(element).value) = 'string'" }
    func isNumber(_ element: SQLName) -> SQLText { "jsonb_typeof(\(element).value) = 'number'" }

    func isBoolean(_ element: SQLName, _ value: Bool) -> SQLText {
        value ? "\(element).value = 'true'::jsonb" : "\(element).value = 'false'::jsonb"
    }

    func text(of element: SQLName) -> SQLText { "(\(element).value #>> '{}')" }
    func number(of element: SQLName) -> SQLNumber { .numeric("\(text(of: element))::numeric") }
    var sortsNullFirst: Bool { false }
    var materializesOwners: Bool { true }
    var hasLateral: Bool { true }
    var hasConcurrentWrites: Bool { true }

    func raisedSequence(of table: SQLName, _ key: SQLName) -> SQLText? {
        """
        SELECT setval(pg_get_serial_sequence(\(SQLValue.text(table.quoted)), \
        \(SQLValue.text(key.text))), max(\(key))), max(\(key)) + 1 FROM \(table)
        """
    }

    var showsDefinitions: Bool { false }

    /// The constraint may be that of a domain, or of the table.
    func checked(by constraint: String, _ table: SQLName) -> SQLText {
        """
        \(table.columnTypes)SELECT a.attname::text FROM pg_attribute AS a \
        WHERE a.attrelid = to_regclass(\(SQLValue.text(table.quoted))::text) \
        AND a.attnum > 0 AND NOT a.attisdropped AND EXISTS (SELECT 1 FROM pg_constraint AS c \
        WHERE c.contype = 'c' AND c.conname = \(SQLValue.text(constraint)) \
        AND (c.conrelid = a.attrelid AND a.attnum = ANY (c.conkey) AND cardinality(c.conkey) = 1 \
        OR c.contypid IN (SELECT type FROM base WHERE number = a.attnum))) ORDER BY a.attnum
        """
    }

    func type(_ kind: SQLType.Column.Kind, isKey: Bool) -> SQLText {
        switch kind {
        case .integer: isKey ? "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY" : "bigint"
        case .text: isKey ? "text COLLATE \"C\" PRIMARY KEY" : "text COLLATE \"C\""
        case .real: "double precision"
        case .boolean: "boolean"
        case .date: "timestamptz"
        case .day: "date"
        case .json: "jsonb"
        }
    }

    func fits(_ type: String, _ kind: SQLType.Column.Kind) -> Bool {
        switch kind {
        // A value of the type `character` has blanks at its end.
        case .text: ["TEXT", "CHARACTER VARYING"].contains(type)
        case .integer: ["SMALLINT", "INTEGER", "BIGINT", "NUMERIC"].contains(type)
        case .real: ["DOUBLE PRECISION", "REAL", "NUMERIC"].contains(type)
        case .boolean: type == "BOOLEAN"
        case .date: type == "DATE" || type.hasPrefix("TIMESTAMP WITH")
        case .day: type == "DATE"
        case .json: ["JSON", "JSONB"].contains(type)
        }
    }

    /// Versions are times in microseconds, and a key has no fraction.
    func integerTypes(isKey: Bool) -> [String] {
        isKey ? ["bigint", "integer", "smallint"] : ["bigint"]
    }

    var integerKey: String? { nil }
    /// A table can refer only to existing tables.
    var addsForeignKeys: Bool { true }

    /// PostgreSQL chooses a name itself. Without its ending, the name could be the name of a join
    /// table.
    func index(
        _ kind: SQLText, _ name: String, on table: SQLName, _ columns: SQLText
    ) -> SQLText {
        "CREATE \(kind) ON \(table) \(columns)"
    }

    func schema(_ name: String) -> SQLText? { nil }

    /// The type of a domain is that of its values. The length is that of the elements of an array. The
    /// numbers of UPDATE, INSERT and DELETE are 4, 8 and 16.
    func columns(of table: SQLName) -> SQLText {
        let name = SQLValue.text(table.quoted)
        return """
            \(table.columnTypes)SELECT a.attname::text, format_type(t.oid, NULL), b.required, \
            a.atthasdef OR a.attidentity <> '', \
            CASE WHEN a.attgenerated <> '' OR a.attidentity = 'a' THEN 2 ELSE 0 END, \
            c.relkind IN ('r', 'p'), pg_relation_is_updatable(c.oid, true) & 28 <> 0, \
            (SELECT k.place FROM pg_index AS i, unnest(i.indkey) WITH ORDINALITY AS k (number, place) \
            WHERE i.indrelid = c.oid AND i.indisprimary AND k.number = a.attnum), \
            col_description(c.oid, a.attnum), \
            coalesce(information_schema._pg_char_max_length(e.oid, v.modifier), \
            information_schema._pg_numeric_precision(e.oid, v.modifier) \
            - information_schema._pg_numeric_scale(e.oid, v.modifier)), \
            EXISTS (SELECT 1 FROM pg_collation AS o WHERE o.oid = a.attcollation AND o.collname = 'C'), \
            format_type(e.oid, NULL), t.oid <> e.oid, \
            n.nspname::text, e.typname::text, (SELECT json_agg(enumlabel ORDER BY enumsortorder)::text \
            FROM pg_enum WHERE enumtypid = e.oid), \
            t.oid = 'numeric'::regtype AND b.modifier >= 4 AND (b.modifier - 4) & 2047 > 0 \
            FROM base AS b JOIN pg_attribute AS a \
            ON a.attrelid = to_regclass(\(name)) AND a.attnum = b.number \
            JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'v', 'm', 'f') \
            JOIN pg_type AS t ON t.oid = b.type AND t.typtype <> 'd' AND NOT b.is_element \
            JOIN base AS v ON v.number = b.number \
            JOIN pg_type AS e ON e.oid = v.type AND e.typtype <> 'd' AND NOT \(SQLName.isArray("e")) \
            JOIN pg_namespace AS n ON n.oid = e.typnamespace ORDER BY a.attnum
            """
    }

    func uniqueColumns(of table: SQLName) -> SQLText {
        """
        SELECT i.indexrelid::regclass::text, a.attname::text FROM pg_index AS i \
        JOIN pg_attribute AS a ON a.attrelid = i.indrelid \
        AND a.attnum = ANY (i.indkey[0:i.indnkeyatts - 1]) \
        WHERE i.indrelid = to_regclass(\(SQLValue.text(table.quoted))) AND i.indisunique \
        AND i.indimmediate AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
        """
    }

    func foreignKey(of column: String, _ table: SQLName, to target: SQLName) -> SQLText {
        """
        SELECT 1 FROM pg_constraint AS c JOIN pg_attribute AS a ON a.attrelid = c.conrelid \
        AND a.attnum = ANY (c.conkey) WHERE c.contype = 'f' \
        AND c.conrelid = to_regclass(\(SQLValue.text(table.quoted))) \
        AND c.confrelid = to_regclass(\(SQLValue.text(target.quoted))) \
        AND a.attname = \(SQLValue.text(column))
        """
    }

    func shows(_ view: SQLName, _ table: String) -> SQLText {
        """
        WITH RECURSIVE shown (oid) AS (SELECT oid FROM pg_class WHERE relkind = 'v' \
        AND oid = to_regclass(\(SQLValue.text(view.quoted))::text) UNION \
        SELECT d.refobjid FROM shown AS s JOIN pg_rewrite AS r ON r.ev_class = s.oid \
        JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid \
        AND d.refclassid = 'pg_class'::regclass) \
        SELECT pg_get_viewdef(to_regclass(\(SQLValue.text(view.quoted))::text)) \
        FROM shown AS s JOIN pg_class AS c ON c.oid = s.oid \
        WHERE c.relname = \(SQLValue.text(table))
        """
    }

    var tables: SQLTableStatements {
        (
            """
            SELECT \(visibleName("c")), obj_description(c.oid, 'pg_class') FROM pg_class AS c \
            WHERE \(tableFilter) ORDER BY c.relname COLLATE "C", c.oid
            """,
            """
            SELECT \(visibleName("c")) FROM pg_class AS c WHERE c.relkind IN ('v', 'm', 'f') \
            AND \(schemaFilter) ORDER BY c.relname COLLATE "C", c.oid
            """,
            """
            SELECT \(visibleName("c")), CASE WHEN f.contypid <> 0 \
            THEN format_type(f.contypid, NULL) || ' ' || pg_get_constraintdef(f.oid) \
            ELSE pg_get_expr(f.conbin, f.conrelid) || \
            CASE WHEN f.convalidated THEN '' ELSE ' NOT VALID' END END FROM pg_constraint AS f \
            JOIN pg_class AS c ON c.oid = f.conrelid OR EXISTS (SELECT 1 FROM pg_attribute AS a \
            WHERE a.attrelid = c.oid AND a.atttypid = f.contypid AND NOT a.attisdropped) \
            WHERE f.contype = 'c' AND \(tableFilter) \
            ORDER BY c.relname COLLATE "C", c.oid, f.conname COLLATE "C"
            """,
            """
            SELECT \(visibleName("c")), f.conname::text, a.attname::text, \(visibleName("t")), b.attname::text \
            FROM pg_constraint AS f JOIN pg_class AS c ON c.oid = f.conrelid \
            JOIN pg_class AS t ON t.oid = f.confrelid, \
            unnest(f.conkey, f.confkey) WITH ORDINALITY AS k (own, other, place) \
            JOIN pg_attribute AS a ON a.attnum = k.own JOIN pg_attribute AS b ON b.attnum = k.other \
            WHERE f.contype = 'f' AND a.attrelid = f.conrelid AND b.attrelid = f.confrelid \
            AND \(tableFilter) ORDER BY c.relname COLLATE "C", c.oid, a.attnum, k.place
            """
        )
    }

    private func visibleName(_ table: String) -> String {
        """
        CASE WHEN pg_table_is_visible(\(table).oid) AND strpos(\(table).relname, '.') = 0 THEN '' \
        ELSE (SELECT nspname || '.' FROM pg_namespace WHERE oid = \(table).relnamespace) END \
        || \(table).relname
        """
    }

    private var schemaFilter: String {
        """
        NOT c.relispartition AND c.relnamespace = ANY (\
        SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false)))
        """
    }

    private var tableFilter: String { "c.relkind IN ('r', 'p') AND \(schemaFilter)" }

    var explain: String { "EXPLAIN" }
    var planSettings: [String] {
        ["SET LOCAL enable_seqscan = off", "SET LOCAL enable_sort = off"]
    }

    func searched(in step: String) -> String? {
        step.firstRange(of: "Index Cond:").map { String(step[$0.upperBound...]) }
    }

    var sortStep: String { "Sort Key:" }
}

extension SQLName {
    /// The WITH clause with the types of the columns of a table, `base`: the type of each
    /// column, the base type of a domain, and the type of the elements of an array, until a type is
    /// neither.
    fileprivate var columnTypes: SQLText {
        """
        WITH RECURSIVE base (number, type, modifier, required, is_element) AS (\
        SELECT attnum, atttypid, atttypmod, attnotnull, FALSE FROM pg_attribute \
        WHERE attrelid = to_regclass(\(SQLValue.text(quoted))::text) AND attnum > 0 \
        AND NOT attisdropped UNION ALL SELECT b.number, \
        CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.typelem END, \
        CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE b.modifier END, \
        b.required OR t.typnotnull, b.is_element OR t.typtype <> 'd' \
        FROM base AS b JOIN pg_type AS t ON t.oid = b.type \
        WHERE t.typtype = 'd' OR \(Self.isArray("t")))

        """
    }

    fileprivate static func isArray(_ type: SQLText) -> SQLText {
        "(\(type).typcategory = 'A' AND \(type).typelem <> 0)"
    }
}
