// SPDX-License-Identifier: MIT

import HTTPTypes

/// The order of a list: the columns of the sort fields, and the key as the last column.
///
/// Null is first in ascending order and last in descending order, in all dialects. Integer keys
/// are sorted by value.
struct SortColumns {
    struct Column {
        let value: SQLText
        let column: SQLType.Column
        let isDescending: Bool
        let canBeNull: Bool
        /// The index of the sort field; nil for the key.
        let field: Int?

        var isKey: Bool { field == nil }
    }

    private(set) var columns: [Column]
    private let row: TableRow

    /// Creates the order. In a keyset, the key has the direction of the last sort field.
    init(
        _ sort: [RequestQuery.SortField], _ row: TableRow, _ model: SQLModel, isKeyset: Bool
    ) throws {
        self.row = row
        var columns: [Column] = []
        var known: Set<ExactText> = []
        for (index, field) in sort.enumerated() where known.insert(ExactText(field.name)).inserted {
            if field.name == "id" {
                // The key is unique, so columns behind it change nothing.
                columns.append(Self.key(row, isDescending: field.isDescending))
                break
            }
            let found: (value: SQLText, column: SQLType.Column, canBeNull: Bool)
            if let target = TargetColumn(field.name, of: row, model) {
                let value = try target.value { $0.ordered($1, target.column) }
                found = (value, target.column, true)
            } else if let column = row.table.columns[ExactText(field.name)], column.kind != .json {
                // A text that is not a time has the place of null.
                let canBeNull =
                    !column.isRequired || column.stored?.canBeNull == true
                    || !row.grammar.hasInstants && column.kind == .date
                found = (row.ordered(row.value(column), column), column, canBeNull)
            } else {
                throw ErrorResponse(
                    .badRequest, "\(row.table.type.name) cannot be sorted by \"\(field.name)\"",
                    source: .parameter("sort"))
            }
            columns.append(
                Column(
                    value: found.value, column: found.column, isDescending: field.isDescending,
                    canBeNull: found.canBeNull, field: index))
        }
        if columns.last?.isKey != true {
            let isDescending = isKeyset && (columns.last?.isDescending ?? false)
            columns.append(Self.key(row, isDescending: isDescending))
        }
        self.columns = columns
    }

    private static func key(_ row: TableRow, isDescending: Bool) -> Column {
        Column(
            value: row.orderedKey, column: row.table.type.key, isDescending: isDescending,
            canBeNull: false, field: nil)
    }

    /// Returns the ORDER BY list from the column `first` to the last column, in this direction or
    /// in the opposite direction.
    func order(from first: Int = 0, isReversed: Bool = false) -> SQLText {
        columns[first...].map { ordering($0, isReversed: isReversed) }.joined(by: ", ")
    }

    private func ordering(_ column: Column, isReversed: Bool) -> SQLText {
        let isDescending = column.isDescending != isReversed
        if row.grammar.sortsNullFirst || !column.canBeNull {
            return isDescending ? "\(column.value) DESC" : column.value
        }
        return isDescending ? "\(column.value) DESC NULLS LAST" : "\(column.value) NULLS FIRST"
    }

    // MARK: Positions

    func keys(of position: ResourceSelection.Keyset.Position) throws(ErrorResponse) -> [SQLValue] {
        var keys: [SQLValue] = []
        for column in columns {
            let key: SQLValue?
            if let field = column.field {
                let value = field < position.values.count ? position.values[field] : nil
                key = SQLValue(comparing: value ?? .null, column.column, row.dialect)
            } else {
                key = row.table.key(ofID: position.id)
            }
            guard let key else { throw Self.invalid }
            keys.append(key)
        }
        return keys
    }

    private static let invalid = ErrorResponse(
        .badRequest, "the cursor is not one of this list", source: .parameter("page"))

    /// A range of rows. The range is a part of an index on the columns.
    struct Range {
        /// The condition of the rows; nil for all rows.
        var condition: SQLText?
        /// The index of the first column that does not have the same value in all rows.
        var first = 0
        /// A condition that is false for all rows if the second position is before the first
        /// position, and true otherwise.
        var check: SQLText?
    }

