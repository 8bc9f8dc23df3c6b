// SPDX-License-Identifier: MIT

/// A relationship to at most one resource.
public struct ToOne<Target: ResourceSchema>: FieldDescriptor {
    /// The name that the schema states.
    public let name: StaticString

    /// True when the name is that in JSON whatever the ``KeyStrategy``.
    public let isExact: Bool

    /// Names a relationship; the name in JSON is made by the ``KeyStrategy`` of the schema.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isExact = false
    }

    /// Names a relationship as it is called in JSON, whatever the ``KeyStrategy`` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isExact = true
    }
}

/// A relationship to any number of resources.
public struct ToMany<Target: ResourceSchema>: FieldDescriptor {
    /// The name that the schema states.
    public let name: StaticString

    /// True when the name is that in JSON whatever the ``KeyStrategy``.
    public let isExact: Bool

    /// Names a relationship; the name in JSON is made by the ``KeyStrategy`` of the schema.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isExact = false
    }

    /// Names a relationship as it is called in JSON, whatever the ``KeyStrategy`` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isExact = true
    }
}

/// ``ToOne`` and ``ToMany``.
protocol RelationshipDescriptor: FieldDescriptor {
    var isToMany: Bool { get }
    /// The schema of the resources at its end.
    var target: any ResourceSchema.Type { get }
}

extension ToOne: RelationshipDescriptor {
    var isToMany: Bool { false }
    var target: any ResourceSchema.Type { Target.self }
}

extension ToMany: RelationshipDescriptor {
    var isToMany: Bool { true }
    var target: any ResourceSchema.Type { Target.self }
}
