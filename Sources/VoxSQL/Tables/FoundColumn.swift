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
        switch dialect {
        case .sqlite:
            // A column of the type INT has no keys from SQLite.
            return column.isKey && type != "INTEGER" ? "has the type \(type): use INTEGER" : nil
        case .postgreSQL:
            // Versions are times in microseconds, and a key has no fraction.
            let isSmall = column.isKey && ["SMALLINT", "INTEGER"].contains(type)
            return type == "BIGINT" || isSmall ? nil : "has the type \(type): use bigint"
        }
    }

    /// Returns what to do about a type of PostgreSQL that does not fit.
    private func advice(_ column: TableLayout.Column, _ dialect: SQLDialect) -> String {
        if dialect == .sqlite { return "" }
        if SQLColumn.Kind.all.contains(where: { fits($0, dialect) }) { return "" }
        return ": use an attribute such as .computed(.text, \"{\(name)}::text\")"
    }

    func fits(_ kind: SQLColumn.Kind, _ dialect: SQLDialect) -> Bool {
        if dialect == .postgreSQL {
            switch (stored, kind) {
            case (.enumeration?, _), (.uuid?, _): return kind == .text
            case (.array?, _): return kind == .json
            default: break
            }
            return switch kind {
            // A value of the type `character` has blanks at its end.
            case .text: ["TEXT", "CHARACTER VARYING"].contains(type)
            case .integer:
                ["SMALLINT", "INTEGER", "BIGINT", "NUMERIC"].contains(type) && !hasFraction
            case .real: ["DOUBLE PRECISION", "REAL", "NUMERIC"].contains(type)
            case .boolean: type == "BOOLEAN"
            case .date: type == "DATE" || type.hasPrefix("TIMESTAMP WITH")
            case .json: ["JSON", "JSONB"].contains(type)
            }
        }
        // SQLite does not tell the type of an expression in a view.
        if type.isEmpty, !isInTable { return true }
        func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        // The rules of column affinity of SQLite, section 3.1 of "Datatypes In SQLite".
        let isInteger = has("INT")
        let isText = !isInteger && has("CHAR", "CLOB", "TEXT")
        let isReal = !isInteger && !isText && has("REAL", "FLOA", "DOUB")
        let isBlob = !isInteger && !isText && (type.isEmpty || has("BLOB"))
        let isNumeric = !isInteger && !isText && !isReal && !isBlob
        return switch kind {
        case .text: isText
        case .integer: isInteger || isNumeric
        case .real: isReal || isNumeric
        case .boolean: isInteger || isNumeric
        // A numeric column such as `DATETIME` keeps the text of a time.
        case .date: isText || isBlob || isNumeric && has("DATE", "TIME")
        // A numeric column would turn the text "2024" into a number.
        case .json: isText || isBlob
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
    static let all: [SQLColumn.Kind] = [.text, .integer, .real, .boolean, .date, .json]

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
