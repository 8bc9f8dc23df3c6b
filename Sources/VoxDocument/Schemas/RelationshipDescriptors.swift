// SPDX-License-Identifier: MIT

/// A relationship to at most one resource. The target has one schema, or is one of several types
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

/// A relationship to any number of resources. The targets have one schema, or are of several types
/// (``ResourceUnion``).
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

/// A relationship to one or many resources, required or not. Functions that take a relationship by
/// its key path have a parameter of this type.
public protocol RelationshipDescriptor<Target>: FieldDescriptor, RelationshipPath {}

/// A ``ToOne`` relationship, required or not.
public protocol ToOneDescriptor<Target>: RelationshipDescriptor {}

/// A ``ToMany`` relationship, required or not.
public protocol ToManyDescriptor<Target>: RelationshipDescriptor {}

extension RelationshipDescriptor {
    /// Returns the same relationship as a required one.
    ///
    /// The property of a required relationship is not optional. Reading it throws if the linkage is
    /// missing, or if a to-one relationship is empty. An empty list is accepted.
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
