// SPDX-License-Identifier: MIT

/// The value at a path inside a column of JSON.
struct JSONText {
    /// An element of a list, or a value that is not a list.
    struct Element {
        let isString: SQLText
        let isNumber: SQLText
        let text: SQLText
        let number: SQLText
        fileprivate let dialect: SQLDialect

        func isBoolean(_ value: Bool) -> SQLText {
            switch (dialect, value) {
            case (.sqlite, true): "e.type = 'true'"
            case (.sqlite, false): "e.type = 'false'"
            case (.postgreSQL, true): "e.value = 'true'::jsonb"
            case (.postgreSQL, false): "e.value = 'false'::jsonb"
            }
        }
    }

    private let column: SQLText
    private let members: [String]
    private let dialect: SQLDialect

    init(_ column: SQLText, _ members: [String], _ dialect: SQLDialect) {
        self.column = column
        self.members = members
        self.dialect = dialect
    }

    /// The path in the syntax of SQLite; nil if such a path cannot contain one of the names.
    private var path: SQLValue? {
        if members.contains(where: { $0.utf8.contains(0) || $0.contains("\"") }) { return nil }
        return .text("$" + members.map { ".\"\($0)\"" }.joined())
    }

    /// The value in PostgreSQL.
    private var value: SQLText {
        members.reduce(column) { "(\($0) -> \(SQLValue.text($1))::text)" }
    }

    private var isPossible: Bool {
        dialect == .sqlite ? path != nil : !members.contains { $0.utf8.contains(0) }
    }

    /// The condition that the value is missing, null, or an empty list.
    var isNull: SQLText {
        guard isPossible, let path = path ?? (dialect == .postgreSQL ? .null : nil) else {
            return "TRUE"
        }
        switch dialect {
        case .sqlite:
            let type: SQLText = "json_type(\(column), \(path))"
            return """
                (\(type) IS NULL OR \(type) = 'null' OR \(type) = 'array' \
                AND json_array_length(\(column), \(path)) = 0)
                """
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
        switch dialect {
        case .sqlite:
            let path = path ?? .null
            let element = Element(
                isString: "e.type = 'text'", isNumber: "e.type IN ('integer', 'real')",
                text: "e.atom", number: "e.atom", dialect: dialect)
            return """
                EXISTS (SELECT 1 FROM json_each(\(column), \(path)) AS e \
                WHERE json_type(\(column), \(path)) <> 'object' AND \(condition(element)))
                """
        case .postgreSQL:
            let element = Element(
                isString: "jsonb_typeof(e.value) = 'string'",
                isNumber: "jsonb_typeof(e.value) = 'number'", text: "(e.value #>> '{}')",
                number: "(e.value #>> '{}')::numeric", dialect: dialect)
            return """
                EXISTS (SELECT 1 FROM jsonb_array_elements(CASE jsonb_typeof(\(value)) \
                WHEN 'array' THEN \(value) WHEN 'object' THEN '[]'::jsonb \
                ELSE jsonb_build_array(\(value)) END) AS e (value) WHERE \(condition(element)))
                """
        }
    }
}
