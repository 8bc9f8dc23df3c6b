// SPDX-License-Identifier: MIT

/// The schemas that describe the tables of a database: which tables are types, and how their fields
/// are named. A name is copied, and changed only where JSON:API or Swift does not allow it.
struct SchemaPlan {
    struct Field {
        enum Form {
            case attribute(SQLColumn.Kind, FoundTables.Column)
            case toOne(target: Int, FoundTables.Column)
            case toMany(target: Int)
        }

        /// The name in JSON, and the name of the property.
        let name: String
        var property = ""
        let form: Form
        /// What differs from the rules, as an entry without its key path: `.column(…, "NAME")`.
        let entries: [(function: String, arguments: String)]
    }

    struct Schema {
        let table: FoundTables.Table
        let key: FoundTables.Column
        let keyKind: SQLColumn.Kind
        let type: String
        let structure: String
        var fields: [Field] = []
    }

    /// A join table, with its two foreign keys.
    private struct Join {
        let table: FoundTables.Table
        let ends: [(reference: FoundTables.Reference, schema: Int)]
    }

    private(set) var schemas: [Schema] = []
    /// What the schemas cannot say, a sentence for each table or column.
    private(set) var notes: [String] = []
    private let dialect: SQLDialect
    private var joins: [Join] = []

    init(_ found: FoundTables, _ dialect: SQLDialect) {
        self.dialect = dialect
        let joinNames = Set(found.tables.filter { Self.isJoin($0) }.map { ExactText($0.name) })
        for table in found.tables where !joinNames.contains(ExactText(table.name)) { add(table) }
        for table in found.tables where joinNames.contains(ExactText(table.name)) { join(table) }
        for index in schemas.indices { addColumns(to: index) }
        for index in schemas.indices { addOtherSides(to: index) }
        for index in schemas.indices { nameProperties(of: index) }
    }

    // MARK: Tables

    /// Returns true if the key of a table consists of two foreign keys, and a row needs nothing else.
    private static func isJoin(_ table: FoundTables.Table) -> Bool {
        guard table.key.count == 2, table.wideReferences.isEmpty else { return false }
        let linked = table.key.allSatisfy { column in
            table.references.contains { $0.column.isSame(as: column) }
        }
        return linked
            && table.columns.allSatisfy { column in
                !column.isRequired || column.hasDefault
                    || table.key.contains { $0.isSame(as: column.name) }
            }
    }

    private mutating func add(_ table: FoundTables.Table) {
        guard table.key.count == 1, let key = table[table.key[0]] else {
            notes.append(
                "The table \"\(table.name)\" is no type: its primary key has \(table.key.count) columns."
            )
            return
        }
        guard let kind = kind(of: key), kind == .integer || kind == .text else {
            notes.append(
                "The table \"\(table.name)\" is no type: its key has the type \(key.type).")
            return
        }
        let unknown = table.columns.first {
            self.kind(of: $0) == nil && $0.isRequired && !$0.hasDefault
        }
        if let unknown {
            notes.append(
                "The table \"\(table.name)\" is no type: each row needs a value in \"\(unknown.name)\","
                    + " and no attribute has the type \(unknown.type).")
            return
        }
        let names = Set(schemas.map { ExactText($0.structure) })
        schemas.append(
            Schema(
                table: table, key: key, keyKind: kind, type: SwiftName.member(table.name),
                structure: SwiftName.structure(table.name, taken: names)))
    }

    private mutating func join(_ table: FoundTables.Table) {
        let ends = table.key.compactMap { column in
            table.references.first { $0.column.isSame(as: column) }
        }.compactMap { reference in
            schema(of: reference).map { (reference: reference, schema: $0) }
        }
        if ends.count == 2 {
            joins.append(Join(table: table, ends: ends))
        } else {
            notes.append(
                "The table \"\(table.name)\" is no type: it links tables that are no types.")
        }
    }

    /// Returns the schema that a foreign key refers to; nil if it refers to another column than the key.
    private func schema(of reference: FoundTables.Reference) -> Int? {
        schemas.firstIndex {
            $0.table.name.isSame(as: reference.target)
                && $0.key.name.isSame(as: reference.targetColumn)
        }
    }

    /// Returns the kind of the attribute of a column; nil if no attribute has values of this type.
    private func kind(of column: FoundTables.Column) -> SQLColumn.Kind? {
        let order: [SQLColumn.Kind] = [.boolean, .date, .integer, .real, .json, .text]
        if dialect.grammar.hasStaticTypes { return order.first { column.kinds.contains($0) } }
        // Columns of most types keep values of several kinds.
        let type = column.type.uppercased()
        let kind: SQLColumn.Kind =
            if type.contains("BOOL") {
                .boolean
            } else if type.contains("DATE") || type.contains("TIME") {
                .date
            } else if type.contains("JSON") {
                .json
            } else if type.contains("INT") {
                .integer
            } else {
                column.kinds.contains(.text) ? .text : .real
            }
        return column.kinds.contains(kind) ? kind : nil
    }

