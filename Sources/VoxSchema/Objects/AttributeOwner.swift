// SPDX-License-Identifier: MIT

/// Something whose attributes are properties: what `Resource` and ``TypedObject`` have in common.
@usableFromInline
package protocol AttributeOwner {
    /// What else one can ask.
    associatedtype Operations: AttributeOperations where Operations.Owner == Self

    /// Everything that is not a member.
    var vox: Operations { get }
}

// Always inlined, because the compiler then sees the key path, and nothing is left at run time of
// the schema but one name.

extension AttributeOwner {
    /// The value of an attribute: read where it stands, and only where that does not do through a
    /// view.
    @inlinable
    @inline(__always)
    package func plainValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        let name = Operations.Schema.name(of: attribute)
        guard let lent = Operations.lent(name, of: self) else { return nil }
        guard let value = attribute.read(borrowed: lent) else { return viewedValue(of: attribute) }
        // The compiler does not see that what was lent belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// The value of an attribute, read where it stands; nil where that does not do.
    @inlinable
    @inline(__always)
    package func lentValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        guard let lent = Operations.lent(Operations.Schema.name(of: attribute), of: self) else {
            return nil
        }
        guard let value = attribute.read(borrowed: lent) else { return nil }
        // The compiler does not see that what was lent belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// Sets an attribute; nil removes it. A failure is noted.
    @inlinable
    @inline(__always)
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Descriptor.Value?, to attribute: Descriptor
    ) {
        if let value, trySet(attribute, to: value) { return }
        vox.assign(value, to: attribute)
    }

    /// Writes a scalar in one step, as nearly all values are. False for values of other kinds, and where
    /// something stands in the way: the general way says what.
    @inlinable
    @inline(__always)
    func trySet<Descriptor: AttributeDescriptor>(
        _ attribute: Descriptor, to value: Descriptor.Value
    ) -> Bool {
        guard case .stated(let name) = Operations.Schema.name(of: attribute),
            name.hasPointerRepresentation
        else { return false }
        if attribute is Attribute<String>, let text = value as? String {
            return Operations.trySet(name, to: text, of: self)
        }
        if attribute is Attribute<Int>, let number = value as? Int {
            return Operations.trySet(name, to: .int64(Int64(number)), of: self)
        }
        if attribute is Attribute<Double>, let number = value as? Double {
            return Operations.trySet(name, to: .double(number), of: self)
        }
        if attribute is Attribute<Bool>, let truth = value as? Bool {
            return Operations.trySet(name, to: .boolean(truth), of: self)
        }
        return false
    }

    /// The same through a view. Apart, so that the document is retained for it and not for the other.
    @inlinable
    @inline(never)
    func viewedValue<Descriptor: AttributeDescriptor>(of attribute: Descriptor) -> Descriptor.Value?
    {
        vox.plainValue(of: attribute)
    }
}
