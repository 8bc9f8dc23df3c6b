// SPDX-License-Identifier: MIT

extension JSON {
    /// The document a view belongs to, told from the nearest value that is there.
    var tree: Tree? { nearestNode?.tree }

    /// The value; for an absent view the nearest one, outwards, that is there.
    package var nearestNode: Node? {
        switch place {
        case .node(let node): node
        case .absent(let node, _): node
        }
    }

    // MARK: Plain forms: note the failure

    func plainValue<Value: JSONConvertible>(as type: Value.Type) -> Value? {
        guard let node, !node.isNull || Value.acceptsNull else { return nil }
        return decoded()
    }

    @usableFromInline
    func plainAbsent<Value: JSONConvertible>(_ name: String) -> Value? {
        self[name].plainValue(as: Value.self)
    }

    /// A member of a value that is there, without a view of the member that somebody would own.
    @inlinable
    func plainMember<Value: JSONConvertible>(_ name: String) -> Value? {
        guard case .node(let node) = place else { return plainAbsent(name) }
        guard let raw = node.rawMember(name, orNull: Value.acceptsNull) else { return nil }
        if let value = Value.decode(borrowed: BorrowedJSONScalar(raw, of: node.tree)) {
            // The compiler does not see that what was lent belongs to the document.
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

    @usableFromInline
    func assign<Value: JSONConvertible>(_ value: Value?, to name: String) {
        self[name].assign(value)
    }

    func assign(_ value: JSON) {
        plainly { () throws(JSONError) in try set(copy: value) }
    }

    /// Writes a copy of another value, in place where one stands; an absent one removes.
    func set(copy value: JSON) throws(JSONError) {
        if let refusal = value.refusal { throw refusal }
        guard let original = value.node else { return remove() }
        if let node {
            if node != original { try node.set(copy: original) }
        } else {
            try place { tree throws(JSONError) in try Node.make(copy: original, in: tree) }
        }
    }

    func assign(_ value: (some JSONConvertible)?) {
        plainly { () throws(JSONError) in
            if let value { try value.write(to: self) } else { remove() }
        }
    }

    private func plainly(_ body: () throws(JSONError) -> Void) {
        do {
            try body()
        } catch {
            noteWrite(error)
        }
    }

    func remove() {
        guard let node else { return }
        if !node.tree.isFrozen { node.tree.storage.state?.forget(node.raw) }
        node.remove()
    }

    // MARK: Putting a value where the view points

    /// Puts what `make` makes where the view points: over the value there, or as a new member or
    /// element. Objects that are missing on the way are made first, apart from the document, so
    /// that a failure changes nothing.
    func place(_ make: (Tree) throws(JSONError) -> Node) throws(JSONError) {
        switch place {
        case .node(let node):
            try node.take(make(node.tree))
        case .absent(let node?, let steps?):
            // What was put on the way since the view was made stays.
            let (nearest, rest) = steps.followed(from: node)
            guard let first = rest.first else { return try nearest.take(make(node.tree)) }
            var value = try make(node.tree)
            for step in rest.dropFirst().reversed() {
                value = try Node.container(of: value, at: step, in: node.tree)
            }
            try nearest.put(value, at: first)
        case .absent:
            throw JSONError(code: .missing)
        }
    }

    /// Writes a missing member of an object in one step, also when it was put there since. False where
    /// something stands in the way: the general way says what.
    private func trySetMember(_ set: (Node, String) -> Bool) -> Bool {
        guard case .absent(let object?, let steps?) = place, let name = steps.onlyName,
            object.isObject
        else { return false }
        return set(object, name)
    }

    /// Writes a scalar where the view points, without a detour when a value stands there.
    func set(_ scalar: Node.Scalar) throws(JSONError) {
        if case .node(let node) = place { return try node.set(scalar) }
        try setAbsent(scalar)
    }

    @inline(never)
    private func setAbsent(_ scalar: Node.Scalar) throws(JSONError) {
        if trySetMember({ $0.trySetMember($1, to: scalar) }) { return }
        if let node {
            return try node.set(scalar)
        }
        try place { tree throws(JSONError) in try Node.make(scalar: scalar, in: tree) }
    }

    /// Writes text that is lent for the call.
    func set(utf8 text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        if let node {
            return try node.set(utf8: text)
        }
        try set(string: String(decoding: text, as: UTF8.self))
    }

    func set(string: some StringProtocol) throws(JSONError) {
        if case .node(let node) = place { return try node.set(string: string) }
        try setAbsent(string: string)
    }

    @inline(never)
    private func setAbsent(string: some StringProtocol) throws(JSONError) {
        if trySetMember({ $0.trySetMember($1, to: string) }) { return }
        if let node {
            return try node.set(string: string)
        }
        try place { tree throws(JSONError) in try Node.make(string: string, in: tree) }
    }
}

extension Node {
    /// Puts a value into an object or array, at a step where nothing stands.
    fileprivate func put(_ value: Node, at step: JSON.Step) throws(JSONError) {
        switch step {
        case .name(let name):
            guard isObject else { throw JSONError(.wrongKind, expected: "an object", found: self) }
            try setMember(name.text, to: value)
        case .index(let index):
            guard isArray else { throw JSONError(.wrongKind, expected: "a list", found: self) }
            try insert(value, at: index)
        case .refused(let error, _):
            throw error
        }
    }

    /// A new object or array that holds a value at a step.
    fileprivate static func container(of value: Node, at step: JSON.Step, in tree: Tree)
        throws(JSONError) -> Node
    {
        let scalar: Scalar = if case .name = step { .emptyObject } else { .emptyArray }
        let container = try make(scalar: scalar, in: tree)
        try container.put(value, at: step)
        return container
    }
}
