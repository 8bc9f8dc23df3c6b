// SPDX-License-Identifier: MIT

// What is often written of objects and does not work, for the sake of what the compiler says then.

extension TypedObject {
    /// A property is an optional, unless the schema says more.
    @available(
        *, unavailable,
        message:
            "an attribute may be missing or null: read an optional, give a default (?? value), or declare it with defaulting(to:) or required()"
    )
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Value { preconditionFailure("unavailable") }

    /// A property with a default is never nil or null.
    @available(
        *, unavailable,
        message:
            "an attribute with a default is never nil or null: vox.remove(_:) takes it out, vox.setNull(_:) writes null"
    )
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Nullable<Descriptor.Value>? {
        get { nil }
        nonmutating set {}
    }

    /// A read-only attribute is the server's.
    @available(
        *, unavailable,
        message: "a read-only attribute is the server's: vox.set(_:to:) writes it all the same"
    )
    public subscript<Base: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, ReadOnly<Base>>
    ) -> Base.Property {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }
}
