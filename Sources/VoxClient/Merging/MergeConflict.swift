// SPDX-License-Identifier: MIT

/// A value that two clients have changed in different ways.
public struct MergeConflict: Hashable, Sendable {
    /// The JSON Pointer of the value, relative to the resource object, such as
    /// `/attributes/title` or `/relationships/artist/data`.
    public let pointer: String
    /// The value that was read before both changes; nil if there was no value.
    public let base: JSONValue?
    /// The value in the resource of this program; nil if the program removed it.
    public let mine: JSONValue?
    /// The value that the server has now; nil if the value was removed.
    public let theirs: JSONValue?

    /// The decision on a conflict.
    public enum Decision: Hashable, Sendable {
        /// The program sends its own value, which replaces the value of the server.
        case mine
        /// The program takes the value of the server.
        case theirs
        /// The program sends another value, such as a value with both changes.
        case value(JSONValue)
    }

    /// Returns true if the conflict concerns an attribute or a part of its value.
    public func isAt<Schema: ResourceSchema>(
        _ path: KeyPath<Schema, some AttributeDescriptor>
    ) -> Bool {
        let names = Schema.writtenName(of: Schema()[keyPath: path]).names
        let place = (["attributes"] + names).map { JSON.pointerSegment($0) }.joined()
        return ExactText(pointer) == ExactText(place)
            || pointer.utf8.starts(with: (place + "/").utf8)
    }

    /// Returns true if the conflict concerns a relationship.
    public func isAt<Schema: ResourceSchema>(
        _ path: KeyPath<Schema, some RelationshipDescriptor>
    ) -> Bool {
        let place = ["relationships", Schema.name(of: path), "data"]
        return ExactText(pointer) == ExactText(place.map { JSON.pointerSegment($0) }.joined())
    }
}
