// SPDX-License-Identifier: MIT

/// A type whose attributes are properties. `Resource` and ``TypedObject`` share it.
@usableFromInline
package protocol AttributeOwner {
    /// The type of the other operations.
    associatedtype Namespace: AttributeNamespace where Namespace.Owner == Self

    /// The operations and properties of the value, except its members.
    var vox: Namespace { get }
}

// Always inlined, so that the compiler sees the key path and reduces the schema to one name.

extension AttributeOwner {
    /// Returns the value of an attribute. It is read from a borrowed value if possible, and
    /// otherwise through a view.
    @inlinable
    @inline(__always)
    package func plainValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        let name = Namespace.Schema.name(of: attribute)
        guard let lent = Namespace.lent(name, of: self) else { return nil }
        guard let value = attribute.read(borrowed: lent) else { return viewedValue(of: attribute) }
        // The compiler cannot see that the borrowed value belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// Returns the value of an attribute from a borrowed value, or nil if that is not possible.
    @inlinable
    @inline(__always)
    package func lentValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        guard let lent = Namespace.lent(Namespace.Schema.name(of: attribute), of: self) else {
            return nil
        }
        guard let value = attribute.read(borrowed: lent) else { return nil }
        // The compiler cannot see that the borrowed value belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// Sets an attribute. Nil removes it. A failure is recorded.
    @inlinable
    @inline(__always)
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Descriptor.Value?, to attribute: Descriptor
    ) {
        if let value, trySet(attribute, to: value) { return }
        vox.assign(value, to: attribute)
    }

    /// Writes a scalar in one step, which nearly all values allow.
    ///
    /// Returns false for values of other kinds, and if the write fails. The general form then
    /// reports the reason.
    @inlinable
    @inline(__always)
    func trySet<Descriptor: AttributeDescriptor>(
        _ attribute: Descriptor, to value: Descriptor.Value
    ) -> Bool {
        guard case .stated(let name) = Namespace.Schema.name(of: attribute),
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

    /// Reads the value through a view. It is a separate function so that only this path retains the
    /// document.
    @inlinable
    @inline(never)
    func viewedValue<Descriptor: AttributeDescriptor>(of attribute: Descriptor) -> Descriptor.Value?
    {
        vox.plainValue(of: attribute)
    }
}
