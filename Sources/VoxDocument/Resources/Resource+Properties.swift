// SPDX-License-Identifier: MIT

// These subscripts are always inlined, so that the compiler sees the key path and reduces the
// schema to one name.

extension Resource {
    /// The property of an attribute. If the attribute is missing, null, or of the wrong kind, the
    /// property returns the default of the attribute. Without a default, the property returns nil.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Property {
        let descriptor = Schema()[keyPath: path]
        return descriptor.property(plainValue(of: descriptor))
    }

    /// The property of an attribute. If the attribute is missing, null, or of the wrong kind, the
    /// property returns the default of the attribute. Without a default, the property returns nil.
    ///
    /// Setting nil removes the attribute. An assignment to an attribute that has a default may
    /// fail: see the page of `Defaulted`.
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
    /// - Throws: `JSONError` for the same reasons as ``Resource/Namespace/value(_:)``.
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

    /// A required attribute as a property that can be set. Without this overload, the compiler
    /// finds two equally good candidates for the subscript.
    /// - Throws: `JSONError` for the same reasons as ``Resource/Namespace/value(_:)``.
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
    /// The subscript is generic, because a generic subscript leads to better compiler messages. A
    /// value of type `JSON` can be written as a literal of any kind. Without the generic parameter,
    /// the compiler would report "failed to produce diagnostic" when a typed attribute gets a wrong
    /// value.
    @inlinable
    @inline(__always)
    public subscript<View: UntypedView>(
        dynamicMember path: KeyPath<Schema, Attribute<View>>
    ) -> View {
        get { View(viewing: vox.place(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }

    /// The property of an attribute whose value is a typed object. If the object is missing, the
    /// property is an absent view, and setting a member creates the object.
    @inlinable
    @inline(__always)
    public subscript<Member>(
        dynamicMember path: KeyPath<Schema, Attribute<TypedObject<Member>>>
    ) -> TypedObject<Member> {
        get { TypedObject<Member>(vox.place(Schema.name(of: Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }

    /// An attribute as a property that distinguishes null from a missing value. The property
    /// accepts `.null` and `.orNull(value)`. The property is nil if the attribute is missing, or if
    /// its kind is not the kind that the schema declares.
    @_disfavoredOverload
    @inlinable
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Nullable<Descriptor.Value>? where Descriptor.Property == Descriptor.Value? {
        get { vox.nullableValue(of: Schema()[keyPath: path]) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }
}
