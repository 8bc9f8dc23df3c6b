// SPDX-License-Identifier: MIT

import HTTPTypes

/// Translates a filter into a condition in SQL, by the rules of
/// `FilterExpression.matches(in:related:)`.
///
/// The parser of SQLite has a small stack. Therefore a deeply nested condition becomes a table
/// expression. The table expression contains the keys of the rows that meet the condition.
///
/// A database that evaluates a condition on a relationship again for each row takes hours for
/// nested conditions. Therefore the targets that meet a condition, and their owners, are found
/// once. In SQLite, the condition is `IN`, whose subquery is evaluated once. In PostgreSQL, which
/// would join the tables row by row for a list with a limit, the owners are a materialized table
/// expression (`SQLGrammar.materializesOwners`).
struct FilterText {
    private let model: SQLModel
    private let dialect: SQLDialect
    private let times: TimeFields
    private let targets: ServedTargets
    /// The table expressions that the condition refers to.
    private(set) var expressions: [SQLText] = []
    private var count = 0
    private var depth = 0

    private static let maximumDepth = 3
    /// The maximum number of names in a path inside of JSON. SQLite joins at most 64 tables.
    private static let maximumMembers = 60

    init(
        _ model: SQLModel, _ dialect: SQLDialect, _ times: TimeFields, _ targets: ServedTargets
    ) {
        self.model = model
        self.dialect = dialect
        self.times = times
        self.targets = targets
    }

    /// Returns the condition that a row meets the filter of a request.
    /// - Throws: `ErrorResponse` if the filter has a field that no type has.
    mutating func wholeCondition(_ filter: FilterExpression, _ row: TableRow) throws -> SQLText {
        do {
            return try condition(filter, row)
        } catch let error as UnknownField {
            throw error.response
        }
    }

    private mutating func condition(_ filter: FilterExpression, _ row: TableRow) throws -> SQLText {
        switch filter {
        case .comparison(let path, .equal, .null): return try isNull(path[...], row)
        case .comparison(let path, .equal, let value):
            return try compare(path[...], FilterTest(anyOf: [value]), row)
        case .comparison(let path, let comparison, let value):
            return try compare(path[...], FilterTest(comparison, value), row)
        case .anyOf(let path, let values):
            return try compare(path[...], FilterTest(anyOf: values), row)
        case .isNull(let path): return try isNull(path[...], row)
        case .has(let path, let condition): return try has(path[...], condition, row)
        case .not(let condition):
            // A condition is never NULL, so NOT is its opposite.
            return "NOT (\(try nested(condition, row)))"
        // The other conditions may have fields that the table does not have.
        case .and(let conditions)
        where conditions.contains(where: { $0.excludes(row.table.type.name) }):
            return "FALSE"
        case .and(let conditions): return try joined(conditions, " AND ", "TRUE", row)
        case .or(let conditions): return try joined(conditions, " OR ", "FALSE", row)
        }
    }

    private mutating func joined(
        _ conditions: [FilterExpression], _ word: SQLText, _ empty: SQLText, _ row: TableRow
    ) throws -> SQLText {
        if conditions.isEmpty { return empty }
        var texts: [SQLText] = []
        for condition in conditions { texts.append("(\(try nested(condition, row)))") }
        return Self.join(texts, word)
    }

    /// Joins conditions in groups, because SQLite refuses an expression with a depth over 1,000.
    private static func join(_ conditions: [SQLText], _ word: SQLText) -> SQLText {
        if conditions.count <= 100 { return conditions.joined(by: word) }
        let groups = stride(from: 0, to: conditions.count, by: 100).map { start in
            conditions[start..<min(start + 100, conditions.count)].map { $0 }.joined(by: word)
                .parenthesized
        }
        return join(groups, word)
    }

    private mutating func nested(
        _ condition: FilterExpression, _ row: TableRow
    ) throws -> SQLText {
        try nested(row) { try $0.condition(condition, $1) }
    }

