// SPDX-License-Identifier: MIT

extension Resource {
    /// An attribute as a property: nil when it is missing, null, or of another kind. Setting nil
    /// removes it.
    @inlinable
    public subscript<Value: JSONConvertible>(dynamicMember path: KeyPath<Schema, Attribute<Value>>)
        -> Value?
    {
        get { value(of: Schema()[keyPath: path].name) }
        nonmutating set { setAttribute(Schema()[keyPath: path].name, to: newValue) }
    }

    /// An untyped attribute as a property: an absent view when it is missing.
    @inlinable
    public subscript(dynamicMember path: KeyPath<Schema, Attribute<JSON>>) -> JSON {
        get { attribute(Schema()[keyPath: path].name) }
        nonmutating set { setAttribute(Schema()[keyPath: path].name, to: newValue) }
    }

    /// Null as a property, so that `.null` can be assigned.
    @_disfavoredOverload
    @inlinable
    public subscript<Value: JSONConvertible>(dynamicMember path: KeyPath<Schema, Attribute<Value>>)
        -> Null?
    {
        get { attribute(Schema()[keyPath: path].name).vox.state == .null ? .null : nil }
        nonmutating set { setAttribute(Schema()[keyPath: path].name, toNull: newValue) }
    }

    /// An attribute by its JSON name.
    public subscript(name: String) -> JSON {
        get { attributes[name] }
        nonmutating set {
            writeAttributes { () throws(JSONError) in try attributes[name].vox.set(newValue) }
        }
    }

    /// An attribute by its JSON name, as a Swift type.
    public subscript<Value: JSONConvertible>(name: String) -> Value? {
        get { attributes[name] }
        nonmutating set {
            writeAttributes { () throws(JSONError) in
                if let newValue {
                    try attributes[name].vox.set(newValue)
                } else {
                    attributes[name].vox.remove()
                }
            }
        }
    }

    @usableFromInline
    func attribute(_ name: StaticString) -> JSON {
        if let node = node.member("attributes")?.member(name) { return JSON(node) }
        return attributes[String(describing: name)]
    }

    @usableFromInline
    func value<Value: JSONConvertible>(of name: StaticString) -> Value? {
        guard let node = node.member("attributes")?.member(name), !node.isNull || Value.acceptsNull
        else { return nil }
        do {
            return try Value.decode(JSON(node))
        } catch {
            node.tree.record(error)
            return nil
        }
    }

    @usableFromInline
    func setAttribute(_ name: StaticString, to value: (some JSONConvertible)?) {
        writeAttributes { () throws(JSONError) in
            if let value {
                try value.write(to: attribute(name))
            } else {
                attribute(name).vox.remove()
            }
        }
    }

    @usableFromInline
    func setAttribute(_ name: StaticString, toNull null: Null?) {
        writeAttributes { () throws(JSONError) in
            if null == nil {
                attribute(name).vox.remove()
            } else {
                try attribute(name).vox.setNull()
            }
        }
    }

    /// Runs a write to an attribute. Null in place of `attributes` counts as absent, and an emptied
    /// `attributes` is left out.
    private func writeAttributes(_ write: () throws(JSONError) -> Void) {
        guardResolved { () throws(JSONError) in
            if let attributes = node.member("attributes"), attributes.isNull {
                try attributes.set(.emptyObject)
            }
            try write()
        }
        dropEmpty("attributes")
    }

    /// Runs a write unless the resource is only a linkage, and notes a failure.
    func guardResolved(_ write: () throws(JSONError) -> Void) {
        do throws(JSONError) {
            guard isResolved else { throw notResolved }
            try write()
        } catch {
            node.tree.record(error)
        }
    }

    /// Leaves out `attributes` or `relationships` when nothing is left in it.
    func dropEmpty(_ name: StaticString) {
        if let container = node.member(name), container.isObject, container.isChanged,
            container.count == 0
        {
            container.remove()
        }
    }
}
