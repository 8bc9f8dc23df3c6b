// SPDX-License-Identifier: MIT

extension SQLType {
    /// A column of a table, as an attribute or as the key of a ``SQLType``.
    ///
    /// ```swift
    /// let title = SQLType.Column.text("title").required()
    /// let fullName = SQLType.Column.computed(.text, "{first_name} || ' ' || {last_name}")
    /// print(title.name ?? "", fullName.name ?? "no column")  // prints: title no column
    /// ```
    public struct Column: Hashable, Sendable {
        /// The kind of the values of a column.
        public enum Kind: Hashable, Sendable {
            /// A string. Strings are compared byte by byte.
            case text
            /// An integer of up to 64 bits.
            case integer
            /// A double.
            case real
            /// A boolean. SQLite stores a boolean as the integer 0 or 1.
            case boolean
            /// A date or a time as a string (RFC 3339). SQLite stores the string unchanged.
            /// PostgreSQL stores a `timestamptz`, in the years 0001 to 9999 of UTC. The column of
            /// another program can be a `timestamp` or a `date`. Both databases compare the points
            /// in time.
            case date
            /// A date without a time, as a string: `2024-02-29`, in the years 0001 to 9999 of the
            /// Gregorian calendar. SQLite stores the string, and PostgreSQL a `date`.
            case day
            /// Any JSON value: text in SQLite, `jsonb` in PostgreSQL. Resources cannot be sorted by
            /// a column of this kind.
            case json
        }

        /// The kind of the values.
        public let kind: Kind
        /// The name of the column; nil for a computed attribute.
        public let name: String?
        let expression: String?
        private(set) var isRequired = false
        private(set) var isUnique = false
        /// The type of the column in the database; nil for the type that a store creates.
        var stored: StoredType?

        init(_ kind: Kind, name: String?, expression: String? = nil) {
            self.kind = kind
            self.name = name
            self.expression = expression
        }

        /// Creates a column without a name, for values that are not in a column.
        init(of kind: Kind, _ stored: StoredType? = nil) {
            self.init(kind, name: nil)
            self.stored = stored
        }

        /// Creates a column of strings.
        public static func text(_ name: String) -> Column { Column(.text, name: name) }

        /// Creates a column of integers.
        public static func integer(_ name: String) -> Column { Column(.integer, name: name) }

        /// Creates a column of doubles. In PostgreSQL, the column is `double precision`.
        public static func real(_ name: String) -> Column { Column(.real, name: name) }

        /// Creates a column of booleans.
        public static func boolean(_ name: String) -> Column { Column(.boolean, name: name) }

        /// Creates a column of dates.
        public static func date(_ name: String) -> Column { Column(.date, name: name) }

        /// Creates a column of dates without a time.
        public static func day(_ name: String) -> Column { Column(.day, name: name) }

        /// Creates a column of JSON values.
        public static func json(_ name: String) -> Column { Column(.json, name: name) }

        /// Creates an attribute that the database computes. Clients can read the attribute, filter
        /// by it and sort by it, but cannot write it.
        ///
        /// - Parameters:
        ///   - kind: the kind of the result.
        ///   - expression: an expression in the SQL of the database. `{NAME}` in the expression is
        ///     the column NAME of the row. The expression is copied into the statements unchanged,
        ///     so it must never contain text from a request.
        /// - Returns: The computed attribute. A computed attribute has no column.
        public static func computed(_ kind: Kind, _ expression: String) -> Column {
            Column(kind, name: nil, expression: expression)
        }

        /// Returns the expression by which the lists of a store are sorted and filtered. An index
        /// needs this expression: for a time in SQLite, the instant of the text; for a text in
        /// PostgreSQL, the order of the bytes.
        public func ordered(in dialect: SQLDialect) -> String {
            orderedText(in: dialect).statement(in: dialect).text
        }

        func orderedText(in dialect: SQLDialect) -> SQLText {
            let value: SQLText =
                name.map { "\(SQLName($0))" } ?? TableRow.computed(self, of: nil, dialect)
            return TableRow.ordered(value, self, dialect)
        }

        /// Returns the column with the constraint that its values are never null (`NOT NULL`).
        public func required() -> Column {
            var column = self
            column.isRequired = true
            return column
        }

        /// Returns the column with the constraint that its values are unique in the table
        /// (`UNIQUE`).
        public func unique() -> Column {
            var column = self
            column.isUnique = true
            return column
        }
    }
}
