// SPDX-License-Identifier: MIT

internal import CVox

// Resource linkage: identifier objects, and the resources that they refer to.

extension Node {
    /// Returns true if this identifier object has the identity of a resource.
    func names(_ resource: Node) -> Bool {
        guard let identity = statedIdentity, let other = resource.statedIdentity else {
            return false
        }
        return identity == other
    }

    /// Returns the identifier objects of a linkage by identity. Several objects with one identity
    /// are in the order of the list.
    func identifiersByIdentity() -> [Identity?: ArraySlice<Node>] {
        var identifiers: [Identity?: ArraySlice<Node>] = [:]
        var child = isArray ? first : nil
        while let node = child {
            if let identity = node.identity { identifiers[identity, default: []].append(node) }
            child = node.next
        }
        return identifiers
    }

    /// Returns a new identifier object for a resource. The identifier has the type of the resource,
    /// and its id or lid if one is set.
    package static func identifier(of resource: Node, in tree: Tree) throws(JSONError) -> Node {
        let identifier = try Node.make(vox_value_object(), in: tree)
        try identifier.identify(resource)
        return identifier
    }

    /// Adds the identity of a resource to an empty object.
    func identify(_ resource: Node) throws(JSONError) {
        let identity = resource.statedIdentity
        // This does not parse a deferred resource.
        let type =
            identity?.type ?? resource.unreadIdentityTexts?.type
            ?? resource.statedText("type", orNumber: true)
        if type.bytes != nil {
            try setMember(vox_string(name: "type"), to: vox_value_string(type))
        }
        if let identity {
            try setMember(
                vox_string(name: identity.isLocal ? "lid" : "id"), to: vox_value_string(identity.id)
            )
        }
    }

    /// Copies the id or lid of a resource. Returns false if the resource has neither an id nor a
    /// lid.
    @discardableResult
    func copyIdentity(of resource: Node) throws(JSONError) -> Bool {
        guard let identity = resource.statedIdentity else { return false }
        let names = (vox_string(name: "id"), vox_string(name: "lid"))
        let (name, other) = identity.isLocal ? (names.1, names.0) : names
        try setMember(name, to: vox_value_string(identity.id))
        if let other = vox_object_get(tree.raw, raw, other) {
            Node(tree: tree, raw: other).remove()
        }
        return true
    }

    /// Makes this identifier object refer to a resource in any document.
    package func stand(for resource: Node, isResolved: Bool) {
        if isResolved {
            tree.link(self, to: resource)
        } else {
            tree.unlink(self)
            // The document of a reference contains only the reference, so there is nothing to look
            // up.
            if resource != resource.tree.root || resource.tree.group != nil {
                tree.join(resource.tree)
            }
        }
    }

    /// Removes the links of this linkage and the links of its identifiers.
    package func unlinkBelow() {
        tree.unlink(self)
        var child = isArray ? first : nil
        while let node = child {
            tree.unlink(node)
            child = node.next
        }
    }

    /// Returns the resource that an identifier object refers to.
    ///
    /// The result is the first existing resource in this order: the assigned resource, the resource
    /// in this document, the resource in a linked document. If no such resource exists, the result
    /// is the identifier itself, as an unresolved resource.
    @inlinable
    func resolve<Target>(_ schema: Target.Type) -> Resource<Target> {
        let (node, isResolved) = resolved(as: schema == AnyResource.self ? nil : Target.type)
        return Resource(node, isResolved: isResolved)
    }

    /// Returns the resource that an identifier object refers to. Records a failure if the type of
    /// the resource differs from `type`.
    @usableFromInline
    func resolved(as type: String?) -> (node: Node, isResolved: Bool) {
        if let type, !hasType(type) { tree.noteRead(ofAnotherType(than: type)) }
        return resolved()
    }

    /// Returns the error for a related resource whose type differs from the declared type.
    func ofAnotherType(than type: String) -> JSONError {
        JSONError(type: member("type")?.text, pointer: pointer, insteadOf: [type])
    }

    /// Returns the resource that an identifier object refers to, of any type.
    func resolved() -> (node: Node, isResolved: Bool) {
        if tree.hasTargets, let node = tree.target(of: self) { return (node, true) }
        if let node = ownResource() ?? linkedResource() { return (node, true) }
        return (self, false)
    }

