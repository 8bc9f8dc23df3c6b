// SPDX-License-Identifier: MIT

// Common mistakes, declared as unavailable so that the compiler explains them. The compiler
// considers an unavailable declaration only if no other declaration fits, so these declarations do
// not affect correct code.

extension Resource {
    /// Unavailable: a property is optional, unless the schema says otherwise.
    @available(
        *, unavailable,
        message:
            "an attribute may be missing or null: read an optional, use a default (?? value), or declare the attribute with defaulting(to:) or required()"
    )
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Value { preconditionFailure("unavailable") }

    /// Unavailable: a property with a default is never nil or null.
    @available(
        *, unavailable,
        message:
            "an attribute with a default is never nil or null: remove it with vox.remove(_:), or write null with vox.setNull(_:)"
    )
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Nullable<Descriptor.Value>? {
        get { nil }
        nonmutating set {}
    }

    /// Unavailable: only the server writes a read-only attribute.
    @available(
        *, unavailable,
        message:
            "only the server changes a read-only attribute: use vox.set(_:to:) to write it anyway"
    )
    public subscript<Base: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, FieldMark.ReadOnly<Base>>
    ) -> Base.Property {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }

    /// Unavailable: the target of a to-one relationship is optional, unless the schema says
    /// otherwise.
    @available(
        *, unavailable,
        message:
            "a related resource may be missing: use ?. after it, or declare the relationship with required()"
    )
    public subscript<Target>(
        dynamicMember path: KeyPath<Schema, ToOne<Target>>
    ) -> Resource<Target> { preconditionFailure("unavailable") }

    /// Unavailable: a to-one relationship accepts one resource.
    @available(
        *, unavailable,
        message:
            "a to-one relationship takes a Resource of the schema it was declared with, .null to unlink, or .orNull(resource)"
    )
    public subscript<Target, Other>(
        dynamicMember path: KeyPath<Schema, ToOne<Target>>
    ) -> Other {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }

    /// Unavailable: a to-many relationship accepts a list of resources.
    @available(
        *, unavailable,
        message:
            "a to-many relationship takes a list of resources of the schema it was declared with: [first, second], or []"
    )
    public subscript<Target, Other>(
        dynamicMember path: KeyPath<Schema, ToMany<Target>>
    ) -> Other {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }

    /// Unavailable: a to-one relationship to a union accepts one of its cases.
    @available(
        *, unavailable,
        message:
            "a to-one relationship to a union takes one of its cases, such as .person(resource), .null to unlink, or .orNull(case)"
    )
    public subscript<Target: ResourceUnion, Other>(
        dynamicMember path: KeyPath<Schema, ToOne<Target>>
    ) -> Other {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }

    /// Unavailable: a to-many relationship to a union accepts a list of its cases.
    @available(
        *, unavailable,
        message:
            "a to-many relationship to a union takes a list of its cases: [.person(resource)], or []"
    )
    public subscript<Target: ResourceUnion, Other>(
        dynamicMember path: KeyPath<Schema, ToMany<Target>>
    ) -> Other {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }
}

extension RelatedResources {
    /// Unavailable: a to-many relationship accepts resources.
    @available(
        *, unavailable,
        message:
            "a to-many relationship takes resources of the schema it was declared with; use Resource(id:) if only the id is available"
    )
    public func append<Other>(_ element: Other) { preconditionFailure("unavailable") }
}
