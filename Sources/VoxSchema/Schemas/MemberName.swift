// SPDX-License-Identifier: MIT

/// The name of a member as JSON has it.
///
/// A name that a schema states is never copied; one that a ``KeyStrategy`` made is text of its own.
public enum MemberName: Sendable {
    /// As the schema states it.
    case stated(StaticString)
    /// As a key strategy, or the caller, made it.
    case made(String)

    /// The name as text.
    public var text: String {
        switch self {
        case .stated(let name): String(describing: name)
        case .made(let name): name
        }
    }

    package func isEqual(to other: MemberName) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
}

extension Node {
    /// The member of that name; null only when it is asked for.
    @inlinable
    package func rawMember(_ name: MemberName, orNull: Bool) -> OpaquePointer? {
        switch name {
        case .stated(let name): rawMember(name, orNull: orNull)
        case .made(let name): rawMember(name, orNull: orNull)
        }
    }

    /// The member of that name.
    package func member(_ name: MemberName) -> Node? {
        switch name {
        case .stated(let name): member(name)
        case .made(let name): member(name)
        }
    }
}
