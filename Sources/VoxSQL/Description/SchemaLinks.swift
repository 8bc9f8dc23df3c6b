// SPDX-License-Identifier: MIT

/// Finds the columns of the relationships of schemas among all types of a store.
struct SchemaLinks {
    private var types: [SQLType]
    private(set) var problems: [String] = []

    init(_ types: [SQLType]) { self.types = types }

    /// Returns the types with all their relationships. The foreign keys come first, because they
    /// are the columns of to-many relationships, too; then the join tables that are named; then the
    /// other direction of both.
    mutating func resolved() -> [SQLType] {
        let described = types.map(\.schema)
        for (index, schema) in described.enumerated() {
            guard let schema else { continue }
            problems += schema.problems.map { text(index, $0) }
            for link in schema.links { foreignKey(link, schema, index) }
            for link in schema.links { joinTable(link, index) }
        }
        let found = types
        for (index, schema) in described.enumerated() {
            guard let schema else { continue }
            for link in schema.links where link.isToMany && link.place == nil {
                otherDirection(of: link, index, found)
            }
            let order = Dictionary(
                schema.links.enumerated().map { (ExactText($0.element.name), $0.offset) },
                uniquingKeysWith: { first, _ in first })
            types[index].relationships.sort {
                order[ExactText($0.name)] ?? 0 < order[ExactText($1.name)] ?? 0
            }
        }
        return types
    }

    private func text(_ index: Int, _ problem: String) -> String {
        "type \"\(types[index].name)\": \(problem)"
    }

    private mutating func refuse(_ index: Int, _ problem: String) {
        problems.append(text(index, problem))
    }

    private mutating func add(
        _ link: SchemaFields.Link, _ relationship: SQLType.Relationship, to index: Int
    ) {
        types[index].relationships.append(
            (link.name, link.isRequired && !link.isToMany ? relationship.required() : relationship))
    }

    // MARK: Columns of to-one relationships

    private mutating func foreignKey(
        _ link: SchemaFields.Link, _ schema: SchemaFields, _ index: Int
    ) {
        guard !link.isToMany else { return }
        switch (link.place, link.target) {
        case (.columns(let columns), _): add(link, SQLType.Relationship(columns), to: index)
        case (.name(let column), let target?):
            add(link, .toOne(target, column: column), to: index)
        case (.name, nil):
            refuse(index, "\"\(link.name)\" has targets of several types: add .columns(…)")
        case (nil, let target?):
            guard let name = schema.columnName(link.name) else {
                return refuse(index, schema.unnamed(link.name))
            }
            add(link, .toOne(target, column: "\(name)_id"), to: index)
        case (nil, nil): union(link, schema, index)
        case (.joinTable, _), (.column, _), (.unique, _), (.omitted, _):
            refuse(index, "\"\(link.name)\" is a to-one relationship")
        }
    }

    private mutating func union(_ link: SchemaFields.Link, _ schema: SchemaFields, _ index: Int) {
        var columns: [(type: String, name: String)] = []
        for type in types {
            guard let caseName = link.caseName?(type.name),
                let name = schema.columnName(KeyStrategy.snakeCase.name(for: caseName))
            else { continue }
            columns.append((type.name, "\(name)_id"))
        }
        let names = Set(columns.map { ExactText($0.name) })
        guard !columns.isEmpty, names.count == columns.count else {
            return refuse(
                index,
                "the columns of \"\(link.name)\" do not follow from the cases of its type: add"
                    + " .columns(…)")
        }
        add(link, SQLType.Relationship(columns), to: index)
    }

    // MARK: To-many relationships

    private mutating func joinTable(_ link: SchemaFields.Link, _ index: Int) {
        guard link.isToMany, let place = link.place else { return }
        switch (place, link.target) {
        case (.joinTable(let table, let owner, let column), let target?):
            add(
                link, .toMany(target, through: table, owner: owner, target: column), to: index)
        case (.name(let column), let target?):
            add(link, .toMany(target, column: column), to: index)
        case (_, nil):
            refuse(index, "\"\(link.name)\" has targets of several types, which no table can hold")
        case (.columns, _), (.column, _), (.unique, _), (.omitted, _):
            refuse(index, "\"\(link.name)\" is a to-many relationship")
        }
    }

    /// Adds a to-many relationship whose columns another relationship has described.
    private mutating func otherDirection(
        of link: SchemaFields.Link, _ index: Int, _ found: [SQLType]
    ) {
        guard let target = link.target else {
            return refuse(
                index, "\"\(link.name)\" has targets of several types, which no table can hold")
        }
        let name = ExactText(types[index].name)
        var candidates: [(text: String, relationship: SQLType.Relationship)] = []
        for type in found where ExactText(type.name) == ExactText(target) {
            for (_, relationship) in type.relationships {
                for column in relationship.columns where ExactText(column.type) == name {
                    candidates.append(
                        (
                            "\(type.table).\(column.name)",
                            .toMany(target, column: column.name)
                        ))
                }
                if case .joinTable(let table, let owner, let column) = relationship.form,
                    ExactText(relationship.target) == name
                {
                    candidates.append(
                        (table, .toMany(target, through: table, owner: column, target: owner)))
                }
            }
        }
        if candidates.count == 1 {
            add(link, candidates[0].relationship, to: index)
        } else if candidates.isEmpty {
            refuse(
                index,
                "\"\(link.name)\": no column and no join table of \"\(target)\" refers to this"
                    + " type: add .through(…) to one of the two")
        } else {
            let texts = candidates.map(\.text).joined(separator: ", ")
            refuse(
                index,
                "\"\(link.name)\" can be in several places (\(texts)): add .column(…) or"
                    + " .through(…)")
        }
    }
}
