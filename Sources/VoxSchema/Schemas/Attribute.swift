// SPDX-License-Identifier: MIT

/// An attribute of a resource or a member of a ``TypedObject``, with its JSON name and the Swift
/// type of its value.
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
/// A dotted path leads to a member of a nested object. Writing the member creates the missing
/// objects on the path. Removing the member keeps the objects on the path.
///
/// ```swift
/// struct Artist: ObjectSchema {
///     let followers = Attribute<Int>(at: "followers.total")     // {"followers": {"total": 12}}
/// }
/// ```
///
/// A schema is created at every access. Creating a schema is fast, because the compiler creates
/// only the attribute that is used, and the string literal in the attribute needs no reference
/// counting.
public struct Attribute<Value: JSONConvertible>: WritableAttribute, BitwiseCopyable {
    /// The name of the attribute in the schema, or its dotted path.
    public let schemaName: StaticString

    /// True if the name is a dotted path to a member of a nested object.
    public let isPath: Bool

    /// True if the name in the schema is the exact name in JSON, which the ``KeyStrategy`` does not
    /// convert.
    public let isExact: Bool

    /// Creates an attribute. The ``KeyStrategy`` of the schema converts the name to the name in
    /// JSON.
    @inlinable
    public init(_ name: StaticString) {
        schemaName = name
        isPath = false
        isExact = false
    }

    /// Creates an attribute with an exact name in JSON. The ``KeyStrategy`` of the schema does not
    /// convert this name.
    @inlinable
    public init(exactly name: StaticString) {
        schemaName = name
        isPath = false
        isExact = true
    }

    /// Creates an attribute for a member of a nested object.
    ///
    /// The path consists of the names from the outermost object to the member, separated by dots.
    /// The ``KeyStrategy`` of the schema converts each name to a name in JSON. If the name of a
    /// member contains a dot, use a ``TypedObject`` for each level instead of a path.
    ///
    /// In a resource, the outermost object is an attribute, and requests contain the attribute as a
    /// whole. Therefore `readOnly()` and `writeOnce()` do not remove members of nested objects from
    /// requests. A service refuses a request that gives such a member another value.
    @inlinable
    public init(at path: StaticString) {
        schemaName = path
        isPath = true
        isExact = false
    }

    /// Creates an attribute for a member of a nested object. The path consists of names in JSON,
    /// separated by dots. The ``KeyStrategy`` of the schema does not convert the names of the path.
    @inlinable
    public init(exactlyAt path: StaticString) {
        schemaName = path
        isPath = true
        isExact = true
    }

    /// The access is `always`: all requests contain the attribute.
    @inlinable public var access: FieldMark.Access { .always }

    /// True if the Swift type of the value accepts null.
    @inlinable
    public var acceptsNull: Bool { Value.acceptsNull }

    /// Decodes the value from JSON.
    @inlinable
    public func read(_ json: JSON) throws(JSONError) -> Value { try Value.decode(json) }

    /// Decodes a value that is borrowed for the call.
    @inlinable public func read(borrowed value: JSON.BorrowedScalar) -> Value? {
        Value.decode(borrowed: value)
    }

    /// Writes a value at the position of the view.
    @inlinable
    public func write(_ value: Value, to json: JSON) throws(JSONError) { try value.write(to: json) }

    /// Returns the value unchanged.
    @inlinable
    public func property(_ value: Value?) -> Value? { value }

    /// Returns the value unchanged.
    @inlinable
    public func value(_ property: Value?) -> Value? { property }
}

/// A value or JSON null, for assignment to an attribute or a to-one relationship.
///
/// Assigning `nil` removes the member and does not set it to null.
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
/// The result of reading an attribute as `Nullable` has three states. The expression `album.year as
/// Nullable<Int>?` is nil if the attribute is missing, `.null` if the attribute is null, and
/// `.value` otherwise.
public enum Nullable<Value> {
    /// JSON null.
    case null
    /// A value.
    case value(Value)

    /// Returns the given value, or null if the value is nil.
    @inlinable
    public static func orNull(_ value: Value?) -> Nullable { value.map { .value($0) } ?? .null }
}

extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}
extension Nullable: Sendable where Value: Sendable {}
