// SPDX-License-Identifier: MIT

/// A test of a value from a filter, with the accepted values by kind.
///
/// A string in a filter is also compared with numbers and booleans. No text in a database contains
/// U+0000. Therefore a string with U+0000 in a filter equals no text. In the order of texts, a
/// string with U+0000 comes directly after the part before its first U+0000.
struct FilterTest {
    /// The comparison; nil if the value must equal one of the values.
    private let comparison: FilterExpression.Operator?
    private var strings: [String] = []
    private var numbers: [JSONNumber] = []
    private var booleans: [Bool] = []

    init(_ comparison: FilterExpression.Operator, _ value: JSONValue) {
        self.init(comparison, [value])
    }

    init(anyOf values: [JSONValue]) { self.init(nil, values) }

    private init(_ comparison: FilterExpression.Operator?, _ values: [JSONValue]) {
        self.comparison = comparison
        for value in values {
            switch value {
            case .string(let text):
                strings.append(text)
                if let number = JSONNumber(text: text) { numbers.append(number) }
                if comparison == nil, text == "true" || text == "false" {
                    booleans.append(text == "true")
                }
            case .number(let number): numbers.append(number)
            case .bool(let value): if comparison == nil { booleans.append(value) }
            case .null, .array, .object: break
            }
        }
    }

    /// Returns true if the name of a type passes the test.
    func accepts(type: String) -> Bool {
        comparison == nil && strings.contains { ExactText($0) == ExactText(type) }
    }

    // MARK: Columns

    /// Returns the condition that a column, or a value inside of its JSON, passes the test. `isTime`
    /// is true if strings in the JSON are times.
    func condition(
        on column: SQLColumn, _ members: [String], isTime: Bool = false, of row: TableRow
    ) -> SQLText {
        let value = row.value(column)
        let condition: SQLText
        switch column.kind {
        case .text: condition = onText(row.ordered(value, .text), row)
        case .date: return onDate(value, row)
        case .integer: condition = onInteger(value, row)
        case .real: condition = onReal(value, row)
        case .boolean: condition = onBoolean(value)
        case .json: return onJSON(JSONText(value, members, row.dialect), isTime: isTime, row)
        }
        return "(\(value) IS NOT NULL AND \(condition))"
    }

    /// Returns the condition that a key in the table of `row` passes the test as an id. Integer
    /// keys are ordered by value.
    func condition(onKey key: SQLText, of row: TableRow) -> SQLText {
        let condition: SQLText
        if row.table.type.key.kind == .text {
            condition = onText(row.ordered(key, .text), row)
        } else {
            switch comparison {
            case nil, .equal?:
                let keys = row.table.keys(ofIDs: strings)
                condition = SQLList(keys, .integer, row.dialect).contains(key: key)
            case .contains?, .startsWith?, .endsWith?:
                condition = onText("CAST(\(key) AS TEXT)", row)
            default: condition = strings.isEmpty ? "FALSE" : onInteger(key, row)
            }
        }
        return "(\(key) IS NOT NULL AND \(condition))"
    }

    /// Compares the places of texts that are times.
    private func onPlace(_ text: SQLText, _ row: TableRow) -> SQLText {
        let places = strings.compactMap { Timestamp.place(of: $0) }
        switch comparison {
        case .contains?, .startsWith?, .endsWith?: return onText(row.ordered(text, .text), row)
        default: break
        }
        var test = self
        test.strings = places
        let place = row.ordered(TableRow.place(of: text, row.dialect), .text)
        return "(\(place) IS NOT NULL AND \(test.onText(place, row)))"
    }

