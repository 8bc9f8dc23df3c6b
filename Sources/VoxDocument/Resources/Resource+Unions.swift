// SPDX-License-Identifier: MIT

// Relationships to resources of several types.

extension Resource {
    /// The related resource, as a value of the union. The type of the resource determines the case.
    /// The property is nil if the relationship is missing or empty.
    ///
    /// Setting nil removes the relationship. Setting another resource keeps the links and meta of
    /// the relationship.
    public subscript<Union: ResourceUnion>(
        dynamicMember path: KeyPath<Schema, ToOne<Union>>
    ) -> Union? {
        get { relatedUnion(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set {
            setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue?.resource)
        }
    }

    /// A to-one relationship as a property that distinguishes null from a missing relationship. The
    /// property accepts `.null` and `.orNull(owner)`.
    @_disfavoredOverload
    public subscript<Union: ResourceUnion>(
        dynamicMember path: KeyPath<Schema, ToOne<Union>>
    ) -> Nullable<Union>? {
        get {
            let name = Schema.name(of: Schema()[keyPath: path])
            switch linkageState(name) {
            case .absent: return nil
            case .null: return .null
            case .value: return (relatedUnion(name) as Union?).map { .value($0) }
            }
        }
        nonmutating set {
            let name = Schema.name(of: Schema()[keyPath: path])
            switch newValue {
            case nil: setLinkage(name, isNull: false)
            case .null?: setLinkage(name, isNull: true)
            case .value(let target)?: setRelated(name, to: target.resource)
            }
        }
    }

    /// A view of the related resources. Each element is a value of the union, and the type of the
    /// resource determines the case. The view is empty if the relationship is missing.
    ///
    /// Setting a list replaces the linkage and keeps the links and meta of the relationship.
    public subscript<Union: ResourceUnion>(
        dynamicMember path: KeyPath<Schema, ToMany<Union>>
    ) -> UnionList<Union, RelatedResources<AnyResource>> {
        get { UnionList(related(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set {
            setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue.resources)
        }
    }

    /// The related resources as an array. The array is nil if the relationship has no linkage.
    @_disfavoredOverload
    public subscript<Union: ResourceUnion>(
        dynamicMember path: KeyPath<Schema, ToMany<Union>>
    ) -> [Union]? {
        get {
            let name = Schema.name(of: Schema()[keyPath: path])
            guard linkageState(name) == .value else { return nil }
            let resources: RelatedResources<AnyResource> = related(name)
            return resources.map { Union($0) }
        }
        nonmutating set {
            setRelated(
                Schema.name(of: Schema()[keyPath: path]),
                to: newValue?.map(\.resource) as [Resource<AnyResource>]?)
        }
    }

    /// The related resource of a required relationship, as a value of the union. The type of the
    /// resource determines the case.
    /// - Throws: `JSONError` with code `missing` or `wrongKind`, and the pointer of the linkage.
    public subscript<Union: ResourceUnion>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<ToOne<Union>>>
    ) -> Union {
        get throws(JSONError) {
            let name = Schema.name(of: Schema()[keyPath: path])
            if let related: Union = relatedUnion(name) { return related }
            try checkLinkage(name, isToMany: false)
            throw JSONError(code: .missing)
        }
    }

    /// The related resource of a required relationship, as an optional property that can be set.
    /// Setting nil removes the relationship.
    public subscript<Base: RelationshipDescriptor>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<Base>>
    ) -> Base.Target? where Base.Target: ResourceUnion, Base.Primary == Base.Target {
        get { relatedUnion(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set {
            setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue?.resource)
        }
    }

    /// The related resources of a required relationship. Each element is a value of the union, and
    /// the type of the resource determines the case.
    /// - Throws: `JSONError` with code `missing` or `wrongKind`, and the pointer of the linkage.
    public subscript<Union: ResourceUnion>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<ToMany<Union>>>
    ) -> UnionList<Union, RelatedResources<AnyResource>> {
        get throws(JSONError) {
            let name = Schema.name(of: Schema()[keyPath: path])
            try checkLinkage(name, isToMany: true)
            return UnionList(related(name))
        }
    }

    private func relatedUnion<Union: ResourceUnion>(_ name: MemberName) -> Union? {
        let resource: Resource<AnyResource>? = related(name)
        return resource.map { Union($0) }
    }
}
