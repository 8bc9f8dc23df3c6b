// SPDX-License-Identifier: MIT

/// An attribute of a resource: its JSON name, and the Swift type of its value.
public struct Attribute<Value: JSONConvertible>: Sendable {
    /// The name of the member in `attributes`.
    public let name: StaticString

    /// Names an attribute.
    @inlinable
    public init(_ name: StaticString) { self.name = name }
}

/// JSON null, to be assigned: `album.year = .null`. Assigning `nil` removes the member instead.
public enum Null: Hashable, Sendable {
    /// JSON null.
    case null
}

/// What stands in a member: nothing, null, or a value.
public typealias MemberState = JSON.State
