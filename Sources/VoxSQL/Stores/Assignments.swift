// SPDX-License-Identifier: MIT

import HTTPTypes

/// The columns that a write sets in the row of its resource.
struct Assignments {
    private var columns: [(name: SQLName, value: SQLValue)] = []

    var isEmpty: Bool { columns.isEmpty }

    /// Creates the assignments of the attributes and to-one relationships of a change. Values that
    /// the resource `current` already has are not assigned.
    /// - Throws: `ErrorResponse` with an error for each field that the table cannot contain, and
    ///   `StoreError.missingTarget` for a target of another type.
    init(
        _ change: ResourceChange, _ table: SQLModel.Table, _ model: SQLModel,
        _ dialect: SQLDialect, unlike current: StoredResource? = nil
    ) throws {
        var faults: [APIError] = []
        func refuse(_ status: HTTPResponse.Status, _ detail: String, at pointer: String) {
            faults.append(APIError(status, detail, at: pointer))
        }
        for (name, value) in change.attributes {
            if let old = current.map({ $0.attributes[name] ?? .null }),
                old == value || Self.isKept(old, value, table.columns[ExactText(name)], dialect)
            {
                continue
            }
            let pointer = JSON.pointer(ofAttribute: name)
            guard let column = table.columns[ExactText(name)] else {
                if value == .null { continue }
                refuse(
                    .unprocessableContent, "\(table.type.name) has no attribute \"\(name)\"",
                    at: pointer)
                continue
            }
            guard let columnName = column.name else {
                refuse(.forbidden, "the attribute is computed by the database", at: pointer)
                continue
            }
            guard let value = SQLValue(value, column, dialect) else {
                refuse(.unprocessableContent, column.expectation(of: value), at: pointer)
                continue
            }
            set(columnName, value)
        }
        for (name, edit) in change.relationships {
            let pointer = JSON.pointer(ofRelationship: name)
            guard let relationship = table.relationships[ExactText(name)] else {
                refuse(
                    .unprocessableContent, "\(table.type.name) has no relationship \"\(name)\"",
                    at: pointer)
                continue
            }
            if relationship.isMany { continue }
            guard case .replace(.one(let target)) = edit else {
                refuse(.unprocessableContent, "a to-one relationship has one target", at: pointer)
                continue
            }
            if let current, current.relationships[name] == .one(target) { continue }
            var key: SQLValue?
            if let target {
                key = model[target.type]?.key(ofID: target.id)
                guard key != nil, relationship.canLink(to: target.type) else {
                    throw StoreError.missingTarget
                }
            }
            for column in relationship.columns {
                let isTarget = target.map { ExactText($0.type) == ExactText(column.type) } ?? false
                set(column.name, isTarget ? key ?? .null : .null)
            }
        }
        if !faults.isEmpty { throw ErrorResponse(faults) }
    }

    /// Returns true for the texts of one instant, where the database keeps only the instant.
    private static func isKept(
        _ old: JSONValue, _ new: JSONValue, _ column: SQLType.Column?, _ dialect: SQLDialect
    ) -> Bool {
        guard dialect.grammar.hasInstants, column?.kind == .date, case .string(let old) = old,
            case .string(let new) = new, let place = Timestamp.place(of: old)
        else { return false }
        return place == Timestamp.place(of: new)
    }

    mutating func set(_ name: String?, _ value: SQLValue) {
        if let name { columns.append((SQLName(name), value)) }
    }

    /// The value of a column; nil if the write does not set the column, or sets it to null.
    func value(of name: String) -> SQLValue? {
        let value = columns.last { ExactText($0.name.text) == ExactText(name) }?.value
        return value == .null ? nil : value
    }

    /// Returns a statement that inserts the row and returns the key of the row.
    ///
    /// A sequence does not know the keys that clients have chosen. If the database chooses an
    /// existing key, the statement inserts no row and returns no key.
    func insertion(
        into table: SQLModel.Table, hasSequence: Bool, isNewKey: Bool? = nil
    ) -> SQLText {
        let hasKey = columns.contains { $0.name.text == table.type.key.name }
        let end: SQLText =
            hasSequence && isNewKey ?? !hasKey
            ? "ON CONFLICT (\(table.key)) DO NOTHING RETURNING \(table.key)"
            : "RETURNING \(table.key)"
        if columns.isEmpty { return "INSERT INTO \(table.name) DEFAULT VALUES \(end)" }
        let names = columns.map { "\($0.name)" as SQLText }.joined(by: ", ")
        let values = columns.map { "\($0.value)" as SQLText }.joined(by: ", ")
        let isOverriding = isNewKey == true && hasKey
        let override: SQLText = isOverriding ? "OVERRIDING SYSTEM VALUE " : ""
        return "INSERT INTO \(table.name) (\(names)) \(override)VALUES (\(values)) \(end)"
    }

    func update(of table: SQLModel.Table, where conditions: [SQLText]) -> SQLText {
        let values = columns.map { "\($0.name) = \($0.value)" as SQLText }.joined(by: ", ")
        return "UPDATE \(table.name) SET \(values)\(conditions.whereClause)"
    }
}

extension SQLType.Column.Kind {
    /// Returns what is wrong with a value that a column of this kind cannot contain.
    func expectation(of value: JSONValue) -> String {
        switch self {
        case .text: "the value must be a string without U+0000"
        case .integer: "the value must be an integer of at most 64 bits"
        case .real: "the value must be a number in the range of doubles"
        case .boolean: "the value must be true or false"
        case .date:
            if case .string(let text) = value, Timestamp.isTime(text) {
                "the year of a time must be from 0001 to 9999 in UTC"
            } else {
                "the value must be a date or a time, such as 2024-02-29T12:00:00Z"
            }
        case .day: "the value must be a date without a time, such as 2024-02-29"
        case .json:
            "the value must not contain U+0000, a number out of the range of doubles, or many numbers"
                + " with large exponents"
        }
    }
}
