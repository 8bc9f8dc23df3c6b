// SPDX-License-Identifier: MIT

extension JSON {
    /// The document of the view: the document of the nearest existing value.
    var tree: Tree? { nearestNode?.tree }

    /// The node of the value. For an absent view, the node is the nearest enclosing value that
    /// exists.
    package var nearestNode: Node? {
        switch place {
        case .node(let node): node
        case .absent(let node, _): node
        }
    }

    // MARK: Non-throwing forms, which record failures

    func plainValue<Value: JSONConvertible>(as type: Value.Type) -> Value? {
        guard let node, !node.isNull || Value.acceptsNull else { return nil }
        return decoded()
    }

    @usableFromInline
    func plainAbsent<Value: JSONConvertible>(_ name: String) -> Value? {
        self[name].plainValue(as: Value.self)
    }

    /// Returns a member of an existing value without creating a view that owns the document.
    @inlinable
    func plainMember<Value: JSONConvertible>(_ name: String) -> Value? {
        guard case .node(let node) = place else { return plainAbsent(name) }
        guard let raw = node.rawMember(name, orNull: Value.acceptsNull) else { return nil }
        if let value = Value.decode(borrowed: BorrowedScalar(raw, of: node.tree)) {
            // This keeps the document alive during the call, because the compiler cannot see that
            // the borrowed value belongs to it.
            withExtendedLifetime(self) {}
            return value
        }
        return JSON(Node(tree: node.tree, raw: raw)).decoded()
    }

    @inlinable
    func decoded<Value: JSONConvertible>() -> Value? {
        do {
            return try Value.decode(self)
        } catch {
            noteRead(error, as: Value.self)
            return nil
        }
    }
}
