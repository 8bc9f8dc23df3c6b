// SPDX-License-Identifier: MIT

/// The value at a path inside a column of JSON.
struct JSONText {
    /// An element of a list, or a value that is not a list. `row` is a row of `json_each` in SQLite,
    /// and a row with one value in PostgreSQL.
    struct Element {
        fileprivate let row: SQLName
        fileprivate let dialect: SQLDialect

        var isString: SQLText {
            dialect == .sqlite ? "\(row).type = 'text'" : "jsonb_typeof(\(row).value) = 'string'"
        }

        var isNumber: SQLText {
            dialect == .sqlite
                ? "\(row).type IN ('integer', 'real')" : "jsonb_typeof(\(row).value) = 'number'"
        }

        var text: SQLText { dialect == .sqlite ? "\(row).atom" : "(\(row).value #>> '{}')" }

        /// A number with all its digits: its place (`JSONNumber.place`) in SQLite, which would return a
        /// double, and a `numeric` in PostgreSQL.
        var number: SQLText { dialect == .sqlite ? "\(place).value" : "\(text)::numeric" }

        private var place: SQLName { SQLName(row.text + "_place") }

        /// Returns the tables of SQLite that compute the place of a number from its JSON. The parser of
        /// SQLite has a small stack, so the parts of the place stand side by side.
        fileprivate func places(of json: SQLText) -> SQLText {
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
                2000000000000000) || rtrim(ltrim(\(all), '0'), '0') END)) AS \(place)
                """
        }

        func isBoolean(_ value: Bool) -> SQLText {
            switch (dialect, value) {
            case (.sqlite, true): "\(row).type = 'true'"
            case (.sqlite, false): "\(row).type = 'false'"
            case (.postgreSQL, true): "\(row).value = 'true'::jsonb"
            case (.postgreSQL, false): "\(row).value = 'false'::jsonb"
            }
        }
    }

    /// The maximum number of names in a path. SQLite joins at most 64 tables.
    static let maximumMembers = 60

    private let column: SQLText
    private let members: [String]
    private let dialect: SQLDialect

    init(_ column: SQLText, _ members: [String], _ dialect: SQLDialect) {
        self.column = column
        self.members = members
        self.dialect = dialect
    }

    /// False if no JSON in the database can contain one of the names.
    private var isPossible: Bool { !members.contains { $0.utf8.contains(0) } }

    /// The condition that the value is missing, null, or an empty list.
    var isNull: SQLText {
        guard isPossible else { return "TRUE" }
        switch dialect {
        case .sqlite:
            return "NOT "
                + exists { value in
                    """
                    CASE \(value).type WHEN 'null' THEN FALSE \
                    WHEN 'array' THEN json_array_length(\(value).value) > 0 ELSE TRUE END
                    """
                }
        case .postgreSQL:
            return """
                (\(value) IS NULL OR \(value) = 'null'::jsonb OR \(value) = '[]'::jsonb)
                """
        }
    }

    /// Returns the condition that the value meets the given condition. If the value is a list, one
    /// of its elements must meet the condition.
    func hasElement(
        comparesNumbers: Bool, _ condition: (Element) -> SQLText
    ) -> SQLText {
        guard isPossible else { return "FALSE" }
        let element = Element(row: SQLName("e"), dialect: dialect)
        switch dialect {
        case .sqlite:
            return exists(comparesNumbers: comparesNumbers) { value in
                // Finding an element by its index reads all elements before it, so that happens only
                // for a number whose digits SQLite may have rounded.
                let json: SQLText = """
                    CASE typeof(e.atom) WHEN 'integer' THEN e.atom \
                    WHEN 'real' THEN \(value).value -> e.key END
                    """
                let places = comparesNumbers ? element.places(of: json.parenthesized) : ""
                return """
                    CASE \(value).type WHEN 'object' THEN FALSE WHEN 'array' THEN EXISTS \
                    (SELECT 1 FROM json_each(\(value).value) AS e\(places) WHERE \(condition(element))) \
                    ELSE \(condition(Element(row: value, dialect: dialect))) END
                    """
            }
        case .postgreSQL:
            return """
                EXISTS (SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(\(value)) \
                WHEN 'array' THEN \(value) WHEN 'object' THEN '[]'::jsonb \
                ELSE jsonb_build_array(\(value)) END) AS e (value) WHERE \(condition(element)))
                """
        }
    }

    /// The value in PostgreSQL.
    private var value: SQLText {
        members.reduce(column) { "(\($0) -> \(SQLValue.text($1))::text)" }
    }

    /// Returns the condition that SQLite finds the value, and that the value meets the given
    /// condition. The argument of `condition` is a row of `json_each`.
    ///
    /// A path such as `$."a"` is not used. Before version 3.45, SQLite compares the names in a path
    /// with the text of the JSON, where a name can contain escapes (RFC 8259, section 7).
    private func exists(
        comparesNumbers: Bool = false, _ condition: (SQLName) -> SQLText
    ) -> SQLText {
        // The column is the only element of a list, and its key is 0.
        var tables: SQLText = "json_each('[' || \(column) || ']') AS m0"
        var json: SQLText = "(('[' || \(column) || ']') -> 0)"
        var conditions: [SQLText] = []
        for (number, name) in members.enumerated() {
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
        let value = SQLName("m\(members.count)")
        if comparesNumbers {
            tables = tables + Element(row: value, dialect: dialect).places(of: json)
        }
        conditions.append(condition(value))
        return "EXISTS (SELECT 1 FROM \(tables)\(conditions.whereClause))"
    }
}
