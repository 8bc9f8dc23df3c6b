// SPDX-License-Identifier: MIT

// Always inlined, because the compiler then sees the key path, and nothing is left at run time of
// the schema but one name.

extension Resource {
    /// An attribute as a property: nil, or the default, when it is missing, null, or of another kind.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Property {
        let descriptor = Schema()[keyPath: path]
        return descriptor.property(plainValue(of: descriptor))
    }

    /// An attribute as a property: nil, or the default, when it is missing, null, or of another kind.
    /// Setting nil removes it; see `Defaulted` for what a write with a default refuses.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Property {
        get {
            let descriptor = Schema()[keyPath: path]
            return descriptor.property(plainValue(of: descriptor))
        }
        nonmutating set {
            let descriptor = Schema()[keyPath: path]
            assign(descriptor.value(newValue), to: descriptor)
        }
    }

    /// A required attribute as a property.
    /// - Throws: `JSONError`, as ``ResourceOperations/value(_:)`` does.
    @inlinable
    @inline(__always)
    public subscript<Base: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Required<Base>>
    ) -> Base.Value {
        get throws(JSONError) {
            if let value = lentValue(of: Schema()[keyPath: path]) { return value }
            return try vox.value(path)
        }
    }

    /// A required attribute that can be set, as a property: for the compiler, which else finds two that
    /// suit alike.
    /// - Throws: `JSONError`, as ``ResourceOperations/value(_:)`` does.
    @inlinable
    @inline(__always)
    public subscript<Base: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Required<Base>>
    ) -> Base.Value {
        get throws(JSONError) {
            if let value = lentValue(of: Schema()[keyPath: path]) { return value }
            return try vox.value(path)
        }
    }

    /// An untyped attribute as a property: an absent view when it is missing.
    ///
    /// Generic for the sake of the compiler's messages: with `JSON` itself here, which literals of
    /// every kind are, a wrong value for a typed attribute ends in "failed to produce diagnostic".
    @inlinable
    @inline(__always)
    public subscript<View: UntypedView>(
        dynamicMember path: KeyPath<Schema, Attribute<View>>
    ) -> View {
        get { View(viewing: vox.place(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }

    /// A typed object as a property: an absent view when it is missing. Setting one of its members
    /// makes it.
    @inlinable
    @inline(__always)
    public subscript<Member>(
        dynamicMember path: KeyPath<Schema, Attribute<TypedObject<Member>>>
    ) -> TypedObject<Member> {
        get { TypedObject<Member>(vox.place(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }

    /// An attribute with null as a state of its own, so that `.null` and `.orNull(value)` can be
    /// assigned. Nil when it is missing or of another kind.
    @_disfavoredOverload
    @inlinable
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Nullable<Descriptor.Value>? where Descriptor.Property == Descriptor.Value? {
        get { vox.nullableValue(of: Schema()[keyPath: path]) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }
}
