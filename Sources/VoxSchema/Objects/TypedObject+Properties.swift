// SPDX-License-Identifier: MIT

// Always inlined, because the compiler then sees the key path, and nothing is left at run time of
// the schema but one name.

extension TypedObject {
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
    /// Setting nil removes it.
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
            vox.assign(descriptor.value(newValue), to: descriptor)
        }
    }

    /// An untyped attribute as a property: an absent view when it is missing.
    ///
    /// Generic for the sake of the compiler's messages: with ``JSON`` itself here, which literals of
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

    /// Null as a property, so that `.null` can be assigned.
    @_disfavoredOverload
    @inlinable
    @inline(__always)
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Null? {
        get {
            let name = Schema.name(of: Schema()[keyPath: path])
            return vox.member(name, orNull: true)?.vox.state == .null ? .null : nil
        }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }
}
