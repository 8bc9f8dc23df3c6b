// SPDX-License-Identifier: MIT

/// A statement with its parameters.
///
/// The text consists of SQL keywords, and of names from the descriptions of the types. All values
/// from a request are parameters.
public struct SQLStatement: Hashable, Sendable {
    /// The statement, with the placeholders of the ``SQLDialect``: `?` in SQLite, and `$1`, `$2` and
    /// so on in PostgreSQL.
    public var text: String
    /// The values of the placeholders, in order.
    public var parameters: [SQLValue]

    /// Creates a statement.
    public init(_ text: String, _ parameters: [SQLValue] = []) {
        self.text = text
        self.parameters = parameters
    }

    /// Refuses U+0000, because the libraries of the databases end a text there.
    package func checkTexts() throws(SQLError) {
        let isCut = parameters.contains {
            if case .text(let text) = $0 { text.utf8.contains(0) } else { false }
        }
        guard !isCut, !text.utf8.contains(0) else {
            throw SQLError(.invalidValue, "a text contains U+0000")
        }
    }
}

/// A value in a row, or a parameter of a ``SQLStatement``.
public enum SQLValue: Hashable, Sendable {
    /// NULL.
    case null
    /// An integer of 64 bits.
    case integer(Int64)
    /// A double.
    case real(Double)
    /// A text, or a value of a database type for which this enumeration has no other case.
    case text(String)
    /// A boolean. SQLite uses the integers 0 and 1 instead.
    case boolean(Bool)
}
