// SPDX-License-Identifier: MIT

extension SQLSession {
    /// Completes an error about a value: a database does not name the column of a value that is too
    /// large for its type, and names only the constraint of a domain or of a CHECK. The
    /// transaction must be usable.
    /// - Returns: the error with the column that the write has set and that can have caused it.
    func located(_ error: SQLError, in write: SQLModel.Write) async -> SQLError {
        guard write.canBeLocated(error, dialect), let table = write.type.flatMap({ model[$0] })
        else {
            return error
        }
        let check = dialect.grammar.checked(
            by: error.constraint ?? error.columns.first ?? "", table.name)
        if error.reason == .check, check.isDefinition {
            return (try? await named(error, check.text)) ?? error
        }
        guard let (id, change) = write.content,
            var assigned = try? Assignments(change, table, model, dialect)
        else { return error }
        if let key = id.flatMap({ table.key(ofID: $0) }) { assigned.set(table.type.key.name, key) }
        let isCheck = error.reason == .check
        let found =
            try? await isCheck
            ? execute(check.text).compactMap(\.first?.text) : misfits(of: assigned, table)
        guard let found else { return error }
        var located = error
        // Several columns can have the type of a domain.
        let column = found.first { assigned.value(of: $0) != nil }
        located.columns = [column ?? (found.count == 1 ? found.first : nil)].compactMap { $0 }
        return located
    }

    /// Returns an error about a CHECK with the only column in its condition, or with the name of the
    /// constraint. A constraint without a name would show its condition.
    private func named(_ error: SQLError, _ definition: SQLText) async throws -> SQLError {
        let rows = try await execute(definition)
        let text = ExactText(error.columns.first ?? "")
        guard let statement = rows.first?.first?.text else { return error }
        let broken = CheckConstraint.all(in: statement).filter {
            ExactText($0.name ?? $0.condition) == text
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

    /// Returns the columns whose types are too small for their new values.
    private func misfits(
        of assigned: Assignments, _ table: SQLModel.Table
    ) async throws -> [String] {
        guard let lengths = dialect.grammar.lengths(of: table.name) else { return [] }
        return try await execute(lengths).compactMap { row in
            guard row.count == 3, let name = row[0].text, let type = row[1].text,
                let value = assigned.value(of: name)
            else { return nil }
            let fits: Bool
            switch (type, value, row[2]) {
            case ("smallint", .integer(let integer), _): fits = Int16(exactly: integer) != nil
            case ("integer", .integer(let integer), _): fits = Int32(exactly: integer) != nil
            case ("numeric", .integer(let integer), .integer(let digits)):
                fits = String(integer.magnitude).utf8.count <= digits
            case ("numeric", .text(let text), .integer(let digits)):
                fits = (Double(text) ?? 0).magnitude < (Double("1e\(digits)") ?? .infinity)
            case (_, .text(let text), .integer(let length)):
                fits = text.unicodeScalars.count <= length
            default: fits = true
            }
            return fits ? nil : name
        }
    }
}

extension SQLModel.Write {
    /// Returns true if the database can tell which value of the write has caused an error.
    func canBeLocated(_ error: SQLError, _ dialect: SQLDialect) -> Bool {
        if content == nil { return false }
        let isTooLarge = error.reason == .invalidValue && error.columns.isEmpty
        return error.reason == .check || isTooLarge && dialect.grammar.hasStaticTypes
    }
}
