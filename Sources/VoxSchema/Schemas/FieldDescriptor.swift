// SPDX-License-Identifier: MIT

/// A field of a schema: an attribute or a relationship.
public protocol FieldDescriptor: Sendable {
    /// The name in the schema, or the path.
    var schemaName: StaticString { get }

    /// True if the name is a dotted path to a field inside nested objects. The default is false,
    /// which means a field of the object itself.
    var isPath: Bool { get }

    /// True if the given name is already the name in JSON, so that the ``KeyStrategy`` does not
    /// convert it.
    var isExact: Bool { get }
}

extension FieldDescriptor {
    /// `isPath` is false, because the field belongs to the object itself.
    @inlinable
    public var isPath: Bool { false }
}

/// An attribute of a schema: an ``Attribute``, an attribute derived from another attribute
/// (``Transformed``, ``Defaulted``, ``Renamed``, ``ReadOnly``, ``WriteOnce``), or a kind of
/// attribute that a program defines.
public protocol AttributeDescriptor: FieldDescriptor, FilterOperand {
    /// The type of the property, which is created from an optional value.
    associatedtype Property

    /// The requests that contain the attribute.
    var access: WriteAccess { get }

    /// The name for writing the attribute, if it differs from the name for reading the attribute.
    /// The default is nil. See ``WritableAttribute/written(as:)``.
    ///
    /// `name` is the name in the schema, or a dotted path if `isPath` is true. If `isExact` is true,
    /// the ``KeyStrategy`` does not convert it.
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

    /// Decodes a value that is borrowed for the call. Decoding a borrowed value is faster, because
    /// no view is created.
    ///
    /// The default implementation returns nil. If the result is nil, the value is decoded through a
    /// view.
    func read(borrowed value: BorrowedJSONScalar) -> Value?

    /// Returns the property for a value. A nil value means that the attribute is missing, is null,
    /// or cannot be converted.
    func property(_ value: Value?) -> Property
}

extension AttributeDescriptor {
    /// The name is nil, because the name for writing is the same as the name for reading.
    @inlinable
    public var writtenName: (name: StaticString, isPath: Bool, isExact: Bool)? { nil }

    /// `hasDefault` is false, because the attribute has no default.
    @inlinable
    public var hasDefault: Bool { false }

    /// Returns nil, so that the caller decodes the value through a view.
    @inlinable
    public func read(borrowed value: BorrowedJSONScalar) -> Value? { nil }
}

/// An attribute whose property can be set.
public protocol WritableAttribute: AttributeDescriptor {
    /// Returns the value to write when the property is set. Nil removes the member.
    func value(_ property: Property) -> Value?
}

/// An attribute that is derived from another attribute.
///
/// To define a new kind of attribute, a program implements `base` and the requirements that differ
/// from the base. All other requirements use the implementation of the base attribute.
public protocol DerivedAttribute: AttributeDescriptor {
    /// The type of the base attribute.
    associatedtype Base: AttributeDescriptor

    /// The base attribute. This attribute is derived from the base attribute.
    var base: Base { get }
}

extension DerivedAttribute {
    /// The name of the field in the schema.
    @inlinable
    public var schemaName: StaticString { base.schemaName }

    /// True if the given name is already the name in JSON, so that the ``KeyStrategy`` does not
    /// convert it.
    @inlinable
    public var isExact: Bool { base.isExact }

    /// True if the name is a dotted path to a field inside nested objects.
    @inlinable
    public var isPath: Bool { base.isPath }

    /// The name for writing the attribute, if it differs from the name for reading the attribute.
    @inlinable
    public var writtenName: (name: StaticString, isPath: Bool, isExact: Bool)? { base.writtenName }

    /// The requests that contain the attribute.
    @inlinable
    public var access: WriteAccess { base.access }

    /// True if null is converted to a value. If `acceptsNull` is false, a null attribute has no
    /// value.
    @inlinable
    public var acceptsNull: Bool { base.acceptsNull }

    /// True if the property of the attribute has a default.
    @inlinable
    public var hasDefault: Bool { base.hasDefault }
}

extension DerivedAttribute where Value == Base.Value {
    /// Decodes the value from JSON.
    @inlinable
    public func read(_ json: JSON) throws(JSONError) -> Value { try base.read(json) }

    /// Decodes a value that is borrowed for the call.
    @inlinable
    public func read(borrowed value: BorrowedJSONScalar) -> Value? { base.read(borrowed: value) }

    /// Writes a value at the position of the view.
    @inlinable
    public func write(_ value: Value, to json: JSON) throws(JSONError) {
        try base.write(value, to: json)
    }
}

extension DerivedAttribute where Value == Base.Value, Property == Base.Property {
    /// Returns the property for a value.
    @inlinable
    public func property(_ value: Value?) -> Property { base.property(value) }
}

/// Says which requests contain an attribute.
public enum WriteAccess: Hashable, Sendable {
    /// All requests.
    case always
    /// Only requests that create the resource contain the attribute.
    case onCreate
    /// No request contains the attribute, because only the server writes it.
    case never
}
