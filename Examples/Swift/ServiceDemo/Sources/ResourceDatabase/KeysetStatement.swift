// SPDX-License-Identifier: MIT

import GRDB
import VoxServer

/// Finds a page by positions. SQLite reads no more rows than the page has, at any depth of an order with an
/// index.
///
/// The rows behind a position (a, b, c) are those with the keys (= a, = b, > c), then (= a, > b), then (> a).
/// Each of these ranges is a table expression that reads its part of the index, and only as many rows as
/// the ranges before it have left. One condition with OR would read all rows with the key a.
struct KeysetStatement {
    /// The table expressions with the rows of the ranges.
    private(set) var tables: [String] = []
    /// The statement that gives the rows of the page.
    private(set) var page = ""
    /// The order of these rows.
    private(set) var order = ""
    private(set) var arguments: StatementArguments = [:]

    private let columns: [SortColumn]
    private let isFromEnd: Bool

    /// Makes the statement of a page. The rows of all pages are those of `found`, which is `FROM` and `WHERE`.
    init(_ selection: ResourceSelection, _ keyset: ResourceSelection.Keyset, found: String) throws {
        columns = SortColumn.keysetColumns(of: selection.sort)
        isFromEnd = keyset.isFromEnd
        let (start, end) =
            isFromEnd ? (keyset.before, keyset.after) : (keyset.after, keyset.before)
        var ranges = [(condition: "TRUE", first: 0)]
        if let start {
            ranges = try self.ranges(behind: keys(of: start, "start"))
        }
        for (number, range) in ranges.enumerated() {
            var limit = selection.limit == .max ? "-1" : "\(selection.limit)"
            if number > 0, selection.limit != .max {
                let rest = number == 1 ? limit : "(SELECT count FROM rest\(number - 1))"
                tables.append(
                    """
                    rest\(number) AS MATERIALIZED (SELECT max(0, \(rest) - \
                    (SELECT count(*) FROM range\(number - 1))) AS count)
                    """)
                limit = "(SELECT count FROM rest\(number))"
            }
            let names = columns.indices.map { ", \(columns[$0].expression) AS key\($0)" }.joined()
            // The keys before the first one are equal.
            let sorted = columns[range.first...].map(ordering).joined(separator: ", ")
            tables.append(
                """
                range\(number) AS MATERIALIZED (SELECT \(number) AS part, resource.*\(names) \
                \(found) AND \(range.condition) ORDER BY \(sorted) LIMIT \(limit))
                """)
        }
        page = ranges.indices.map { "SELECT * FROM range\($0)" }.joined(separator: " UNION ALL ")
        if let end {
            // The page has few rows, so this needs no index.
            page = "SELECT * FROM (\(page)) WHERE \(condition(before: try keys(of: end, "end")))"
        }
        let names = columns.indices.map { "key\($0) \(columns[$0].isDescending ? "DESC" : "ASC")" }
        order = (["part \(isFromEnd ? "DESC" : "ASC")"] + names).joined(separator: ", ")
    }

    /// The ranges of the rows behind a position, in the direction of reading.
    private func ranges(behind keys: [String]) -> [(condition: String, first: Int)] {
        columns.indices.reversed().map { index in
            let equal = (0..<index).map { "\(columns[$0].expression) = \(keys[$0])" }
            let sign = isDescending(columns[index]) ? "<" : ">"
            let last = "\(columns[index].expression) \(sign) \(keys[index])"
            return ((equal + [last]).joined(separator: " AND "), index)
        }
    }

    /// The rows of the page before a position, in the direction of reading.
    private func condition(before keys: [String]) -> String {
        columns.indices.reversed().reduce("FALSE") { rest, index in
            let sign = isDescending(columns[index]) ? ">" : "<"
            let (name, key) = ("key\(index)", keys[index])
            return "(\(name) \(sign) \(key) OR \(name) = \(key) AND \(rest))"
        }
    }

    /// The keys of a position, one for each column. SQLite reads them from JSON, as it reads the attributes.
    private mutating func keys(
        of position: ResourceSelection.Keyset.Position, _ name: String
    ) throws -> [String] {
        func value(_ index: Int) -> JSONValue {
            index < position.values.count ? position.values[index] ?? .null : .null
        }
        let values = position.values.map { $0 ?? .null }
        arguments += [name: try JSONValue.array(values).text(), "\(name)ID": position.id]
        return columns.map { column in
            switch column.key {
            case .id: return ":\(name)ID"
            case .rank(let index): return "\(value(index).rank)"
            case .value(let index):
                return [0, 4].contains(value(index).rank)
                    ? "0" : "json_extract(:\(name), '$[\(index)]')"
            }
        }
    }

    private func isDescending(_ column: SortColumn) -> Bool { column.isDescending != isFromEnd }

    private func ordering(_ column: SortColumn) -> String {
        "\(column.expression) \(isDescending(column) ? "DESC" : "ASC")"
    }
}

extension JSONValue {
    fileprivate var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array, .object: 4
        }
    }
}
