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

        var number: SQLText { dialect == .sqlite ? text : "\(text)::numeric" }

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
    func hasElement(_ condition: (Element) -> SQLText) -> SQLText {
        guard isPossible else { return "FALSE" }
        let element = Element(row: SQLName("e"), dialect: dialect)
        switch dialect {
        case .sqlite:
            return exists { value in
                """
                CASE \(value).type WHEN 'object' THEN FALSE WHEN 'array' THEN EXISTS \
                (SELECT 1 FROM json_each(\(value).value) AS e WHERE \(condition(element))) \
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
    private func exists(_ condition: (SQLName) -> SQLText) -> SQLText {
        // The column is the only element of a list, and its key is 0.
        var tables: SQLText = "json_each('[' || \(column) || ']') AS m0"
        var conditions: [SQLText] = []
        for (number, name) in members.enumerated() {
            let (outer, inner) = (SQLName("m\(number)"), SQLName("m\(number + 1)"))
            tables = """
                \(tables) JOIN json_each(CASE \(outer).type WHEN 'object' \
                THEN \(outer).value ELSE '{}' END) AS \(inner)
                """
            conditions.append("\(inner).key = \(SQLValue.text(name))")
        }
        conditions.append(condition(SQLName("m\(members.count)")))
        return "EXISTS (SELECT 1 FROM \(tables)\(conditions.whereClause))"
    }
}
