// SPDX-License-Identifier: MIT

/// A name in a statement. The name is always quoted.
struct SQLName: Sendable {
    let text: String
    /// The schema of a table; nil if the database finds the schema.
    private(set) var schema: String?

    init(_ text: String) { self.text = text }

    /// Creates the name of a table in a description. A dot ends the name of its schema.
    init(table: String) {
        let end = table.utf8.firstIndex(of: UInt8(ascii: ".")) ?? table.startIndex
        let name = table[end...].dropFirst()
        let hasSchema = end > table.startIndex && !name.isEmpty
        text = hasSchema ? String(name) : table
        schema = hasSchema ? String(table[..<end]) : nil
    }

    /// The name without the schema, as an alias or in the messages of a database.
    var alone: SQLName { SQLName(text) }

    /// The arguments of a pragma function of SQLite.
    var arguments: SQLText {
        let name: SQLText = "\(SQLValue.text(text))"
        return schema.map { name + ", \(SQLValue.text($0))" } ?? name
    }

    /// The table of SQLite that lists the tables of the schema.
    var catalogue: SQLText { schema.map { "\(SQLName($0)).sqlite_master" } ?? "sqlite_master" }

    var quoted: String {
        (schema.map { Self.quoted($0) + "." } ?? "") + Self.quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let isPlain = !text.utf8.contains(quote)
        return "\"" + (isPlain ? text : text.replacing("\"", with: "\"\"")) + "\""
    }
}

/// A part of a statement: words of SQL, quoted names, and values.
///
/// Only a literal becomes words of SQL. An interpolation can be a name, a value or another part, so
/// that no other text can get into a statement.
struct SQLText: Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Piece {
        case words(String)
        case value(SQLValue)
    }

    private var pieces: [Piece]

    init(stringLiteral value: String) { pieces = [.words(value)] }

    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Creates a part from the expression of a computed attribute. `{NAME}` in the expression is a
    /// column of `row`, or of the only table if `row` is nil. Returns nil if the expression contains
    /// a brace without a name.
    init?(expression: String, of row: SQLName?) {
        let place = row.map { $0.quoted + "." } ?? ""
        var words = ""
        var rest = expression[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            // A brace that closes nothing ends an empty name.
            guard let end = rest[start...].firstIndex(of: "}") else { return nil }
            let name = rest[start..<end].dropFirst()
            if name.isEmpty || name.contains("{") || name.utf8.contains(0) { return nil }
            words += rest[..<start] + place + SQLName(String(name)).quoted
            rest = rest[end...].dropFirst()
        }
        pieces = [.words("(" + words + rest + ")")]
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { pieces.append(.words(literal)) }

        mutating func appendInterpolation(_ name: SQLName) { pieces.append(.words(name.quoted)) }

        mutating func appendInterpolation(_ value: SQLValue) { pieces.append(.value(value)) }

        mutating func appendInterpolation(_ text: SQLText) { pieces += text.pieces }
    }

    /// True if a part of the text is a value.
    var hasValues: Bool {
        pieces.contains { if case .value = $0 { true } else { false } }
    }

    /// The same text in as few pieces as possible.
    var joined: SQLText {
        var joined = self
        joined.pieces = []
        for piece in pieces {
            if case .words(let words) = piece, case .words(let before)? = joined.pieces.last {
                joined.pieces[joined.pieces.count - 1] = .words(before + words)
            } else {
                joined.pieces.append(piece)
            }
        }
        return joined
    }

    static func + (left: SQLText, right: SQLText) -> SQLText {
        var sum = left
        sum.pieces += right.pieces
        return sum
    }

    /// Returns the statement in a dialect.
    func statement(in dialect: SQLDialect) -> SQLStatement {
        var statement = SQLStatement("")
        for piece in pieces {
            switch piece {
            case .words(let words): statement.text += words
            case .value(let value):
                statement.parameters.append(value)
                statement.text += dialect.placeholder(statement.parameters.count, value)
            }
        }
        return statement
    }
}

extension SQLDialect {
    /// Returns the placeholder of a parameter. PostgreSQL infers the type of a text parameter from
    /// the column beside it. A number has a type, because PostgreSQL would otherwise convert the
    /// number to the type of a smaller column.
    fileprivate func placeholder(_ number: Int, _ value: SQLValue) -> String {
        switch (self, value) {
        case (.sqlite, _): "?"
        case (.postgreSQL, .integer): "$\(number)::bigint"
        case (.postgreSQL, .real): "$\(number)::double precision"
        case (.postgreSQL, .boolean): "$\(number)::boolean"
        case (.postgreSQL, .null), (.postgreSQL, .text): "$\(number)"
        }
    }
}

extension [SQLText] {
    func joined(by separator: SQLText) -> SQLText {
        guard let first else { return "" }
        return dropFirst().reduce(first) { $0 + separator + $1 }
    }

    /// The conditions as a WHERE clause. The clause is empty if there are no conditions.
    var whereClause: SQLText { isEmpty ? "" : " WHERE \(joined(by: " AND "))" }
}
