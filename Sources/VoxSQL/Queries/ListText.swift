// SPDX-License-Identifier: MIT

/// The statements of a list: a page of its rows, its count, and its keys.
struct ListText {
    private let selection: ResourceSelection
    private let row: TableRow
    /// The table expressions that the conditions refer to.
    private let expressions: [SQLText]
    private let conditions: [SQLText]

    /// Creates the statements of a list whose rows all meet the condition `link`.
    init(
        _ selection: ResourceSelection, _ row: TableRow, _ model: SQLModel, link: SQLText? = nil
    ) throws {
        self.selection = selection
        self.row = row
        var conditions = try (link.map { [$0] } ?? []) + row.visibility()
        if let ids = selection.ids { conditions.append(row.isOne(of: ids, row.key)) }
        var filter = FilterText(model, row.dialect)
        if let expression = selection.filter {
            conditions.append(try filter.condition(expression, row).parenthesized)
        }
        expressions = filter.expressions
        self.conditions = conditions
    }

    var count: SQLText {
        "\(expressions.withClause)SELECT count(*) FROM \(row.from)\(conditions.whereClause)"
    }

    /// The keys of all rows.
    var keys: SQLText {
        "\(expressions.withClause)SELECT \(row.key) FROM \(row.from)\(conditions.whereClause)"
    }

    /// Returns the statement of a page by offset.
    func page(_ columns: RowColumns) throws -> SQLText {
        let order = try SortColumns(selection.sort, row, isKeyset: false).order()
        let page: SQLText
        if selection.limit == .max, selection.offset == 0 {
            page = ""
        } else {
            page = " LIMIT \(limit) OFFSET \(SQLValue.integer(Int64(selection.offset)))"
        }
        return """
            \(expressions.withClause)SELECT \(columns.list) FROM \(row.from)\(conditions.whereClause) \
            ORDER BY \(order)\(page)
            """
    }

    /// Returns the statements of a page by positions. The page has the rows of the first statement,
    /// then those of the next one, and so on up to its limit. If the page is at the end of the list,
    /// the rows are in the opposite order.
    ///
    /// The rows behind a position (a, b, c) are those with the keys (= a, = b, > c), (= a, > b) and
    /// (> a). Each of these ranges has a statement, which reads a part of an index. One condition
    /// with OR would read all rows with the key a.
    func ranges(
        _ columns: RowColumns, in keyset: ResourceSelection.Keyset
    ) throws -> [ListRange] {
        let order = try SortColumns(selection.sort, row, isKeyset: true)
        let isReversed = keyset.isFromEnd
        let (start, end) =
            isReversed ? (keyset.before, keyset.after) : (keyset.after, keyset.before)
        var ranges: [(condition: SQLText?, first: Int)] = [(nil, 0)]
        if let start {
            ranges = order.ranges(behind: try order.keys(of: start), isReversed: isReversed)
                .map { ($0.condition, $0.first) }
        }
        var list = columns.list
        if let end {
            // A condition in the range would read it up to its end if the page is not full.
            let bound = order.condition(behind: try order.keys(of: end), isReversed: !isReversed)
            list = "\(list), CASE WHEN \(bound) THEN 1 ELSE 0 END"
        }
        return ranges.map { condition, first in
            let all = (conditions + (condition.map { [$0] } ?? [])).whereClause
            let ordering = order.order(from: first, isReversed: isReversed)
            return ListRange(
                text: """
                    \(expressions.withClause)SELECT \(list) FROM \(row.from)\(all) \
                    ORDER BY \(ordering) LIMIT 
                    """, isBounded: end != nil)
        }
    }

    private var limit: SQLValue { .integer(Int64(selection.limit)) }
}

/// A statement of a page by positions, except its limit.
struct ListRange {
    fileprivate let text: SQLText
    /// True if the page has another end. Then each row has one more column, which is 0 for the rows
    /// behind this end.
    let isBounded: Bool

    /// Returns the statement of at most `limit` rows.
    func rows(upTo limit: Int) -> SQLText { text + "\(SQLValue.integer(Int64(limit)))" }
}

extension [SQLText] {
    /// The WITH clause with these table expressions.
    fileprivate var withClause: SQLText { isEmpty ? "" : "WITH \(joined(by: ", ")) " }
}