    /// Compares the instants of times. SQLite searches in their texts.
    private func onDate(_ value: SQLText, _ row: TableRow) -> SQLText {
        let time = row.ordered(value, .date)
        let condition: SQLText
        switch comparison {
        case nil, .equal?:
            let times = strings.compactMap {
                row.dialect == .sqlite ? Timestamp.place(of: $0) : Timestamp.utc($0)
            }
            let kind: SQLColumn.Kind = row.dialect == .sqlite ? .text : .date
            condition = SQLList(times.map { .string($0) }, kind, row.dialect).contains(value: time)
        case .contains?, .startsWith?, .endsWith?:
            let hasTexts = row.dialect == .sqlite
            condition = hasTexts ? onText(value, row) : "FALSE"
        case let comparison?:
            let bound = strings.first.flatMap {
                SQLValue(comparing: .string($0), .date, row.dialect)
            }
            condition = bound.map { compare(time, comparison, $0) } ?? "FALSE"
        }
        return "(\(time) IS NOT NULL AND \(condition))"
    }

    private func onText(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison, comparison != .equal else {
            let kept = strings.filter { !$0.utf8.contains(0) }
            return SQLList(kept.map { .string($0) }, .text, row.dialect).contains(value: value)
        }
        guard let text = strings.first else { return "FALSE" }
        let beginning = String(decoding: text.utf8.prefix { $0 != 0 }, as: UTF8.self)
        let isCut = beginning.utf8.count != text.utf8.count
        let part = SQLValue.text(beginning)
        switch comparison {
        case .equal: return "FALSE"
        case .less where isCut, .lessOrEqual: return "\(value) <= \(part)"
        case .less: return "\(value) < \(part)"
        case .greaterOrEqual where isCut, .greater: return "\(value) > \(part)"
        case .greaterOrEqual: return "\(value) >= \(part)"
        case .contains, .startsWith, .endsWith:
            if isCut { return "FALSE" }
            if beginning.isEmpty { return "TRUE" }
            return search(comparison, value, part, row.dialect)
        }
    }

    /// Returns the condition that a text contains, begins with or ends with a part. The condition
    /// does not use `LIKE`, because `LIKE` has wildcards and ignores the case of letters in SQLite.
    private func search(
        _ comparison: FilterExpression.Operator, _ value: SQLText, _ part: SQLValue,
        _ dialect: SQLDialect
    ) -> SQLText {
        switch (comparison, dialect) {
        case (.startsWith, .sqlite): "substr(\(value), 1, length(\(part))) = \(part)"
        case (.startsWith, .postgreSQL): "starts_with(\(value), \(part)::text)"
        case (.endsWith, .sqlite): "substr(\(value), -length(\(part))) = \(part)"
        case (.endsWith, .postgreSQL): "right(\(value), length(\(part)::text)) = \(part)::text"
        case (_, .sqlite): "instr(\(value), \(part)) > 0"
        case (_, .postgreSQL): "strpos(\(value), \(part)::text) > 0"
        }
    }

    private func onInteger(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison, comparison != .equal else {
            let integers = numbers.compactMap { $0.wholeNumber }
            return SQLList(
                integers.map { .number(JSONNumber($0)) }, .integer, row.dialect
            ).contains(value: value)
        }
        guard let number = numbers.first else { return "FALSE" }
        if let integer = number.wholeNumber {
            return compare(value, comparison, .integer(integer))
        }
        // Between two integers the comparison is the one with the lower integer.
        let isLess = comparison == .less || comparison == .lessOrEqual
        let isGreater = comparison == .greater || comparison == .greaterOrEqual
        guard let floor = number.floor else {
            return (number.isNegative ? isGreater : isLess) ? "TRUE" : "FALSE"
        }
        if isLess { return "\(value) <= \(SQLValue.integer(floor))" }
        return isGreater ? "\(value) > \(SQLValue.integer(floor))" : "FALSE"
    }

    private func onReal(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison, comparison != .equal else {
            let doubles = numbers.compactMap { $0.double.flatMap { JSONNumber($0) } }
            return SQLList(doubles.map { .number($0) }, .real, row.dialect).contains(value: value)
        }
        return numbers.first.map { compare(value, comparison, $0) } ?? "FALSE"
    }