    /// Returns a condition for use inside another condition.
    private mutating func nested(
        _ row: TableRow, _ make: (inout Self, TableRow) throws -> SQLText
    ) throws -> SQLText {
        guard depth >= Self.maximumDepth else {
            depth += 1
            defer { depth -= 1 }
            return try make(&self, row)
        }
        let outer = depth
        depth = 0
        defer { depth = outer }
        let inner = self.row(row.table)
        let condition = try make(&self, inner)
        // A row of another tenant can have the same key.
        let visibility = try inner.visibility()
        let all = visibility + [visibility.isEmpty ? condition : condition.parenthesized]
        let name = add("(SELECT \(inner.key) AS key FROM \(inner.from)\(all.whereClause))")
        return "\(row.key) IN (SELECT key FROM \(name))"
    }

    private mutating func add(_ expression: SQLText) -> SQLName {
        count += 1
        let name = SQLName("f\(count)")
        expressions.append("\(name) AS \(expression)")
        return name
    }

    private mutating func row(_ table: SQLModel.Table) -> TableRow {
        count += 1
        return TableRow(table, "t\(count)", dialect)
    }

    // MARK: Paths

    /// Returns a relationship with the types of targets that are served.
    private func relationship(_ name: String, of table: SQLModel.Table) -> SQLType.Relationship? {
        table.relationships[ExactText(name)]?.limited {
            targets.contain($0, of: name, table.type.name)
        }
    }

    private mutating func compare(
        _ path: ArraySlice<String>, _ test: FilterTest, _ row: TableRow
    ) throws -> SQLText {
        guard let name = path.first else { return "FALSE" }
        if let relationship = relationship(name, of: row.table) {
            let rest = path.dropFirst()
            if rest.isEmpty || rest.count == 1 && rest.first == "id" {
                return try compareTargetID(relationship, test, row)
            }
            return try target(of: relationship, row) { try $0.compare(rest, test, $1) }
        }
        if name == "id", path.count == 1 { return test.condition(onKey: row.key, of: row) }
        if name == "type", path.count == 1 {
            return test.accepts(type: row.table.type.name) ? "TRUE" : "FALSE"
        }
        let (column, members) = try attribute(path, row)
        let isTime = column.kind == .json && times.contains(name, of: row.table.type.name)
        return test.condition(on: column, members, isTime: isTime, of: row)
    }

    private mutating func compareTargetID(
        _ relationship: SQLType.Relationship, _ test: FilterTest, _ row: TableRow
    ) throws -> SQLText {
        if relationship.isMany {
            return try target(of: relationship, row) { test.condition(onKey: $1.key, of: $1) }
        }
        if relationship.targets.isEmpty { return "FALSE" }
        // The foreign key is the key of the target. A condition on the key inside of EXISTS alone
        // would not use the index of the foreign key.
        let targets = relationship.targets.compactMap { model[$0] }
        return try zip(relationship.columns, targets).map { column, table in
            let condition = test.condition(
                onKey: row.column(column.name), of: TableRow(table, row.alias.text, dialect))
            guard table.hasHiddenRows else { return condition }
            let exists = try target(table.type.name, of: relationship, row) {
                test.condition(onKey: $1.key, of: $1)
            }
            return "(\(condition) AND \(exists))"
        }.joined(by: " OR ").parenthesized
    }

    private mutating func isNull(
        _ path: ArraySlice<String>, _ row: TableRow
    ) throws -> SQLText {
        guard let name = path.first else { return "TRUE" }
        if let relationship = relationship(name, of: row.table) {
            let rest = path.dropFirst()
            if rest.isEmpty { return "NOT \(try target(of: relationship, row))" }
            let exists = try target(of: relationship, row) {
                "NOT (\(try $0.isNull(rest, $1)))"
            }
            return "NOT \(exists)"
        }
        if name == "id" || name == "type", path.count == 1 { return "FALSE" }
        let (column, members) = try attribute(path, row)
        let value = row.value(column)
        if column.kind == .json {
            return members.canBeNames ? row.grammar.isEmpty(value, members) : "TRUE"
        }
        // Another program may have written a text, and texts are greater than numbers.
        if !row.grammar.hasStaticTypes, column.kind.isNumber {
            return "(\(value) IS NULL OR \(value) >= '')"
        }
        return "\(row.ordered(value, column)) IS NULL"
    }

    private mutating func has(
        _ path: ArraySlice<String>, _ condition: FilterExpression?, _ row: TableRow
    ) throws -> SQLText {
        guard let name = path.first else { return "FALSE" }
        guard let relationship = relationship(name, of: row.table) else {
            throw refusal(name, row)
        }
        let rest = path.dropFirst()
        if !rest.isEmpty {
            return try target(of: relationship, row) { try $0.has(rest, condition, $1) }
        }
        guard let condition else { return try target(of: relationship, row) }
        return try target(of: relationship, row) { try $0.condition(condition, $1) }
    }

