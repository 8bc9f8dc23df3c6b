// SPDX-License-Identifier: MIT

// Documents that a program creates, for example for its responses. Like documents that were read,
// they have views of their resources.

extension Document {
    /// Creates a document with empty primary data: null, or an empty list.
    ///
    /// ```swift
    /// let document = try Document<[AnyResource]>()
    /// document.links.selfLink = "/notes"
    /// document.meta = ["total": 0]
    /// let bytes = try document.documentData()
    /// ```
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    public init() throws(DocumentError) {
        try self.init { root throws(JSONError) in
            try root.setMember("data", to: Primary.isList ? .emptyArray : .null)
        }
    }

    private init(_ fill: (Node) throws(JSONError) -> Void) throws(DocumentError) {
        do {
            self.init(try Tree())
            try tree.root.set(.emptyObject)
            try fill(tree.root)
        } catch {
            throw DocumentError(error)
        }
    }

    /// Creates a document with a copy of one resource as primary data. The property ``data`` is the
    /// copy.
    /// - Throws: ``DocumentError`` for the same reasons as ``add(_:)``.
    public init(data resource: Resource<Primary>) throws(DocumentError)
    where Primary: ResourceSchema {
        try self.init()
        try add(resource)
    }

    /// Creates a document with copies of resources as primary data, in order. The property ``data``
    /// contains the copies.
    /// - Throws: ``DocumentError`` for the same reasons as ``add(_:)``.
    public init<Element>(data resources: some Collection<Resource<Element>>) throws(DocumentError)
    where Primary == [Element] {
        try self.init()
        for resource in resources { try add(resource) }
    }

    // MARK: Primary data

    /// Creates a resource in primary data, either as the single resource or as a new element of the
    /// list. O(1).
    /// - Throws: ``DocumentError`` with code `repeated` if the document already has a resource with
    ///   the given type and id, or if primary data is a single resource that already exists. The
    ///   code is `missingIdentity` if the schema is ``AnyResource``, because ``AnyResource`` has no
    ///   type.
    @discardableResult
    public func add(id: String? = nil) throws(DocumentError) -> Resource<Primary.Schema> {
        guard Primary.Schema.self != AnyResource.self else {
            throw DocumentError(
                code: .missingIdentity, message: "the resource has no type: use add(type:id:)",
                pointer: "/data")
        }
        return try add(Primary.Schema.type, identifiedBy: id)
    }

    /// Creates a resource of a type in primary data. O(1).
    /// - Throws: ``DocumentError`` for the same reasons as ``add(id:)``.
    @discardableResult
    public func add(
        type: String, id: String? = nil
    ) throws(DocumentError) -> Resource<AnyResource> where Primary.Schema == AnyResource {
        try add(type, identifiedBy: id)
    }

    /// Creates a resource of one of several types in primary data. O(1).
    /// - Throws: ``DocumentError`` for the same reasons as ``add(id:)``.
    @discardableResult
    public func add<Schema: ResourceSchema>(
        _ schema: Schema.Type, id: String? = nil
    ) throws(DocumentError) -> Resource<Schema> where Primary.Schema == AnyResource {
        try add(Schema.type, identifiedBy: id)
    }

    /// Adds a copy of a resource to primary data and returns the copy. Cost: O(size of the
    /// resource).
    ///
    /// The relationships of the copy refer to the same resources as the relationships of the
    /// original. The call links this document with the document that contains the original
    /// resource.
    /// - Throws: ``DocumentError`` for the same reasons as ``add(id:)``. The code is
    ///   `missingIdentity` if a related resource has neither an id nor a lid, and `json` if a write
    ///   to the original resource has failed.
    @discardableResult
    public func add(
        _ resource: Resource<Primary.Schema>
    ) throws(DocumentError) -> Resource<Primary.Schema> {
        try checkVacancy(for: resource.node.identity)
        try tree.prepareCopy(of: resource.node, for: vacancy)
        return Resource(try put(in: "data", isList: Primary.isList, copying: resource.node))
    }

    private func add<Schema: ResourceSchema>(
        _ type: String, identifiedBy id: String?
    ) throws(DocumentError) -> Resource<Schema> {
        try checkVacancy(for: id.map { Identity(type: type, id: $0, isLocal: false) })
        return Resource(try make(type, id: id, in: "data", isList: Primary.isList))
    }

