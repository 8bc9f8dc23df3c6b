// SPDX-License-Identifier: MIT

import Synchronization

/// The columns that a statement returns for a resource: the key, the version, the attributes, and
/// the targets of to-one relationships. The function `resource` creates the resource from a row.
struct RowColumns: Sendable {
    /// The columns in the text of a statement.
    private(set) var list: SQLText
    private let row: TableRow
    private var count: Int
    private let attributes: [(name: String, column: SQLType.Column)]
    private let kinds: [SQLType.Column.Kind]
    /// The attributes of a resource, without their values.
    private let names: JSONObject
    /// The fields whose values the cursors of the resources contain; empty without cursors.
    private let cursorFields: Set<ExactText>
    /// The sort fields of targets, whose values come last.
    private var targets: [(name: String, column: SQLType.Column)] = []
    /// The to-one relationships, with the types of their columns.
    private let links: [(name: String, targets: [String])]

    /// Creates the columns of the needed fields. Without a column for the version, all columns are
    /// needed, because the version is a digest of all columns.
    private init(
        _ row: TableRow, _ model: SQLModel, _ fields: ResourceSelection.Fields,
        _ cursorFields: Set<ExactText>
    ) throws {
        self.row = row
        self.cursorFields = cursorFields
        let type = row.table.type
        func isNeeded(_ name: String) -> Bool {
            type.version == nil || fields.needs(name, of: type.name)
        }
        attributes = type.attributes.filter { isNeeded($0.name) }
        kinds = attributes.map(\.column.kind)
        names = attributes.reduce(into: JSONObject()) { $0[$1.name] = .null }
        func output(_ name: String, _ column: SQLType.Column) -> SQLText {
            Self.output(
                row.value(column), column.kind, isInCursor: cursorFields.contains(ExactText(name)),
                row.grammar)
        }
        // A key that is a blob is no id.
        var values = [
            Self.output(row.value(type.key), type.key.kind, isInCursor: true, row.grammar)
        ]
        if let version = type.version { values.append(row.column(version)) }
        values += attributes.map(output)
        let links = type.relationships.filter { isNeeded($0.name) && !$0.relationship.isMany }
        for column in links.flatMap(\.relationship.columns) {
            values.append(try Self.link(row.column(column.name), to: model[column.type], row))
        }
        self.links = links.map { ($0.name, $0.relationship.targets) }
        list = values.joined(by: ", ").joined
        count = values.count
    }

    /// Returns the columns of the needed fields. The model keeps the columns for the next request,
    /// unless they contain a value, such as the tenant of the caller.
    static func of(
        _ row: TableRow, _ model: SQLModel, _ fields: ResourceSelection.Fields,
        cursorFields: [String] = []
    ) throws -> RowColumns {
        let known = Set(cursorFields.map(ExactText.init))
        let place = KeptColumns.Place(
            table: ExactText(row.table.type.name), alias: row.alias.text,
            fields: fields.fields[exactly: row.table.type.name].map { Set($0.map(ExactText.init)) },
            cursorFields: known)
        var columns: RowColumns
        if let kept = model.kept.columns(at: place) {
            columns = kept
        } else {
            columns = try RowColumns(row, model, fields, known)
            if !columns.list.hasValues { model.kept.keep(columns, at: place) }
        }
        for name in cursorFields {
            guard let target = TargetColumn(name, of: row, model) else { continue }
            let kind = target.column.kind
            let value = try target.value {
                Self.output($1, kind, isInCursor: true, $0.grammar)
            }
            columns.list = columns.list + ", \(value)"
            columns.targets.append((name, target.column))
            columns.count += 1
        }
        return columns
    }

