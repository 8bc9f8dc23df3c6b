// SPDX-License-Identifier: MIT

import GRDB
import Vox
import VoxTesting

/// A selection of resources as SQL. Values and names are arguments, never part of the text.
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
        if let ids = selection.ids {
            tables += " JOIN json_each(:ids) AS wanted ON wanted.value = resource.id"
            arguments += ["ids": try Self.list(ids)]
            order = ["wanted.key"]
        }
        for (index, filter) in selection.filters.enumerated() {
            arguments += [
                "name\(index)": filter.name, "path\(index)": Self.path(filter.name),
                "values\(index)": try Self.list(filter.values),
            ]
            conditions.append(Self.condition(filter, index))
        }
        if !selection.sort.isEmpty { order = [] }
        for (index, field) in selection.sort.enumerated() {
            let direction = field.isDescending ? "DESC" : "ASC"
            if field.name == "id" {
                order.append("resource.id \(direction)")
            } else {
                // To SQLite truth values are numbers.
                arguments += ["sort\(index)": Self.path(field.name)]
                order.append(
                    """
                    CASE json_type(attributes, :sort\(index)) WHEN 'true' THEN 1 WHEN 'false' THEN 1 \
                    WHEN 'integer' THEN 2 WHEN 'real' THEN 2 WHEN 'text' THEN 3 ELSE 0 END \
                    \(direction)
                    """)
                order.append("json_extract(attributes, :sort\(index)) \(direction)")
            }
        }
        order.append("resource.key")
        let found = "FROM \(tables) WHERE \(conditions.joined(separator: " AND "))"
        let limit = selection.limit == .max ? -1 : selection.limit
        rows =
            "SELECT resource.* \(found) ORDER BY \(order.joined(separator: ", ")) LIMIT \(limit) OFFSET \(selection.offset)"
        count = "SELECT count(*) \(found)"
        self.arguments = arguments
    }

    /// One of the values is the id, an attribute or an element of it, or the id of a related resource;
    /// the empty text is what is not there.
    private static func condition(_ filter: ResourceSelection.Filter, _ index: Int) -> String {
        let values = "(SELECT value FROM json_each(:values\(index)))"
        if filter.name == "id" { return "resource.id IN \(values)" }
        let members = "SELECT 1 FROM member WHERE owner = resource.key AND name = :name\(index)"
        let texts = """
            SELECT 1 FROM json_each(resource.attributes, :path\(index)) AS part
            WHERE CASE part.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' \
            ELSE CAST(part.atom AS TEXT) END
            """
        var found = "EXISTS (\(members) AND id IN \(values)) OR EXISTS (\(texts) IN \(values))"
        if filter.values.contains("") {
            found += " OR NOT EXISTS (\(members)) AND NOT EXISTS (\(texts) <> '')"
        }
        return "(\(found))"
    }

    private static func path(_ name: String) -> String { "$.\"\(name)\"" }

    private static func list(_ values: [String]) throws -> String {
        try JSONValue.array(values.map { .string($0) }).text()
    }
}
