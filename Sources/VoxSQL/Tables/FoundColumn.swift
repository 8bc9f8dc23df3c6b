// SPDX-License-Identifier: MIT

/// A column that a table in the database has.
struct FoundColumn {
    let name: String
    let isRequired: Bool
    let hasDefault: Bool
    /// False for a column of a view.
    let isInTable: Bool
    /// The type in the database, if it is not the type that a store creates.
    private let stored: StoredType?
    /// The type of the values of an attribute with numbers, where it differs.
    private let storedNumber: StoredType?
    private let type: String
    /// True for a `numeric` of PostgreSQL with places after the decimal point.
    private let hasFraction: Bool

    /// Creates a column from a row of the catalogue. A row of PostgreSQL also has the type of the
    /// elements of an array, the name of the type with its schema, the labels of an enumeration, and
    /// whether a `numeric` has a fraction.
    init?(_ row: [SQLValue]) {
        guard row.count == 6 || row.count == 11, case .text(let name) = row[0],
            case .text(let type) = row[1]
        else { return nil }
        self.name = name
        self.type = type.uppercased()
        isRequired = row[2].isTrue
        // SQLite sets a hidden column itself.
        hasDefault = row[3].isTrue || row[4].isTrue
        isInTable = row[5].isTrue
        guard row.count == 11 else {
            (stored, storedNumber, hasFraction) = (nil, nil, false)
            return
        }
        storedNumber = ["REAL": .single, "NUMERIC": .numeric][self.type]
        hasFraction = row[10].isTrue
        let enumeration = StoredType(labelsOf: row)
        if case .text(let element) = row[6] {
            let type = element.uppercased()
            stored = SQLColumn.Kind(element: type, enumeration).map {
                .array(of: $0, enumeration ?? StoredType(named: type))
            }
        } else {
            stored = enumeration ?? StoredType(named: self.type)
        }
    }

    /// Returns the type of the values of an attribute of the column; nil for the type that a store
    /// creates for the kind.
    func stored(as kind: SQLColumn.Kind) -> StoredType? {
        stored ?? (kind == .real ? storedNumber : nil)
    }

    /// Returns why the column does not fit its description; nil if it fits.
    func misfit(_ column: TableLayout.Column, _ dialect: SQLDialect) -> String? {
        if !fits(column.kind, dialect) {
            let found = type.isEmpty ? "has no type" : "has the type \(type)"
            return "\(found), which does not fit \(column.kind)\(advice(column, dialect))"
        }
        guard isInTable, column.kind == .integer, column.isKey || column.isVersion else {
            return nil
        }
        let types = dialect.grammar.integerTypes(isKey: column.isKey)
        let isKnown = types.isEmpty || types.contains { $0.uppercased() == type }
        return isKnown ? nil : "has the type \(type): use \(types[0])"
    }

    /// Returns what to do about a type that fits no kind.
    private func advice(_ column: TableLayout.Column, _ dialect: SQLDialect) -> String {
        if !dialect.grammar.hasStaticTypes { return "" }
        if SQLColumn.Kind.all.contains(where: { fits($0, dialect) }) { return "" }
        return ": use an attribute such as .computed(.text, \"{\(name)}::text\")"
    }

    func fits(_ kind: SQLColumn.Kind, _ dialect: SQLDialect) -> Bool {
        switch (stored, kind) {
        case (.enumeration?, _), (.uuid?, _): return kind == .text
        case (.array?, _): return kind == .json
        case (_, .integer) where hasFraction: return false
        // SQLite does not tell the type of an expression in a view.
        default: return type.isEmpty && !isInTable || dialect.grammar.fits(type, kind)
        }
    }
}

extension StoredType {
    /// Creates the type of a column of PostgreSQL; nil for a type that the store creates, or that it
    /// does not know.
    fileprivate init?(named type: String) {
        switch type {
        case "SMALLINT": self = .integer(bits: 16)
        case "INTEGER": self = .integer(bits: 32)
        case "UUID": self = .uuid
        case "JSON": self = .json
        default: return nil
        }
    }

    /// Creates an enumeration from a row of the catalogue that has its labels.
    fileprivate init?(labelsOf row: [SQLValue]) {
        guard case .text(let schema) = row[7], case .text(let name) = row[8],
            case .text(let text) = row[9], case .array(let labels)? = try? JSONValue(parsing: text)
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

extension SQLColumn.Kind {
    static let all: [SQLColumn.Kind] = [.text, .integer, .real, .boolean, .date, .day, .json]

    /// True for times and days.
    var isTime: Bool { self == .date || self == .day }

    /// True for the kinds whose values are numbers in SQLite.
    var isNumber: Bool { self == .integer || self == .real || self == .boolean }

    /// Creates the kind and the type of the elements of an array; nil if an attribute cannot have such
    /// elements.
    fileprivate init?(element type: String, _ enumeration: StoredType?) {
        switch type {
        case "TEXT", "CHARACTER VARYING", "UUID": self = .text
        case "SMALLINT", "INTEGER", "BIGINT": self = .integer
        case "BOOLEAN": self = .boolean
        default:
            if enumeration == nil { return nil }
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
