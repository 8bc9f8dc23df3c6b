// SPDX-License-Identifier: MIT

// What the files TypedObject+Properties.swift and TypedObject+AttributeValues.swift extend in this
// module.
typealias AttributedValue<Schema: ResourceSchema> = Resource<Schema>
typealias AttributedNamespace<Schema: ResourceSchema> = Resource<Schema>.Namespace

extension Resource: AttributeOwner {
    /// The attribute with the given name in JSON.
    public subscript(name: String) -> JSON {
        get { attributes[name] }
        nonmutating set { write(name) { json throws(JSONError) in try json.vox.set(newValue) } }
    }

    /// The attribute with the given name in JSON, as a Swift type.
    public subscript<Value: JSONConvertible>(name: String) -> Value? {
        get { attributes[name] }
        nonmutating set {
            write(name) { json throws(JSONError) in
                if let newValue {
                    try newValue.write(to: json)
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

    /// Runs a write to a member, and records a failure. If only the identity of the resource is
    /// known, the write does not run and counts as failed.
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

    /// Removes `attributes` or `relationships` if a write has left the object empty.
    func dropEmpty(_ name: StaticString) {
        if let container = node.member(name), container.isObject, container.isChanged,
            container.first == nil
        {
            container.remove()
        }
    }
}

extension Resource.Namespace: AttributeNamespace {
    /// True if the resource was neither read nor marked. In this case, no server has the resource
    /// yet. See `Attribute.writeOnce()`.
    @usableFromInline package var isUnsent: Bool {
        do { return try node.baseline() == nil } catch { return false }
    }

    /// Returns the attribute with the given name, or nil. If `orNull` is false, a null attribute
    /// counts as missing.
    @inlinable
    package func member(_ name: MemberName, orNull: Bool) -> JSON? {
        guard let raw = resource.node.rawAttribute(name) else { return nil }
        let node = Node(tree: resource.node.tree, raw: raw)
        guard orNull || !node.isNull else { return nil }
        return JSON(node)
    }

    /// Returns the attribute with the given name as a value that is valid only for one call.
    /// Returns nil if the attribute is missing. A null attribute is returned as null.
    @inlinable package static func lent(_ name: MemberName, of owner: Resource<Schema>) -> JSON
        .BorrowedScalar?
    {
        if case .nested(let name) = name { return lent(name, of: owner) }
        guard let raw = owner.node.rawAttribute(name) else { return nil }
        return JSON.BorrowedScalar(raw, of: owner.node.tree)
    }

    /// Returns a borrowed nested attribute. The function is separate, so that only reads of nested
    /// attributes retain the document.
    @usableFromInline
    static func lent(_ name: NestedName, of owner: Resource<Schema>) -> JSON.BorrowedScalar? {
        guard let raw = owner.node.rawAttribute(name) else { return nil }
        return JSON.BorrowedScalar(raw, of: owner.node.tree)
    }

    /// Writes a string as the attribute with the given name in one step. Returns false if the write
    /// fails.
    ///
    /// A failed write changes nothing, but may leave an empty `attributes`.
    @inlinable
    package static func trySet(
        _ name: StaticString, to text: String, of owner: Resource<Schema>
    ) -> Bool {
        guard owner.isResolved, let attributes = owner.node.madeAttributes else { return false }
        return attributes.trySetMember(name, to: text)
    }

    /// Writes a scalar attribute with the given name in one step. Returns false if the write fails.
    @inlinable
    package static func trySet(
        _ name: StaticString, to scalar: Node.Scalar, of owner: Resource<Schema>
    ) -> Bool {
        guard owner.isResolved, let attributes = owner.node.madeAttributes else { return false }
        return attributes.trySetMember(name, to: scalar)
    }

    /// Returns a view of the attribute with the given name. The attribute may be missing.
    @usableFromInline
    package func place(_ name: MemberName) -> JSON {
        member(name, orNull: true) ?? resource.attributes.place(name)
    }

    /// Calls a function that writes the attribute with the given name.
    ///
    /// If `attributes` is null, it counts as absent. If the write leaves `attributes` empty, the
    /// member `attributes` is removed. If the name is nested and one of the objects on its path is
    /// null, the null becomes an object.
    @usableFromInline
    package func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void)
        throws(JSONError)
    {
        guard isResolved else { throw resource.notResolved }
        defer { resource.dropEmpty("attributes") }
        // If the attribute exists, no object on its path is null.
        if let attribute = member(name, orNull: true) { return try write(attribute) }
        var object = node.member("attributes" as StaticString)
        if let object, object.isNull { try object.set(.emptyObject) }
        // After a failure of this step, the write fails too and reports the reason.
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
