// SPDX-License-Identifier: MIT

/// An attribute whose property is never nil: a default stands in where the value is missing or null.
/// Made by ``WritableAttribute/defaulting(to:)``.
///
/// The default is for reading alone. It is never written by itself; `album.plays += 1` writes the
/// sum. The property is never nil, so neither `nil` nor `.null` can be assigned: `vox.remove(\.plays)`
/// takes the member out, `vox.setNull(\.plays)` writes null.
///
/// A value that does not convert (text for a number, an unknown case of an enumeration) is a failure. A
/// property cannot throw, so it gives the default, and the failure is noted as for every plain read;
/// `vox.value(\.plays)` throws it. A plain write does not replace such a value, because what is written
/// may be the default that was read: the write fails, and so does what is written of the document.
/// `vox.set(\.plays, to: 3)` and `vox.remove(\.plays)` replace it.
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

    /// True.
    @inlinable
    public var hasDefault: Bool { true }

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
