// SPDX-License-Identifier: MIT

/// What one can ask of a resource and do with it, apart from its members. Reached by
/// ``Resource/vox``.
public struct ResourceOperations<Schema: ResourceSchema> {
    @usableFromInline let resource: Resource<Schema>

    @inlinable
    init(resource: Resource<Schema>) { self.resource = resource }

    var node: Node { resource.node }

    /// The resource object as an untyped view.
    public var json: JSON { resource.json }

    /// False when the resource is known by its identity alone, because no document at hand contains
    /// it: id, type and the meta of the linkage read, attributes are absent, writing is refused.
    public var isResolved: Bool { resource.isResolved }

    /// True when an attribute or the linkage of a relationship differs from what was read or last
    /// marked, as ``changes()`` tells it; written and set back is no change.
    public var isChanged: Bool {
        do { return try !changes().isEmpty } catch { return node.isChanged }
    }

    /// The first plain read or write in this document that failed; setting nil forgets all that
    /// failed. See `JSON.Operations.failure`.
    public var failure: JSONError? {
        get { json.vox.failure }
        nonmutating set { json.vox.failure = newValue }
    }

    /// The plain reads and writes in this document that failed since ``failure`` was last set to nil.
    public var failures: JSONFailures { json.vox.failures }

    /// The state of the linkage: absent (not loaded), null, or a value: a resource, or a list.
    public func state(_ path: KeyPath<Schema, some RelationshipDescriptor>) -> MemberState {
        resource.linkageState(Schema.name(of: Schema()[keyPath: path]))
    }

    /// The resources that a relationship names, by its JSON name: none, one or many.
    public func related(_ name: String) -> [Resource<AnyResource>] {
        guard let linkage = resource.relationships[name]["data"].node else { return [] }
        if linkage.isArray { return linkage.children.map { $0.resolve(AnyResource.self) } }
        return linkage.isObject ? [linkage.resolve(AnyResource.self)] : []
    }

    /// The names of the relationships, in order, whatever they hold; without @-members and members of
    /// extensions.
    public var relationships: [String] { node.relationshipMembers.map(\.name) }

    /// The relationship object: linkage, links and meta.
    public func relationship(_ path: KeyPath<Schema, some RelationshipDescriptor>) -> Relationship {
        relationship(Schema.name(of: Schema()[keyPath: path]).text)
    }

    /// The relationship object of a JSON name: linkage, links and meta.
    public func relationship(_ name: String) -> Relationship {
        Relationship(name: name, resource: Resource(node, isResolved: isResolved))
    }
}
