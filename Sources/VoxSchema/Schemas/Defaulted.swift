// SPDX-License-Identifier: MIT

/// An attribute with a default, whose property is never nil. Created by
/// ``WritableAttribute/defaulting(to:)``.
///
/// The property returns the default if the value is missing or null. The default is only for
/// reading and is never written on its own; `album.plays += 1` writes the sum. Because the property
/// is never nil, neither `nil` nor `.null` can be assigned. `vox.remove(\.plays)` removes the
/// member, and `vox.setNull(\.plays)` writes null.
///
/// A value that does not convert (a string instead of a number, an unknown case of an enumeration)
/// is a failure. A property cannot throw, so it returns the default, and the document records the
/// failure. `vox.value(\.plays)` throws it. Assigning to the property does not replace such a
/// value, because the new value may come from the default. The assignment fails, and so does
/// writing the document. `vox.set(\.plays, to: 3)` and `vox.remove(\.plays)` replace the value.
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

    /// True.
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
    /// Returns the same attribute with a default, which reading uses if the value is missing or
    /// null.
    @inlinable
    public func defaulting(to value: Value) -> Defaulted<Self> {
        Defaulted(base: self, defaultValue: value)
    }
}
