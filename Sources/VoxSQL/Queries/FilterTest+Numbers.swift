// SPDX-License-Identifier: MIT

/// Tests of numbers. Numbers have one order, that of `JSONNumber.order(_:)`: a database that would
/// round the number of a filter to a double gets another bound.
extension FilterTest {
    private typealias Operator = FilterExpression.Operator

    /// Returns the condition that an integer passes the test. Without static types, a column of
    /// integers can contain doubles, too. A `numeric` can contain more than the integers of 64 bits.
    func onInteger(_ value: SQLText, _ row: TableRow) -> SQLText {
        if !row.grammar.hasStaticTypes { return onNumber(value, row) }
        guard let comparison else {
            if numbers.contains(where: { $0.wholeNumber == nil && $0.floor == nil }) {
                return onNumeric(value, row)
            }
            let integers = numbers.compactMap { $0.wholeNumber.map { JSONNumber($0) } }
            return row.contains(integers, SQLType.Column(of: .integer), value)
        }
        guard let number = numbers.first else { return "FALSE" }
        if let integer = number.wholeNumber {
            return compare(value, comparison, .integer(integer), row)
        }
        if let floor = number.floor { return compare(value, comparison, above: floor, row) }
        return onNumeric(value, row)
    }

    /// Returns the condition that a number passes the test. The number is a double; without static
    /// types, it is an integer or a double.
    func onNumber(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison else {
            let found = numbers.filter { number in
                !row.grammar.hasStaticTypes && number.wholeNumber != nil
                    || number.double.flatMap { JSONNumber(stored: $0) } == number
            }
            return row.contains(found, SQLType.Column(of: .real), value)
        }
        guard let number = numbers.first else { return "FALSE" }
        if !row.grammar.hasStaticTypes {
            if let integer = number.wholeNumber {
                return compare(value, comparison, .integer(integer), row)
            }
            // The doubles of this size are integers.
            if let floor = number.floor, floor.magnitude >= 1 << 53 {
                return compare(value, comparison, above: floor, row)
            }
        }
        if let double = number.double, double != 0 || number == 0,
            let nearest = JSONNumber(stored: double)
        {
            let order = nearest.order(number)
            let nearer = order == 0 ? comparison : comparison.bounding(isBelow: order < 0)
            return compare(value, nearer, .real(double), row)
        }
        if number.order(1) > 0 { return compare(value, comparison, .real(.infinity), row) }
        if number.order(-1) < 0 { return compare(value, comparison, .real(-.infinity), row) }
        // The number is nearer to 0 than all doubles.
        let nearer = comparison.bounding(isBelow: !number.isNegative)
        return compare(value, nearer, .integer(0), row)
    }

    func onNumber(of element: SQLName, _ row: TableRow) -> SQLText {
        switch row.grammar.number(of: element) {
        case .place(let place): onPlace(place, row)
        case .numeric(let number): onNumeric(number, row)
        case .double(let number): onNumber(number, row)
        }
    }

    /// Compares a `numeric`, which has all digits of a number.
    func onNumeric(_ value: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison else {
            let found = numbers.filter(\.fitsNumeric)
            return row.contains(
                found,
                SQLType.Column(of: .real, .numeric), value)
        }
        guard let number = numbers.first else { return "FALSE" }
        if number.fitsNumeric {
            return compare(value, comparison, "\(SQLValue.text(number.text))::numeric")
        }
        if number.decimal.exponent > 0 {
            return compare(value, comparison, outside: number.isNegative)
        }
        return compare(value, comparison.bounding(isBelow: !number.isNegative), "0")
    }

    /// Compares the places of numbers (`JSONNumber.place`).
    private func onPlace(_ place: SQLText, _ row: TableRow) -> SQLText {
        guard let comparison else {
            return row.contains(numbers.map(\.place), SQLType.Column(of: .text), place)
        }
        guard let number = numbers.first else { return "FALSE" }
        let bound: SQLText = "\(SQLValue.text(number.place))"
        guard number.isNegative else { return compare(place, comparison, bound) }
        // The places of negative numbers are in the opposite order, before all others.
        switch comparison {
        case .less: return "(\(place) > \(bound) AND \(place) < 'b')"
        case .lessOrEqual: return "(\(place) >= \(bound) AND \(place) < 'b')"
        case .greater: return "(\(place) < \(bound) OR \(place) >= 'b')"
        case .greaterOrEqual: return "(\(place) <= \(bound) OR \(place) >= 'b')"
        case .equal, .contains, .startsWith, .endsWith: return "FALSE"
        }
    }

