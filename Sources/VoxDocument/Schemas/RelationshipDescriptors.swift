// SPDX-License-Identifier: MIT

/// A relationship to at most one resource: of a schema, or of one of several types (``ResourceUnion``).
public struct ToOne<Target: RelationshipTarget>: ToOneDescriptor {
    /// The name that the schema states.
    public let name: StaticString

    /// True when the name is that in JSON whatever the `KeyStrategy`.
    public let isExact: Bool

    /// Names a relationship; the name in JSON is made by the `KeyStrategy` of the schema.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isExact = false
    }

    /// Names a relationship as it is called in JSON, whatever the `KeyStrategy` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isExact = true
    }
}

/// A relationship to any number of resources: of a schema, or of several types (``ResourceUnion``).
public struct ToMany<Target: RelationshipTarget>: ToManyDescriptor {
    /// The name that the schema states.
    public let name: StaticString

    /// True when the name is that in JSON whatever the `KeyStrategy`.
    public let isExact: Bool

    /// Names a relationship; the name in JSON is made by the `KeyStrategy` of the schema.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isExact = false
    }

    /// Names a relationship as it is called in JSON, whatever the `KeyStrategy` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isExact = true
    }
}

/// A relationship, to one resource or many, required or not: what calls take that ask for one by its key
/// path.
public protocol RelationshipDescriptor<Target>: FieldDescriptor, RelationshipPath {}

/// ``ToOne``, required or not.
public protocol ToOneDescriptor<Target>: RelationshipDescriptor {}

/// ``ToMany``, required or not.
public protocol ToManyDescriptor<Target>: RelationshipDescriptor {}

extension RelationshipDescriptor {
    /// The same relationship, whose property throws where there is none: no related resource, or no list
    /// of them (an empty one will do). It is no optional.
    @inlinable
    public func required() -> Required<Self> { Required(base: self) }

    var isToMany: Bool { self is any ToManyDescriptor }

    /// The schema of the resources at its end; of those of several types that of any.
    var target: any ResourceSchema.Type { Target.Schema.self }
}

extension Required: RelationshipDescriptor where Base: RelationshipDescriptor {}
extension Required: ToOneDescriptor where Base: ToOneDescriptor {}
extension Required: ToManyDescriptor where Base: ToManyDescriptor {}

/// A required relationship.
protocol RequiredRelationship: RelationshipDescriptor {}

extension Required: RequiredRelationship where Base: RelationshipDescriptor {}
