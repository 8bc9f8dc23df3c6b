// SPDX-License-Identifier: MIT

extension FieldMark {
    /// An attribute that is read under one name and written under another name.
    /// ``WritableAttribute/written(as:)`` and its variants create a renamed attribute.
    ///
    /// The name for reading and the name for writing belong to different members. Setting the
    /// property changes only the member for writing. The property returns the member for reading,
    /// so the property has the old value until the server returns a new value. `changes()`,
    /// `revert()` and requests use the member for writing.
    ///
    /// ```swift
    /// struct Person: ObjectSchema {
    ///     let name = Attribute<String>("display_name").written(as: "name")
    /// }
    /// ```
    public struct Renamed<Base: WritableAttribute>: Derived, WritableAttribute {
        /// The type of the value.
        public typealias Value = Base.Value

        /// The type of the property.
        public typealias Property = Base.Property

        /// The attribute that is used for reading.
        public let base: Base

        /// The name that is used for writing.
        public let writtenName: (name: StaticString, isPath: Bool, isExact: Bool)?

        @inlinable
        init(base: Base, name: StaticString, isPath: Bool = false, isExact: Bool = false) {
            self.base = base
            writtenName = (name, isPath, isExact)
        }

        /// Returns the value that the base attribute writes.
        @inlinable
        public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
    }
}

extension WritableAttribute {
    /// Returns a copy of this attribute that writes a member with another name.
    ///
    /// The ``KeyStrategy`` of the schema converts the name to a name in JSON. The member for
    /// reading stays the same and is never written.
    @inlinable public func written(as name: StaticString) -> FieldMark.Renamed<Self> {
        FieldMark.Renamed(base: self, name: name)
    }

    /// Returns a copy of this attribute that writes a member with the given name in JSON. The
    /// ``KeyStrategy`` of the schema does not convert the name.
    @inlinable public func written(exactlyAs name: StaticString) -> FieldMark.Renamed<Self> {
        FieldMark.Renamed(base: self, name: name, isExact: true)
    }

    /// Returns a copy of this attribute that writes a member of a nested object at a dotted path,
    /// as in ``Attribute/init(at:)``.
    @inlinable public func written(at path: StaticString) -> FieldMark.Renamed<Self> {
        FieldMark.Renamed(base: self, name: path, isPath: true)
    }

    /// Returns a copy of this attribute that writes a member of a nested object at a dotted path of
    /// names in JSON.
    @inlinable public func written(exactlyAt path: StaticString) -> FieldMark.Renamed<Self> {
        FieldMark.Renamed(base: self, name: path, isPath: true, isExact: true)
    }
}
