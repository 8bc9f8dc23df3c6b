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
    /// many rows as the page has. One condition with OR would read all rows with the key a.
    func page(
        _ columns: RowColumns, in keyset: ResourceSelection.Keyset
    ) throws -> SQLText {
        let order = try SortColumns(selection.sort, row, isKeyset: true)
        let isReversed = keyset.isFromEnd
        let (start, end) =
            isReversed ? (keyset.before, keyset.after) : (keyset.after, keyset.before)
        var conditions = conditions
        if let end {
            conditions.append(
                order.condition(behind: try order.keys(of: end), isReversed: !isReversed))
        }
        guard let start else {
            return """
                \(with)SELECT \(columns.list) FROM \(row.from)\(conditions.whereClause) \
                ORDER BY \(order.order(isReversed: isReversed)) LIMIT \(limit)
                """
        }
        let ranges = order.ranges(behind: try order.keys(of: start), isReversed: isReversed)
        if ranges.count == 1 {
            conditions.append(ranges[0].condition)
            return """
                \(with)SELECT \(columns.list) FROM \(row.from)\(conditions.whereClause) \
                ORDER BY \(order.order(isReversed: isReversed)) LIMIT \(limit)
                """
        }
        let keys = order.columns.indices.map { SQLName("k\($0)") }
        let outputs = zip(order.columns, keys).map { "\($0.value) AS \($1)" as SQLText }
        let parts = ranges.enumerated().map { number, range -> SQLText in
            let all = (conditions + [range.condition]).whereClause
            return """
                SELECT * FROM (SELECT \(columns.namedList), \(outputs.joined(by: ", ")) \
                FROM \(row.from)\(all) \
                ORDER BY \(order.order(from: range.first, isReversed: isReversed)) \
                LIMIT \(limit)) AS \(SQLName("r\(number)"))
                """
        }
        let sorted = zip(order.columns, keys).map { column, key in
            order.ordering("\(key)", column, isReversed: isReversed)
        }
        return """
            \(with)SELECT \(columns.names) FROM (\(parts.joined(by: " UNION ALL "))) AS p \
            ORDER BY \(sorted.joined(by: ", ")) LIMIT \(limit)
            """
    }

    private var limit: SQLValue { .integer(Int64(selection.limit)) }
}
