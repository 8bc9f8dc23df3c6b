// SPDX-License-Identifier: MIT

/// A resource of a JSON:API document, as a typed view of the resource object.
///
/// The schema declares the properties, and the properties *are* the JSON: reading a property reads
/// the document, and writing a property writes the document.
///
/// ```swift
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let year = Attribute<Int>("release-year")
/// }
/// let album = Resource<Album>()
/// album.title = "Blue Lines"
/// album.year = .null               // JSON null
/// album.title = nil                // no such member any more
/// ```
///
/// `id`, `type`, `lid`, `meta`, `links`, `attributes` and `relationships` are the members of the
/// resource object itself. To read an attribute that has the name of a member of the resource
/// object, use ``attributes``. Operations on a resource, such as `vox.mark()`, are members of
/// ``vox``.
///
/// Two resources are equal if they are views of the same resource object. A view keeps its document
/// and all linked documents alive.
@dynamicMemberLookup
public struct Resource<Schema: ResourceSchema> {
    @usableFromInline package let node: Node
    /// False if only the identity of the resource is known. In this case, the view shows an
    /// identifier, and the resource itself is neither in the document nor in a linked document.
    @usableFromInline package let isResolved: Bool

    @inlinable
    package init(_ node: Node, isResolved: Bool = true) {
        self.node = node
        self.isResolved = isResolved
    }

    /// Creates a resource in a document of its own.
    ///
    /// If memory runs out, the process ends. ``init(making:)`` throws instead.
    public init() {
        do {
            try self.init(making: Schema.self)
        } catch {
            preconditionFailure("no memory for a resource: \(error)")
        }
    }

    /// Creates a resource in a document of its own.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public init(making schema: Schema.Type) throws(JSONError) {
        let root = try Tree().root
        try root.set(.emptyObject)
        let node = try root.setMember("data", to: .emptyObject)
        if schema != AnyResource.self {
            try node.setMember("type", to: Schema.type)
        }
        self.init(node)
    }

    /// Creates a reference to a resource. The reference has only the type of the schema and the id.
    ///
    /// Assign the reference to a relationship (`album.artist = Resource<Artist>(id: "7")`) or pass
    /// it to a request (`albums.delete(Resource(id: "1"))`). A reference has no attributes, and
    /// setting an attribute of a reference fails (``Resource/Namespace/isResolved`` is false). To
    /// create a resource with a given id, set the ``id`` of a new resource. If memory runs out, the
    /// process ends.
    public init(id: String) { self.init(referringTo: Schema.type, id) }

    private init(referringTo type: String, _ id: String) {
        do throws(JSONError) {
            let tree = try Tree()
            try tree.root.set(.emptyObject)
            try tree.root.setMember("type", to: type)
            try tree.root.setMember("id", to: id)
            self.init(tree.root, isResolved: false)
        } catch {
            preconditionFailure("no memory for a reference: \(error)")
        }
    }

    /// The resource object as an untyped view.
    package var json: JSON { JSON(node) }

    var notResolved: JSONError {
        JSONError(
            code: .missing,
            message: node == node.tree.root
                ? "a reference cannot be written: fetch the resource, or set the id of a new resource"
                : "the document has only the identity of the resource, so it cannot be written: include it or refresh it",
            pointer: node.pointer)
    }

    // MARK: Members of the resource object

    /// The type.
    public var type: String { node.typeText ?? Schema.type }

    /// The id. The id is nil if the resource has no id yet. If the id is a number, the result is
    /// the text of the number.
    public var id: String? {
        get { node.idText }
        nonmutating set { setIdentity("id", to: newValue) }
    }

    /// The local id, which identifies a new resource inside one document.
    public var lid: String? {
        get { node.member("lid")?.string }
        nonmutating set { setIdentity("lid", to: newValue) }
    }

    /// The meta information of the resource. An unresolved resource has the meta information of its
    /// identifier.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// The links of the resource. ``documentData()`` writes only the link `self`.
    public var links: DocumentLinks { DocumentLinks(member("links")) }

    /// The attributes as an untyped view. The view shows the same nodes as the properties of the
    /// resource.
    public var attributes: JSON {
        get { member("attributes") }
        nonmutating set { setMember("attributes", to: newValue) }
    }

    /// The relationships as an untyped view.
    public var relationships: JSON {
        get { member("relationships") }
        nonmutating set { setMember("relationships", to: newValue) }
    }

    /// Returns a member of the resource object. In an unresolved resource, writing to the member
    /// fails.
    private func member(_ name: String) -> JSON {
        isResolved ? json[name] : JSON(refusing: notResolved, member: name, of: node)
    }

    private func setMember(_ name: StaticString, to value: JSON) {
        guardResolved(name) { () throws(JSONError) in
            try json[String(describing: name)].vox.set(value)
        }
    }

    /// The methods and properties that the library adds to the resource. They are not members of
    /// the resource object.
    @inlinable
    public var vox: Namespace { Namespace(resource: self) }

    private func setIdentity(_ name: StaticString, to text: String?) {
        if let text, isResolved, node.trySetMember(name, to: text) { return }
        guardResolved(name) { () throws(JSONError) in
            let member = node.member(name).map { JSON($0) }
            if let text {
                try (member ?? JSON(absent: String(describing: name), of: node)).vox.set(text)
            } else {
                member?.vox.remove()
            }
        }
    }

    // MARK: Other types

    /// Returns this resource with another schema, or nil if the resource does not have the type of
    /// the other schema.
    public func `as`<Other: ResourceSchema>(_ schema: Other.Type) -> Resource<Other>? {
        Other.describes(type) ? Resource<Other>(node, isResolved: isResolved) : nil
    }
}

extension Resource where Schema == AnyResource {
    /// Creates a resource of any type in a document of its own.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public init(type: String) throws(JSONError) {
        try self.init(making: AnyResource.self)
        try node.setMember("type", to: type)
    }

    /// Creates a reference to a resource. The reference has only the type and the id. See
    /// ``init(id:)``.
    public init(type: String, id: String) { self.init(referringTo: type, id) }

    /// Unavailable, because a reference with the schema ``AnyResource`` needs a type.
    @available(
        *, unavailable, message: "the type of the resource is missing: use Resource(type:id:)"
    )
    public init(id: String) { self.init(referringTo: "", id) }
}

extension Resource: Hashable, Identifiable {
    /// Returns true if the two values are views of the same resource object.
    public static func == (left: Resource, right: Resource) -> Bool { left.node == right.node }

    /// Hashes the identity of the resource object.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