    /// Returns the condition that at least one target of a relationship meets the given condition.
    private mutating func target(
        of relationship: SQLType.Relationship, _ row: TableRow,
        meets condition: ((inout Self, TableRow) throws -> SQLText)? = nil
    ) throws -> SQLText {
        var texts: [SQLText] = []
        var unknown: UnknownField?
        for type in relationship.targets {
            let before = self
            do {
                texts.append(try target(type, of: relationship, row, meets: condition))
            } catch let error as UnknownField {
                self = before
                unknown = error
            }
        }
        // One of the types of targets must have the field.
        if texts.isEmpty, let unknown { throw unknown }
        if texts.isEmpty { return "FALSE" }
        return texts.count == 1 ? texts[0] : texts.joined(by: " OR ").parenthesized
    }

    private mutating func target(
        _ type: String, of relationship: SQLType.Relationship, _ row: TableRow,
        meets condition: ((inout Self, TableRow) throws -> SQLText)?
    ) throws -> SQLText {
        guard let table = model[type] else { return "FALSE" }
        let target = self.row(table)
        let outer = depth
        // The condition of a table expression is not nested in another one.
        if row.grammar.materializesOwners { depth = 0 }
        defer { depth = outer }
        var conditions = try target.visibility()
        if case .joinTable = relationship.form { count += 1 }
        let (key, owner, from) = relationship.link(from: row, to: target, SQLName("j\(count)"))
        if !relationship.isMany, condition == nil, conditions.isEmpty {
            return "(\(key) IS NOT NULL)"
        }
        if let condition { conditions.append("(\(try nested(target, condition)))") }
        guard row.grammar.materializesOwners else {
            // With NULL on a side, IN would be NULL instead of false.
            conditions.insert("\(owner) IS NOT NULL", at: 0)
            let found: SQLText = "\(key) IN (SELECT \(owner) FROM \(from)\(conditions.whereClause))"
            return relationship.isMany ? found : "(\(key) IS NOT NULL AND \(found))"
        }
        guard condition == nil else { return owned(key, owner, from, conditions) }
        conditions.insert("\(owner) = \(key)", at: 0)
        return "EXISTS (SELECT 1 FROM \(from)\(conditions.whereClause))"
    }

    /// Returns the condition that a key is in a column of the rows that meet the given
    /// conditions. The rows are found once, so the conditions cannot refer to other rows.
    private mutating func owned(
        _ key: SQLText, _ column: SQLText, _ from: SQLText, _ conditions: [SQLText]
    ) -> SQLText {
        let name = add(
            "MATERIALIZED (SELECT DISTINCT \(column) AS key FROM \(from)\(conditions.whereClause))")
        return "EXISTS (SELECT 1 FROM \(name) WHERE \(name).key = \(key))"
    }

    /// Returns the column at a path, and the names of the members inside a column of JSON.
    private func attribute(
        _ path: ArraySlice<String>, _ row: TableRow
    ) throws -> (SQLType.Column, [String]) {
        guard path.count == 1, let name = path.first else {
            throw refusal(path.joined(separator: "."), row)
        }
        if let column = row.table.columns[ExactText(name)] { return (column, []) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard 1...Self.maximumMembers ~= parts.count - 1,
            let column = row.table.columns[ExactText(parts[0])], column.kind == .json
        else { throw refusal(name, row) }
        return (column, Array(parts.dropFirst()))
    }

    private func refusal(_ name: String, _ row: TableRow) -> UnknownField {
        UnknownField(
            response: ErrorResponse(
                .badRequest, "\(row.table.type.name) cannot be filtered by \"\(name)\"",
                source: .parameter("filter")))
    }

    private struct UnknownField: Error {
        let response: ErrorResponse
    }
}

extension FilterExpression {
    /// Returns true if the condition is false for all resources of a type.
    fileprivate func excludes(_ type: String) -> Bool {
        guard case .anyOf(let path, let types) = self, path == ["type"] else { return false }
        return !FilterTest(anyOf: types).accepts(type: type)
    }
}
