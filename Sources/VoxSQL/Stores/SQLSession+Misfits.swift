// SPDX-License-Identifier: MIT

extension SQLSession {
    /// Completes an error of PostgreSQL about a value: PostgreSQL does not name the column of a value
    /// that is too large for its type, and names only the constraint of a domain or of a CHECK. The
    /// transaction must be usable.
    /// - Returns: the error with the column that the write has set and that can have caused it.
    func located(_ error: SQLError, in write: SQLModel.Write) async -> SQLError {
        guard write.canBeLocated(error, dialect), let table = write.type.flatMap({ model[$0] }),
            let (id, change) = write.content,
            var assigned = try? Assignments(change, table, model, dialect)
        else { return error }
        if let key = id.flatMap({ table.key(ofID: $0) }) { assigned.set(table.type.key.name, key) }
        let found =
            try? await error.reason == .check
            ? columns(ofCheck: error, table) : misfits(of: assigned, table)
        let columns = (found ?? []).filter { assigned.value(of: $0) != nil }
        guard let first = columns.first else { return error }
        var located = error
        located.table = table.type.table
        located.columns = [first]
        return located
    }

    /// Returns the columns whose types are too small for their new values.
    private func misfits(
        of assigned: Assignments, _ table: SQLModel.Table
    ) async throws -> [String] {
        try await execute(
            """
            SELECT column_name::text, data_type::text, coalesce(character_maximum_length, \
            numeric_precision - numeric_scale) \
            FROM information_schema.columns WHERE table_schema = ANY (current_schemas(false)) \
            AND table_name = \(SQLValue.text(table.type.table)) ORDER BY ordinal_position
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
        let constraint = SQLValue.text(error.columns.first ?? "")
        return try await execute(
            """
            SELECT a.attname::text FROM pg_attribute AS a JOIN pg_constraint AS c \
            ON c.contypid = a.atttypid AND a.atttypid <> 0 \
            OR c.conrelid = a.attrelid AND a.attnum = ANY (c.conkey) AND cardinality(c.conkey) = 1 \
            WHERE a.attrelid = to_regclass(\(SQLValue.text(table.name.quoted))::text) \
            AND c.contype = 'c' AND c.conname = \(constraint) AND NOT a.attisdropped \
            ORDER BY a.attnum
            """
        ).compactMap { row in
            if case .text(let name)? = row.first { name } else { nil }
        }
    }
}

extension SQLModel.Write {
    /// Returns true if the database can tell which value of the write has caused an error.
    func canBeLocated(_ error: SQLError, _ dialect: SQLDialect) -> Bool {
        guard dialect == .postgreSQL, content != nil else { return false }
        return error.reason == .check || error.reason == .invalidValue && error.columns.isEmpty
    }
}
