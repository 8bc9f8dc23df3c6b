// SPDX-License-Identifier: MIT

/// The type of a column that other programs have made, where it needs other statements or takes
/// fewer values than the type that the store creates for the kind. `SQLStore.checkTables()` finds
/// it.
indirect enum StoredType: Hashable, Sendable {
    /// `smallint` or `integer`, with the number of its bits.
    case integer(bits: Int)
    /// `numeric` as a number with all its digits, and the type of the numbers in `jsonb`.
    case numeric
    /// `real`, whose values are the numbers that PostgreSQL writes for them.
    case single
    case uuid
    case enumeration(schema: String, name: String, labels: [ExactText])
    case json
    case array(of: SQLType.Column.Kind, StoredType?)
    /// A column of numbers or booleans in SQLite that contains texts, or other integers than 0 and
    /// 1, or a column of days that contains what is no day.
    case mixed(SQLType.Column.Kind)

    /// The words that give a parameter of PostgreSQL the type of the column. PostgreSQL infers most
    /// types from the other side of a comparison, but not in a list.
    func cast(_ value: SQLText) -> SQLText {
        switch self {
        case .numeric: "\(value)::numeric"
        case .uuid: "\(value)::uuid"
        case .enumeration(let schema, let name, _):
            "\(value)::\(SQLName(schema)).\(SQLName(name))"
        case .integer, .single, .json, .array, .mixed: value
        }
    }

    /// Returns the value of a column of this type for the statements.
    func value(_ column: SQLText) -> SQLText {
        switch self {
        // In the order of SQLite, numbers are before all texts.
        case .mixed(.boolean): "CASE WHEN \(column) < '' THEN \(column) <> 0 END"
        case .mixed(.day): "CASE WHEN \(column) = date(\(column)) THEN \(column) END"
        case .mixed: "CASE WHEN \(column) < '' THEN \(column) END"
        // A value that `jsonb` cannot have is null: U+0000, half a pair of surrogates, or a number
        // with more than 10,000 digits.
        case .json:
            """
            CASE WHEN \(column)::text ~ '^([^"eE]|[eE](?![+-]?[0-9]{5})|"([^"\\\\]|\\\\[^u]|\
            \\\\u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4}|\
            \\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})*")*$' \
            THEN \(column)::jsonb END
            """
        case .array: "to_jsonb(\(column))"
        // NaN and the infinities are null.
        case .numeric: "CASE WHEN \(column)::text ~ '[0-9]' THEN \(column) END"
        // As a double, 0.1 would be 0.10000000149011612.
        case .single: "\(column)::text::double precision"
        // A domain over an enumeration has no comparisons.
        case .enumeration: cast(column)
        case .integer, .uuid: column
        }
    }
}

extension SQLValue {
    /// Creates the value of an attribute for a column, as `init(_:_:_:)` does for the kind of the
    /// column. Returns nil for a value that the type of the column cannot contain.
    init?(_ value: JSONValue, _ column: SQLType.Column, _ dialect: SQLDialect? = nil) {
        switch (column.stored, value) {
        case (_, .null): self = .null
        case (.uuid, .string(let text)):
            guard let text = text.canonicalUUID else { return nil }
            self = .text(text)
        case (.enumeration(_, _, let labels), .string(let text)):
            guard labels.contains(ExactText(text)) else { return nil }
            self = .text(text)
        case (.numeric, .number(let number)): self = .text(number.text)
        case (.single, .number(let number)):
            guard let double = number.double, Float(double).isFinite,
                Double(Float(double).description) == double
            else { return nil }
            self = .real(double)
        case (.array(let kind, let type), .array(let elements)):
            var parts: [String] = []
            for element in elements {
                let column = SQLType.Column(of: kind, type)
                guard let part = SQLValue(element, column, dialect)?.element else { return nil }
                parts.append(part)
            }
            self = .text("{\(parts.joined(separator: ","))}")
        case (.array, _): return nil
        case (.integer(let bits), _):
            self.init(value, column.kind, dialect)
            guard case .integer(let integer) = self, integer >> (bits - 1) == integer >> 63 else {
                return nil
            }
        default: self.init(value, column.kind, dialect)
        }
    }

    /// The value as an element of an array of PostgreSQL.
    private var element: String? {
        switch self {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .boolean(let value): value ? "t" : "f"
        case .real(let double): String(double)
        case .text(let text):
            "\""
                + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
    }
}

extension SQLType.Column {
    /// Returns what is wrong with a value that the column cannot contain.
    func expectation(of value: JSONValue) -> String {
        switch stored {
        case .uuid: "the value must be a UUID, such as 123e4567-e89b-12d3-a456-426614174000"
        case .enumeration(_, _, let labels):
            "the value must be one of: " + labels.map(\.text).joined(separator: ", ")
        case .integer(let bits) where bits < 64:
            "the value must be an integer of at most \(bits) bits"
        case .array(let kind, let type):
            "the value must be a list; of each element: "
                + SQLType.Column(of: kind, type).expectation(of: .null)
        case .single: "the value must be a number that the type real keeps"
        case .integer, .numeric, .json, .mixed, nil: kind.expectation(of: value)
        }
    }
}

extension String {
    /// The UUID in the form in which PostgreSQL writes it; nil if the text is not a UUID.
    var canonicalUUID: String? {
        let isUUID =
            utf8.count == 36
            && utf8.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index)
                    ? byte == UInt8(ascii: "-")
                    : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
            }
        return isUUID ? lowercased() : nil
    }
}
