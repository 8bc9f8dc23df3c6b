// SPDX-License-Identifier: MIT

extension JSON {
    // MARK: Non-throwing forms, which record failures

    @usableFromInline
    func assign<Value: JSONConvertible>(_ value: Value?, to name: String) {
        self[name].assign(value)
    }

    func assign(_ value: JSON) {
        plainly { () throws(JSONError) in try set(copy: value) }
    }

    /// Writes a copy of another value at the position of this view. If the other view is absent,
    /// the value at the position is removed.
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

    // MARK: Writing at the position of the view

    /// Writes the value that `make` creates at the position of the view. The created value replaces
    /// the existing value, or becomes a new member or element.
    ///
    /// Missing objects on the path are created first, outside of the document, so that a failure
    /// changes nothing.
    func place(_ make: (Tree) throws(JSONError) -> Node) throws(JSONError) {
        switch place {
        case .node(let node):
            try node.take(make(node.tree))
        case .absent(let node?, let steps?):
            // Values that were written on the path after the creation of the view are kept.
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

    /// Writes a missing member of an object in one step. If the member was created after this view,
    /// it is overwritten.
    ///
    /// Returns false if one step is not enough. In this case, the general function writes the value
    /// or reports the reason.
    private func trySetMember(_ set: (Node, String) -> Bool) -> Bool {
        guard case .absent(let object?, let steps?) = place, let name = steps.onlyName,
            object.isObject
        else { return false }
        return set(object, name)
    }

    /// Writes a scalar at the position of the view. An existing value is overwritten directly.
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

    /// Writes a string from borrowed bytes. The bytes need to be valid only during the call.
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
    /// Writes a value into an object or array at an empty step.
    fileprivate func put(_ value: Node, at step: JSON.Step) throws(JSONError) {
        switch step {
        case .name(let name):
            guard isObject else { throw JSONError(.wrongKind, expected: "an object", found: self) }
            try setMember(name.text, to: value)
        case .index(let index):
            guard isArray else { throw JSONError(.wrongKind, expected: "an array", found: self) }
            try insert(value, at: index)
        case .refused(let error, _):
            throw error
        }
    }

    /// Creates an object or array that contains a value at a step.
    fileprivate static func container(of value: Node, at step: JSON.Step, in tree: Tree)
        throws(JSONError) -> Node
    {
        let scalar: Scalar = if case .name = step { .emptyObject } else { .emptyArray }
        let container = try make(scalar: scalar, in: tree)
        try container.put(value, at: step)
        return container
    }
}
