// SPDX-License-Identifier: MIT

/// An attribute that only the server writes. Created by ``WritableAttribute/readOnly()``.
///
/// Its property has no setter, and requests do not contain it. A server sets it by name:
/// `try album.vox.set(\.created, to: now)`.
public struct ReadOnly<Base: WritableAttribute>: DerivedAttribute {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The type of the property.
    public typealias Property = Base.Property

    /// The attribute that is read-only.
    public let base: Base

    @inlinable
    init(base: Base) { self.base = base }

    /// No request contains the attribute.
    @inlinable
    public var access: WriteAccess { .never }
}

/// An attribute that is sent only when the resource is created. Created by
/// ``WritableAttribute/writeOnce()``.
public struct WriteOnce<Base: WritableAttribute>: DerivedAttribute, WritableAttribute {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The type of the property.
    public typealias Property = Base.Property

    /// The attribute that is write-once.
    public let base: Base

    @inlinable
    init(base: Base) { self.base = base }

    /// Only the request that creates the resource contains the attribute.
    @inlinable
    public var access: WriteAccess { .onCreate }

    /// Returns the value to write, as the base does.
    @inlinable
    public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
}

extension WritableAttribute {
    /// Returns the same attribute without a setter.
    ///
    /// The documents that create and update a resource do not contain it. A read-only member of a
    /// ``TypedObject`` has no setter but is sent, because attributes are sent as a whole.
    @inlinable
    public func readOnly() -> ReadOnly<Self> { ReadOnly(base: self) }

    /// Returns the same attribute, which is sent only when the resource is created.
    ///
    /// In a resource that was read or marked, assigning to the property fails: nothing changes, and
    /// the document records the failure with code `readOnly`. `vox.set(_:to:)` writes the attribute
    /// anyway. The mark has no effect on a member of a ``TypedObject``.
    @inlinable
    public func writeOnce() -> WriteOnce<Self> { WriteOnce(base: self) }
}
