// SPDX-License-Identifier: MIT

/// The way from a resource over one relationship, or several, to other resources.
///
/// Written as a key path of the schema: `\.artist`, `\.artist.debut`. Every step is checked by the
/// compiler. A relationship that is called as a property of ``ToOne`` or ``ToMany``, `name` for one,
/// cannot be a later step; paths of text can name it.
@dynamicMemberLookup
public protocol RelationshipPath<Target>: Sendable {
    /// What is at the end: the schema of the resources, or a union of several.
    associatedtype Target: RelationshipTarget

    /// The JSON names of the steps, seen from a resource of a schema.
    func names(from schema: any ResourceSchema.Type) -> [String]
}

extension RelationshipPath where Target: ResourceSchema {
    /// A further step.
    public subscript<Next: RelationshipPath>(
        dynamicMember path: KeyPath<Target, Next>
    ) -> LongerPath<Self, Next> {
        LongerPath(first: self, next: Target()[keyPath: path])
    }
}

extension RelationshipDescriptor {
    /// The name of the relationship.
    public func names(from schema: any ResourceSchema.Type) -> [String] {
        [schema.name(of: self).text]
    }
}

extension Required: RelationshipPath where Base: RelationshipDescriptor {
    /// The schema of the resources at the end.
    public typealias Target = Base.Target
}

/// A path with one step more.
public struct LongerPath<First: RelationshipPath, Next: RelationshipPath>: RelationshipPath
where First.Target: ResourceSchema {
    /// Where the last step leads.
    public typealias Target = Next.Target

    let first: First
    let next: Next

    /// The names of all steps, each by the schema that it starts from.
    public func names(from schema: any ResourceSchema.Type) -> [String] {
        first.names(from: schema) + next.names(from: First.Target.self)
    }
}
