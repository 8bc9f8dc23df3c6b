// SPDX-License-Identifier: MIT

extension SQLSession {
    /// Completes an error about a value: a database does not name the column of a value that is too
    /// large for its type, and names only the constraint of a domain or of a CHECK. For a view, it
    /// names the table that the view shows. The transaction must be usable.
    /// - Returns: the error with the column that the write has set and that can have caused it.
    func located(_ error: SQLError, in write: SQLModel.Write) async -> SQLError {
        guard write.canBeLocated(error, model, dialect),
            let table = write.type.flatMap({ model[$0] })
        else { return error }
        if let name = error.table, !table.type.isNamed(by: error) {
            let shows = dialect.grammar.shows(table.name, name)
            guard let view = (try? await execute(shows))?.first else { return error }
            var shown = error
            shown.table = nil
            if let statement = view.first?.text {
                shown.columns = error.columns.map { ViewColumns.name(of: $0, in: statement) }
            }
            return shown
        }
        let check = dialect.grammar.checked(
            by: error.constraint ?? error.columns.first ?? "", table.name)
        if error.reason == .check, dialect.grammar.showsDefinitions {
            return (try? await named(error, check)) ?? error
        }
        guard let (id, change) = write.content,
            var assigned = try? Assignments(change, table, model, dialect)
        else { return error }
        if let key = id.flatMap({ table.key(ofID: $0) }) { assigned.set(table.type.key.name, key) }
        let isCheck = error.reason == .check
        let found =
            try? await isCheck
            ? execute(check).compactMap(\.first?.text) : misfits(of: assigned, change, table)
        guard let found else { return error }
        var located = error
        // Several columns can have the type of a domain.
        let column = found.first { assigned.value(of: $0) != nil }
        located.columns = [column ?? (found.count == 1 ? found.first : nil)].compactMap { $0 }
        return located
    }

    /// Returns an error about a CHECK with the only column in its condition, or with the name of
    /// the constraint. A constraint without a name would show its condition.
    private func named(_ error: SQLError, _ definition: SQLText) async throws -> SQLError {
        let rows = try await execute(definition)
        let text = ExactText(error.columns.first ?? "")
        guard let statement = rows.first?.first?.text else { return error }
        let broken = CheckConstraint.all(in: statement).filter {
            ExactText($0.errorName) == text
        }
        let used = Set(broken.flatMap(\.names).map { ExactText($0.lowercased()) })
        let columns = rows.compactMap(\.last?.text).filter {
            used.contains(ExactText($0.lowercased()))
        }
        var named = error
        named.columns = columns.count == 1 ? columns : []
        named.constraint = broken.first?.name
        return named
    }

    /// Returns the columns whose types, or the types of their elements, are too small for the new
    /// values.
    private func misfits(
        of assigned: Assignments, _ change: ResourceChange, _ table: SQLModel.Table
    ) async throws -> [String] {
        try await TableCheck(connection, dialect).found(table.type.table).filter { column in
            guard let value = assigned.value(of: column.name) else { return false }
            let elements = table.type.elements(of: column.name, in: change, dialect) ?? [value]
            return !elements.allSatisfy { Self.fits($0, column.elementType, column.length) }
        }.map(\.name)
    }

    /// Returns true if a value fits a type with this number of characters or digits.
    private static func fits(_ value: SQLValue, _ type: String, _ size: SQLValue) -> Bool {
        switch (type, value, size) {
        case ("SMALLINT", .integer(let integer), _): Int16(exactly: integer) != nil
        case ("INTEGER", .integer(let integer), _): Int32(exactly: integer) != nil
        case ("NUMERIC", .integer(let integer), .integer(let digits)):
            String(integer.magnitude).utf8.count <= digits
        case ("NUMERIC", .text(let text), .integer(let digits)):
            (Double(text) ?? 0).magnitude < (Double("1e\(digits)") ?? .infinity)
        case (_, .text(let text), .integer(let length)): text.unicodeScalars.count <= length
        default: true
        }
    }
}

extension SQLModel.Write {
    /// Returns true if the database can tell which value of the write has caused an error.
    func canBeLocated(_ error: SQLError, _ model: SQLModel, _ dialect: SQLDialect) -> Bool {
        guard let table = type.flatMap({ model[$0] }) else { return false }
        let isTooLarge = error.reason == .invalidValue && error.columns.isEmpty
        return error.reason == .check || isTooLarge && dialect.grammar.hasStaticTypes
            || !error.columns.isEmpty && !table.type.isNamed(by: error)
    }
}

extension SQLType {
    /// Returns the new elements of a column that is an array; nil for any other column.
    fileprivate func elements(
        of column: String, in change: ResourceChange, _ dialect: SQLDialect
    ) -> [SQLValue]? {
        let attribute = attributes.first {
            $0.column.name.map(ExactText.init) == ExactText(column)
        }
        guard let attribute, case .array(let kind, let type)? = attribute.column.stored,
            case .array(let elements)? = change.attributes[attribute.name]
        else { return nil }
        let element = Column(of: kind, type)
        return elements.compactMap { SQLValue($0, element, dialect) }
    }
}