    /// The JSON Pointer of the position at which a resource can be added to primary data.
    private var vacancy: String {
        Primary.isList ? "/data/\(member("data")?.count ?? 0)" : "/data"
    }

    /// Throws an error if a resource with this identity cannot be added to primary data.
    private func checkVacancy(for identity: Identity?) throws(DocumentError) {
        if !Primary.isList, let data = member("data"), !data.isNull {
            throw DocumentError(
                code: .repeated, message: "the document already has a resource as its data",
                pointer: vacancy)
        }
        if let identity, let known = try tree.resource(of: identity) {
            throw DocumentError(
                repeated: "the document already has this resource", at: vacancy,
                first: known.pointer)
        }
    }

    // MARK: Included resources

    /// Returns the resource with the given type and id in this document, or creates it in
    /// `included`. O(1).
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    @discardableResult
    public func include<Schema: ResourceSchema>(
        _ schema: Schema.Type, id: String
    ) throws(DocumentError) -> Resource<Schema> {
        Resource(try include(type: Schema.type, id: id).node)
    }

    /// Returns the resource with the given type and id in this document, or creates it in
    /// `included`. O(1).
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    @discardableResult
    public func include(
        type: String, id: String
    ) throws(DocumentError) -> Resource<AnyResource> {
        let identity = Identity(type: type, id: id, isLocal: false)
        if let known = try tree.resource(of: identity) { return Resource(known) }
        return Resource(try make(type, id: id, in: "included", isList: true))
    }

    /// Returns the resource of this document that has the identity of the given resource. If there
    /// is none, adds a copy of the given resource to `included`. Cost: O(size of the resource).
    ///
    /// If the document already has the resource with the same values, the call does not change it.
    /// Assign the returned resource to relationships, so that they refer to the resource of this
    /// document.
    /// - Throws: ``DocumentError`` with code `repeated` if the document has the resource with other
    ///   values. The code is `missingIdentity` if the resource or one of its related resources has
    ///   neither an id nor a lid. The code is `json` if only the identity of the resource is known.
    @discardableResult
    public func include<Schema: ResourceSchema>(
        _ resource: Resource<Schema>
    ) throws(DocumentError) -> Resource<Schema> {
        var place: String { "/included/\(member("included")?.count ?? 0)" }
        guard let identity = resource.node.identity else {
            throw DocumentError(
                code: .missingIdentity, message: "an included resource must have an id or a lid",
                pointer: place)
        }
        if let known = try tree.resource(of: identity) {
            if resource.isResolved {
                try resource.node.checkSame(as: known) { (place, known.pointer) }
            }
            return Resource(known)
        }
        guard resource.isResolved else { throw DocumentError(resource.notResolved) }
        try tree.prepareCopy(of: resource.node, for: place)
        return Resource(try put(in: "included", isList: true, copying: resource.node))
    }

    /// Includes the resources that the inclusion selects, beginning at primary data. O(resources
    /// and identifiers).
    ///
    /// Each resource is included once. Resources that the document already has are not copied
    /// again, and must have the same values. In `included`, resources with a shorter path from
    /// primary data come first. If the target of a relationship is in another document that is
    /// linked to this document, the target is copied into `included` of this document. If a target
    /// is in none of these documents, it is left out. After the call, the relationships of this
    /// document refer to resources in this document.
    /// - Throws: ``DocumentError`` with one of these codes: `missingIdentity` if a related resource
    ///   has neither an id nor a lid; `unknownPath` if a path contains an unknown relationship;
    ///   `repeated` if two resources with the same type and id have different values; `json` if a
    ///   write to an included resource has failed. After `missingIdentity` and `repeated`, nothing
    ///   is included.
    public func include(_ inclusion: Inclusion<Primary.Schema>) throws(DocumentError) {
        if inclusion.isNone { return }
        try tree.completeLinkage(below: tree.root, at: "")
        let isList = Primary.isList
        var missing: [Node] = []
        for node in try inclusion.resources(from: primary, isList: isList, in: tree) {
            if let identity = node.identity, try tree.resource(of: identity) == nil {
                missing.append(node)
            }
        }
        let count = member("included")?.count ?? 0
        for (index, node) in missing.enumerated() {
            try tree.prepareCopy(of: node, for: "/included/\(count + index)")
        }
        do throws(JSONError) {
            // The member is present even if it is empty, because the program requested an
            // inclusion.
            try list("included")
        } catch {
            throw DocumentError(error)
        }
        for node in missing { _ = try put(in: "included", isList: true, copying: node) }
        for identifier in tree.linkingNodes {
            guard let target = tree.target(of: identifier), let identity = target.identity else {
                continue
            }
            if try tree.resource(of: identity) != nil { tree.unlink(identifier) }
        }
    }

