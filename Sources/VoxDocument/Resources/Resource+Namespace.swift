// SPDX-License-Identifier: MIT

extension Resource {
    /// The methods and properties that the library adds to a resource. Because of the namespace
    /// ``vox``, a member may have the same name as a method or property.
    public struct Namespace {
        @usableFromInline let resource: Resource<Schema>

        @inlinable
        init(resource: Resource<Schema>) { self.resource = resource }

        var node: Node { resource.node }

        /// The resource object as an untyped view.
        public var json: JSON { resource.json }

        /// False if only the identity of the resource is known, because the resource is neither in
        /// this document nor in a linked document.
        ///
        /// If the property is false, only the type, the id and the meta information of the
        /// identifier can be read. The attributes are absent, and writing an attribute fails.
        public var isResolved: Bool { resource.isResolved }

        /// True if ``changes()`` reports a changed attribute or a changed linkage. If a value was
        /// changed and then restored, it does not count as changed.
        public var isChanged: Bool {
            do { return try !changes().isEmpty } catch { return node.isChanged }
        }

        /// The first read or write in this document that failed without throwing. Setting nil
        /// clears all failures. See `JSON.Namespace.failure`.
        public var failure: JSONError? {
            get { json.vox.failure }
            nonmutating set { json.vox.failure = newValue }
        }

        /// The reads and writes in this document that failed without throwing since ``failure`` was
        /// last set to nil.
        public var failures: JSON.Failures { json.vox.failures }

        /// Returns the state of the linkage, which is absent (not loaded), null, or a value. The
        /// value of a relationship is one identifier or a list of identifiers.
        public func state(_ path: KeyPath<Schema, some RelationshipDescriptor>) -> JSON.State {
            resource.linkageState(Schema.name(of: Schema()[keyPath: path]))
        }

        /// Returns the resources of the relationship with the given name in JSON: none, one or
        /// many.
        public func related(_ name: String) -> [Resource<AnyResource>] {
            guard let linkage = resource.relationships[name]["data"].node else { return [] }
            if linkage.isArray { return linkage.children.map { $0.resolve(AnyResource.self) } }
            return linkage.isObject ? [linkage.resolve(AnyResource.self)] : []
        }

        /// The names of all relationships, in order, without @-members and without members of
        /// extensions.
        public var relationships: [String] { node.relationshipMembers.map(\.name) }

        /// Returns the relationship object, with its linkage, links and meta.
        public func relationship(_ path: KeyPath<Schema, some RelationshipDescriptor>)
            -> Relationship
        {
            relationship(Schema.name(of: Schema()[keyPath: path]).text)
        }

        /// Returns the relationship object with the given name in JSON.
        public func relationship(_ name: String) -> Relationship {
            Relationship(
                name: name, resource: Resource<AnyResource>(node, isResolved: isResolved))
        }
    }
}
