// SPDX-License-Identifier: MIT

extension SQLStore {
    /// Returns the source of the schemas and of the descriptions for the tables of a database, as a
    /// file of Swift. The same tables always give the same text.
    ///
    /// Each table with a key of one column is a type, whose name is the name of the table. The
    /// fields have the names of the columns. A foreign key is a to-one relationship, and a to-many
    /// relationship of its target. A table whose key consists of two foreign keys is a to-many
    /// relationship of both. A list of the texts that a column can have is an enumeration. Names
    /// are changed only where JSON:API or Swift does not allow them. The first lines of the file
    /// list what no schema can say, such as a key of several columns.
    ///
    /// ```swift
    /// func show(_ database: any SQLDatabase) async throws {
    ///     print(try await SQLStore.source(describing: database))
    /// }
    /// ```
    ///
    /// The function reads the tables of a SQLite file, or of the schemas in the search path of
    /// PostgreSQL. It does not read rows. The database must be empty of tables that you do not want
    /// to serve, or you remove their schemas from the file.
    /// - Throws: ``SQLError`` if the database cannot be used.
    public static func source(describing database: any SQLDatabase) async throws -> String {
        let found = try await database.read { connection in
            try await FoundTables(connection, database.dialect)
        }
        return SchemaPlan(found, database.dialect).source
    }
}

extension SchemaPlan {
    var source: String {
        var lines = ["// The schemas of the tables of a database, and what differs in the tables."]
        lines += notes.map { "// " + Self.line($0) }
        lines += ["", "import Foundation", "import Vox", "import VoxSQL"]
        for schema in schemas {
            lines += [""] + Self.comment(schema.table.comment, "")
            lines.append("struct \(schema.structure): ResourceSchema {")
            lines.append("    static let type = \(SwiftName.literal(schema.type))")
            lines += schema.fields.flatMap { self.lines(of: $0) }
            lines += schema.fields.flatMap { Self.enumeration(of: $0) }
            lines.append("}")
        }
        lines += ["", "enum SQLTables {", "    static let all: [SQLType] = ["]
        lines += schemas.flatMap { table(of: $0) }
        lines += ["    ]", "}", ""]
        return lines.joined(separator: "\n")
    }

    private func lines(of field: Field) -> [String] {
        let name = SwiftName.literal(field.name)
        let text: String
        var comment: String?
        switch field.form {
        case .attribute(let kind, let column):
            let isNeeded = column.isRequired && !column.hasDefault && !column.isGenerated
            text =
                "Attribute<\(Self.swiftType(field, kind, column))>(\(name))"
                + (kind == .day ? ".transformed(by: .date(\"yyyy-MM-dd\"))" : "")
                + (column.isGenerated ? ".readOnly()" : isNeeded ? ".required()" : "")
            comment = column.comment
        case .toOne(let target, let column):
            let isNeeded = column.isRequired && !column.hasDefault
            text = "ToOne<\(schemas[target].structure)>(\(name))" + (isNeeded ? ".required()" : "")
            comment = column.comment
        case .toMany(let target): text = "ToMany<\(schemas[target].structure)>(\(name))"
        }
        return Self.comment(comment, "    ") + [
            "    let \(SwiftName.escaped(field.property)) = \(text)"
        ]
    }

    private static func comment(_ text: String?, _ indent: String) -> [String] {
        (text ?? "").split(whereSeparator: \.isNewline).map { "\(indent)/// \(line(String($0)))" }
    }

    /// Returns a text as a part of one line. A condition or a name can contain the end of a line.
    private static func line(_ text: String) -> String {
        text.split { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }
            .joined(separator: " ")
    }

    private static func enumeration(of field: Field) -> [String] {
        if field.texts.isEmpty { return [] }
        let cases = zip(SwiftName.cases(field.texts), field.texts).map { name, text in
            let value = name.isSame(as: text) ? "" : " = \(SwiftName.literal(text))"
            return "        case \(SwiftName.escaped(name))\(value)"
        }
        let start = "    enum \(field.enumeration): String, CaseIterable, JSONConvertible {"
        return ["", start] + cases + ["    }"]
    }

    private static func swiftType(
        _ field: Field, _ kind: SQLType.Column.Kind, _ column: FoundColumn
    ) -> String {
        if !field.enumeration.isEmpty { return field.enumeration }
        return switch (kind, column.stored(as: .real)) {
        case (_, .uuid?): "UUID"
        case (.real, .numeric?): "JSONNumber"
        case (.text, _), (.day, _): "String"
        case (.integer, _): "Int"
        case (.real, _): "Double"
        case (.boolean, _): "Bool"
        case (.date, _): "Date"
        case (.json, _): "JSONValue"
        }
    }

    private func table(of schema: Schema) -> [String] {
        var lines = ["        SQLType("]
        var arguments = ["\(schema.structure).self, table: \(SwiftName.literal(schema.table.name))"]
        let entries = schema.fields.flatMap { field in
            field.entries.map { entry in
                let path = "\\.\(SwiftName.escaped(field.property))"
                let rest = entry.arguments.isEmpty ? "" : ", \(entry.arguments)"
                return "\n            .\(entry.function)(\(path)\(rest))"
            }
        }
        arguments += entries
        if schema.keyKind == .text || !schema.key.name.isSame(as: "id") {
            let kind = schema.keyKind == .text ? "text" : "integer"
            arguments.append("key: .\(kind)(\(SwiftName.literal(schema.key.name)))")
        }
        let text = arguments.joined(separator: ", ").replacing(", \n", with: ",\n")
        lines.append("            \(text)),")
        return lines
    }
}
