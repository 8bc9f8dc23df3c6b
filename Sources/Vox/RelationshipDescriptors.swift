// SPDX-License-Identifier: MIT

/// A relationship to at most one resource.
public struct ToOne<Target: ResourceSchema>: Sendable {
    /// The name of the member in `relationships`.
    public let name: StaticString

    /// Names a relationship.
    @inlinable
    public init(_ name: StaticString) { self.name = name }
}

/// A relationship to any number of resources.
public struct ToMany<Target: ResourceSchema>: Sendable {
    /// The name of the member in `relationships`.
    public let name: StaticString

    /// Names a relationship.
    @inlinable
    public init(_ name: StaticString) { self.name = name }
}
