// SPDX-License-Identifier: MIT

/// The statements of a list: a page of its rows, its count, and its keys.
struct ListText {
    private let selection: ResourceSelection
    private let row: TableRow
    private let with: SQLText
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
        with = filter.withClause
        self.conditions = conditions
    }

    var count: SQLText {
        "\(with)SELECT count(*) FROM \(row.from)\(conditions.whereClause)"
    }

    /// The keys of all rows.
    var keys: SQLText {
        "\(with)SELECT \(row.key) FROM \(row.from)\(conditions.whereClause)"
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
            \(with)SELECT \(columns.list) FROM \(row.from)\(conditions.whereClause) \
            ORDER BY \(order)\(page)
            """
    }

    /// Returns the statement of a page by positions. If the page is at the end of the list, the rows
    /// are in the opposite order.
    ///
    /// The rows behind a position (a, b, c) are those with the keys (= a, = b, > c), (= a, > b) and
    /// (> a). Each of these ranges is a statement that reads its part of an index, and at most as
    /// many rows as the page has. One condition with OR would read all rows with the key a. The
    /// rows behind the other end of the page are left out afterwards: a condition in a range would
    /// read the list up to its end if the page is not full.
    func page(
        _ columns: RowColumns, in keyset: ResourceSelection.Keyset
    ) throws -> SQLText {
        let order = try SortColumns(selection.sort, row, isKeyset: true)
        let isReversed = keyset.isFromEnd
        let (start, end) =
            isReversed ? (keyset.before, keyset.after) : (keyset.after, keyset.before)
        var ranges: [(condition: SQLText?, first: Int)] = [(nil, 0)]
        if let start {
            ranges = order.ranges(behind: try order.keys(of: start), isReversed: isReversed)
                .map { ($0.condition, $0.first) }
        }
        func range(_ columns: SQLText, _ range: (condition: SQLText?, first: Int)) -> SQLText {
            let all = (conditions + (range.condition.map { [$0] } ?? [])).whereClause
            return """
                SELECT \(columns) FROM \(row.from)\(all) \
                ORDER BY \(order.order(from: range.first, isReversed: isReversed)) LIMIT \(limit)
                """
        }
        if ranges.count == 1, end == nil { return with + range(columns.list, ranges[0]) }
        let names = order.columns.indices.map { SQLName("k\($0)") }
        let keys = zip(order.columns, names).map { "\($0.value) AS \($1)" as SQLText }
        let list: SQLText = "\(columns.namedList), \(keys.joined(by: ", "))"
        let parts = ranges.enumerated().map { number, part -> SQLText in
            "SELECT * FROM (\(range(list, part))) AS \(SQLName("r\(number)"))"
        }
        let outer = order.on(names)
        var condition: [SQLText] = []
        if let end {
            condition = [outer.condition(behind: try order.keys(of: end), isReversed: !isReversed)]
        }
        return """
            \(with)SELECT \(columns.names) FROM (\(parts.joined(by: " UNION ALL "))) AS p\
            \(condition.whereClause) ORDER BY \(outer.order(isReversed: isReversed)) LIMIT \(limit)
            """
    }

    private var limit: SQLValue { .integer(Int64(selection.limit)) }
}