    /// Returns the ranges of the rows between two positions, in the order of the rows.
    ///
    /// The rows after a position (a, b, c) have the keys (= a, = b, > c), (= a, > b) or (> a). One
    /// condition with OR would read all rows with the key a. The fork is the first column in which
    /// the keys of two positions differ. The rows between two positions are in three kinds of
    /// ranges: ranges after the first position with its key in the fork, one range between the two
    /// keys in the fork, and ranges before the second position with its key in the fork.
    func ranges(from start: [SQLValue]?, to end: [SQLValue]?, isReversed: Bool) -> [Range] {
        guard let start, let end else {
            if let start { return ranges(behind: start, isReversed: isReversed) }
            if let end { return ranges(behind: end, isReversed: !isReversed).reversed() }
            return [Range()]
        }
        guard let fork = columns.indices.first(where: { !start[$0].isSame(as: end[$0]) }) else {
            return []
        }
        let behind = behind(columns[fork], start[fork], isReversed: isReversed)
        let ahead = self.behind(columns[fork], end[fork], isReversed: !isReversed)
        guard let firstBehind = behind.first, let firstAhead = ahead.first else { return [] }
        // A null is at an end of the order. So the range between the keys has no nulls, and a null
        // with values behind it is ahead of the other key.
        let isChecked = start[fork] != .null && end[fork] != .null
        let equal = (0..<fork).map { equals(columns[$0], start[$0]) }
        let between = (equal + [firstBehind, firstAhead]).joined(by: " AND ")
        return ranges(
            behind: start, from: fork + 1, isReversed: isReversed,
            check: isChecked ? firstAhead : nil)
            + [Range(condition: between, first: fork)]
            + ranges(
                behind: end, from: fork + 1, isReversed: !isReversed,
                check: isChecked ? firstBehind : nil
            ).reversed()
    }

    private func ranges(
        behind keys: [SQLValue], from first: Int = 0, isReversed: Bool, check: SQLText? = nil
    ) -> [Range] {
        var ranges: [Range] = []
        for index in (first..<columns.count).reversed() {
            let equal = (0..<index).map { equals(columns[$0], keys[$0]) }
            for behind in behind(columns[index], keys[index], isReversed: isReversed) {
                ranges.append(
                    Range(
                        condition: (equal + [behind]).joined(by: " AND "), first: index,
                        check: check))
            }
        }
        return ranges
    }

    private func equals(_ column: Column, _ key: SQLValue) -> SQLText {
        key == .null
            ? "\(column.value) IS NULL"
            : "\(column.value) = \(row.parameter(key, column.column))"
    }

    /// Returns the conditions for the values after a key. The condition for values that are not
    /// null comes first.
    private func behind(_ column: Column, _ key: SQLValue, isReversed: Bool) -> [SQLText] {
        let isDescending = column.isDescending != isReversed
        if key == .null {
            return isDescending ? [] : ["\(column.value) IS NOT NULL"]
        }
        let bound = row.parameter(key, column.column)
        if !isDescending { return ["\(column.value) > \(bound)"] }
        let less: SQLText = "\(column.value) < \(bound)"
        return column.canBeNull ? [less, "\(column.value) IS NULL"] : [less]
    }
}

/// A column of the target of a to-one relationship, such as `project.title`.
struct TargetColumn: Sendable {
    let column: SQLType.Column
    private let target: TableRow
    private let key: SQLText

    /// Returns nil if the name is no such path, or the column cannot be sorted.
    init?(_ name: String, of row: TableRow, _ model: SQLModel) {
        guard let (name, attribute) = RequestQuery.SortField(name).related,
            let link = row.table.relationships[ExactText(name)], link.columns.count == 1,
            let table = model[link.target], let column = table.columns[ExactText(attribute)],
            column.kind != .json
        else { return nil }
        self.column = column
        target = TableRow(table, "sorted", row.dialect)
        key = row.column(link.columns[0].name)
    }

    /// Returns the value of the target that is visible to the caller; NULL without one. `form`
    /// changes the value.
    func value(_ form: (TableRow, SQLText) -> SQLText) throws -> SQLText {
        let conditions = try ["\(target.key) = \(key)"] + target.visibility()
        let value = form(target, target.value(column))
        return "(SELECT \(value) FROM \(target.from)\(conditions.whereClause))"
    }
}

extension SQLValue {
    /// Returns true if two values are the same. Texts are compared byte by byte.
    fileprivate func isSame(as other: SQLValue) -> Bool {
        if case .text(let left) = self, case .text(let right) = other {
            return ExactText(left) == ExactText(right)
        }
        return self == other
    }
}
