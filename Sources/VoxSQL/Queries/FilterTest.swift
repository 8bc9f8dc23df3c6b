// SPDX-License-Identifier: MIT

/// A test of a value from a filter, with the accepted values by kind.
///
/// A string in a filter is also compared with numbers and booleans. No text in a database contains
/// U+0000. Therefore a string with U+0000 in a filter equals no text. In the order of texts, a
/// string with U+0000 comes directly after the part before its first U+0000.
struct FilterTest {
    /// The comparison, which is not `equal`; nil if the value must equal one of the values.
    let comparison: FilterExpression.Operator?
    private var strings: [String] = []
    private(set) var numbers: [JSONNumber] = []
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

    func accepts(type: String) -> Bool {
        comparison == nil && strings.contains { ExactText($0) == ExactText(type) }
    }

    // MARK: Columns

    /// Returns the condition that a column, or a value inside of its JSON, passes the test.
    /// `isTime` is true if strings in the JSON are times.
    func condition(
        on column: SQLType.Column, _ members: [String], isTime: Bool = false, of row: TableRow
    ) -> SQLText {
        let value = row.value(column)
        let condition: SQLText
        switch column.kind {
        case .text, .day: condition = onText(value, of: column, row)
        case .date: return onDate(value, row)
        case .integer: condition = onInteger(value, row)
        case .real where column.stored == .numeric: condition = onNumeric(value, row)
        case .real: condition = onNumber(value, row)
        case .boolean: condition = onBoolean(value)
        case .json: return onJSON(value, members, isTime: isTime, row)
        }
        return "(\(value) IS NOT NULL AND \(condition))"
    }

    /// Returns the condition that a key in the table of `row` passes the test as an id. Integer
    /// keys are ordered by value.
    func condition(onKey key: SQLText, of row: TableRow) -> SQLText {
        let condition: SQLText
        if row.table.type.key.kind == .text {
            condition = onText(key, of: row.table.type.key, row)
        } else {
            switch comparison {
            case nil, .equal?:
                let keys = row.table.keys(ofIDs: strings)
                condition = SQLList(keys, SQLType.Column(of: .integer), row.dialect)
                    .contains(key: key)
            case .contains?, .startsWith?, .endsWith?:
                condition = onText("CAST(\(key) AS TEXT)", row)
            default: condition = strings.isEmpty ? "FALSE" : onInteger(key, row)
            }
        }
        return "(\(key) IS NOT NULL AND \(condition))"
    }

    /// Compares the places of texts that are times.
    private func onPlace(_ text: SQLText, _ row: TableRow) -> SQLText {
        let ordered = row.ordered(text, SQLType.Column(of: .text))
        let places = strings.compactMap { Timestamp.place(of: $0) }
        switch comparison {
        case .contains?, .startsWith?, .endsWith?: return onText(ordered, row)
        default: break
        }
        var test = self
        test.strings = places
        let place = row.ordered(row.grammar.place(of: text), SQLType.Column(of: .text))
        return "(\(place) IS NOT NULL AND \(test.onText(place, row)))"
    }

    /// Compares the instants of times. Only the text of a time can be searched.
    private func onDate(_ value: SQLText, _ row: TableRow) -> SQLText {
        let column = SQLType.Column(of: .date)
        let hasInstants = row.grammar.hasInstants
        let time = row.ordered(value, column)
        let condition: SQLText
        switch comparison {
        case nil, .equal?:
            let times = strings.compactMap {
                hasInstants ? Timestamp.utc($0) : Timestamp.place(of: $0)
            }
            let kind: SQLType.Column.Kind = hasInstants ? .date : .text
            condition = row.contains(times, SQLType.Column(of: kind), time)
        case .contains?, .startsWith?, .endsWith?:
            condition = hasInstants ? "FALSE" : onText(value, row)
        case let comparison?:
            let bound = strings.first.flatMap {
                SQLValue(comparing: .string($0), column, row.dialect)
            }
            condition =
                bound.map { compare(time, comparison, row.parameter($0, column)) } ?? "FALSE"
        }
        return "(\(time) IS NOT NULL AND \(condition))"
    }

    /// Compares the texts of a column. The column may be a UUID, an enumeration or a `date`.
    private func onText(_ value: SQLText, of column: SQLType.Column, _ row: TableRow) -> SQLText {
        let isEqual = comparison == nil
        if column.kind == .day, row.grammar.hasInstants { return onDay(value, column, row) }
        switch column.stored {
        case .uuid where isEqual, .enumeration where isEqual:
            let values = strings.filter { SQLValue(.string($0), column, row.dialect) != nil }
            return row.contains(values, column, value)
        case .uuid: return onText("\(value)::text COLLATE \"C\"", row)
        default: return onText(row.ordered(value, column), row)
        }
    }

    /// Compares a column of days that has no texts. A text of the filter that is no day is compared
    /// as a text.
    private func onDay(_ value: SQLText, _ column: SQLType.Column, _ row: TableRow) -> SQLText {
        let days = strings.filter(Timestamp.isDay)
        switch comparison {
        case nil, .equal?:
            return row.contains(days, column, value)
        case .less?, .lessOrEqual?, .greater?, .greaterOrEqual?:
            if let comparison, let day = days.first {
                return compare(value, comparison, row.parameter(.text(day), column))
            }
        case .contains?, .startsWith?, .endsWith?: break
        }
        return onText(row.grammar.ordered("(\(row.grammar.output(value, .day)))", .text), row)
    }

    /// Compares texts in the form of `TableRow.ordered`.
    private func onText(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison else {
            let kept = strings.filter { !$0.utf8.contains(0) }
            return row.contains(kept, SQLType.Column(of: .text), value)
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
            return row.grammar.search(value, comparison, part)
        }
    }

    private func onBoolean(_ value: SQLText) -> SQLText {
        let accepted = Set(booleans)
        if accepted.isEmpty { return "FALSE" }
        return accepted.sorted { !$0 && $1 }.map { "\(value) = \(SQLValue.boolean($0))" as SQLText }
            .joined(by: " OR ").parenthesized
    }

    // MARK: JSON

    private func onJSON(
        _ json: SQLText, _ members: [String], isTime: Bool, _ row: TableRow
    ) -> SQLText {
        guard members.canBeNames else { return "FALSE" }
        return row.grammar.hasElement(json, members, comparesNumbers: !numbers.isEmpty) { element in
            var tests: [SQLText] = []
            if !strings.isEmpty {
                let text = row.grammar.text(of: element)
                let test =
                    isTime
                    ? onPlace(text, row) : onText(row.ordered(text, SQLType.Column(of: .text)), row)
                tests.append(
                    "CASE WHEN \(row.grammar.isString(element)) THEN \(test) ELSE FALSE END")
            }
            if !numbers.isEmpty {
                tests.append(
                    """
                    CASE WHEN \(row.grammar.isNumber(element)) \
                    THEN \(onNumber(of: element, row)) ELSE FALSE END
                    """
                )
            }
            tests += Set(booleans).sorted { !$0 && $1 }.map { row.grammar.isBoolean(element, $0) }
            return tests.isEmpty ? "FALSE" : tests.joined(by: " OR ").parenthesized
        }
    }
}

extension [String] {
    /// False if no JSON in the database can contain one of the names.
    var canBeNames: Bool { !contains { $0.utf8.contains(0) } }
}

extension SQLText {
    var parenthesized: SQLText { "(\(self))" }
}
