// SPDX-License-Identifier: MIT

/// A relationship to at most one resource. The target of the relationship has one schema, or is one
/// of several types (``ResourceUnion``).
public struct ToOne<Target: RelationshipTarget>: RelationshipDescriptor {
    /// The type of the primary data in a document that contains the related resource.
    public typealias Primary = Target

    /// The name of the relationship in the schema.
    public let schemaName: StaticString

    /// True if the given name is the exact name in JSON: the `KeyStrategy` does not convert it.
    public let isExact: Bool

    /// Creates a relationship. The `KeyStrategy` of the schema converts the name in the schema to
    /// the name in JSON.
    @inlinable
    public init(_ name: StaticString) {
        schemaName = name
        isExact = false
    }

    /// Creates a relationship with an exact name in JSON, which the `KeyStrategy` of the schema
    /// does not convert.
    @inlinable
    public init(exactly name: StaticString) {
        schemaName = name
        isExact = true
    }
}

/// A relationship to any number of resources. The targets of the relationship have one schema, or
/// are of several types (``ResourceUnion``).
public struct ToMany<Target: RelationshipTarget>: RelationshipDescriptor {
    /// The type of the primary data in a document that contains the related resources.
    public typealias Primary = [Target]

    /// The name of the relationship in the schema.
    public let schemaName: StaticString

    /// True if the given name is the exact name in JSON: the `KeyStrategy` does not convert it.
    public let isExact: Bool

    /// Creates a relationship. The `KeyStrategy` of the schema converts the name in the schema to
    /// the name in JSON.
    @inlinable
    public init(_ name: StaticString) {
        schemaName = name
        isExact = false
    }

    /// Creates a relationship with an exact name in JSON, which the `KeyStrategy` of the schema
    /// does not convert.
    @inlinable
    public init(exactly name: StaticString) {
        schemaName = name
        isExact = true
    }
}

/// A to-one or to-many relationship, which may be required. A function that takes a key path of a
/// relationship has a parameter of this type: `some RelationshipDescriptor<Target, Target>` for a
/// to-one relationship, and `some RelationshipDescriptor<Target, [Target]>` for a to-many
/// relationship.
public protocol RelationshipDescriptor<Target, Primary>: FieldDescriptor, RelationshipPath {
    /// The type of the primary data in a document that contains the related resources: `Target` for
    /// a ``ToOne`` relationship, and `[Target]` for a ``ToMany`` relationship.
    associatedtype Primary: PrimaryData
}

extension RelationshipDescriptor {
    /// Returns a required copy of this relationship.
    ///
    /// The property of a required relationship is not optional. Reading a required relationship
    /// throws if the linkage is missing, or if the linkage of a to-one relationship is null. An
    /// empty list does not cause an error.
    @inlinable public func required() -> FieldMark.Required<Self> { FieldMark.Required(base: self) }

    var isToMany: Bool { Primary.isList }

    /// The schema of the related resources. A list of several types has `AnyResource` as its
    /// schema.
    var target: any ResourceSchema.Type { Target.Schema.self }
}

extension FieldMark.Required: RelationshipDescriptor where Base: RelationshipDescriptor {
    /// The type of the primary data in a document that contains the related resources.
    public typealias Primary = Base.Primary
}

/// A required relationship.
protocol RequiredRelationship: RelationshipDescriptor {}

extension FieldMark.Required: RequiredRelationship where Base: RelationshipDescriptor {}