    // MARK: Fields

    private mutating func addColumns(to index: Int) {
        let schema = schemas[index]
        for target in schema.table.wideReferences {
            notes.append(
                "The foreign key of \"\(schema.table.name)\" to \"\(target)\" is no relationship: it"
                    + " has several columns.")
        }
        for column in schema.table.columns where !column.name.isSame(as: schema.key.name) {
            let links = schema.table.references.filter { $0.column.isSame(as: column.name) }
            if let link = links.first, let target = self.schema(of: link) {
                addToOne(column, target, to: index)
            } else if let kind = kind(of: column) {
                addAttribute(column, kind, to: index)
            } else {
                notes.append(
                    "The column \"\(column.name)\" of \"\(schema.table.name)\" is no attribute: it has"
                        + " the type \(column.type).")
            }
        }
    }

    private mutating func addAttribute(
        _ column: FoundTables.Column, _ kind: SQLColumn.Kind, to index: Int
    ) {
        let name = freeName(SwiftName.member(column.name), in: index)
        var entries: [(function: String, arguments: String)] = []
        if !name.isSame(as: column.name) || !SwiftName.isPlain(name) {
            entries.append(("column", SwiftName.literal(column.name)))
        }
        if column.isUnique { entries.append(("unique", "")) }
        schemas[index].fields.append(
            Field(name: name, form: .attribute(kind, column), entries: entries))
    }

    private mutating func addToOne(
        _ column: FoundTables.Column, _ target: Int, to index: Int
    ) {
        let name = freeName(SwiftName.member(SwiftName.withoutID(column.name)), in: index)
        let follows = SwiftName.isPlain(name) && "\(name)_id".isSame(as: column.name)
        schemas[index].fields.append(
            Field(
                name: name, form: .toOne(target: target, column),
                entries: follows ? [] : [("column", SwiftName.literal(column.name))]))
    }

    /// Adds the to-many relationships of a type: the other sides of foreign keys, and join tables.
    private mutating func addOtherSides(to index: Int) {
        for source in schemas.indices {
            let keys = schemas[source].fields.compactMap { field -> (Field, FoundTables.Column)? in
                guard case .toOne(index, let column) = field.form else { return nil }
                return (field, column)
            }
            let joined = joins.filter { join in
                let ends = join.ends.map(\.schema)
                return ends == [index, source] || ends == [source, index]
            }
            let isOnly = keys.count + joined.count * (index == source ? 2 : 1) == 1
            let table = schemas[source].table.name
            for (field, column) in keys {
                addToMany(
                    isOnly ? table : "\(table)-\(field.name)", source,
                    isOnly ? [] : [("column", SwiftName.literal(column.name))], to: index)
            }
            for join in joined {
                // Both sides of a table that is linked with itself.
                let sides = index == source ? [0, 1] : [join.ends[0].schema == index ? 0 : 1]
                for side in sides {
                    let (own, other) = (join.ends[side].reference, join.ends[1 - side].reference)
                    let arguments =
                        "\(SwiftName.literal(join.table.name)), owner: \(SwiftName.literal(own.column)),"
                        + " target: \(SwiftName.literal(other.column))"
                    let name = isOnly ? table : "\(join.table.name)-\(other.column)"
                    addToMany(
                        name, source, isOnly && side == 1 ? [] : [("through", arguments)], to: index
                    )
                }
            }
        }
    }

    private mutating func addToMany(
        _ name: String, _ target: Int, _ entries: [(function: String, arguments: String)],
        to index: Int
    ) {
        schemas[index].fields.append(
            Field(
                name: freeName(SwiftName.member(name), in: index), form: .toMany(target: target),
                entries: entries))
    }

    /// Returns a name for a field of a schema that no other field has (JSON:API 1.1, "Fields").
    private func freeName(_ name: String, in index: Int) -> String {
        let reserved = ["id", "type"] + schemas[index].fields.map(\.name)
        return SwiftName.free(name, Set(reserved.map(ExactText.init))) {
            $0 == 2 ? "\(schemas[index].type)-\(name)" : "\(name)-\($0 - 1)"
        }
    }

    private mutating func nameProperties(of index: Int) {
        var taken = Set(SwiftName.members.map(ExactText.init))
        for field in schemas[index].fields.indices {
            let name = SwiftName.property(schemas[index].fields[field].name)
            let free = SwiftName.free(name, taken) { "\(name)\($0)" }
            taken.insert(ExactText(free))
            schemas[index].fields[field].property = free
        }
    }
}
