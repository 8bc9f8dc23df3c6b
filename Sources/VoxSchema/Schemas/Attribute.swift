// SPDX-License-Identifier: MIT

/// An attribute of a resource, or a member of a ``TypedObject``: its JSON name, and the Swift type of its
/// value.
///
/// ```swift
/// struct Track: ResourceSchema {
///     static let type = "tracks"
///     let title = Attribute<String>("title")
///     let length = Attribute<Int>("seconds")
///         .transformed(to: { Duration.seconds($0) }, from: { Int($0.components.seconds) })
///     let plays = Attribute<Int>("plays").defaulting(to: 0)
///     let isrc = Attribute<String>("isrc").writeOnce()
///     let added = Attribute<String>("added").readOnly()
/// }
/// ```
///
/// A dotted path leads to the member of a nested object: writing it makes the objects on
/// the way, removing it leaves them.
///
/// ```swift
/// struct Artist: ObjectSchema {
///     let followers = Attribute<Int>(at: "followers.total")     // {"followers": {"total": 12}}
/// }
/// ```
///
/// It holds one literal and no more, nothing that has to be released: a schema is made at every access,
/// and of such a one the compiler leaves nothing at run time but the name that is asked for.
public struct Attribute<Value: JSONConvertible>: WritableAttribute, BitwiseCopyable {
    /// The name that the schema states, or the path.
    public let name: StaticString

    /// True when the name is a dotted path to a member of a nested object.
    public let isPath: Bool

    /// True when the name is that in JSON whatever the ``KeyStrategy``.
    public let isExact: Bool

    /// Names an attribute; the name in JSON is made by the ``KeyStrategy`` of the schema.
    @inlinable
    public init(_ name: StaticString) {
        self.name = name
        isPath = false
        isExact = false
    }

    /// Names an attribute as it is called in JSON, whatever the ``KeyStrategy`` of the schema.
    @inlinable
    public init(exactly name: StaticString) {
        self.name = name
        isPath = false
        isExact = true
    }

    /// Names a member of a nested object by the names on the way to it, the outermost first, with dots in
    /// between; each becomes one of JSON by the ``KeyStrategy`` of the schema. Members whose names have a
    /// dot in them are out of its reach: a ``TypedObject`` names them one by one.
    ///
    /// In a resource the outermost object is an attribute, which requests carry whole: `readOnly()` and
    /// `writeOnce()` say nothing about them then.
    @inlinable
    public init(at path: StaticString) {
        name = path
        isPath = true
        isExact = false
    }

    /// Names a member of a nested object by the names that JSON has on the way to it, with dots in
    /// between, whatever the ``KeyStrategy`` of the schema.
    @inlinable
    public init(exactlyAt path: StaticString) {
        name = path
        isPath = true
        isExact = true
    }

    /// All requests carry it.
    @inlinable
    public var access: WriteAccess { .always }

    /// What the type says.
    @inlinable
    public var acceptsNull: Bool { Value.acceptsNull }

    /// Makes the value of what stands in JSON.
    @inlinable
    public func read(_ json: JSON) throws(JSONError) -> Value { try Value.decode(json) }

    /// Makes the value of one that is lent for the call.
    @inlinable
    public func read(borrowed value: BorrowedJSONScalar) -> Value? { Value.decode(borrowed: value) }

    /// Writes a value where the view points.
    @inlinable
    public func write(_ value: Value, to json: JSON) throws(JSONError) { try value.write(to: json) }

    /// The value as it is.
    @inlinable
    public func property(_ value: Value?) -> Value? { value }

    /// The value as it is.
    @inlinable
    public func value(_ property: Value?) -> Value? { property }
}

/// A value or JSON null, to be assigned to an attribute or a to-one relationship.
///
/// Assigning `nil` takes the member out instead.
///
/// ```swift
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let year = Attribute<Int>("year")
/// }
/// func fill(_ album: Resource<Album>, title: String?) {
///     album.title = .orNull(title)     // the text, or null where there is none
///     album.year = .null               // null
/// }
/// ```
///
/// Read as such, an attribute has its three states: `album.year as Nullable<Int>?` is nil when it is
/// missing, `.null`, or `.value`.
public enum Nullable<Value> {
    /// JSON null.
    case null
    /// A value.
    case value(Value)

    /// The value, or null where there is none.
    @inlinable
    public static func orNull(_ value: Value?) -> Nullable { value.map { .value($0) } ?? .null }
}

extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}
extension Nullable: Sendable where Value: Sendable {}

/// What stands in a member: nothing, null, or a value.
public typealias MemberState = JSON.State
