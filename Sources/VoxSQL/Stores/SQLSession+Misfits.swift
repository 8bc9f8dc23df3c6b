// SPDX-License-Identifier: MIT

extension SQLSession {
    /// Completes an error about a value: PostgreSQL does not name the column of a value that is too
    /// large for its type, and the databases name only the constraint of a domain or of a CHECK. The
    /// transaction must be usable.
    /// - Returns: the error with the column that the write has set and that can have caused it.
    func located(_ error: SQLError, in write: SQLModel.Write) async -> SQLError {
        guard write.canBeLocated(error, dialect), let table = write.type.flatMap({ model[$0] })
        else {
            return error
        }
        if dialect == .sqlite {
            return (try? await named(error, table)) ?? error
        }
        guard let (id, change) = write.content,
            var assigned = try? Assignments(change, table, model, dialect)
        else { return error }
        if let key = id.flatMap({ table.key(ofID: $0) }) { assigned.set(table.type.key.name, key) }
        let isCheck = error.reason == .check
        let found =
            try? await isCheck ? columns(ofCheck: error, table) : misfits(of: assigned, table)
        guard let found else { return error }
        var located = error
        // Several columns can have the type of a domain.
        let column = found.first { assigned.value(of: $0) != nil }
        located.columns = [column ?? (found.count == 1 ? found.first : nil)].compactMap { $0 }
        return located
    }

    /// Returns an error of SQLite about a CHECK with the only column in its condition, or with the name
    /// of the constraint. A constraint without a name would show its condition.
    private func named(_ error: SQLError, _ table: SQLModel.Table) async throws -> SQLError {
        let rows = try await execute(
            """
            SELECT m.sql, c.name FROM \(table.name.catalogue) AS m, \
            pragma_table_xinfo(\(table.name.arguments)) AS c \
            WHERE m.type = 'table' AND m.name = \(SQLValue.text(table.name.text)) COLLATE NOCASE
            """)
        let text = ExactText(error.columns.first ?? "")
        guard case .text(let statement)? = rows.first?.first else { return error }
        let broken = CheckConstraint.all(in: statement).filter {
            ExactText($0.name ?? $0.condition) == text
        }
        let used = Set(broken.flatMap(\.names).map { ExactText($0.lowercased()) })
        let columns = rows.compactMap { row in
            if case .text(let name)? = row.last, used.contains(ExactText(name.lowercased())) {
                name
            } else {
                nil as String?
            }
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
        try await execute(
            """
            SELECT column_name::text, data_type::text, coalesce(character_maximum_length, \
            numeric_precision - numeric_scale) \
            FROM information_schema.columns WHERE (table_schema::text, table_name::text) = \
            (SELECT n.nspname::text, c.relname::text FROM pg_class AS c \
            JOIN pg_namespace AS n ON n.oid = c.relnamespace \
            WHERE c.oid = to_regclass(\(SQLValue.text(table.name.quoted))::text)) \
            ORDER BY ordinal_position
            """
        ).compactMap { row in
            guard row.count == 3, case .text(let name) = row[0], case .text(let type) = row[1],
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

    /// Returns the columns of a domain, or of a CHECK of the table, that has this constraint.
    private func columns(
        ofCheck error: SQLError, _ table: SQLModel.Table
    ) async throws -> [String] {
        let constraint = SQLValue.text(error.constraint ?? error.columns.first ?? "")
        return try await execute(
            """
            SELECT a.attname::text FROM pg_attribute AS a \
            WHERE a.attrelid = to_regclass(\(SQLValue.text(table.name.quoted))::text) \
            AND a.attnum > 0 AND NOT a.attisdropped AND EXISTS (SELECT 1 FROM pg_constraint AS c \
            WHERE c.contype = 'c' AND c.conname = \(constraint) \
            AND (c.conrelid = a.attrelid AND a.attnum = ANY (c.conkey) AND cardinality(c.conkey) = 1 \
            OR c.contypid IN (WITH RECURSIVE base (type) AS (SELECT a.atttypid UNION ALL \
            SELECT t.typbasetype FROM base AS b JOIN pg_type AS t ON t.oid = b.type \
            WHERE t.typtype = 'd') SELECT type FROM base WHERE type <> 0))) ORDER BY a.attnum
            """
        ).compactMap { row in
            if case .text(let name)? = row.first { name } else { nil }
        }
    }
}

extension SQLModel.Write {
    /// Returns true if the database can tell which value of the write has caused an error.
    func canBeLocated(_ error: SQLError, _ dialect: SQLDialect) -> Bool {
        if content == nil { return false }
        let isTooLarge = error.reason == .invalidValue && error.columns.isEmpty
        return error.reason == .check || dialect == .postgreSQL && isTooLarge
    }
}
