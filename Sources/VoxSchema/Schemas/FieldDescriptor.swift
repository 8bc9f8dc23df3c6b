// SPDX-License-Identifier: MIT

/// What a schema consists of: attributes and relationships.
public protocol FieldDescriptor: Sendable {
    /// The name that the schema states, or the path.
    var name: StaticString { get }

    /// True when the name is a dotted path to a field inside nested objects; false, the default, for a
    /// field of the object itself.
    var isPath: Bool { get }

    /// True when the name is that in JSON whatever the ``KeyStrategy``.
    var isExact: Bool { get }
}

extension FieldDescriptor {
    /// False: a field of the object itself.
    @inlinable
    public var isPath: Bool { false }
}

/// An attribute: ``Attribute``, what is made of one (``Transformed``, ``Defaulted``, ``Renamed``,
/// ``ReadOnly``, ``WriteOnce``), and kinds of one's own.
public protocol AttributeDescriptor: FieldDescriptor {
    /// The Swift type of the value.
    associatedtype Value

    /// The type of the property, made from a value or its absence.
    associatedtype Property

    /// Which requests carry the attribute.
    var access: WriteAccess { get }

    /// Where the attribute is written, when that is not where it is read; nil is the default. See
    /// ``WritableAttribute/written(as:)``.
    var writtenName: StatedName? { get }

    /// True when something is made of null; else null is no value.
    var acceptsNull: Bool { get }

    /// True when a default stands in where there is no value. A plain write then refuses to replace a
    /// value that does not convert: it might be the default that was read in its place.
    var hasDefault: Bool { get }

    /// Makes the value of what stands in JSON.
    func read(_ json: JSON) throws(JSONError) -> Value

    /// Makes the value of one that is lent for the call, where that spares a view; nil, the default,
    /// says nothing about the value.
    func read(borrowed value: BorrowedJSONScalar) -> Value?

    /// Writes a value where the view points.
    func write(_ value: Value, to json: JSON) throws(JSONError)

    /// What the property gives; nil stands for a value that is missing, null, or does not convert.
    func property(_ value: Value?) -> Property
}

extension AttributeDescriptor {
    /// Nil: it is written where it is read.
    @inlinable
    public var writtenName: StatedName? { nil }

    /// False: the property is nil where there is no value.
    @inlinable
    public var hasDefault: Bool { false }

    /// Nil: a view is made.
    @inlinable
    public func read(borrowed value: BorrowedJSONScalar) -> Value? { nil }
}

/// An attribute whose property can be set.
public protocol WritableAttribute: AttributeDescriptor {
    /// What to write when the property is set; nil removes.
    func value(_ property: Property) -> Value?
}

/// An attribute made of another, from which it takes what it does not change: a kind of one's own states
/// what it changes, and `base`.
public protocol DerivedAttribute: AttributeDescriptor {
    /// What it is made of.
    associatedtype Base: AttributeDescriptor

    /// What it is made of.
    var base: Base { get }
}

extension DerivedAttribute {
    /// The name that the schema states.
    @inlinable
    public var name: StaticString { base.name }

    /// True when the name is that in JSON whatever the ``KeyStrategy``.
    @inlinable
    public var isExact: Bool { base.isExact }

    /// True when the name is a dotted path to a field inside nested objects.
    @inlinable
    public var isPath: Bool { base.isPath }

    /// Where the attribute is written, when that is not where it is read.
    @inlinable
    public var writtenName: StatedName? { base.writtenName }

    /// Which requests carry the attribute.
    @inlinable
    public var access: WriteAccess { base.access }

    /// True when something is made of null; else null is no value.
    @inlinable
    public var acceptsNull: Bool { base.acceptsNull }

    /// True when a default stands in where there is no value.
    @inlinable
    public var hasDefault: Bool { base.hasDefault }
}

extension DerivedAttribute where Value == Base.Value {
    /// Makes the value of what stands in JSON.
    @inlinable
    public func read(_ json: JSON) throws(JSONError) -> Value { try base.read(json) }

    /// Makes the value of one that is lent for the call.
    @inlinable
    public func read(borrowed value: BorrowedJSONScalar) -> Value? { base.read(borrowed: value) }

    /// Writes a value where the view points.
    @inlinable
    public func write(_ value: Value, to json: JSON) throws(JSONError) {
        try base.write(value, to: json)
    }
}

extension DerivedAttribute where Value == Base.Value, Property == Base.Property {
    /// What the property gives.
    @inlinable
    public func property(_ value: Value?) -> Property { base.property(value) }
}

/// Which requests carry an attribute.
public enum WriteAccess: Hashable, Sendable {
    /// All.
    case always
    /// Those that create the resource.
    case onCreate
    /// None: it is the server's.
    case never
}
