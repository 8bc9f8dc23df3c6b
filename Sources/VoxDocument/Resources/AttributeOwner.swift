// SPDX-License-Identifier: MIT

/// Something whose attributes are properties: ``Resource`` and ``TypedObject``. Not for conformance
/// elsewhere.
@dynamicMemberLookup
public protocol AttributeOwner {
    /// What else one can ask.
    associatedtype Access: AttributeAccess where Access.Owner == Self

    /// Everything that is not a member.
    var vox: Access { get }
}

// Always inlined, because the compiler then sees the key path, and nothing is left at run time of
// the schema but one name.

extension AttributeOwner {
    /// The value of an attribute: read where it stands, and only where that does not do through a
    /// view.
    @inlinable
    @inline(__always)
    func plainValue<Descriptor: AttributeDescriptor>(of attribute: Descriptor) -> Descriptor.Value?
    {
        let name = Access.Schema.name(of: attribute)
        guard let lent = Access.lent(name, of: self) else { return nil }
        guard let value = attribute.read(borrowed: lent) else { return viewedValue(of: attribute) }
        // The compiler does not see that what was lent belongs to the document.
        withExtendedLifetime(self) {}
        return value
    }

    /// The same through a view. Apart, so that the document is retained for it and not for the other.
    @inlinable
    @inline(never)
    func viewedValue<Descriptor: AttributeDescriptor>(of attribute: Descriptor) -> Descriptor.Value?
    {
        vox.plainValue(of: attribute)
    }

    /// An attribute as a property: nil, or the default, when it is missing, null, or of another kind.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: AttributeDescriptor>(
        dynamicMember path: KeyPath<Access.Schema, Descriptor>
    ) -> Descriptor.Property {
        let descriptor = Access.Schema()[keyPath: path]
        return descriptor.property(plainValue(of: descriptor))
    }

    /// An attribute as a property: nil, or the default, when it is missing, null, or of another kind.
    /// Setting nil removes it.
    @inlinable
    @inline(__always)
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Access.Schema, Descriptor>
    ) -> Descriptor.Property {
        get {
            let descriptor = Access.Schema()[keyPath: path]
            return descriptor.property(plainValue(of: descriptor))
        }
        nonmutating set {
            let descriptor = Access.Schema()[keyPath: path]
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
        dynamicMember path: KeyPath<Access.Schema, Attribute<View>>
    ) -> View {
        get { View(viewing: vox.place(Access.Schema.name(of: Access.Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Access.Schema()[keyPath: path]) }
    }

    /// A typed object as a property: an absent view when it is missing. Setting one of its members
    /// makes it.
    @inlinable
    @inline(__always)
    public subscript<Member>(
        dynamicMember path: KeyPath<Access.Schema, Attribute<TypedObject<Member>>>
    ) -> TypedObject<Member> {
        get { TypedObject(vox.place(Access.Schema.name(of: Access.Schema()[keyPath: path]))) }
        nonmutating set { vox.assign(newValue, to: Access.Schema()[keyPath: path]) }
    }

    /// Null as a property, so that `.null` can be assigned.
    @_disfavoredOverload
    @inlinable
    @inline(__always)
    public subscript<Descriptor: WritableAttribute>(
        dynamicMember path: KeyPath<Access.Schema, Descriptor>
    ) -> Null? {
        get {
            let name = Access.Schema.name(of: Access.Schema()[keyPath: path])
            return vox.member(name, orNull: true)?.vox.state == .null ? .null : nil
        }
        nonmutating set { vox.assign(newValue, to: Access.Schema()[keyPath: path]) }
    }
}

/// An untyped value as a property: ``JSON``. Not for conformance elsewhere.
public protocol UntypedView: JSONConvertible {
    /// Views a place.
    init(viewing json: JSON)
}

extension JSON: UntypedView {
    /// The view itself.
    @inlinable
    public init(viewing json: JSON) { self = json }
}
