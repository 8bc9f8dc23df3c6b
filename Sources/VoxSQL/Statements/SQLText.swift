// SPDX-License-Identifier: MIT

/// A name in a statement. The name is always quoted.
package struct SQLName: Sendable {
    package let text: String
    /// The schema of a table; nil if the database finds the schema.
    package private(set) var schema: String?

    package init(_ text: String) { self.text = text }

    /// Creates the name of a table in a description. A dot ends the name of its schema.
    init(table: String) {
        let end = table.utf8.firstIndex(of: UInt8(ascii: ".")) ?? table.startIndex
        let name = table[end...].dropFirst()
        let hasSchema = end > table.startIndex && !name.isEmpty
        text = hasSchema ? String(name) : table
        schema = hasSchema ? String(table[..<end]) : nil
    }

    /// The name without the schema, as an alias or in the messages of a database.
    package var alone: SQLName { SQLName(text) }

    package var quoted: String {
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
package struct SQLText: Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Piece {
        case words(String)
        case value(SQLValue)
    }

    private var pieces: [Piece]

    package init(stringLiteral value: String) { pieces = [.words(value)] }

    package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

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

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { pieces.append(.words(literal)) }

        package mutating func appendInterpolation(_ name: SQLName) { appendLiteral(name.quoted) }

        package mutating func appendInterpolation(_ value: SQLValue) {
            pieces.append(.value(value))
        }

        package mutating func appendInterpolation(_ text: SQLText) { pieces += text.pieces }
    }

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

    package static func + (left: SQLText, right: SQLText) -> SQLText {
        var sum = left
        sum.pieces += right.pieces
        return sum
    }

    func statement(in dialect: SQLDialect) -> SQLStatement {
        var statement = SQLStatement("")
        for piece in pieces {
            switch piece {
            case .words(let words): statement.text += words
            case .value(let value):
                statement.parameters.append(value)
                let number = statement.parameters.count
                statement.text += dialect.grammar.placeholder(number, value)
            }
        }
        return statement
    }
}

extension SQLText {
    /// The offset of the text of a time, such as +05:30.
    var offset: SQLText { "ltrim(substr(\(self), 20), '.0123456789')" }

    /// The hours and minutes of an offset: +05:30 is 530, and +05 is 500.
    var clock: SQLText { "substr(replace(\(self), ':', '') || '00', 1, 5)" }
}

extension [SQLText] {
    func joined(by separator: SQLText) -> SQLText {
        guard let first else { return "" }
        return dropFirst().reduce(first) { $0 + separator + $1 }
    }

    /// The conditions as a WHERE clause. The clause is empty if there are no conditions.
    var whereClause: SQLText { isEmpty ? "" : " WHERE \(joined(by: " AND "))" }
}