    // MARK: Adding resources to lists

    private var primary: [Node] {
        guard let data = member("data") else { return [] }
        return data.isArray ? data.children : data.isObject ? [data] : []
    }

    private func make(
        _ type: String, id: String?, in name: StaticString, isList: Bool
    ) throws(DocumentError) -> Node {
        do throws(JSONError) {
            // A single resource replaces the value of the member, which can be an old resource.
            let node =
                isList
                ? try list(name).append(.emptyObject)
                : try Node.make(scalar: .emptyObject, in: tree)
            do throws(JSONError) {
                try node.setMember("type", to: type)
                if let id { try node.setMember("id", to: id) }
            } catch {
                if isList { node.remove() }
                throw error
            }
            return isList ? node : try tree.root.setMember(name, to: node)
        } catch {
            throw DocumentError(error)
        }
    }

    private func put(
        in name: StaticString, isList: Bool, copying original: Node
    ) throws(DocumentError) -> Node {
        do throws(JSONError) {
            let copy = try put(
                Node.make(copy: original, in: tree), in: name, isList: isList)
            copy.followLinkage(of: original)
            return copy
        } catch {
            throw DocumentError(error)
        }
    }

    private func put(
        _ loose: Node, in name: StaticString, isList: Bool
    ) throws(JSONError) -> Node {
        guard isList else { return try tree.root.setMember(String(describing: name), to: loose) }
        try list(name).append(loose)
        return loose
    }

    /// Returns a list of resources, and creates the list if it is missing.
    @discardableResult
    private func list(_ name: StaticString) throws(JSONError) -> Node {
        if let list = member(name), list.isArray { return list }
        return try tree.root.setMember(name, to: .emptyArray)
    }
}

extension Document where Primary == AnyResource {
    /// Creates a document that reports errors.
    ///
    /// ```swift
    /// let document = try Document(errors: [APIError(status: 404, title: "No such album")])
    /// ```
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    public init(errors: [APIError]) throws(DocumentError) {
        try self.init { root throws(JSONError) in
            let list = try root.setMember("errors", to: .emptyArray)
            for error in errors { try list.append(Node.make(error.value, in: root.tree)) }
        }
    }

    /// Creates a document that contains only meta information.
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    public init(meta: JSONObject) throws(DocumentError) {
        try self.init { root throws(JSONError) in
            try root.setMember("meta", to: Node.make(.object(meta), in: root.tree))
        }
    }
}

extension Tree {
    /// Checks a resource before it is copied to a position in this document, and updates the
    /// linkage of the resource.
    fileprivate func prepareCopy(
        of original: Node, for place: @autoclosure () -> String
    ) throws(DocumentError) {
        do { try original.checkOutput() } catch { throw DocumentError(error) }
        try original.tree.completeLinkage(below: original, at: place())
    }
}

extension Node {
    /// Links the identifiers of a copied resource to the same resources as the original.
    fileprivate func followLinkage(of original: Node) {
        tree.join(original.tree)
        for relationship in original.relationshipMembers {
            guard let linkage = relationship.member("data"),
                let copy = member("relationships")?.member(relationship.name)?.member("data")
            else { continue }
            let identifiers = linkage.isArray ? linkage.children : [linkage]
            let copies = copy.isArray ? copy.children : [copy]
            for (identifier, copy) in zip(identifiers, copies) {
                if let target = original.tree.target(of: identifier) { tree.link(copy, to: target) }
            }
        }
    }
}
