// SPDX-License-Identifier: MIT

/// A typed view of a JSON object, with the members that a schema describes.
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
/// The property of an attribute `Attribute<TypedObject<Address>>` is never nil. If the object is
/// missing or null, the property is an absent view, and the first write to a member creates the
/// object. The elements of a list `Attribute<[TypedObject<Line>]>` are views. Assigning an object
/// stores a copy of the object.
///
/// Views are equal if they refer to the same position in the same document.
@dynamicMemberLookup
public struct TypedObject<Schema: ObjectSchema>: Hashable {
    @usableFromInline let json: JSON

    /// Creates a typed view of a JSON value. If the value is not an object, all members of the view
    /// are absent.
    @inlinable
    public init(_ json: JSON) { self.json = json }

    /// Creates an empty object in a document of its own.
    public init() { self.init([:] as JSON) }
}

// What the files TypedObject+Properties.swift and TypedObject+AttributeValues.swift extend in this
// module.
typealias AttributedValue<Schema: ObjectSchema> = TypedObject<Schema>
typealias AttributedNamespace<Schema: ObjectSchema> = TypedObject<Schema>.Namespace

extension TypedObject: AttributeOwner {
    /// The methods and properties that the library adds to the object. They have their own
    /// namespace, so that a member of the object may have the same name.
    @inlinable
    public var vox: Namespace { Namespace(json: json) }
}

extension TypedObject: JSONConvertible {
    /// Returns a view of the value. The value must be an object.
    public static func decode(_ json: JSON) throws(JSONError) -> TypedObject {
        guard json.vox.kind == .object else {
            throw JSONError(.wrongKind, expected: TypedObject.self, found: json)
        }
        return TypedObject(json)
    }

    /// An object.
    public static var expectation: String { "an object" }

    /// Returns a snapshot, or null for an absent view.
    public func encoded() throws(JSONError) -> JSONValue { try json.encoded() }

    /// Writes a copy of the object. If this view is absent, the value at the position of `json` is
    /// removed.
    public func write(to json: JSON) throws(JSONError) { try json.vox.set(self.json) }
}

extension TypedObject: CustomDebugStringConvertible {
    /// The value as compact JSON, which is the same text as `JSON.debugDescription`.
    public var debugDescription: String { json.debugDescription }
}

extension TypedObject {
    /// The namespace ``vox`` of an object: the methods and properties that the library adds to the
    /// object.
    public struct Namespace: AttributeNamespace {
        /// The object as an untyped view.
        public let json: JSON

        @usableFromInline
        init(json: JSON) { self.json = json }

        /// The first read or write in this document that failed without throwing. Setting nil
        /// clears all failures. See `JSON.Namespace.failure`.
        public var failure: JSONError? {
            get { json.vox.failure }
            nonmutating set { json.vox.failure = newValue }
        }

        /// The reads and writes in this document that failed without throwing since ``failure`` was
        /// last set to nil.
        public var failures: JSON.Failures { json.vox.failures }

        /// False only for an object that is sent on its own and that the server has. The write-once
        /// members of all other objects can be changed.
        @usableFromInline package var isUnsent: Bool {
            !((self as? any SentObject)?.wasSent ?? false)
        }

        /// Returns the value with the given name, or nil. If `orNull` is false, a value that is
        /// null counts as missing.
        @inlinable
        package func member(_ name: MemberName, orNull: Bool) -> JSON? {
            guard let node = json.node, let raw = node.rawMember(name, orNull: orNull) else {
                return nil
            }
            return JSON(Node(tree: node.tree, raw: raw))
        }

        /// Returns the value with the given name, borrowed for one call. Returns nil if the value
        /// is missing. If the value is null, null is returned.
        @inlinable
        package static func lent(_ name: MemberName, of owner: TypedObject<Schema>)
            -> JSON.BorrowedScalar?
        {
            if case .nested(let name) = name { return lent(name, of: owner) }
            guard let node = owner.json.node, let raw = node.rawMember(name, orNull: true) else {
                return nil
            }
            return JSON.BorrowedScalar(raw, of: node.tree)
        }

        /// Returns a borrowed nested value. This is a separate function, so that only reads of
        /// nested values retain the document.
        @usableFromInline
        static func lent(_ name: NestedName, of owner: TypedObject<Schema>) -> JSON.BorrowedScalar?
        {
            guard let node = owner.json.node, let raw = node.rawMember(name, orNull: true) else {
                return nil
            }
            return JSON.BorrowedScalar(raw, of: node.tree)
        }

        /// Writes a string with the given name in one step. Returns false if the write fails. A
        /// failed write changes nothing.
        @inlinable
        package static func trySet(
            _ name: StaticString, to text: String, of owner: TypedObject<Schema>
        ) -> Bool { owner.json.node?.trySetMember(name, to: text) ?? false }

        /// Writes a scalar with the given name in one step. Returns false if the write fails. A
        /// failed write changes nothing.
        @inlinable
        package static func trySet(
            _ name: StaticString, to scalar: Node.Scalar, of owner: TypedObject<Schema>
        ) -> Bool { owner.json.node?.trySetMember(name, to: scalar) ?? false }

        /// Returns a view of the value with the given name. The value may be missing.
        @usableFromInline
        package func place(_ name: MemberName) -> JSON {
            member(name, orNull: true) ?? json.place(name)
        }

        /// Runs a write to the member with the given name.
        ///
        /// If the object or an enclosing object is null, the write replaces the null by an object.
        /// If the object has no member after the write, the object is set back to null.
        @usableFromInline
        package func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void)
            throws(JSONError)
        {
            try json.objectAround(name).replacingNull { () throws(JSONError) in
                try write(place(name))
            }
        }
    }
}
