// SPDX-License-Identifier: MIT

extension SQLModel {
    /// Returns a problem for each field of a served type that the description of its table does not
    /// have in the same way.
    func differences(from served: ServedType) -> [String] {
        guard let table = self[served.name] else {
            return ["type \"\(served.name)\": it is served, and no table is described"]
        }
        let names = (served.attributes ?? []).subtracting(served.files.keys)
        let attributes = names.sorted().compactMap { name -> String? in
            guard let column = table.columns[ExactText(name)] else {
                return "the attribute \"\(name)\" is served, and has no column"
            }
            if column.expression != nil, !served.readOnly.contains(name) {
                return "the attribute \"\(name)\" is computed by the database: declare it read-only"
            }
            guard let kind = served.descriptors[name].flatMap(SQLType.Column.Kind.init),
                kind != column.kind, kind != .json, column.kind != .json, column.kind != .date,
                // A day is a string for the clients.
                Set([kind, column.kind]) != [.text, .day]
            else { return nil }
            return "the attribute \"\(name)\" is \(kind), and its column is \(column.kind)"
        }
        let relationships = served.relationships.sorted { $0.key < $1.key }.compactMap {
            name, relationship -> String? in
            guard let described = table.relationships[ExactText(name)] else {
                return "the relationship \"\(name)\" is served, and has no column"
            }
            if described.isMany != relationship.isMany {
                return "the relationship \"\(name)\" is to-one and to-many"
            }
            let others = (relationship.targets ?? []).filter { !described.canLink(to: $0) }
            guard !others.isEmpty else { return nil }
            return "the relationship \"\(name)\" has no column for"
                + " \(others.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"
        }
        return (attributes + relationships).map { "type \"\(served.name)\": \($0)" }
    }
}