    // MARK: Comparisons

    /// Compares with a number between an integer and the next integer.
    private func compare(
        _ value: SQLText, _ comparison: Operator, above floor: Int64, _ row: TableRow
    ) -> SQLText {
        compare(value, comparison.bounding(isBelow: true), .integer(floor), row)
    }

    /// Compares with a number that is less or greater than all values.
    private func compare(
        _ value: SQLText, _ comparison: Operator, outside isLess: Bool
    ) -> SQLText {
        switch comparison {
        case .less, .lessOrEqual: isLess ? "FALSE" : "TRUE"
        case .greater, .greaterOrEqual: isLess ? "TRUE" : "FALSE"
        case .equal, .contains, .startsWith, .endsWith: "FALSE"
        }
    }

    /// Compares with the value of a column. Without static types, all texts are greater than
    /// numbers.
    private func compare(
        _ value: SQLText, _ comparison: Operator, _ bound: SQLValue, _ row: TableRow
    ) -> SQLText {
        let condition = compare(value, comparison, "\(bound)")
        let isOpen = comparison == .greater || comparison == .greaterOrEqual
        return isOpen && !row.grammar.hasStaticTypes ? "\(condition) AND \(value) < ''" : condition
    }

    func compare(
        _ value: SQLText, _ comparison: FilterExpression.Operator, _ bound: SQLText
    ) -> SQLText {
        switch comparison {
        case .less: "\(value) < \(bound)"
        case .lessOrEqual: "\(value) <= \(bound)"
        case .greater: "\(value) > \(bound)"
        case .greaterOrEqual: "\(value) >= \(bound)"
        case .equal, .contains, .startsWith, .endsWith: "FALSE"
        }
    }
}

extension FilterExpression.Operator {
    /// Returns the comparison with the nearest value that the database can have, which is below or
    /// above the number of the filter.
    fileprivate func bounding(isBelow: Bool) -> Self {
        switch self {
        case .less, .lessOrEqual: isBelow ? .lessOrEqual : .less
        case .greater, .greaterOrEqual: isBelow ? .greater : .greaterOrEqual
        case .equal, .contains, .startsWith, .endsWith: self
        }
    }
}

extension JSONNumber {
    /// Creates the number of a double in a column: an integer below 2^64 with all its digits, and
    /// the shortest text of any other double.
    init?(stored double: Double) {
        if let integer = Int64(exactly: double) {
            self.init(integer)
        } else if let integer = UInt64(exactly: double) {
            self.init(integer)
        } else {
            self.init(double)
        }
    }

    /// The number as an integer of 64 bits; nil if the number is not an integer of 64 bits. `2.0`
    /// is an integer.
    var wholeNumber: Int64? {
        if let integer = exactly(Int64.self) { return integer }
        guard let integer = floor, JSONNumber(integer) == self else { return nil }
        return integer
    }

    /// True if a `numeric` of PostgreSQL can have the value.
    fileprivate var fitsNumeric: Bool {
        let (digits, exponent) = decimal
        return exponent < 1 << 17 && digits.utf8.count - exponent < 16_000
    }

    /// The place of the number in an order of texts: a letter for the sign, the exponent, and the
    /// digits. The places of negative numbers are in the opposite order. SQLite computes the same
    /// (`SQLGrammar.number(of:)`).
    fileprivate var place: String {
        let (digits, exponent) = decimal
        if digits.isEmpty { return "b" }
        let power = String(min(max(exponent, -Self.limit), Self.limit) + 2 * Self.limit)
        return (isNegative ? "a" : "c") + power + digits
    }

    private static var limit: Int { 1_000_000_000_000_000 }
}
