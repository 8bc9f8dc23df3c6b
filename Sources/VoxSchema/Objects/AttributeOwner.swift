// SPDX-License-Identifier: MIT

/// A type whose attributes are properties. `Resource` and ``TypedObject`` conform to this protocol.
@usableFromInline
package protocol AttributeOwner {
    /// The schema that describes the attributes.
    associatedtype Schema: ObjectSchema

    /// The type of ``vox``.
    associatedtype Namespace: AttributeNamespace where Namespace.Owner == Self

    /// The methods and properties that the library adds to the value. They are not attributes.
    var vox: Namespace { get }
}

// These functions are always inlined, so that the compiler sees the key path and reduces the schema
// to one name.

extension AttributeOwner {
    /// Returns the value of an attribute. The attribute is decoded from a borrowed value if
    /// possible, and otherwise through a view.
    @inlinable
    @inline(__always)
    package func plainValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        let name = Schema.name(of: attribute)
        guard let lent = Namespace.lent(name, of: self) else { return nil }
        guard let value = attribute.read(borrowed: lent) else { return viewedValue(of: attribute) }
        // The compiler cannot see that the borrowed value belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// Decodes an attribute from a borrowed value. Returns nil if the attribute cannot be decoded
    /// from a borrowed value.
    @inlinable
    @inline(__always)
    package func lentValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        guard let lent = Namespace.lent(Schema.name(of: attribute), of: self) else {
            return nil
        }
        guard let value = attribute.read(borrowed: lent) else { return nil }
        // The compiler cannot see that the borrowed value belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// Sets an attribute. Setting nil removes the attribute. A failed write is recorded.
    @inlinable
    @inline(__always)
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Descriptor.Value?, to attribute: Descriptor
    ) {
        if let value, trySet(attribute, to: value) { return }
        vox.assign(value, to: attribute)
    }

    /// Writes an attribute in one step if its value is a scalar. Nearly all values are scalars.
    ///
    /// Returns false for values of other kinds, and if the write fails. In these cases, the general
    /// function writes the value or reports the reason.
    @inlinable
    @inline(__always)
    func trySet<Descriptor: AttributeDescriptor>(
        _ attribute: Descriptor, to value: Descriptor.Value
    ) -> Bool {
        guard case .stated(let name) = Schema.name(of: attribute),
            name.hasPointerRepresentation
        else { return false }
        if attribute is Attribute<String>, let text = value as? String {
            return Namespace.trySet(name, to: text, of: self)
        }
        if attribute is Attribute<Int>, let number = value as? Int {
            return Namespace.trySet(name, to: .int64(Int64(number)), of: self)
        }
        if attribute is Attribute<Double>, let number = value as? Double {
            return Namespace.trySet(name, to: .double(number), of: self)
        }
        if attribute is Attribute<Bool>, let truth = value as? Bool {
            return Namespace.trySet(name, to: .boolean(truth), of: self)
        }
        return false
    }

    /// Decodes the value through a view. The function is separate, so that only this path retains
    /// the document.
    @inlinable
    @inline(never)
    func viewedValue<Descriptor: AttributeDescriptor>(of attribute: Descriptor) -> Descriptor.Value?
    {
        vox.plainValue(of: attribute)
    }
}
