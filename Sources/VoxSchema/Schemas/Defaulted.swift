// SPDX-License-Identifier: MIT

/// An attribute whose property is never nil: a default stands in where the value is missing or null.
/// Made by ``WritableAttribute/defaulting(to:)``.
///
/// The default is for reading alone. It is never written by itself; `album.plays += 1` writes the
/// sum. The property is never nil, so neither `nil` nor `.null` can be assigned: `vox.remove(\.plays)`
/// takes the member out, `vox.setNull(\.plays)` writes null. Where the value is of another kind, the
/// default stands in as well, and the failure is noted, as for every plain read.
public struct Defaulted<Base: WritableAttribute>: DerivedAttribute, WritableAttribute
where Base.Value: Sendable {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The attribute without a default.
    public let base: Base

    /// What stands in.
    public let defaultValue: Base.Value

    @inlinable
    init(base: Base, defaultValue: Base.Value) {
        self.base = base
        self.defaultValue = defaultValue
    }

    /// The value, or the default.
    @inlinable
    public func property(_ value: Base.Value?) -> Base.Value { value ?? defaultValue }

    /// The value as it is.
    @inlinable
    public func value(_ property: Base.Value) -> Base.Value? { property }
}

extension WritableAttribute where Property == Value?, Value: Sendable {
    /// The same attribute with a value that stands in, on reading, where it is missing or null.
    @inlinable
    public func defaulting(to value: Value) -> Defaulted<Self> {
        Defaulted(base: self, defaultValue: value)
    }
}
