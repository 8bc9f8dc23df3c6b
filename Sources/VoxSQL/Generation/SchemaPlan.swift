// SPDX-License-Identifier: MIT

/// The schemas that describe the tables of a database: which tables are types, and how their fields
/// are named. A name is copied, and changed only where JSON:API or Swift does not allow it.
struct SchemaPlan {
    struct Field {
        enum Form {
            case attribute(SQLType.Column.Kind, FoundColumn)
            case toOne(target: Int, FoundColumn)
            case toMany(target: Int)
        }

        /// The name in JSON, and the name of the property.
        let name: String
        var property = ""
        let form: Form
        /// The only texts that the column can have; empty if it can have others.
        var texts: [String] = []
        /// The name of the enumeration of these texts.
        var enumeration = ""
        /// What differs from the rules, as an entry without its key path: `.column(…, "NAME")`.
        let entries: [(function: String, arguments: String)]
    }

    struct Schema {
        let table: FoundTables.Table
        let key: FoundColumn
        let keyKind: SQLType.Column.Kind
        let type: String
        let structure: String
        var fields: [Field] = []
    }

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
        for index in schemas.indices { addNotes(of: index) }
        for view in found.views {
            notes.append("The view \"\(view)\" is no type: it has no primary key.")
        }
        for index in schemas.indices { nameProperties(of: index) }
    }

    // MARK: Tables

    /// Returns true if the key of a table consists of two foreign keys, and a row needs nothing
    /// else.
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
            return note(table, "is no type: its primary key has \(table.key.count) columns")
        }
        let kind = kind(of: key)
        let fault =
            kind == .text
            ? nil : kind == .integer ? fault(ofKey: key) : "has the type \(key.type)"
        guard let kind, fault == nil else {
            return note(table, "is no type: its key \(fault ?? "has no type")")
        }
        let unknown = table.columns.first {
            self.kind(of: $0) == nil && $0.isRequired && !$0.hasDefault
        }
        if let unknown {
            return note(
                table,
                "is no type: each row needs a value in \"\(unknown.name)\", and no attribute has the"
                    + " type \(unknown.type)")
        }
        let names = Set(schemas.map { ExactText($0.structure) })
        schemas.append(
            Schema(
                table: table, key: key, keyKind: kind, type: SwiftName.member(table.name),
                structure: SwiftName.structure(table.name, taken: names)))
    }

    /// Returns why a column cannot have the integers of a primary key; nil if it can.
    private func fault(ofKey key: FoundColumn) -> String? {
        key.misfit(TableLayout.Column(name: key.name, kind: .integer, isKey: true), dialect)
    }

    private mutating func join(_ table: FoundTables.Table) {
        let ends = table.key.compactMap { column in
            table.references.first { $0.column.isSame(as: column) }
        }.compactMap { reference in
            schema(of: reference, table).map { (reference: reference, schema: $0) }
        }
        if ends.count == 2 {
            joins.append(Join(table: table, ends: ends))
            for column in table.columns where !table.key.contains(where: column.name.isSame) {
                note(column, table, "is in no schema: the table only links others")
            }
            for check in table.checks { note(check, table) }
        } else {
            note(table, "is no type: it links tables that are no types")
        }
    }

    /// Returns the schema that a foreign key of a table refers to; nil if it refers to another
    /// column than the key, or its values have another kind.
    private func schema(
        of reference: FoundTables.Reference, _ table: FoundTables.Table
    ) -> Int? {
        schemas.firstIndex {
            $0.table.name.isSame(as: reference.target)
                && $0.key.name.isSame(as: reference.targetColumn)
                && table[reference.column]?.fits($0.keyKind, dialect) == true
        }
    }

    /// Returns the kind of the attribute of a column; nil if no attribute has values of this type.
    private func kind(of column: FoundColumn) -> SQLType.Column.Kind? {
        let order: [SQLType.Column.Kind] = [.boolean, .day, .date, .integer, .real, .json, .text]
        if dialect.grammar.hasStaticTypes {
            // A `numeric` can have a fraction.
            if column.stored(as: .real) == .numeric { return .real }
            return order.first { column.fits($0, dialect) }
        }
        // Columns of most types keep values of several kinds.
        let type = column.type.uppercased()
        // A time of day is no time.
        if type.split(whereSeparator: { " (".contains($0) }).first == "TIME" { return nil }
        let kind: SQLType.Column.Kind =
            if type.contains("BOOL") {
                .boolean
            } else if type == "DATE" {
                .day
            } else if type.contains("DATE") || type.contains("TIME") {
                .date
            } else if type.contains("JSON") {
                .json
            } else if type.contains("INT") {
                .integer
            } else {
                column.fits(.text, dialect) ? .text : .real
            }
        return column.fits(kind, dialect) ? kind : nil
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
            let targets = links.compactMap { self.schema(of: $0, schema.table) }
            if let target = targets.first {
                addToOne(column, target, to: index)
            } else if let kind = kind(of: column) {
                addAttribute(column, kind, to: index)
            } else {
                note(column, schema.table, "is no attribute: it has the type \(column.type)")
            }
        }
    }

    private mutating func addAttribute(
        _ column: FoundColumn, _ kind: SQLType.Column.Kind, to index: Int
    ) {
        let name = freeName(SwiftName.member(column.name), in: index)
        var entries: [(function: String, arguments: String)] = []
        if !name.isSame(as: column.name) || !SwiftName.isPlain(name) {
            entries.append(("column", SwiftName.literal(column.name)))
        }
        if column.isUnique { entries.append(("unique", "")) }
        var field = Field(name: name, form: .attribute(kind, column), entries: entries)
        if case .enumeration(_, _, let labels)? = column.stored(as: kind) {
            field.texts = labels.map(\.text)
        } else if kind == .text {
            let lists = schemas[index].table.checks.filter {
                $0.column?.isSame(as: column.name) == true
            }
            field.texts = lists.first?.texts ?? []
        }
        // The raw values of an enumeration differ, for Swift, too.
        if Set(field.texts).count != field.texts.count { field.texts = [] }
        schemas[index].fields.append(field)
    }

    /// Adds what the tables of a type have, and its schema does not say.
    private mutating func addNotes(of index: Int) {
        let (table, key) = (schemas[index].table, schemas[index].key)
        var listed: Set<ExactText> = []
        var used: Set<ExactText> = []
        for field in schemas[index].fields {
            switch field.form {
            case .attribute(let kind, let column):
                if !field.texts.isEmpty { listed.insert(ExactText(column.name)) }
                let name = column.name.lowercased()
                if kind == .integer, column.isRequired,
                    ["version", "lock_version", "lockversion"].contains(name)
                {
                    note(
                        column, table,
                        "may count the changes of a row: if so, replace its attribute by"
                            + " version: \(SwiftName.literal(column.name))")
                }
                if kind == .real, column.stored(as: kind) == nil,
                    ["DECIMAL", "NUMERIC"].contains(where: column.type.uppercased().hasPrefix)
                {
                    notes.append(
                        "The column \"\(column.name)\" of \"\(table.name)\" has the type"
                            + " \(column.type): the database keeps its fractions as doubles.")
                }
            case .toOne(let target, let column):
                used.insert(ExactText("\(column.name)\0\(schemas[target].table.name)"))
            case .toMany: break
            }
        }
        for link in table.references
        where used.insert(ExactText("\(link.column)\0\(link.target)")).inserted {
            notes.append(
                "The foreign key \"\(link.column)\" of \"\(table.name)\" to \"\(link.target)\" is no"
                    + " relationship: " + reason(link, key))
        }
        for check in table.checks {
            let isListed = check.column.map { listed.remove(ExactText($0)) != nil } ?? false
            if !isListed { note(check, table) }
        }
        for columns in table.wideIndexes {
            let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            note(table, "has unique values in \(names) together")
        }
    }

    private mutating func note(_ check: ValueList, _ table: FoundTables.Table) {
        note(table, "has a condition that no schema says: \(check.condition)")
    }

    private mutating func note(_ table: FoundTables.Table, _ text: String) {
        notes.append("The table \"\(table.name)\" \(text).")
    }

    private mutating func note(
        _ column: FoundColumn, _ table: FoundTables.Table, _ text: String
    ) {
        notes.append("The column \"\(column.name)\" of \"\(table.name)\" \(text).")
    }

    private func reason(_ link: FoundTables.Reference, _ key: FoundColumn) -> String {
        if link.column.isSame(as: key.name) { return "the column is the primary key." }
        guard let target = schemas.first(where: { $0.table.name.isSame(as: link.target) }) else {
            return "its target is no type."
        }
        return target.key.name.isSame(as: link.targetColumn)
            ? "the column has another target, or another type than its target."
            : "it refers to \"\(link.targetColumn)\", which is not the primary key."
    }

    private mutating func addToOne(
        _ column: FoundColumn, _ target: Int, to index: Int
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
            let keys = schemas[source].fields.compactMap { field -> (Field, FoundColumn)? in
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
        taken.formUnion(schemas.map { ExactText($0.structure) })
        for field in schemas[index].fields.indices where !schemas[index].fields[field].texts.isEmpty
        {
            let name = SwiftName.structure(
                schemas[index].fields[field].name, taken: taken, ending: "Value")
            taken.insert(ExactText(name))
            schemas[index].fields[field].enumeration = name
        }
    }
}
