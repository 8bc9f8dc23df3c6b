// SPDX-License-Identifier: MIT

/// A field of a schema: an attribute or a relationship.
public protocol FieldDescriptor: Sendable {
    /// The name in the schema, or the path.
    var schemaName: StaticString { get }

    /// True if the name is a dotted path to a field inside nested objects. The default is false,
    /// which means a field of the object itself.
    var isPath: Bool { get }

    /// True if the name in the schema is the exact name in JSON, which the ``KeyStrategy`` does not
    /// convert.
    var isExact: Bool { get }
}

extension FieldDescriptor {
    /// `isPath` is false, because the field belongs to the object itself.
    @inlinable
    public var isPath: Bool { false }
}

/// An attribute of a schema: an ``Attribute``, an attribute derived from another attribute
/// (``FieldMark/Transformed``, ``FieldMark/Defaulted``, ``FieldMark/Renamed``,
/// ``FieldMark/ReadOnly``, ``FieldMark/WriteOnce``), or a kind of attribute that a program defines.
public protocol AttributeDescriptor: FieldDescriptor, FilterOperand {
    /// The type of the property, which is created from an optional value.
    associatedtype Property

    /// The requests that contain the attribute.
    var access: FieldMark.Access { get }

    /// The name for writing the attribute; nil (the default) if the names for writing and reading
    /// are the same. See ``WritableAttribute/written(as:)``.
    ///
    /// `name` is the name in the schema, or a dotted path if `isPath` is true. If `isExact` is
    /// true, the ``KeyStrategy`` does not convert the name.
    var writtenName: (name: StaticString, isPath: Bool, isExact: Bool)? { get }

    /// True if null is converted to a value. If `acceptsNull` is false, a null attribute has no
    /// value.
    var acceptsNull: Bool { get }

    /// True if the property of the attribute has a default.
    ///
    /// If the value in the document cannot be converted, an assignment to a property with a default
    /// fails, because the new value may have been computed from the default.
    var hasDefault: Bool { get }

    /// Decodes the value from JSON.
    func read(_ json: JSON) throws(JSONError) -> Value

    /// Decodes a value that is borrowed for the call. Decoding a borrowed value is faster than
    /// decoding through a view, because no view is created.
    ///
    /// The default implementation returns nil. If the result is nil, the value is decoded through a
    /// view.
    func read(borrowed value: JSON.BorrowedScalar) -> Value?

    /// Returns the property for a value. A nil value means that the attribute is missing, is null,
    /// or cannot be converted.
    func property(_ value: Value?) -> Property
}

extension AttributeDescriptor {
    /// `writtenName` is nil, because the names for writing and reading are the same.
    @inlinable
    public var writtenName: (name: StaticString, isPath: Bool, isExact: Bool)? { nil }

    /// `hasDefault` is false, because the attribute has no default.
    @inlinable
    public var hasDefault: Bool { false }

    /// Returns nil, so that the caller decodes the value through a view.
    @inlinable public func read(borrowed value: JSON.BorrowedScalar) -> Value? { nil }
}

/// An attribute whose property can be set.
public protocol WritableAttribute: AttributeDescriptor {
    /// Returns the value to write when the property is set. Nil removes the member.
    func value(_ property: Property) -> Value?
}

extension FieldMark {
    /// An attribute that is derived from another attribute.
    ///
    /// To define a new kind of attribute, a program implements `base` and the requirements that the
    /// new kind changes. All other requirements use the implementation of the base attribute.
    public protocol Derived: AttributeDescriptor {
        /// The type of the base attribute.
        associatedtype Base: AttributeDescriptor

        /// The attribute from which this attribute is derived.
        var base: Base { get }
    }
}

extension FieldMark.Derived {
    /// The name of the field in the schema.
    @inlinable
    public var schemaName: StaticString { base.schemaName }

    /// True if the name in the schema is the exact name in JSON, which the ``KeyStrategy`` does not
    /// convert.
    @inlinable
    public var isExact: Bool { base.isExact }

    /// True if the name is a dotted path to a field inside nested objects.
    @inlinable
    public var isPath: Bool { base.isPath }

    /// The name for writing the attribute; nil if the names for writing and reading are the same.
    @inlinable
    public var writtenName: (name: StaticString, isPath: Bool, isExact: Bool)? { base.writtenName }

    /// The requests that contain the attribute.
    @inlinable public var access: FieldMark.Access { base.access }

    /// True if null is converted to a value. If `acceptsNull` is false, a null attribute has no
    /// value.
    @inlinable
    public var acceptsNull: Bool { base.acceptsNull }

    /// True if the property of the attribute has a default.
    @inlinable
    public var hasDefault: Bool { base.hasDefault }
}

extension FieldMark.Derived where Value == Base.Value {
    /// Decodes the value from JSON.
    @inlinable
    public func read(_ json: JSON) throws(JSONError) -> Value { try base.read(json) }

    /// Decodes a value that is borrowed for the call.
    @inlinable
    public func read(borrowed value: JSON.BorrowedScalar) -> Value? { base.read(borrowed: value) }

    /// Writes a value at the position of the view.
    @inlinable
    public func write(_ value: Value, to json: JSON) throws(JSONError) {
        try base.write(value, to: json)
    }
}

extension FieldMark.Derived where Value == Base.Value, Property == Base.Property {
    /// Returns the property for a value.
    @inlinable
    public func property(_ value: Value?) -> Property { base.property(value) }
}

extension FieldMark {
    /// Says which requests contain an attribute.
    public enum Access: Hashable, Sendable {
        /// All requests.
        case always
        /// Only requests that create the resource contain the attribute.
        case onCreate
        /// No request contains the attribute, because only the server writes it.
        case never
    }
}
