// SPDX-License-Identifier: MIT

/// A column that a table in the database has.
struct FoundColumn {
    let name: String
    /// The type as the database names it; empty for an expression in a view of SQLite.
    let type: String
    let isRequired: Bool
    /// True if a row can be added without a value.
    let hasDefault: Bool
    /// True if only the database writes the column.
    let isGenerated: Bool
    /// True if the column of a virtual table of SQLite is in no row.
    let isHidden: Bool
    /// False for a column of a view.
    let isInTable: Bool
    /// True if the database, or a trigger, carries out writes to the table or view.
    let isWritten: Bool
    /// The place of the column in the primary key, from 1; nil outside of the key.
    let keyPlace: Int64?
    let comment: String?
    /// The maximum number of characters or digits, as an integer.
    let length: SQLValue
    /// True if the column compares texts by their bytes, and not by the rules of a language.
    let hasByteOrder: Bool
    /// The type of the elements of an array, or of the values, in capitals.
    let elementType: String
    /// True if the values are unique, alone.
    var isUnique = false
    /// The type in the database, if it is not the type that a store creates.
    private let stored: StoredType?
    /// The type of the values of an attribute with numbers, where it differs.
    private let storedNumber: StoredType?
    /// True for a `numeric` of PostgreSQL with places after the decimal point.
    private let hasFraction: Bool

    /// Creates a column from a row of `SQLGrammar.columns(of:)`: the name, the type, whether the value
    /// is required and has a default, how the database sets it (1: a hidden column, 2 and more: a
    /// generated one), whether it is in a table, and whether that can be written, the place in the
    /// key, the comment, the length, and the order of texts. A row of PostgreSQL also has the type of
    /// the elements of an array, whether the column is one, the name of this type after its schema,
    /// the labels of an enumeration, and whether a `numeric` has a fraction.
    init?(_ row: [SQLValue]) {
        guard row.count == 11 || row.count == 17, let name = row[0].text, let type = row[1].text
        else { return nil }
        self.name = name
        self.type = type
        isRequired = row[2].isTrue
        isGenerated = row[4].isTrue
        isHidden = row[4] == .integer(1)
        hasDefault = row[3].isTrue || isGenerated
        isInTable = row[5].isTrue
        isWritten = row[6].isTrue
        keyPlace = if case .integer(let place) = row[7], place > 0 { place } else { nil }
        comment = row[8].text
        length = row[9]
        hasByteOrder = row[10].isTrue
        let capitals = type.uppercased()
        guard row.count == 17 else {
            (elementType, stored, storedNumber, hasFraction) = (capitals, nil, nil, false)
            return
        }
        storedNumber = ["REAL": .single, "NUMERIC": .numeric][capitals]
        hasFraction = row[16].isTrue
        let element = row[11].text?.uppercased() ?? capitals
        elementType = element
        let elements = StoredType(labelsOf: row) ?? StoredType(named: element)
        stored =
            row[12].isTrue
            ? SQLType.Column.Kind(element: element, elements).map { .array(of: $0, elements) }
            : elements
    }

    /// Returns the type of the values of an attribute of the column; nil for the type that a store
    /// creates for the kind.
    func stored(as kind: SQLType.Column.Kind) -> StoredType? {
        stored ?? (kind == .real ? storedNumber : nil)
    }

    /// Returns why the column does not fit its description; nil if it fits.
    func misfit(_ column: TableLayout.Column, _ dialect: SQLDialect) -> String? {
        if !fits(column.kind, dialect) {
            let found = type.isEmpty ? "has no type" : "has the type \(type.uppercased())"
            return "\(found), which does not fit \(column.kind)\(advice(column, dialect))"
        }
        guard isInTable, column.kind == .integer, column.isKey || column.isVersion else {
            return nil
        }
        let types = dialect.grammar.integerTypes(isKey: column.isKey)
        let type = type.uppercased()
        let isKnown = types.isEmpty || types.contains { $0.uppercased() == type }
        return isKnown ? nil : "has the type \(type): use \(types[0])"
    }

    /// Returns what to do about a type that fits no kind.
    private func advice(_ column: TableLayout.Column, _ dialect: SQLDialect) -> String {
        if !dialect.grammar.hasStaticTypes {
            // The affinity of such a type, JSON among them, is numeric.
            return column.kind != .json
                ? ""
                : ", because it makes a text of digits a number: use TEXT, or, for reading only,"
                    + " an attribute such as .computed(.json, \"{\(name)}\")"
        }
        if SQLType.Column.Kind.all.contains(where: { fits($0, dialect) }) { return "" }
        return ": use an attribute such as .computed(.text, \"{\(name)}::text\")"
    }

    func fits(_ kind: SQLType.Column.Kind, _ dialect: SQLDialect) -> Bool {
        switch (stored, kind) {
        case (.enumeration?, _), (.uuid?, _): return kind == .text
        case (.array?, _): return kind == .json
        case (_, .integer) where hasFraction: return false
        // SQLite does not tell the type of an expression in a view.
        default:
            return type.isEmpty && !isInTable || dialect.grammar.fits(type.uppercased(), kind)
        }
    }
}

extension StoredType {
    /// Creates the type of a column of PostgreSQL; nil for a type that the store creates, or that
    /// it does not know.
    fileprivate init?(named type: String) {
        switch type {
        case "SMALLINT": self = .integer(bits: 16)
        case "INTEGER": self = .integer(bits: 32)
        case "UUID": self = .uuid
        case "JSON": self = .json
        default: return nil
        }
    }

    fileprivate init?(labelsOf row: [SQLValue]) {
        guard let schema = row[13].text, let name = row[14].text, let text = row[15].text,
            case .array(let labels)? = try? JSONValue(parsing: text)
        else { return nil }
        let texts = labels.compactMap { label in
            if case .string(let text) = label { ExactText(text) } else { nil }
        }
        self = .enumeration(schema: schema, name: name, labels: texts)
    }

    /// True if the value of a column that is not null can be null.
    var canBeNull: Bool {
        switch self {
        case .mixed, .numeric: true
        case .integer, .single, .uuid, .enumeration, .json, .array: false
        }
    }

    /// The type for comparisons: a column of another type can be compared only if this is nil.
    var comparison: StoredType? {
        switch self {
        case .uuid, .enumeration: self
        case .integer, .numeric, .single, .json, .array, .mixed: nil
        }
    }
}

extension SQLType.Column.Kind {
    static let all: [SQLType.Column.Kind] = [.text, .integer, .real, .boolean, .date, .day, .json]

    var isTime: Bool { self == .date || self == .day }

    /// True for the kinds whose values are numbers in SQLite.
    var isNumber: Bool { self == .integer || self == .real || self == .boolean }

    /// Creates the kind and the type of the elements of an array; nil if an attribute cannot have
    /// such elements.
    fileprivate init?(element type: String, _ stored: StoredType?) {
        switch type {
        case "TEXT", "CHARACTER VARYING", "UUID": self = .text
        case "SMALLINT", "INTEGER", "BIGINT": self = .integer
        case "BOOLEAN": self = .boolean
        default:
            guard case .enumeration? = stored else { return nil }
            self = .text
        }
    }
}

extension SQLValue {
    var isTrue: Bool {
        switch self {
        case .boolean(let value): value
        case .integer(let integer): integer != 0
        case .null, .real, .text: false
        }
    }
}