    /// Returns the value of a column. The bytes of a blob in a cursor have another place than their
    /// text: a number is refused as a text.
    private static func output(
        _ column: SQLText, _ kind: SQLType.Column.Kind, isInCursor: Bool, _ grammar: any SQLGrammar
    ) -> SQLText {
        let value = grammar.output(column, kind)
        return isInCursor && kind == .text && !grammar.hasStaticTypes
            ? "CASE WHEN typeof(\(value)) = 'blob' THEN 0.5 ELSE \(value) END" : value
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

    // MARK: Rows

    /// Returns the resource of a row, without to-many relationships.
    /// - Throws: `SQLStore.SchemaError` with the column of a value that a resource, or its cursor,
    ///   cannot contain.
    func resource(_ values: [SQLValue]) throws -> StoredResource {
        guard values.count == count else {
            throw SQLError(.other, "a row of \(row.table.type.table) has other columns")
        }
        guard let id = values[0].id else {
            throw fault(row.table.type.key.name, nil, "null, or another value that is no key")
        }
        var resource = StoredResource(type: row.table.type.name, id: id)
        var next = 1
        if row.table.type.version == nil {
            resource.version = Self.digest(values.dropLast(targets.count))
            resource.hasDigest = true
        } else {
            guard case .integer(let version) = values[next] else {
                throw fault(row.table.type.version, id, "a version that is no integer")
            }
            resource.version = Int(version)
            next += 1
        }
        resource.attributes = try JSONObject(like: names) { place in
            let kind = kinds[place]
            let value = withUTC(values[next + place], kind)
            if !cursorFields.isEmpty { try checkCursor(value, attributes[place], id) }
            return value.json(kind)
        }
        if !cursorFields.isEmpty, row.table.key(ofID: id) == nil {
            throw fault(row.table.type.key.name, id, "a key that no cursor can contain")
        }
        next += attributes.count
        for (name, targets) in links {
            var linkage = StoredResource.Linkage.one(nil)
            for (type, key) in zip(targets, values[next...]) {
                guard let id = key.id else { continue }
                linkage = .one(.init(type: type, id: id))
                break
            }
            next += targets.count
            resource.relationships[name] = linkage
        }
        for (target, value) in zip(targets, values[next...]) {
            let value = withUTC(value, target.column.kind)
            try checkCursor(value, target, id)
            resource.sortValues[target.name] = value.json(target.column.kind)
        }
        return resource
    }

    private func checkCursor(
        _ value: SQLValue, _ attribute: (name: String, column: SQLType.Column), _ id: String
    ) throws {
        let (name, column) = attribute
        if cursorFields.contains(ExactText(name)), !value.fitsCursor(column, row.dialect) {
            throw fault(column.name ?? name, id, "a value that no cursor can contain")
        }
    }

    private func fault(_ column: String?, _ id: String?, _ value: String) -> SQLStore.SchemaError {
        SQLStore.SchemaError(
            "\(SQLStore.SchemaError.place(column ?? "", row.table.type.table)) has, in "
                + (id.map { "the row \"\($0)\"" } ?? "a row") + ", \(value)")
    }

    /// Returns an instant with Z for UTC. In the statement, the database would replace the offset
    /// in the rows before the page too. A time without a time zone counts as UTC.
    private func withUTC(_ value: SQLValue, _ kind: SQLType.Column.Kind) -> SQLValue {
        guard row.grammar.hasInstants, kind == .date, case .text(let text) = value else {
            return value
        }
        if text.hasSuffix("+00:00") { return .text(text.dropLast(6) + "Z") }
        let hasOffset = text.utf8.dropFirst(19).contains {
            $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "Z")
        }
        return text.utf8.count < 19 || hasOffset ? value : .text(text + "Z")
    }

    /// Returns 53 bits of FNV-1a, so that the version is exact in JSON.
    private static func digest(_ values: some Sequence<SQLValue>) -> Int {
        var digest = 0xcbf2_9ce4_8422_2325 as UInt64
        func add(_ bits: UInt64) { digest = (digest ^ bits) &* 0x100_0000_01b3 }
        for value in values {
            switch value {
            case .null: add(0)
            case .integer(let integer):
                add(1)
                withUnsafeBytes(of: integer) { $0.forEach { add(UInt64($0)) } }
            case .real(let double):
                add(2)
                withUnsafeBytes(of: double) { $0.forEach { add(UInt64($0)) } }
            case .text(let text):
                add(3)
                text.utf8.forEach { add(UInt64($0)) }
                add(0x100)
            case .boolean(let value): add(value ? 5 : 4)
            }
        }
        return Int(digest >> 11)
    }
}

/// The columns that the requests before have read.
final class KeptColumns: Sendable {
    struct Place: Hashable {
        let table: ExactText
        let alias: String
        /// The fields that a client has asked for; nil for all fields.
        let fields: Set<ExactText>?
        let cursorFields: Set<ExactText>
    }

    private let all = Mutex<[Place: RowColumns]>([:])

    /// Clients choose the fields, so not all selections are kept.
    private static let maximum = 256

    func columns(at place: Place) -> RowColumns? { all.withLock { $0[place] } }

    func keep(_ columns: RowColumns, at place: Place) {
        all.withLock { all in
            if all.count < Self.maximum { all[place] = columns }
        }
    }
}
