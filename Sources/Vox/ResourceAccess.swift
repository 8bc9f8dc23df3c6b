// SPDX-License-Identifier: MIT

/// What one can ask of a resource and do with it, apart from its members. Reached by
/// ``Resource/vox``.
public struct ResourceAccess<Schema: ResourceSchema> {
    let resource: Resource<Schema>

    var node: Node { resource.node }

    /// The resource object as an untyped view.
    public var json: JSON { resource.json }

    /// False when the resource is known by its identity alone, because no document at hand contains
    /// it: id, type and the meta of the linkage read, attributes are absent, writing is refused.
    public var isResolved: Bool { resource.isResolved }

    /// True when the resource was written since it was read.
    public var isChanged: Bool { node.isChanged }

    /// The first plain read or write in this document that failed; set it to nil to go on.
    public var failure: JSONError? {
        get { json.vox.failure }
        nonmutating set { json.vox.failure = newValue }
    }

    /// Absent, null, or a value.
    public func state<Value>(_ path: KeyPath<Schema, Attribute<Value>>) -> MemberState {
        resource.attribute(Schema()[keyPath: path].name).vox.state
    }

    /// The state of the linkage: absent (not loaded), null, or a resource.
    public func state<Target>(_ path: KeyPath<Schema, ToOne<Target>>) -> MemberState {
        resource.linkageState(Schema()[keyPath: path].name)
    }

    /// The state of the linkage: absent (not loaded), null, or a list.
    public func state<Target>(_ path: KeyPath<Schema, ToMany<Target>>) -> MemberState {
        resource.linkageState(Schema()[keyPath: path].name)
    }

    /// An attribute, or the reason why there is none.
    /// - Throws: ``JSONError`` with code `missing`, `wrongKind`, `outOfRange` or `notConvertible`,
    ///   and the pointer.
    public func value<Value>(_ path: KeyPath<Schema, Attribute<Value>>) throws(JSONError) -> Value {
        try resource.attribute(Schema()[keyPath: path].name).vox.value(as: Value.self)
    }

    /// Writes an attribute; a failure changes nothing.
    /// - Throws: ``JSONError`` with code `notFinite`, `outOfMemory`, ….
    public func set<Value>(_ path: KeyPath<Schema, Attribute<Value>>, to value: Value)
        throws(JSONError)
    {
        try resource.attribute(Schema()[keyPath: path].name).vox.set(value)
    }

    /// The resources that a relationship names, by its JSON name: none, one or many.
    public func related(_ name: String) -> [Resource<AnyResource>] {
        guard let linkage = resource.relationships[name]["data"].node else { return [] }
        if linkage.isArray { return linkage.children.map { $0.resolve(AnyResource.self) } }
        return linkage.isObject ? [linkage.resolve(AnyResource.self)] : []
    }

    /// The names of the relationships, in order, whatever they hold.
    public var relationships: [String] { resource.relationships.vox.members.map(\.name) }

    /// The relationship object: linkage, links and meta.
    public func relationship<Target>(_ path: KeyPath<Schema, ToOne<Target>>) -> Relationship {
        relationship(String(describing: Schema()[keyPath: path].name))
    }

    /// The relationship object: linkage, links and meta.
    public func relationship<Target>(_ path: KeyPath<Schema, ToMany<Target>>) -> Relationship {
        relationship(String(describing: Schema()[keyPath: path].name))
    }

    /// The relationship object of a JSON name: linkage, links and meta.
    public func relationship(_ name: String) -> Relationship {
        Relationship(name: name, resource: Resource(node, isResolved: isResolved))
    }
}
