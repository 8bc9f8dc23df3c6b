// SPDX-License-Identifier: MIT

// These subscripts are always inlined, so that the compiler sees the key path and reduces the
// schema to one name.

extension TypedObject {
    /// An attribute as a property. If the attribute is missing, null, or of another kind, the
    /// property is the default of the attribute, or nil if it has no default.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Property {
        let descriptor = Schema()[keyPath: path]
        return descriptor.property(plainValue(of: descriptor))
    }

    /// An attribute as a property. If the attribute is missing, null, or of another kind, the
    /// property is the default of the attribute, or nil if it has no default.
    ///
    /// Setting nil removes the attribute. The page of ``Defaulted`` describes when setting an
    /// attribute with a default fails.
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
    /// - Throws: `JSONError`, as `ObjectNamespace.value(_:)` does.
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

    /// A required attribute that can be set, as a property. Without this overload, the compiler
    /// finds two equally good candidates.
    /// - Throws: `JSONError`, as `ObjectNamespace.value(_:)` does.
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

    /// An untyped attribute as a property. If the attribute is missing, the property is an absent
    /// view.
    ///
    /// The subscript is generic because this improves the messages of the compiler. `JSON` accepts
    /// literals of every kind. Without the generic parameter, a wrong value for a typed attribute
    /// would end in "failed to produce diagnostic".
    @inlinable
    @inline(__always)
    public subscript<View: UntypedView>(
        dynamicMember path: KeyPath<Schema, Attribute<View>>
    ) -> View {
        get { View(viewing: vox.place(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }

    /// A typed object as a property. If the object is missing, the property is an absent view, and
    /// setting a member creates the object.
    @inlinable
    @inline(__always)
    public subscript<Member>(
        dynamicMember path: KeyPath<Schema, Attribute<TypedObject<Member>>>
    ) -> TypedObject<Member> {
        get { TypedObject<Member>(vox.place(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }

    /// An attribute as a property that distinguishes null from a missing value. `.null` and
    /// `.orNull(value)` can be assigned. The property is nil if the attribute is missing or of
    /// another kind.
    @_disfavoredOverload
    @inlinable
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Nullable<Descriptor.Value>? where Descriptor.Property == Descriptor.Value? {
        get { vox.nullableValue(of: Schema()[keyPath: path]) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }
}
