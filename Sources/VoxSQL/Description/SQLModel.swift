// SPDX-License-Identifier: MIT

/// All types of a store, checked against each other.
struct SQLModel: Sendable {
    /// A type with its fields by name.
    struct Table: Sendable {
        let type: SQLType
        let columns: [ExactText: SQLType.Column]
        let relationships: [ExactText: SQLType.Relationship]

        init(_ type: SQLType) {
            self.type = type
            columns = Dictionary(
                type.attributes.map { (ExactText($0.name), $0.column) }, uniquingKeysWith: { $1 })
            relationships = Dictionary(
                type.relationships.map { (ExactText($0.name), $0.relationship) },
                uniquingKeysWith: { $1 })
        }

        var key: SQLName { SQLName(type.key.name ?? "") }
        var name: SQLName { SQLName(table: type.table) }
        /// True if some rows of the table may be invisible to the caller.
        var hasHiddenRows: Bool { type.deletedAt != nil || type.tenant != nil }
    }

    let tables: [Table]
    let kept = KeptColumns()
    private let byType: [ExactText: Int]

    init(_ described: [SQLType]) throws(SQLStore.SchemaError) {
        var links = SchemaLinks(described)
        let types = links.resolved()
        if let error = SQLStore.SchemaError(links.problems) { throw error }
        tables = types.map(Table.init)
        byType = Dictionary(
            types.enumerated().map { (ExactText($0.element.name), $0.offset) },
            uniquingKeysWith: { $1 })
        if let error = SQLStore.SchemaError(problems) { throw error }
    }

    /// Creates a model with the types that the columns of the tables have in the database.
    init(_ model: SQLModel, _ types: [ExactText: [ExactText: StoredType]]) {
        tables = model.tables.map { Table($0.type.stored(types[ExactText($0.type.table)] ?? [:])) }
        byType = model.byType
    }

    subscript(type: String) -> Table? { byType[ExactText(type)].map { tables[$0] } }

    /// Returns the relationship of `target` that has the same columns as a to-many relationship.
    func inverse(of name: String, from type: String, to target: String) -> String? {
        guard let relationship = self[type]?.relationships[ExactText(name)],
            relationship.canLink(to: target), let other = self[target]
        else { return nil }
        let described = other.type.relationships.first {
            $0.relationship.isInverse(of: relationship, from: type)
        }
        if let described { return described.name }
        // The targets change, whether or not their type has a relationship.
        if case .targetColumn(let column) = relationship.form { return column }
        return nil
    }

    // MARK: Problems

    private var problems: [String] {
        var problems: [String] = []
        var names: Set<ExactText> = []
        if tables.isEmpty { problems.append("there are no types") }
        for table in tables {
            let type = table.type
            if !names.insert(ExactText(type.name)).inserted {
                problems.append("the type \"\(type.name)\" is described twice")
            }
            problems += self.problems(of: type).map { "type \"\(type.name)\": \($0)" }
        }
        return problems
    }

    private func problems(of type: SQLType) -> [String] {
        var problems: [String] = []
        func check(_ name: String?, _ what: String) {
            if let name, !name.isEmpty, !name.utf8.contains(0) { return }
            problems.append("\(what) must have a name without U+0000")
        }
        check(type.name, "the type")
        check(type.table, "the table")
        check(type.key.name, "the key column")
        if type.key.kind != .text && type.key.kind != .integer {
            problems.append("the key column must be text or integer")
        }
        if let version = type.version { check(version, "the version column") }
        if let deletedAt = type.deletedAt { check(deletedAt, "the deletion column") }
        if let tenant = type.tenant { check(tenant.column.name, "the tenant column") }
        if type.hasTenants, type.tenant?.column.kind != type.key.kind {
            problems.append("the tenant column is the key, and has another kind")
        }
        var fields: Set<ExactText> = ["id", "type"].reduce(into: []) { $0.insert(ExactText($1)) }
        var written: Set<ExactText> = []
        let tenant = type.hasTenants ? nil : type.tenant?.column.name
        let reserved = [type.key.name, type.version, type.deletedAt, tenant]
        for case let name? in reserved where !written.insert(ExactText(name)).inserted {
            problems.append("the column \"\(name)\" is used twice")
        }
        func add(_ field: String) {
            check(field, "a field")
            if !fields.insert(ExactText(field)).inserted {
                problems.append("the field \"\(field)\" is described twice, or is named id or type")
            }
        }
        func add(column: String, _ field: String) {
            check(column, "the column of \"\(field)\"")
            if !written.insert(ExactText(column)).inserted {
                problems.append("the column \"\(column)\" of \"\(field)\" is used twice")
            }
        }
        for (name, column) in type.attributes {
            add(name)
            if let expression = column.expression {
                if SQLText(expression: expression, of: SQLName("t")) == nil {
                    problems.append(
                        "the expression of \"\(name)\" has a brace that is not of a {column}")
                }
            } else {
                add(column: column.name ?? "", name)
            }
        }
        for (name, relationship) in type.relationships {
            add(name)
            for target in relationship.targets where self[target] == nil {
                problems.append("the target \"\(target)\" of \"\(name)\" is not described")
            }
            if Set(relationship.targets.map(ExactText.init)).count != relationship.targets.count
                || relationship.targets.isEmpty
            {
                problems.append("\"\(name)\" has no targets, or the same one twice")
            }
            let target = self[relationship.target]
            switch relationship.form {
            case .columns(let columns):
                for column in columns { add(column: column.name, name) }
            case .targetColumn(let column):
                check(column, "the column of \"\(name)\"")
                if let target, target.type.hasOtherUse(of: column, thanLinkTo: type.name) {
                    problems.append(
                        "the column \"\(column)\" of \"\(name)\" has another use in the table"
                            + " \"\(target.type.table)\"")
                }
            case .joinTable(let table, let owner, let target):
                check(table, "the join table of \"\(name)\"")
                check(owner, "the owner column of \"\(name)\"")
                check(target, "the target column of \"\(name)\"")
                if ExactText(owner) == ExactText(target) {
                    problems.append("\"\(name)\" has one column for both keys")
                }
            }
        }
        return problems
    }
}

extension SQLType {
    /// Returns true if the column has a use other than the foreign key of a to-one relationship to
    /// `target`.
    fileprivate func hasOtherUse(of column: String, thanLinkTo target: String) -> Bool {
        let name = ExactText(column)
        let reserved = [key.name, version, deletedAt, tenant?.column.name]
        if reserved.contains(where: { $0.map(ExactText.init) == name }) { return true }
        if attributes.contains(where: { $0.column.name.map(ExactText.init) == name }) {
            return true
        }
        return relationships.contains { _, relationship in
            relationship.columns.contains {
                ExactText($0.name) == name && ExactText($0.type) != ExactText(target)
            }
        }
    }
}
