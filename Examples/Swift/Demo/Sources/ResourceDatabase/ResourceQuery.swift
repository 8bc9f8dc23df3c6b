// SPDX-License-Identifier: MIT

import GRDB
import Vox
import VoxTesting

/// A selection of resources as SQL. Values and names are arguments, never part of the text. To SQLite
/// text ends at U+0000.
struct ResourceQuery {
    /// Gives the rows, of the part that was asked for.
    let rows: String
    /// Counts all.
    let count: String
    let arguments: StatementArguments

    init(_ selection: ResourceSelection) throws {
        var tables = "resource"
        var conditions = ["resource.type = :type"]
        var arguments: StatementArguments = ["type": selection.type]
        var order: [String] = []
        var natural = "resource.key"
        if let ids = selection.ids {
            tables += " JOIN json_each(:ids) AS wanted ON wanted.value = resource.id"
            arguments += ["ids": try Self.list(ids)]
            natural = "wanted.key"
        }
        for (index, filter) in selection.filters.enumerated() {
            arguments += [
                "name\(index)": filter.name, "path\(index)": Self.path(filter.name),
                "values\(index)": try Self.list(filter.values),
            ]
            conditions.append(Self.condition(filter, index))
        }
        for (index, field) in selection.sort.enumerated() {
            let direction = field.isDescending ? "DESC" : "ASC"
            if field.name == "id" {
                order.append("resource.id \(direction)")
            } else {
                // To SQLite truth values are numbers, and lists are text.
                arguments += ["sort\(index)": Self.path(field.name)]
                let type = "json_type(attributes, :sort\(index))"
                order.append(
                    """
                    CASE \(type) WHEN 'true' THEN 1 WHEN 'false' THEN 1 WHEN 'integer' THEN 2 \
                    WHEN 'real' THEN 2 WHEN 'text' THEN 3 WHEN 'array' THEN 4 WHEN 'object' THEN 4 \
                    ELSE 0 END \(direction)
                    """)
                order.append(
                    """
                    CASE WHEN \(type) NOT IN ('array', 'object') \
                    THEN json_extract(attributes, :sort\(index)) END \(direction)
                    """)
            }
        }
        order.append(natural)
        let found = "FROM \(tables) WHERE \(conditions.joined(separator: " AND "))"
        let limit = selection.limit == .max ? -1 : selection.limit
        rows =
            "SELECT resource.* \(found) ORDER BY \(order.joined(separator: ", ")) LIMIT \(limit) OFFSET \(selection.offset)"
        count = "SELECT count(*) \(found)"
        self.arguments = arguments
    }

    /// One of the values is the id, an attribute or an element of it, or the id of a related resource;
    /// the empty text is what is not there, null, an object or an empty list. Numbers are compared as
    /// SQLite writes them: 1.50 is 1.5.
    private static func condition(_ filter: ResourceSelection.Filter, _ index: Int) -> String {
        let values = "(SELECT value FROM json_each(:values\(index)))"
        if filter.name == "id" { return "resource.id IN \(values)" }
        let members = "SELECT 1 FROM member WHERE owner = resource.key AND name = :name\(index)"
        let texts = """
            SELECT CASE part.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' \
            ELSE coalesce(CAST(part.atom AS TEXT), '') END AS text \
            FROM json_each(attributes, :path\(index)) AS part \
            WHERE json_type(attributes, :path\(index)) <> 'object'
            """
        var found =
            "EXISTS (\(members) AND id IN \(values)) "
            + "OR EXISTS (SELECT 1 FROM (\(texts)) WHERE text IN \(values))"
        if filter.values.contains("") {
            found += " OR NOT EXISTS (\(members)) AND NOT EXISTS (\(texts))"
        }
        return "(\(found))"
    }

    private static func path(_ name: String) -> String { "$.\"\(name)\"" }

    private static func list(_ values: [String]) throws -> String {
        try JSONValue.array(values.map { .string($0) }).text()
    }
}
