// SPDX-License-Identifier: MIT

/// An attribute that is read under one name and written under another. Made by
/// ``WritableAttribute/written(as:)`` and its kin.
///
/// The two are members of their own: what is written changes the one, and the property goes on giving what
/// the other says, until the server does. Changes, going back and requests are about the one that is
/// written.
///
/// ```swift
/// struct Person: ObjectSchema {
///     let name = Attribute<String>("display_name").written(as: "name")
/// }
/// ```
public struct Renamed<Base: WritableAttribute>: DerivedAttribute, WritableAttribute {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The type of the property.
    public typealias Property = Base.Property

    /// The attribute as it is read.
    public let base: Base

    /// Where it is written.
    public let writtenName: StatedName?

    @inlinable
    init(base: Base, writtenName: StatedName) {
        self.base = base
        self.writtenName = writtenName
    }

    /// As without the other name.
    @inlinable
    public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
}

extension WritableAttribute {
    /// The same attribute, written under another name, which the ``KeyStrategy`` of the schema makes one of
    /// JSON. Reading is as before, and the member that is read is never written.
    @inlinable
    public func written(as name: StaticString) -> Renamed<Self> {
        Renamed(base: self, writtenName: StatedName(name))
    }

    /// The same attribute, written under the name that JSON has, whatever the ``KeyStrategy`` of the schema.
    @inlinable
    public func written(exactlyAs name: StaticString) -> Renamed<Self> {
        Renamed(base: self, writtenName: StatedName(name, isExact: true))
    }

    /// The same attribute, written into a nested object, at a dotted path as that of ``Attribute/init(at:)``.
    @inlinable
    public func written(at path: StaticString) -> Renamed<Self> {
        Renamed(base: self, writtenName: StatedName(path, isPath: true))
    }

    /// The same attribute, written into a nested object, by the names that JSON has on the way.
    @inlinable
    public func written(exactlyAt path: StaticString) -> Renamed<Self> {
        Renamed(base: self, writtenName: StatedName(path, isPath: true, isExact: true))
    }
}
