// SPDX-License-Identifier: MIT

/// The SQL dialect that a database understands: ``sqlite`` or ``postgreSQL``.
public struct SQLDialect: Hashable, Sendable {
    package let grammar: any SQLGrammar

    package init(_ grammar: any SQLGrammar) { self.grammar = grammar }

    /// Returns true if both are the dialect of the same database.
    public static func == (left: SQLDialect, right: SQLDialect) -> Bool {
        left.grammar.name == right.grammar.name
    }

    /// Adds the dialect to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(grammar.name) }
}

/// All that a database says in another way than others, or cannot do. No other code asks which
/// database it is.
package protocol SQLGrammar: Sendable {
    /// The name of the database.
    var name: String { get }

    // MARK: Values

    /// True if a column has only values of its type. Otherwise a column of numbers can have a text,
    /// which is greater than all numbers.
    var hasStaticTypes: Bool { get }
    /// True if a column of times keeps instants, and not their texts.
    var hasInstants: Bool { get }
    /// Returns the placeholder of a parameter. The first parameter has the number 1.
    func placeholder(_ number: Int, _ value: SQLValue) -> String
    /// Returns a text, or a parameter that is a time, as a value of a kind.
    func cast(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText
    /// Returns the value of a column for all statements.
    func value(_ column: SQLText, _ kind: SQLType.Column.Kind) -> SQLText
    /// Returns a value for comparisons and sorting: texts by their bytes, times by their instants.
    func ordered(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText
    /// Returns a value as a row has it: a time as in RFC 3339, and JSON as text.
    func output(_ value: SQLText, _ kind: SQLType.Column.Kind) -> SQLText
    /// Returns the place of the text of a time (`Timestamp.place(of:)`), or NULL.
    func place(of time: SQLText) -> SQLText
    /// The time of the transaction, for a column of times.
    var now: SQLText { get }
    /// Returns the condition that a text contains, begins with or ends with a part, without
    /// wildcards.
    func search(_ value: SQLText, _ test: FilterExpression.Operator, _ part: SQLValue) -> SQLText

    // MARK: Lists as parameters, and JSON

    /// Returns the elements of a JSON list as a table with the column `value`.
    func rows(of list: SQLValue, _ alias: SQLName) -> SQLText
    /// Returns the condition that a JSON list contains a value, whose type `cast` gives to an
    /// element.
    func contains(
        _ list: SQLValue, _ value: SQLText, isIndexed: Bool, _ cast: (SQLText) -> SQLText
    ) -> SQLText
    /// Returns the condition that the value at a path is missing, null, or an empty list.
    func isEmpty(_ json: SQLText, _ path: [String]) -> SQLText
    /// Returns the condition that the value at a path, or an element of a list there, meets the
    /// given one, whose argument is the row for the next functions.
    func hasElement(
        _ json: SQLText, _ path: [String], comparesNumbers: Bool, _ condition: (SQLName) -> SQLText
    ) -> SQLText
    func isString(_ element: SQLName) -> SQLText
    func isNumber(_ element: SQLName) -> SQLText
    func isBoolean(_ element: SQLName, _ value: Bool) -> SQLText
    func text(of element: SQLName) -> SQLText
    func number(of element: SQLName) -> SQLNumber

    // MARK: Queries and writes

    /// True if null is the least value of an order. Otherwise the statement says where null is.
    var sortsNullFirst: Bool { get }
    /// True if the owners of targets are a table expression, and not a subquery of `IN`, which the
    /// database would evaluate again for each row.
    var materializesOwners: Bool { get }
    /// True if a table in a FROM clause can refer to the tables before it (`LATERAL`).
    var hasLateral: Bool { get }
    /// True if another transaction can delete a row that this one has read.
    var hasConcurrentWrites: Bool { get }
    /// Returns the statement after which a sequence goes on behind the greatest key; nil if each
    /// does. Its row has null if the column has no sequence of its own, and the key behind the
    /// greatest.
    func raisedSequence(of table: SQLName, _ key: SQLName) -> SQLText?
    /// True if the database has the statement that created a table, and no conditions of its CHECK.
    var showsDefinitions: Bool { get }
    /// Returns the statement that finds the columns of a CHECK; or of the whole table, after the
    /// statement that created it.
    func checked(by constraint: String, _ table: SQLName) -> SQLText

    // MARK: Tables and plans

    /// Returns the type of a column that a store creates, for a key with its constraints.
    func type(_ kind: SQLType.Column.Kind, isKey: Bool) -> SQLText
    /// Returns true if a column of a type, in capitals, can contain the values of a kind.
    func fits(_ type: String, _ kind: SQLType.Column.Kind) -> Bool
    /// Returns the types of an integer key or a version, the best first; empty for all.
    func integerTypes(isKey: Bool) -> [String]
    /// What an integer key must be; nil if each unique column can be one.
    var integerKey: String? { get }
    /// True if a statement of its own adds a foreign key. Otherwise the column has it.
    var addsForeignKeys: Bool { get }
    /// Returns the statement that creates an index; `kind` is `INDEX` or `UNIQUE INDEX`. No two
    /// indexes of a table have the same `name`.
    func index(
        _ kind: SQLText, _ name: String, on table: SQLName, _ columns: SQLText
    ) -> SQLText
    /// Returns the statement that finds a schema; nil if a statement can name a missing schema, which
    /// the store then creates.
    func schema(_ name: String) -> SQLText?
    /// Returns the statement that finds the columns of a table or view, with the columns of
    /// ``FoundColumn/init(_:)``.
    func columns(of table: SQLName) -> SQLText
    /// Returns the statement that finds the columns of all unique indexes, after the name of the
    /// index; that of the primary key can be empty. An expression is a column without a name.
    func uniqueColumns(of table: SQLName) -> SQLText
    func foreignKey(of column: String, _ table: SQLName, to target: SQLName) -> SQLText
    /// Returns the statement that has a row if a view shows a table.
    func shows(_ view: SQLName, _ table: String) -> SQLText
    /// The statements that find all tables with their comments, the views, the conditions or
    /// definitions of tables, and the and the foreign keys.
    var tables: SQLTableStatements { get }
    /// The word before a statement whose plan is wanted.
    var explain: String { get }
    /// The statements after which a plan sorts, or reads all rows, only if there is no other way.
    var planSettings: [String] { get }
    /// Returns the condition by which a step of a plan finds rows of `t` in an index.
    func searched(in step: String) -> String?
    /// The words of a step that sorts rows.
    var sortStep: String { get }
}

package typealias SQLTableStatements = (
    tables: String, views: String, checks: String, references: String
)

/// A number in JSON, with the digits that a statement can compare.
package enum SQLNumber {
    /// The place of the number among all numbers (`JSONNumber.place`).
    case place(SQLText)
    case numeric(SQLText)
    case double(SQLText)
}
