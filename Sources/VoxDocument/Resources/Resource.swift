// SPDX-License-Identifier: MIT

/// A resource of a JSON:API document: a typed view on the resource object.
///
/// The properties are those of the schema, and they *are* the JSON: reading one reads the document,
/// writing one writes it.
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
/// resource object itself; an attribute of such a name is reached through ``attributes``. All else
/// one can ask of a resource hangs on ``vox``.
///
/// Resources are equal when they are views of the same object. A view keeps its document alive, and
/// all documents linked with it.
@dynamicMemberLookup
public struct Resource<Schema: ResourceSchema> {
    @usableFromInline package let node: Node
    /// False for a view of a linkage whose target is nowhere to be found: identity only.
    @usableFromInline package let isResolved: Bool

    @inlinable
    package init(_ node: Node, isResolved: Bool = true) {
        self.node = node
        self.isResolved = isResolved
    }

    /// Makes a resource in a document of its own. In the unlikely case that memory is out, the
    /// process ends; ``init(making:)`` throws instead.
    public init() {
        do {
            try self.init(making: Schema.self)
        } catch {
            preconditionFailure("no memory for a resource: \(error)")
        }
    }

    /// Makes a resource in a document of its own.
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

    /// Makes a reference: what stands for a resource by its id alone, to be assigned to relationships
    /// (`album.artist = Resource<Artist>(id: "7")`) and named to requests (`albums.delete(Resource(id: "1"))`).
    ///
    /// It has no attributes, and setting one is refused (``ResourceOperations/isResolved`` is false). To make
    /// a resource with an id of one's own, set the ``id`` of a new one. In the unlikely case that memory
    /// is out, the process ends.
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
                ? "a reference is no resource that can be written: fetch it, or set the id of a new one"
                : "only the identity of the resource is known, so it cannot be written: include it, or refresh it",
            pointer: node.pointer)
    }

    // MARK: Members of the resource object

    /// The type.
    public var type: String { node.typeText ?? Schema.type }

    /// The id; nil for a resource that has none yet. Numbers are given as their text.
    public var id: String? {
        get { node.idText }
        nonmutating set { setIdentity("id", to: newValue) }
    }

    /// The local id, which names a new resource inside one document.
    public var lid: String? {
        get { node.member("lid")?.string }
        nonmutating set { setIdentity("lid", to: newValue) }
    }

    /// The meta information of the resource (of the linkage, when it is unresolved).
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// The links of the resource. The one of this resource itself is written with it.
    public var links: DocumentLinks { DocumentLinks(member("links")) }

    /// The attributes as an untyped view: the same nodes that the properties show.
    public var attributes: JSON {
        get { member("attributes") }
        nonmutating set { setMember("attributes", to: newValue) }
    }

    /// The relationships as an untyped view.
    public var relationships: JSON {
        get { member("relationships") }
        nonmutating set { setMember("relationships", to: newValue) }
    }

    /// A member of the resource object; of an unresolved resource one that refuses to be written.
    private func member(_ name: String) -> JSON {
        isResolved ? json[name] : JSON(refusing: notResolved, member: name, of: node)
    }

    private func setMember(_ name: StaticString, to value: JSON) {
        guardResolved(name) { () throws(JSONError) in
            try json[String(describing: name)].vox.set(value)
        }
    }

    /// Everything about the resource that is not a member of it.
    @inlinable
    public var vox: ResourceOperations<Schema> { ResourceOperations(resource: self) }

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

    /// The same resource through another schema; nil when it is of another type.
    public func `as`<Other: ResourceSchema>(_ schema: Other.Type) -> Resource<Other>? {
        Other.describes(type) ? Resource<Other>(node, isResolved: isResolved) : nil
    }
}

extension Resource where Schema == AnyResource {
    /// Makes a resource of any type in a document of its own.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public init(type: String) throws(JSONError) {
        try self.init(making: AnyResource.self)
        try node.setMember("type", to: type)
    }

    /// Makes a reference to a resource of any type: what stands for it by type and id alone. See
    /// ``init(id:)``.
    public init(type: String, id: String) { self.init(referringTo: type, id) }

    /// A resource of any type has no type of its own.
    @available(*, unavailable, message: "say which type the resource has: Resource(type:id:)")
    public init(id: String) { self.init(referringTo: "", id) }
}

extension Resource: Hashable, Identifiable {
    /// True for views of the same resource object.
    public static func == (left: Resource, right: Resource) -> Bool { left.node == right.node }

    /// Hashes the place of the resource object.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
