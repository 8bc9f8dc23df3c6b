// SPDX-License-Identifier: MIT

/// An attribute with a default. Its property is never nil. ``WritableAttribute/defaulting(to:)``
/// creates it.
///
/// The property returns the default if the value is missing or null. Reading does not write the
/// default, but `album.plays += 1` writes the sum. Because the property is never nil, neither `nil`
/// nor `.null` can be assigned to it. `vox.remove(\.plays)` removes the member, and
/// `vox.setNull(\.plays)` writes null.
///
/// A value that does not convert is a failure, for example a string instead of a number, or an
/// unknown case of an enumeration. A property cannot throw, so it returns the default, and the
/// document records the failure. `vox.value(\.plays)` throws the failure. Assigning to the property
/// does not replace such a value, because the new value may have been computed from the default.
/// The assignment fails, and so does writing the document. To replace the value, use
/// `vox.set(\.plays, to: 3)` or `vox.remove(\.plays)`.
public struct Defaulted<Base: WritableAttribute>: DerivedAttribute, WritableAttribute
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

    /// True, because the attribute has a default.
    @inlinable
    public var hasDefault: Bool { true }

    /// Returns the value, or the default for nil.
    @inlinable
    public func property(_ value: Base.Value?) -> Base.Value { value ?? defaultValue }

    /// Returns the value unchanged.
    @inlinable
    public func value(_ property: Base.Value) -> Base.Value? { property }
}

extension WritableAttribute where Property == Value?, Value: Sendable {
    /// Returns the same attribute with a default. Reading returns the default if the value is
    /// missing or null.
    @inlinable
    public func defaulting(to value: Value) -> Defaulted<Self> {
        Defaulted(base: self, defaultValue: value)
    }
}
