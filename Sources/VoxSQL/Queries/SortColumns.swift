// SPDX-License-Identifier: MIT

import HTTPTypes

/// The order of a list: the columns of the sort fields, and the key as the last column.
///
/// Null is first in ascending order and last in descending order, in both dialects. Keys of integers
/// are sorted by value.
struct SortColumns {
    struct Column {
        let value: SQLText
        let kind: SQLColumn.Kind
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
        _ sort: [RequestQuery.SortField], _ row: TableRow, isKeyset: Bool
    ) throws(ErrorResponse) {
        self.row = row
        var columns: [Column] = []
        var known: Set<ExactText> = []
        for (index, field) in sort.enumerated() where known.insert(ExactText(field.name)).inserted {
            if field.name == "id" {
                // The key is unique, so columns behind it change nothing.
                columns.append(Self.key(row, isDescending: field.isDescending))
                break
            }
            guard let column = row.table.columns[ExactText(field.name)], column.kind != .json else {
                throw ErrorResponse(
                    .badRequest, "\(row.table.type.name) cannot be sorted by \"\(field.name)\"",
                    source: .parameter("sort"))
            }
            columns.append(
                Column(
                    value: row.ordered(row.value(column), column.kind), kind: column.kind,
                    isDescending: field.isDescending, canBeNull: !column.isRequired, field: index))
        }
        if columns.last?.isKey != true {
            let isDescending = isKeyset && (columns.last?.isDescending ?? false)
            columns.append(Self.key(row, isDescending: isDescending))
        }
        self.columns = columns
    }

    private static func key(_ row: TableRow, isDescending: Bool) -> Column {
        Column(
            value: row.orderedKey, kind: row.table.type.key.kind, isDescending: isDescending,
            canBeNull: false, field: nil)
    }

    /// Returns the ORDER BY list, from one of the columns on, in this or the opposite direction.
    func order(from first: Int = 0, isReversed: Bool = false) -> SQLText {
        columns[first...].map { ordering($0, isReversed: isReversed) }.joined(by: ", ")
    }

    private func ordering(_ column: Column, isReversed: Bool) -> SQLText {
        let isDescending = column.isDescending != isReversed
        if row.dialect == .sqlite || !column.canBeNull {
            return isDescending ? "\(column.value) DESC" : column.value
        }
        return isDescending ? "\(column.value) DESC NULLS LAST" : "\(column.value) NULLS FIRST"
    }

    // MARK: Positions

    /// Returns the keys of a position.
    func keys(of position: ResourceSelection.Keyset.Position) throws(ErrorResponse) -> [SQLValue] {
        var keys: [SQLValue] = []
        for column in columns {
            guard let field = column.field else {
                keys.append(try key(ofID: position.id))
                continue
            }
            let value = field < position.values.count ? position.values[field] : nil
            guard let key = SQLValue(value ?? .null, column.kind) else { throw Self.invalid }
            keys.append(key)
        }
        return keys
    }

    private func key(ofID id: String) throws(ErrorResponse) -> SQLValue {
        guard let key = row.key(ofID: id) else { throw Self.invalid }
        return key
    }

    private static let invalid = ErrorResponse(
        .badRequest, "the cursor is not one of this list", source: .parameter("page"))

    /// Returns the ranges of the rows behind a position: for each a condition, and the first column
    /// that is not the same in all its rows. Each range is a part of an index on the columns.
    func ranges(
        behind keys: [SQLValue], isReversed: Bool
    ) -> [(condition: SQLText, first: Int)] {
        var ranges: [(SQLText, Int)] = []
        for index in columns.indices.reversed() {
            let equal = (0..<index).map { equals(columns[$0], keys[$0]) }
            for behind in self.behind(columns[index], keys[index], isReversed: isReversed) {
                ranges.append(((equal + [behind]).joined(by: " AND "), index))
            }
        }
        return ranges
    }

    /// Returns the condition of all rows behind a position.
    func condition(behind keys: [SQLValue], isReversed: Bool) -> SQLText {
        let conditions = ranges(behind: keys, isReversed: isReversed).map(\.condition.parenthesized)
        return conditions.isEmpty ? "FALSE" : conditions.joined(by: " OR ").parenthesized
    }

    private func equals(_ column: Column, _ key: SQLValue) -> SQLText {
        key == .null ? "\(column.value) IS NULL" : "\(column.value) = \(key)"
    }

    private func behind(_ column: Column, _ key: SQLValue, isReversed: Bool) -> [SQLText] {
        let isDescending = column.isDescending != isReversed
        if key == .null {
            return isDescending ? [] : ["\(column.value) IS NOT NULL"]
        }
        if !isDescending { return ["\(column.value) > \(key)"] }
        let less: SQLText = "\(column.value) < \(key)"
        return column.canBeNull ? [less, "\(column.value) IS NULL"] : [less]
    }
}
