// SPDX-License-Identifier: MIT

/// The statements of a list: a page of its rows, its count, and its keys.
struct ListText {
    private let selection: ResourceSelection
    private let row: TableRow
    private let model: SQLModel
    private let expressions: [SQLText]
    private let conditions: [SQLText]

    /// Creates the statements of a list whose rows all meet the condition `link`.
    init(
        _ selection: ResourceSelection, _ row: TableRow, _ model: SQLModel, link: SQLText? = nil
    ) throws {
        self.selection = selection
        self.row = row
        self.model = model
        var conditions = try (link.map { [$0] } ?? []) + row.visibility()
        if let ids = selection.ids { conditions.append(row.isOne(of: ids, row.key)) }
        var filter = FilterText(model, row.dialect, selection.times, selection.targets)
        if let expression = selection.filter {
            conditions.append(try filter.wholeCondition(expression, row).parenthesized)
        }
        expressions = filter.expressions
        self.conditions = conditions
    }

    var count: SQLText { select("count(*)") }

    var keys: SQLText { select(row.key) }

    private func select(_ columns: SQLText, _ further: SQLText? = nil) -> SQLText {
        let all = conditions + (further.map { [$0] } ?? [])
        return "\(expressions.withClause)SELECT \(columns) FROM \(row.from)\(all.whereClause)"
    }

    func page(_ columns: RowColumns) throws -> SQLText {
        let order = try SortColumns(selection.sort, row, model, isKeyset: false).order()
        let (limit, offset) = (Int64(selection.limit), Int64(selection.offset))
        let isWhole = selection.limit == .max && offset == 0
        let page: SQLText =
            isWhole ? "" : " LIMIT \(SQLValue.integer(limit)) OFFSET \(SQLValue.integer(offset))"
        return "\(select(columns.list)) ORDER BY \(order)\(page)"
    }

    /// Returns the statements of a page by positions. The page has the rows of the first statement,
    /// then the rows of the next statement, and so on up to the limit of the page. If the page is
    /// at the end of the list, the rows are in the opposite order.
    func ranges(
        _ columns: RowColumns, in keyset: ResourceSelection.Keyset
    ) throws -> [ListRange] {
        let order = try SortColumns(selection.sort, row, model, isKeyset: true)
        let isReversed = keyset.isFromEnd
        let (start, end) =
            isReversed ? (keyset.before, keyset.after) : (keyset.after, keyset.before)
        let ranges = order.ranges(
            from: try start.map { try order.keys(of: $0) },
            to: try end.map { try order.keys(of: $0) }, isReversed: isReversed)
        return ranges.map { range in
            let check: SQLText =
                range.check.map { ", CASE WHEN \($0) THEN 1 ELSE 0 END" } ?? ""
            let rows = select(columns.list + check, range.condition)
            let order = order.order(from: range.first, isReversed: isReversed)
            return ListRange(
                text: "\(rows) ORDER BY \(order) LIMIT ", isChecked: range.check != nil)
        }
    }
}

/// A statement of a page by positions, without its limit.
struct ListRange {
    fileprivate let text: SQLText
    /// True if each row has an additional column. The value of this column is 0 if the positions of
    /// the page are in the wrong order. In this case, the page has no rows.
    let isChecked: Bool

    func rows(upTo limit: Int) -> SQLText { text + "\(SQLValue.integer(Int64(limit)))" }
}

extension [SQLText] {
    fileprivate var withClause: SQLText { isEmpty ? "" : "WITH \(joined(by: ", ")) " }
}
