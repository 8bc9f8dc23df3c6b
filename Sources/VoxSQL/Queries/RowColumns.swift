// SPDX-License-Identifier: MIT

/// The columns that a statement returns for a resource: the key, the version, the attributes, and
/// the targets of to-one relationships. The function `resource` creates the resource from a row.
struct RowColumns {
    private let row: TableRow
    private let values: [SQLText]
    private let attributes: [(name: String, column: SQLColumn)]
    /// The attributes whose values the cursors of the resources contain.
    private let cursorFields: Set<ExactText>
    /// The to-one relationships, with the types of their columns.
    private let links: [(name: String, targets: [String])]

    /// Creates the columns of the needed fields. Without a column for the version, all columns are
    /// needed, because the version is a digest of all columns.
    init(
        _ row: TableRow, _ model: SQLModel, _ fields: FieldSelection,
        cursorFields: [RequestQuery.SortField] = []
    ) throws {
        self.row = row
        self.cursorFields = Set(cursorFields.map { ExactText($0.name) })
        let type = row.table.type
        func isNeeded(_ name: String) -> Bool {
            type.version == nil || fields.needs(name, of: type.name)
        }
        attributes = type.attributes.filter { isNeeded($0.name) }
        var values = [row.key]
        if let version = type.version { values.append(row.column(version)) }
        values += attributes.map { Self.output(row.value($0.column), $0.column.kind, row.dialect) }
        let links = type.relationships.filter { isNeeded($0.name) && !$0.relationship.isMany }
        for column in links.flatMap(\.relationship.columns) {
            values.append(try Self.link(row.column(column.name), to: model[column.type], row))
        }
        self.links = links.map { ($0.name, $0.relationship.targets) }
        self.values = values
    }

    /// Returns the key of a target; NULL if the target is not visible to the caller.
    private static func link(
        _ key: SQLText, to table: SQLModel.Table?, _ row: TableRow
    ) throws -> SQLText {
        guard let table, table.hasHiddenRows else { return key }
        let target = TableRow(table, "target", row.dialect)
        let conditions = try ["\(target.key) = \(key)"] + target.visibility()
        return "(SELECT \(target.key) FROM \(target.from)\(conditions.whereClause))"
    }

    private static func output(
        _ value: SQLText, _ kind: SQLColumn.Kind, _ dialect: SQLDialect
    ) -> SQLText {
        switch (dialect, kind) {
        // As in RFC 3339.
        case (.postgreSQL, .date): "to_json(\(value)) #>> '{}'"
        case (.postgreSQL, .json): "\(value)::text"
        default: value
        }
    }

    // MARK: Statements

    var list: SQLText { values.joined(by: ", ") }

    // MARK: Rows

    /// Returns the resource of a row, without to-many relationships.
    func resource(_ values: [SQLValue]) throws -> StoredResource {
        guard values.count == self.values.count, let id = values[0].id else {
            throw SQLError(.other, "a row of \(row.table.type.table) has other columns or no key")
        }
        var resource = StoredResource(type: row.table.type.name, id: id)
        var rest = values[1...]
        if row.table.type.version == nil {
            resource.version = Self.digest(values)
            resource.hasDigest = true
        } else {
            guard case .integer(let version)? = rest.popFirst() else {
                throw SQLError(.other, "\(row.table.type.table) has a version that is no integer")
            }
            resource.version = Int(version)
        }
        for (name, column) in attributes {
            let value = withUTC(rest.popFirst() ?? .null, column.kind)
            resource.attributes[name] = value.json(column.kind)
            if cursorFields.contains(ExactText(name)), !value.fitsCursor(column, row.dialect) {
                throw SQLError(
                    .other,
                    "\(row.table.type.table), column of \(name): a cursor cannot contain the value")
            }
        }
        for (name, targets) in links {
            let found = zip(targets, rest).compactMap { type, key in
                key.id.map { StoredResource.Identifier(type: type, id: $0) }
            }
            rest = rest.dropFirst(targets.count)
            resource.relationships[name] = .one(found.first)
        }
        return resource
    }

    /// Returns a time of PostgreSQL with Z for UTC. In the statement, PostgreSQL would replace the
    /// offset in the rows before the page too. A time without a time zone counts as UTC.
    private func withUTC(_ value: SQLValue, _ kind: SQLColumn.Kind) -> SQLValue {
        guard row.dialect == .postgreSQL, kind == .date, case .text(let text) = value else {
            return value
        }
        if text.hasSuffix("+00:00") { return .text(text.dropLast(6) + "Z") }
        let hasOffset = text.utf8.dropFirst(19).contains {
            $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "Z")
        }
        return text.utf8.count < 19 || hasOffset ? value : .text(text + "Z")
    }

    /// Returns 53 bits of FNV-1a, so that the version is exact in JSON.
    private static func digest(_ values: [SQLValue]) -> Int {
        var digest = 0xcbf2_9ce4_8422_2325 as UInt64
        for value in values {
            for byte in "\(value)\u{0}".utf8 {
                digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return Int(digest >> 11)
    }
}
