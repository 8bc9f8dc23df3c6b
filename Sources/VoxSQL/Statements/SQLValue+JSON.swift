// SPDX-License-Identifier: MIT

extension SQLValue {
    /// Creates the value of an attribute for a column. Returns nil for a value that the column
    /// cannot contain, such as a text with U+0000 (PostgreSQL refuses U+0000). A database that
    /// keeps instants reads fewer texts than RFC 3339 allows. The value of a key needs no dialect.
    init?(_ value: JSONValue, _ kind: SQLType.Column.Kind, _ dialect: SQLDialect?) {
        switch (kind, value) {
        case (_, .null): self = .null
        case (.text, .string(let text)):
            if text.utf8.contains(0) { return nil }
            self = .text(text)
        case (.date, .string(let text)):
            guard Timestamp.isTime(text),
                let text = dialect?.grammar.hasInstants == true ? Timestamp.utc(text) : text
            else { return nil }
            self = .text(text)
        case (.day, .string(let text)):
            guard Timestamp.isDay(text) else { return nil }
            self = .text(text)
        case (.integer, .number(let number)):
            guard let integer = number.wholeNumber else { return nil }
            self = .integer(integer)
        case (.real, .number(let number)):
            guard let double = number.double else { return nil }
            self = .real(double)
        case (.boolean, .bool(let value)): self = .boolean(value)
        case (.json, _):
            guard value.fitsColumn, value.digits <= JSONValue.maximumDigits,
                let text = try? value.text()
            else { return nil }
            self = .text(text)
        default: return nil
        }
    }

    /// Creates the value of an attribute for comparisons with the column
    /// (`TableRow.ordered(_:_:)`). Without static types, a column can contain integers and doubles,
    /// whatever its kind is.
    init?(comparing value: JSONValue, _ column: SQLType.Column, _ dialect: SQLDialect) {
        switch (column.kind, value) {
        case (.date, .string(let text)) where !dialect.grammar.hasInstants:
            guard let place = Timestamp.place(of: text) else { return nil }
            self = .text(place)
        case (.integer, .number(let number)) where !dialect.grammar.hasStaticTypes,
            (.real, .number(let number)) where !dialect.grammar.hasStaticTypes:
            if let integer = number.wholeNumber {
                self = .integer(integer)
            } else if let double = number.double {
                self = .real(double)
            } else {
                return nil
            }
        // A `numeric` can contain more than the integers of 64 bits.
        case (.integer, .number(let number)) where number.wholeNumber == nil:
            self = .text(number.text)
        default:
            // The texts of an enumeration are compared, not its values.
            if case .enumeration? = column.stored {
                self.init(value, column.kind, dialect)
            } else {
                self.init(value, column, dialect)
            }
        }
    }

    /// Returns the attribute that a column contains. NaN and the infinities are null, because JSON
    /// has no such values. Other programs can write any text into a column of SQLite: a text that
    /// is not a time, a day, a number or JSON is null, too.
    func json(_ kind: SQLType.Column.Kind) -> JSONValue {
        switch (kind, self) {
        case (_, .null): return .null
        case (.date, .text(let text)): return Timestamp.complete(text).map { .string($0) } ?? .null
        case (.day, .text(let text)): return Timestamp.isDay(text) ? .string(text) : .null
        case (.date, _), (.day, _): return .null
        case (.json, .text(let text)): return (try? JSONValue(parsing: text)) ?? .null
        case (.boolean, .integer(let integer)): return .bool(integer != 0)
        case (.boolean, .boolean(let value)), (_, .boolean(let value)): return .bool(value)
        case (.boolean, _): return .null
        case (_, .integer(let integer)): return .number(JSONNumber(integer))
        case (_, .real(let double)): return JSONNumber(stored: double).map { .number($0) } ?? .null
        case (.integer, .text(let text)), (.real, .text(let text)):
            // A number without a binary type, as `numeric` of PostgreSQL.
            return JSONNumber(text: text).map { .number($0) } ?? .null
        case (_, .text(let text)): return .string(text)
        }
    }

    /// Returns true if the attribute of this value has the same place in the order of a column. A
    /// cursor with another value would skip resources, or return them again and again.
    func fitsCursor(_ column: SQLType.Column, _ dialect: SQLDialect) -> Bool {
        let kind = column.kind
        if kind == .boolean, case .integer(let integer) = self { return 0...1 ~= integer }
        if kind.isNumber, !dialect.grammar.hasStaticTypes, case .text = self { return false }
        guard let key = SQLValue(comparing: json(kind), column, dialect) else { return false }
        // A text that does not look like a time has the place of null.
        return (key == .null) == (self == .null)
            || kind == .date && !dialect.grammar.hasInstants && !isDated
    }

    private var isDated: Bool {
        guard case .text(let text) = self else { return false }
        let isDigit = text.utf8.prefix(10).map { (0x30...0x39).contains($0) }
        let dashes = [4, 7]
        return isDigit.count == 10 && dashes.allSatisfy { Array(text.utf8)[$0] == 0x2D }
            && isDigit.indices.allSatisfy { isDigit[$0] || dashes.contains($0) }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The id of a resource with this key.
    var id: String? {
        switch self {
        case .integer(let integer): String(integer)
        case .text(let text): text
        case .null, .real, .boolean: nil
        }
    }
}

extension JSONValue {
    /// False for a value with U+0000, or with a number out of the range of doubles: PostgreSQL writes
    /// the number 1e131071 with 131,072 digits.
    fileprivate var fitsColumn: Bool {
        switch self {
        case .string(let text): !text.utf8.contains(0)
        case .number(let number): number.double.map { $0 != 0 || number == 0 } ?? false
        case .array(let elements): elements.allSatisfy(\.fitsColumn)
        case .object(let object):
            object.allSatisfy { !$0.name.utf8.contains(0) && $0.value.fitsColumn }
        case .null, .bool: true
        }
    }

    /// The maximum number of digits that numbers may gain because PostgreSQL writes them without
    /// exponents.
    fileprivate static let maximumDigits = 1 << 16

    /// The number of digits that the numbers have at most without their exponents, besides those
    /// that they have with them.
    fileprivate var digits: Int {
        func sum(_ values: some Sequence<JSONValue>) -> Int {
            values.reduce(0) { min($0 + $1.digits, Self.maximumDigits + 1) }
        }
        switch self {
        case .number(let number):
            let text = number.text.utf8
            guard let place = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
                return 0
            }
            let exponent = Int(number.text[place...].dropFirst())
            return Int(min(exponent?.magnitude ?? .max, UInt(Self.maximumDigits + 1)))
        case .array(let elements): return sum(elements)
        case .object(let object): return sum(object.lazy.map(\.value))
        case .null, .bool, .string: return 0
        }
    }
}
