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
    /// - Throws: ``JSONError`` with code `outOfMemory`.
    public init(making schema: Schema.Type) throws(JSONError) {
        let tree = try Tree()
        try tree.root.set(.emptyObject)
        let node = try tree.root.setMember("data", to: .emptyObject)
        if schema != AnyResource.self {
            try node.setMember("type", to: Schema.type)
        }
        self.init(node)
    }

    /// The resource object as an untyped view.
    package var json: JSON { JSON(node) }

    var notResolved: JSONError {
        JSONError(
            code: .missing,
            message: "the resource is not in the document, so it cannot be written",
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
        guardResolved(name) { () throws(JSONError) in
            let view = json[String(describing: name)]
            if let text { try view.vox.set(text) } else { view.vox.remove() }
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
    /// - Throws: ``JSONError`` with code `outOfMemory`.
    public init(type: String) throws(JSONError) {
        try self.init(making: AnyResource.self)
        try node.setMember("type", to: type)
    }
}

extension Resource: Hashable, Identifiable {
    /// True for views of the same resource object.
    public static func == (left: Resource, right: Resource) -> Bool { left.node == right.node }

    /// Hashes the place of the resource object.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
