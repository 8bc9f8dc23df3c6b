// SPDX-License-Identifier: MIT

/// A relationship to at most one resource: of a schema, or of one of several types
/// (``ResourceUnion``).
public struct ToOne<Target: RelationshipTarget>: ToOneDescriptor {
    /// The name in the schema.
    public let name: StaticString

    /// True if the name is the name in JSON, regardless of the `KeyStrategy`.
    public let isExact: Bool

    /// Creates a relationship. The `KeyStrategy` of the schema converts the name to the name in
    /// JSON.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isExact = false
    }

    /// Creates a relationship with its name in JSON, regardless of the `KeyStrategy` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isExact = true
    }
}

/// A relationship to any number of resources: of a schema, or of several types (``ResourceUnion``).
public struct ToMany<Target: RelationshipTarget>: ToManyDescriptor {
    /// The name in the schema.
    public let name: StaticString

    /// True if the name is the name in JSON, regardless of the `KeyStrategy`.
    public let isExact: Bool

    /// Creates a relationship. The `KeyStrategy` of the schema converts the name to the name in
    /// JSON.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isExact = false
    }

    /// Creates a relationship with its name in JSON, regardless of the `KeyStrategy` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isExact = true
    }
}

/// A relationship to one or many resources, required or not. It is the type of parameters that take
/// a relationship by its key path.
public protocol RelationshipDescriptor<Target>: FieldDescriptor, RelationshipPath {}

/// ``ToOne``, required or not.
public protocol ToOneDescriptor<Target>: RelationshipDescriptor {}

/// ``ToMany``, required or not.
public protocol ToManyDescriptor<Target>: RelationshipDescriptor {}

extension RelationshipDescriptor {
    /// Returns the same relationship as a required one.
    ///
    /// Its property is not optional. Reading it throws if there is no related resource, or no list
    /// of them. An empty list is accepted.
    @inlinable
    public func required() -> Required<Self> { Required(base: self) }

    var isToMany: Bool { self is any ToManyDescriptor }

    /// The schema of the related resources. A list of several types has `AnyResource` as its
    /// schema.
    var target: any ResourceSchema.Type { Target.Schema.self }
}

extension Required: RelationshipDescriptor where Base: RelationshipDescriptor {}
extension Required: ToOneDescriptor where Base: ToOneDescriptor {}
extension Required: ToManyDescriptor where Base: ToManyDescriptor {}

/// A required relationship.
protocol RequiredRelationship: RelationshipDescriptor {}

extension Required: RequiredRelationship where Base: RelationshipDescriptor {}
