// SPDX-License-Identifier: MIT

// The properties of typed objects, and also of resources: VoxDocument compiles this file by a link,
// with its own meaning of AttributedValue.
//
// These subscripts are always inlined, so that the compiler sees the key path and reduces the
// schema to one name.

extension AttributedValue {
    /// The property of an attribute. If the attribute is missing or null, or cannot be converted,
    /// the property returns the default of the attribute. Without a default, the property returns
    /// nil.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Descriptor.Property {
        let descriptor = Schema()[keyPath: path]
        return descriptor.property(plainValue(of: descriptor))
    }

    /// The property of an attribute. If the attribute is missing or null, or cannot be converted,
    /// the property returns the default of the attribute. Without a default, the property returns
    /// nil.
    ///
    /// Setting nil removes the attribute. The page of `FieldMark.Defaulted` describes when an
    /// assignment to an attribute that has a default fails.
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
    /// - Throws: `JSONError` for the same reasons as `Namespace.value(_:)`.
    @inlinable
    @inline(__always)
    public subscript<Base: AttributeDescriptor>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<Base>>
    ) -> Base.Value {
        get throws(JSONError) {
            if let value = lentValue(of: Schema()[keyPath: path]) { return value }
            return try vox.value(path)
        }
    }

    /// The property of a required attribute that can be set. Without this overload, the compiler
    /// finds two equally good candidates for the subscript.
    /// - Throws: `JSONError` for the same reasons as `Namespace.value(_:)`.
    @inlinable
    @inline(__always)
    public subscript<Base: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<Base>>
    ) -> Base.Value {
        get throws(JSONError) {
            if let value = lentValue(of: Schema()[keyPath: path]) { return value }
            return try vox.value(path)
        }
    }

    /// An untyped attribute as a property. If the attribute is missing, the property is an absent
    /// view.
    ///
    /// The subscript is generic so that the compiler reports errors clearly. A value of type `JSON`
    /// can be written as a literal of any kind. Without the generic parameter, the compiler would
    /// therefore report "failed to produce diagnostic" when a typed attribute is set to a value of
    /// the wrong type.
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

    /// The property of an attribute that distinguishes null from a missing value. The property
    /// accepts `.null` and `.orNull(value)`. The property is nil if the attribute is missing or
    /// cannot be converted.
    @_disfavoredOverload
    @inlinable
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Schema, Descriptor>
    ) -> Nullable<Descriptor.Value>? where Descriptor.Property == Descriptor.Value? {
        get { vox.nullableValue(of: Schema()[keyPath: path]) }
        nonmutating set { vox.assign(newValue, to: Schema()[keyPath: path]) }
    }
}
