// SPDX-License-Identifier: MIT

// Common mistakes, declared as unavailable so that the compiler explains them.

extension TypedObject {
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
}
