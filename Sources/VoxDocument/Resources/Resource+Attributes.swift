// SPDX-License-Identifier: MIT

extension Resource: AttributeOwner {
    /// An attribute by its JSON name.
    public subscript(name: String) -> JSON {
        get { attributes[name] }
        nonmutating set { write(name) { json throws(JSONError) in try json.vox.set(newValue) } }
    }

    /// An attribute by its JSON name, as a Swift type.
    public subscript<Value: JSONConvertible>(name: String) -> Value? {
        get { attributes[name] }
        nonmutating set {
            write(name) { json throws(JSONError) in
                if let newValue {
                    try json.vox.set(newValue)
                } else {
                    json.vox.remove()
                }
            }
        }
    }

    private func write(_ name: String, _ write: (JSON) throws(JSONError) -> Void) {
        do {
            try vox.write(.made(name), write)
        } catch {
            vox.place(.made(name)).noteWrite(error)
        }
    }

    /// Runs a write to a member, unless the resource is only a linkage, and notes a failure.
    func guardResolved(
        _ member: StaticString, _ name: @autoclosure () -> String? = nil,
        of schema: any ResourceSchema.Type = Schema.self,
        _ write: () throws(JSONError) -> Void
    ) {
        do throws(JSONError) {
            guard isResolved else { throw notResolved }
            try write()
        } catch {
            let name = name()
            node.noteWrite(
                name.map { error.about(SchemaField(schema, .made($0))) } ?? error,
                at: [String(describing: member)] + [name].compactMap { $0 })
        }
    }

    /// Leaves out `attributes` or `relationships` when nothing is left in it.
    func dropEmpty(_ name: StaticString) {
        if let container = node.member(name), container.isObject, container.isChanged,
            container.first == nil
        {
            container.remove()
        }
    }
}

extension ResourceOperations: AttributeOperations {
    /// True until the resource is read or marked: see `Attribute.writeOnce()`.
    @usableFromInline package var isUnsent: Bool {
        do { return try node.baseline() == nil } catch { return false }
    }

    /// The attribute of that name, when there is one; null only when it is asked for.
    @inlinable
    package func member(_ name: MemberName, orNull: Bool) -> JSON? {
        guard let raw = resource.node.rawAttribute(name) else { return nil }
        let node = Node(tree: resource.node.tree, raw: raw)
        guard orNull || !node.isNull else { return nil }
        return JSON(node)
    }

    /// The attribute of that name, null included, lent for a call; nil when there is none.
    @inlinable
    package static func lent(
        _ name: MemberName, of owner: Resource<Schema>
    ) -> BorrowedJSONScalar? {
        if case .nested(let name) = name { return lent(name, of: owner) }
        guard let raw = owner.node.rawAttribute(name) else { return nil }
        return BorrowedJSONScalar(raw, of: owner.node.tree)
    }

    /// The same of a nested one. Apart, so that the document is retained for it and not for the others.
    @usableFromInline
    static func lent(_ name: NestedName, of owner: Resource<Schema>) -> BorrowedJSONScalar? {
        guard let raw = owner.node.rawAttribute(name) else { return nil }
        return BorrowedJSONScalar(raw, of: owner.node.tree)
    }

    /// Writes the attribute of that name in one step. False where that cannot be done: nothing has changed
    /// then, except that an empty `attributes` may have been made.
    @inlinable
    package static func trySet(
        _ name: StaticString, to text: String, of owner: Resource<Schema>
    ) -> Bool {
        guard owner.isResolved, let attributes = owner.node.madeAttributes else { return false }
        return attributes.trySetMember(name, to: text)
    }

    /// The same for other scalars.
    @inlinable
    package static func trySet(
        _ name: StaticString, to scalar: Node.Scalar, of owner: Resource<Schema>
    ) -> Bool {
        guard owner.isResolved, let attributes = owner.node.madeAttributes else { return false }
        return attributes.trySetMember(name, to: scalar)
    }

    /// The attribute of that name, or the place where it would be.
    @usableFromInline
    package func place(_ name: MemberName) -> JSON {
        member(name, orNull: true) ?? resource.attributes.place(name)
    }

    /// Runs a write to the attribute of that name. Null in place of `attributes` counts as absent, and
    /// an emptied `attributes` is left out; null on the way to a nested one gives way to an object.
    @usableFromInline
    package func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void)
        throws(JSONError)
    {
        guard isResolved else { throw resource.notResolved }
        defer { resource.dropEmpty("attributes") }
        // Where an attribute is, there is no null around it.
        if let attribute = member(name, orNull: true) { return try write(attribute) }
        var object = node.member("attributes" as StaticString)
        if let object, object.isNull { try object.set(.emptyObject) }
        // Where it cannot be made, the write says why.
        if object == nil { object = try? node.setMember("attributes", to: .emptyObject) }
        if let object, object.isObject, let name = name.single {
            return try write(JSON(absent: name, of: object))
        }
        let attributes = object.map { JSON($0) } ?? resource.attributes
        try attributes.objectAround(name).replacingNull { () throws(JSONError) in
            try write(attributes.place(name))
        }
    }
}
