// SPDX-License-Identifier: MIT

import GRDB
import VoxServer

/// What finds resources, as one statement of SQL: a row for each resource, its relationships as JSON along
/// with it. Values and names are arguments, never part of the text. To SQLite a text ends at U+0000: no id
/// with it is kept, and none is found.
struct ResourceQuery {
    /// Gives the rows. Those of a part of what was found all have the number of all in `total`; where
    /// the part is empty there is one row, with that number and no key.
    let sql: String
    let arguments: StatementArguments

    /// The members of all relationships of a row, each with name, kind, position, type and id; a
    /// relationship without members is one with nulls.
    private static func relationships(of table: String) -> String {
        """
        (SELECT json_group_array(json_array(name, isMany, position, type, id)) \
        FROM (SELECT relationship.name, isMany, position, member.type, member.id \
        FROM relationship LEFT JOIN member USING (owner, name) \
        WHERE relationship.owner = \(table).key)) AS relationships
        """
    }

    /// Finds resources of any types by their names.
    init(_ identifiers: [StoredResource.Identifier]) throws {
        let names = identifiers.filter(\.isKept).map {
            JSONValue.array([.string($0.type), .string($0.id)])
        }
        sql = """
            SELECT resource.*, \(Self.relationships(of: "resource")) FROM json_each(:names) AS named \
            JOIN resource ON resource.type = json_extract(named.value, '$[0]') \
            AND resource.id = json_extract(named.value, '$[1]')
            """
        arguments = ["names": try JSONValue.array(names).text()]
    }

    init(_ selection: ResourceSelection) throws {
        var expressions: [String] = []
        var tables = "resource"
        var conditions = ["resource.type = :type"]
        var arguments: StatementArguments = ["type": selection.type]
        var natural = "resource.key"
        if let ids = selection.ids {
            tables += " JOIN json_each(:ids) AS wanted ON wanted.value = resource.id"
            arguments += ["ids": try Self.list(ids)]
            natural = "wanted.key"
        }
        if let filter = selection.filter {
            let statement = try FilterStatement(filter)
            expressions = statement.tables
            conditions.append("(\(statement.condition))")
            arguments += statement.arguments
        }
        let found = "FROM \(tables) WHERE \(conditions.joined(separator: " AND "))"
        let page: String
        let order: String
        if let keyset = selection.keyset {
            let statement = try KeysetStatement(selection, keyset, found: found)
            (page, order) = (statement.page, statement.order)
            expressions += statement.tables
            arguments += statement.arguments
        } else {
            let sorted = SortColumn.columns(of: selection.sort).map(\.ordering) + [natural]
            let limit = selection.limit == .max ? -1 : selection.limit
            page = """
                SELECT resource.*, \
                row_number() OVER (ORDER BY \(sorted.joined(separator: ", "))) AS place \(found) \
                ORDER BY place LIMIT \(limit) OFFSET \(selection.offset)
                """
            order = "place"
        }
        let total =
            selection.isCounted ? "SELECT count(*) AS total \(found)" : "SELECT NULL AS total"
        let prefix = expressions.isEmpty ? "" : "WITH \(expressions.joined(separator: ", ")) "
        sql = """
            \(prefix)SELECT found.total, page.*, \(Self.relationships(of: "page")) \
            FROM (\(total)) AS found LEFT JOIN (\(page)) AS page ORDER BY \(order)
            """
        self.arguments = arguments
    }

    private static func list(_ values: [String]) throws -> String {
        try JSONValue.array(values.filter { !$0.utf8.contains(0) }.map { .string($0) }).text()
    }
}

extension StoredResource.Identifier {
    /// Whether SQLite keeps the type and the id whole.
    var isKept: Bool { !type.utf8.contains(0) && !id.utf8.contains(0) }
}