    /// Compares a double or a JSON number with a number of any size.
    private func compare(
        _ value: SQLText, _ comparison: FilterExpression.Operator, _ number: JSONNumber
    ) -> SQLText {
        if let integer = number.wholeNumber { return compare(value, comparison, .integer(integer)) }
        if let double = number.double, double != 0 {
            return compare(value, comparison, .real(double))
        }
        if number.order(1) > 0 { return compare(value, comparison, .real(.infinity)) }
        if number.order(-1) < 0 { return compare(value, comparison, .real(-.infinity)) }
        // The number is nearer to 0 than all doubles.
        let isLess = comparison == .less || comparison == .lessOrEqual
        guard isLess || comparison == .greater || comparison == .greaterOrEqual else {
            return "FALSE"
        }
        switch (isLess, number.isNegative) {
        case (true, true): return "\(value) < 0"
        case (true, false): return "\(value) <= 0"
        case (false, true): return "\(value) >= 0"
        case (false, false): return "\(value) > 0"
        }
    }

    private func onBoolean(_ value: SQLText) -> SQLText {
        let accepted = Set(booleans)
        if accepted.isEmpty { return "FALSE" }
        return accepted.sorted { !$0 && $1 }.map { "\(value) = \(SQLValue.boolean($0))" as SQLText }
            .joined(by: " OR ").parenthesized
    }

    private func compare(
        _ value: SQLText, _ comparison: FilterExpression.Operator, _ bound: SQLValue
    ) -> SQLText {
        switch comparison {
        case .less: "\(value) < \(bound)"
        case .lessOrEqual: "\(value) <= \(bound)"
        case .greater: "\(value) > \(bound)"
        case .greaterOrEqual: "\(value) >= \(bound)"
        case .equal, .contains, .startsWith, .endsWith: "FALSE"
        }
    }

    // MARK: JSON

    private func onJSON(_ json: JSONText, isTime: Bool, _ row: TableRow) -> SQLText {
        json.hasElement { element in
            var tests: [SQLText] = []
            if !strings.isEmpty {
                let test =
                    isTime
                    ? onPlace(element.text, row) : onText(row.ordered(element.text, .text), row)
                tests.append("CASE WHEN \(element.isString) THEN \(test) ELSE FALSE END")
            }
            if !numbers.isEmpty {
                tests.append(
                    "CASE WHEN \(element.isNumber) THEN \(onNumber(element.number, row)) ELSE FALSE END"
                )
            }
            tests += Set(booleans).sorted { !$0 && $1 }.map { element.isBoolean($0) }
            return tests.isEmpty ? "FALSE" : tests.joined(by: " OR ").parenthesized
        }
    }

    private func onNumber(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison, comparison != .equal else {
            let integers = numbers.compactMap(\.wholeNumber).map { JSONNumber($0) }
            let others = numbers.filter { $0.wholeNumber == nil }.compactMap(\.double)
                .filter { $0 != 0 }.compactMap { JSONNumber($0) }
            let lists = [(integers, SQLColumn.Kind.integer), (others, .real)].filter {
                !$0.0.isEmpty
            }
            if lists.isEmpty { return "FALSE" }
            return lists.map { numbers, kind in
                SQLList(numbers.map { .number($0) }, kind, row.dialect).contains(value: value)
            }.joined(by: " OR ").parenthesized
        }
        return numbers.first.map { compare(value, comparison, $0) } ?? "FALSE"
    }
}

extension SQLText {
    var parenthesized: SQLText { "(\(self))" }
}

extension JSONNumber {
    /// The number as an integer of 64 bits; nil if the number is not an integer of 64 bits. `2.0`
    /// is an integer.
    var wholeNumber: Int64? {
        if let integer = exactly(Int64.self) { return integer }
        guard let double, let integer = Int64(exactly: double), JSONNumber(integer) == self else {
            return nil
        }
        return integer
    }
}
