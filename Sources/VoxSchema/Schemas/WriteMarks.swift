// SPDX-License-Identifier: MIT

extension FieldMark {
    /// An attribute that only the server writes. ``WritableAttribute/readOnly()`` creates a
    /// read-only attribute.
    ///
    /// The property has no setter, and requests do not contain the attribute. To set the attribute
    /// in a server, call `album.vox.set(\.created, to: now)`.
    public struct ReadOnly<Base: WritableAttribute>: Derived {
        /// The type of the value.
        public typealias Value = Base.Value

        /// The type of the property.
        public typealias Property = Base.Property

        /// The attribute that is read-only.
        public let base: Base

        @inlinable
        init(base: Base) { self.base = base }

        /// The access is `never`: no request contains the attribute.
        @inlinable public var access: Access { .never }
    }

    /// An attribute that is sent only when the resource is created.
    /// ``WritableAttribute/writeOnce()`` creates a write-once attribute.
    public struct WriteOnce<Base: WritableAttribute>: Derived, WritableAttribute {
        /// The type of the value.
        public typealias Value = Base.Value

        /// The type of the property.
        public typealias Property = Base.Property

        /// The attribute that is write-once.
        public let base: Base

        @inlinable
        init(base: Base) { self.base = base }

        /// The access is `onCreate`: only the request that creates the resource contains the
        /// attribute.
        @inlinable public var access: Access { .onCreate }

        /// Returns the value that the base attribute writes.
        @inlinable
        public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
    }
}

extension WritableAttribute {
    /// Returns a copy of the attribute without a setter.
    ///
    /// The documents of create and update requests do not contain the attribute. A read-only member
    /// of a ``TypedObject`` also has no setter. But requests contain the member, because they
    /// contain the complete object.
    @inlinable public func readOnly() -> FieldMark.ReadOnly<Self> { FieldMark.ReadOnly(base: self) }

    /// Returns a copy of the attribute that is sent only when the resource is created.
    ///
    /// In a resource that was read, and in any resource after `mark()`, an assignment to the
    /// property fails. The failed assignment changes nothing, and the document records the failure
    /// with code `readOnly`. `vox.set(_:to:)` always writes a write-once attribute. `writeOnce()`
    /// has no effect on a member of a ``TypedObject``.
    @inlinable
    public func writeOnce() -> FieldMark.WriteOnce<Self> { FieldMark.WriteOnce(base: self) }
}
