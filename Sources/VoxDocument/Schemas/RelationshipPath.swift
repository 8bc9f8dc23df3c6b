// SPDX-License-Identifier: MIT

/// A path from a resource through one or more relationships to other resources.
///
/// A path is written as a key path of the schema: `\.artist`, `\.artist.debut`. The compiler checks
/// every step of the path. If a relationship has the name of a property of ``ToOne`` or ``ToMany``,
/// such as `name`, a key path can contain the relationship only as its first step. To use the
/// relationship as a later step, write the path as a string.
@dynamicMemberLookup
public protocol RelationshipPath<Target>: Sendable {
    /// The target of the path: the schema of the resources, or a union of several types.
    associatedtype Target: RelationshipTarget

    /// Returns the names of the steps in JSON. The path begins at a resource of the given schema.
    func names(from schema: any ResourceSchema.Type) -> [String]
}

extension RelationshipPath where Target: ResourceSchema {
    /// Appends a step.
    public subscript<Next: RelationshipPath>(
        dynamicMember path: KeyPath<Target, Next>
    ) -> some RelationshipPath<Next.Target> {
        LongerPath(first: self, next: Target()[keyPath: path])
    }
}

extension RelationshipDescriptor {
    /// Returns the name of the relationship.
    public func names(from schema: any ResourceSchema.Type) -> [String] {
        [schema.name(of: self).text]
    }
}

extension FieldMark.Required: RelationshipPath where Base: RelationshipDescriptor {
    /// The schema of the resources at the end of the path.
    public typealias Target = Base.Target
}

/// A path that consists of another path and one more step.
struct LongerPath<First: RelationshipPath, Next: RelationshipPath>: RelationshipPath
where First.Target: ResourceSchema {
    typealias Target = Next.Target

    let first: First
    let next: Next

    /// Returns the names of all steps. The schema at each step converts the name of that step.
    func names(from schema: any ResourceSchema.Type) -> [String] {
        first.names(from: schema) + next.names(from: First.Target.self)
    }
}
