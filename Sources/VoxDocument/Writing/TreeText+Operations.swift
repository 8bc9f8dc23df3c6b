// SPDX-License-Identifier: MIT

extension TreeText {
    /// Adds the operations and results of the extension Atomic Operations.
    ///
    ///     operations: 2 operations
    ///       add albums lid a
    ///         title: "Night Trains"
    ///       update albums lid a artist → artists 7
    ///     results: 2 results
    ///       albums 1
    ///       no data
    mutating func addLists(of document: JSON) {
        let operations = document["atomic:operations"], results = document["atomic:results"]
        if operations.vox.kind == .array {
            add(list: operations, named: "operations", of: "operation") { $0.add(operation: $1) }
        }
        if results.vox.kind == .array {
            add(list: results, named: "results", of: "result") { $0.add(result: $1) }
        }
    }

    private mutating func add(operation: JSON) {
        guard operation.vox.kind == .object else { return line(excerpt(operation), at: 1) }
        let op = operation["op"].node?.string.map(Self.name) ?? "?"
        let ref = operation["ref"], href = operation["href"], data = operation["data"]
        let relationship = ref["relationship"].node?.string
        let address = href.vox.kind == .absent ? "" : " at \(excerpt(href))"
        if relationship == nil, data.vox.kind == .object {
            add(resource: data, op: op + " ", target: address)
        } else {
            var text = op
            if ref.vox.kind == .object { text += " " + Relationship.Identifier(json: ref).treeText }
            if let relationship { text += " " + Self.name(relationship) }
            text += address
            if data.vox.kind != .absent { text += " → " + Relationship.Linkage(data).treeText }
            line(text, at: 1)
        }
        addMeta(of: operation)
    }

    private mutating func add(result: JSON) {
        guard result.vox.kind == .object else { return line(excerpt(result), at: 1) }
        let data = result["data"]
        switch data.vox.kind {
        case .absent: line("no data", at: 1)
        case .object: add(resource: data)
        default: line(Relationship.Linkage(data).treeText, at: 1)
        }
        addMeta(of: result)
    }

    private mutating func addMeta(of object: JSON) {
        if object["meta"].vox.count > 0 { add("meta", object["meta"], at: 2) }
    }
}
