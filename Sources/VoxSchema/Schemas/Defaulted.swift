// SPDX-License-Identifier: MIT

extension FieldMark {
    /// An attribute with a default. The property of an attribute with a default is never nil.
    /// ``WritableAttribute/defaulting(to:)`` creates an attribute with a default.
    ///
    /// The property returns the default if the value is missing or null. Reading the property does
    /// not write the default, but `album.plays += 1` writes the sum. Because the property is never
    /// nil, it accepts neither `nil` nor `.null`. `vox.remove(\.plays)` removes the member, and
    /// `vox.setNull(\.plays)` writes null.
    ///
    /// If the value in the document cannot be converted to the type of the property, such as a
    /// string instead of a number or an unknown case of an enumeration, the read fails. A property
    /// cannot throw, so after a failed read the property returns the default, and the document
    /// records the failure. In contrast, `vox.value(\.plays)` throws the error. If the value in the
    /// document cannot be converted, an assignment to the property fails, because the new value may
    /// have been computed from the default. After a failed assignment, writing the document fails
    /// too. To replace a value that cannot be converted, use `vox.set(\.plays, to: 3)` or
    /// `vox.remove(\.plays)`. If a property must return unknown cases of an enumeration, and not
    /// the default, use `OpenEnum`.
    public struct Defaulted<Base: WritableAttribute>: Derived, WritableAttribute
    where Base.Value: Sendable {
        /// The type of the value.
        public typealias Value = Base.Value

        /// The attribute without a default.
        public let base: Base

        /// The default.
        public let defaultValue: Base.Value

        @inlinable
        init(base: Base, defaultValue: Base.Value) {
            self.base = base
            self.defaultValue = defaultValue
        }

        /// `hasDefault` is true, because the attribute has a default.
        @inlinable
        public var hasDefault: Bool { true }

        /// Returns the given value, or the default if the value is nil.
        @inlinable
        public func property(_ value: Base.Value?) -> Base.Value { value ?? defaultValue }

        /// Returns the value unchanged.
        @inlinable
        public func value(_ property: Base.Value) -> Base.Value? { property }
    }
}

extension WritableAttribute where Property == Value?, Value: Sendable {
    /// Returns a copy of this attribute with a default. Reading returns the default if the value is
    /// missing or null.
    @inlinable public func defaulting(to value: Value) -> FieldMark.Defaulted<Self> {
        FieldMark.Defaulted(base: self, defaultValue: value)
    }
}