    private func ownResource() -> Node? {
        do {
            return try resolvedResource()
        } catch {
            tree.noteRead(error)
            return nil
        }
    }

    private func linkedResource() -> Node? {
        let others = tree.others
        guard !others.isEmpty, let identity else { return nil }
        for other in others {
            let found = try? other.root.resource(
                type: identity.type, id: identity.id, local: identity.isLocal)
            if let found { return found }
        }
        return nil
    }
}

extension Tree {
    /// Copies the present identities of assigned resources to their identifiers below a node.
    /// `place` is the JSON Pointer at which the node is written.
    ///
    /// If the node is a resource object, only the relationships that `isMeant` selects are updated.
    /// Resources with a local id of the document need no identity.
    /// - Throws: ``DocumentError`` with code `missingIdentity` for a resource without id and lid.
    func completeLinkage(
        below node: Node, at place: @autoclosure () -> String, lids: LocalIDs = LocalIDs(),
        where isMeant: ((String) -> Bool)? = nil
    ) throws(DocumentError) {
        guard hasTargets else { return }
        // A whole document uses the list of its links. A single resource uses its own identifiers,
        // because the list of the document may be far longer.
        let identifiers =
            node == root
            ? linkingNodes.filter { isStale($0) && storage.isAttached($0.raw) }
            : node.linkingIdentifiers(where: isMeant)
        var unnamed: [Node] = []
        for identifier in identifiers {
            guard let (target, identity) = link(of: identifier), lids[target] == nil else {
                continue
            }
            if let identity, target.states(identity) { continue }
            do throws(JSONError) {
                if try identifier.copyIdentity(of: target) {
                    link(identifier, to: target)
                } else {
                    unnamed.append(identifier)
                }
            } catch {
                throw DocumentError(error)
            }
        }
        let first = unnamed.map { ($0, place() + $0.pointer.dropFirst(node.pointer.count)) }
            .min { $0.1.comesBefore($1.1) }
        guard let (identifier, place) = first else { return }
        throw DocumentError(
            code: .missingIdentity,
            message:
                "the resource in \"\(identifier.relationshipName)\" has neither id nor lid: set its id first",
            pointer: place)
    }
}

extension String {
    /// Returns true if this JSON Pointer comes before another pointer. A shorter pointer comes
    /// first, so that position 9 comes before position 10.
    fileprivate func comesBefore(_ other: String) -> Bool {
        utf8.count == other.utf8.count ? self < other : utf8.count < other.utf8.count
    }
}

extension Node {
    /// Returns the identifier objects that do not name their assigned resources, in the
    /// relationships of this resource object that `isMeant` selects.
    fileprivate func linkingIdentifiers(where isMeant: ((String) -> Bool)?) -> [Node] {
        var identifiers: [Node] = []
        func add(_ identifier: OpaquePointer) {
            let identifier = Node(tree: tree, raw: identifier)
            if tree.isStale(identifier) { identifiers.append(identifier) }
        }
        member("relationships")?.forEachRawChild { raw in
            let relationship = Node(tree: tree, raw: raw)
            guard let linkage = relationship.member("data"),
                isMeant?(relationship.name) ?? true
            else { return }
            if linkage.isArray {
                linkage.forEachRawChild(add)
            } else {
                add(linkage.raw)
            }
        }
        return identifiers
    }

    /// The name of the relationship that an identifier belongs to.
    fileprivate var relationshipName: String {
        let linkage = parent.map { $0.isArray ? $0 : self } ?? self
        return linkage.parent?.name ?? ""
    }
}

extension JSONError {
    /// Creates the error for a related resource with a type that its relationship does not allow.
    /// `pointer` is the pointer of the identifier or of its type.
    package init(type: String?, pointer: String, insteadOf types: [String]) {
        let expected = types.map { "\"\($0)\"" }.joined(separator: " or ")
        self = JSONError(code: .wrongKind, pointer: pointer).mismatching(
            expected: "a resource of type \(expected)",
            found: type.map { "one of type \"\($0.excerpt(60))\"" } ?? "one without a type")
    }
}
