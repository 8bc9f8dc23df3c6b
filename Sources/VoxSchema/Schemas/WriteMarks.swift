// SPDX-License-Identifier: MIT

/// An attribute that is the server's: its property has no setter, and no request carries it. Made by
/// ``WritableAttribute/readOnly()``.
///
/// A server writes it by name: `try album.vox.set(\.created, to: now)`.
public struct ReadOnly<Base: WritableAttribute>: DerivedAttribute {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The type of the property.
    public typealias Property = Base.Property

    /// The attribute without the mark.
    public let base: Base

    @inlinable
    init(base: Base) { self.base = base }

    /// No request carries it.
    @inlinable
    public var access: WriteAccess { .never }
}

/// An attribute that is sent when the resource is created, and never again. Made by
/// ``WritableAttribute/writeOnce()``.
public struct WriteOnce<Base: WritableAttribute>: DerivedAttribute, WritableAttribute {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The type of the property.
    public typealias Property = Base.Property

    /// The attribute without the mark.
    public let base: Base

    @inlinable
    init(base: Base) { self.base = base }

    /// Only the request that creates the resource carries it.
    @inlinable
    public var access: WriteAccess { .onCreate }

    /// As without the mark.
    @inlinable
    public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
}

extension WritableAttribute {
    /// The same attribute, without a setter: the documents that create and update a resource leave it
    /// out. Of a member of a ``TypedObject`` only the setter is gone: attributes are sent whole.
    @inlinable
    public func readOnly() -> ReadOnly<Self> { ReadOnly(base: self) }

    /// The same attribute, sent when the resource is created and never again.
    ///
    /// In a resource that was read or marked, a plain write is refused: nothing changes, and the
    /// failure, of code `readOnly`, is noted. `vox.set(_:to:)` writes all the same. Says
    /// nothing about a member of a ``TypedObject``.
    @inlinable
    public func writeOnce() -> WriteOnce<Self> { WriteOnce(base: self) }
}
