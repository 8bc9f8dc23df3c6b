// SPDX-License-Identifier: MIT

/// A typed view on a JSON object: `JSON` with the members that a schema describes.
///
/// ```swift
/// struct Address: ObjectSchema {
///     let street = Attribute<String>("street")
///     let point = Attribute<TypedObject<Point>>("point")
/// }
/// struct Point: ObjectSchema {
///     let latitude = Attribute<Double>("lat")
/// }
/// let order = try JSON(parsing: #"{"to": {"street": "Hauptstraße 1"}}"#)
/// let address = TypedObject<Address>(order.to)
/// address.street = "Hauptstraße 2"
/// address.point.latitude = 52.5        // makes the object on the way
/// print(try order.vox.text())
/// // prints: {"to": {"street": "Hauptstraße 2", "point": {"lat": 52.5}}}
/// ```
///
/// As an attribute, `Attribute<TypedObject<Address>>`, its property is never nil: a missing object is an
/// absent view, which the first write to a member makes; null counts as missing there. In lists,
/// `Attribute<[TypedObject<Line>]>`, the elements are views as well. Assigning an object copies it.
///
/// Views are equal when they are views of the same place.
@dynamicMemberLookup
public struct TypedObject<Schema: ObjectSchema>: Hashable {
    @usableFromInline let json: JSON

    /// Views a JSON value. Of what is no object, all members are absent.
    @inlinable
    public init(_ json: JSON) { self.json = json }

    /// Makes an empty object in a document of its own.
    public init() { self.init([:] as JSON) }
}

extension TypedObject: AttributeOwner {
    /// Everything about the object that is not a member of it.
    @inlinable
    public var vox: ObjectOperations<Schema> { ObjectOperations(json: json) }
}

extension TypedObject: JSONConvertible {
    /// The view itself, of an object.
    public static func decode(_ json: JSON) throws(JSONError) -> TypedObject {
        guard json.vox.kind == .object else {
            throw JSONError(.wrongKind, expected: TypedObject.self, found: json)
        }
        return TypedObject(json)
    }

    /// An object.
    public static var expectation: String { "an object" }

    /// A snapshot; null for an absent view.
    public func encoded() throws(JSONError) -> JSONValue { try json.encoded() }

    /// Writes a copy; an absent view removes.
    public func write(to json: JSON) throws(JSONError) { try json.vox.set(self.json) }
}

extension TypedObject: CustomDebugStringConvertible {
    /// The value as compact JSON, as `JSON.debugDescription`.
    public var debugDescription: String { json.debugDescription }
}

/// What one can ask of an object and do with it, apart from its members. Reached by ``TypedObject/vox``.
public struct ObjectOperations<Schema: ObjectSchema>: AttributeOperations {
    /// The object as an untyped view.
    public let json: JSON

    @usableFromInline
    init(json: JSON) { self.json = json }

    /// The first plain read or write in this document that failed; setting nil forgets all that
    /// failed. See `JSON.Operations.failure`.
    public var failure: JSONError? {
        get { json.vox.failure }
        nonmutating set { json.vox.failure = newValue }
    }

    /// The plain reads and writes in this document that failed since ``failure`` was last set to nil.
    public var failures: JSONFailures { json.vox.failures }

    /// True unless the object is a model that the server knows: all others are sent whole, inside of
    /// something, so nothing in them is written only once.
    @usableFromInline package var isUnsent: Bool { !((self as? any SentObject)?.wasSent ?? false) }

    /// The value of that name, when there is one; null only when it is asked for.
    @inlinable
    package func member(_ name: MemberName, orNull: Bool) -> JSON? {
        guard let node = json.node, let raw = node.rawMember(name, orNull: orNull) else {
            return nil
        }
        return JSON(Node(tree: node.tree, raw: raw))
    }

    /// The value of that name, null included, lent for a call; nil when there is none.
    @inlinable
    package static func lent(_ name: MemberName, of owner: TypedObject<Schema>)
        -> BorrowedJSONScalar?
    {
        if case .nested(let name) = name { return lent(name, of: owner) }
        guard let node = owner.json.node, let raw = node.rawMember(name, orNull: true) else {
            return nil
        }
        return BorrowedJSONScalar(raw, of: node.tree)
    }

    /// The same of a nested one. Apart, so that the document is retained for it and not for the others.
    @usableFromInline
    static func lent(_ name: NestedName, of owner: TypedObject<Schema>) -> BorrowedJSONScalar? {
        guard let node = owner.json.node, let raw = node.rawMember(name, orNull: true) else {
            return nil
        }
        return BorrowedJSONScalar(raw, of: node.tree)
    }

    /// Whether the value of that name could be written in one step. Where not, nothing has changed.
    @inlinable
    package static func trySet(
        _ name: StaticString, to text: String, of owner: TypedObject<Schema>
    ) -> Bool { owner.json.node?.trySetMember(name, to: text) ?? false }

    /// The same for other scalars.
    @inlinable
    package static func trySet(
        _ name: StaticString, to scalar: Node.Scalar, of owner: TypedObject<Schema>
    ) -> Bool { owner.json.node?.trySetMember(name, to: scalar) ?? false }

    /// The value of that name, or the place where it would be.
    @usableFromInline
    package func place(_ name: MemberName) -> JSON {
        member(name, orNull: true) ?? json.place(name)
    }

    /// Runs a write to the place of that name. Null in place of the object, or of one it would stand
    /// in, gives way to an object that has something in it.
    @usableFromInline
    package func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void)
        throws(JSONError)
    {
        try json.objectAround(name).replacingNull { () throws(JSONError) in
            try write(place(name))
        }
    }
}
