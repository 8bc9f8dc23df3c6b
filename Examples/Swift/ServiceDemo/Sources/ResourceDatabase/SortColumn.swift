// SPDX-License-Identifier: MIT

import VoxServer

/// A column of an order: an expression over a row of `resource`, and its direction. The expressions are
/// those of the indexes that `SQLiteStore.addIndex(for:)` makes: SQLite uses an index on expressions only
/// for the same text, so the names of fields are literals in it.
struct SortColumn {
    let expression: String
    let isDescending: Bool
    /// The key of a position that is compared with the column.
    let key: Key

    enum Key {
        /// The rank of the kind of the value of a sort field.
        case rank(Int)
        case value(Int)
        case id
    }

    /// The columns of the sort fields: two for each, because to SQLite truth values are numbers, and lists
    /// are text.
    static func columns(of sort: [RequestQuery.SortField]) -> [SortColumn] {
        var known: Set<String> = []
        return sort.enumerated().flatMap { index, field -> [SortColumn] in
            // A field that occurs again cannot change the order.
            guard known.insert(field.name).inserted else { return [] }
            if field.name == "id" {
                return [
                    SortColumn(
                        expression: "resource.id", isDescending: field.isDescending,
                        key: .value(index))
                ]
            }
            let path = literal("$.\"\(field.name)\"")
            let rank = """
                CASE json_type(attributes, \(path)) WHEN 'true' THEN 1 WHEN 'false' THEN 1 \
                WHEN 'integer' THEN 2 WHEN 'real' THEN 2 WHEN 'text' THEN 3 WHEN 'array' THEN 4 \
                WHEN 'object' THEN 4 ELSE 0 END
                """
            let value = """
                CASE json_type(attributes, \(path)) WHEN 'array' THEN 0 WHEN 'object' THEN 0 \
                ELSE ifnull(json_extract(attributes, \(path)), 0) END
                """
            return [
                SortColumn(
                    expression: rank, isDescending: field.isDescending, key: .rank(index)),
                SortColumn(
                    expression: value, isDescending: field.isDescending, key: .value(index)),
            ]
        }
    }

    /// The columns of a keyset, whose last one is the id, in the direction of the last field.
    static func keysetColumns(of sort: [RequestQuery.SortField]) -> [SortColumn] {
        let columns = columns(of: sort)
        let isDescending = columns.last?.isDescending ?? false
        return columns
            + [SortColumn(expression: "resource.id", isDescending: isDescending, key: .id)]
    }

    /// The column in a list of `ORDER BY` or of an index.
    var ordering: String { "\(expression) \(isDescending ? "DESC" : "ASC")" }

    /// A string literal. To SQLite a text ends at U+0000, and no attribute has it in its name here.
    private static func literal(_ text: String) -> String {
        "'" + text.replacing("\u{0}", with: "").replacing("'", with: "''") + "'"
    }
}
