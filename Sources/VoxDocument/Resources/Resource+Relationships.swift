// SPDX-License-Identifier: MIT

extension Node {
    /// The resource that a to-one relationship of this resource object names, or its identifier; with
    /// a type, one of another type is noted.
    @usableFromInline
    func related(_ name: MemberName, as type: String?) -> (node: Node, isResolved: Bool)? {
        guard let linkage = linkage(name), !linkage.isNull else { return nil }
        guard linkage.isObject else {
            tree.noteRead(JSONError(code: .wrongKind, pointer: linkage.pointer))
            return nil
        }
        return linkage.resolved(as: type)
    }
}

extension Resource {
    /// The related resource: nil when the relationship is missing or empty. A target that no
    /// document at hand contains is given by its identity alone (``ResourceOperations/isResolved``).
    ///
    /// Setting nil removes the relationship; its links and meta stay when another resource is set.
    @inlinable
    public subscript<Target>(dynamicMember path: KeyPath<Schema, ToOne<Target>>) -> Resource<
        Target
    >? {
        get { related(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    /// Null as a to-one relationship, so that `.null` can be assigned.
    @_disfavoredOverload
    @inlinable
    public subscript<Target>(dynamicMember path: KeyPath<Schema, ToOne<Target>>) -> Null? {
        get { linkageState(Schema.name(of: Schema()[keyPath: path])) == .null ? .null : nil }
        nonmutating set { setLinkage(Schema.name(of: Schema()[keyPath: path]), toNull: newValue) }
    }

    /// The related resources, a view of the linkage; empty when the relationship is missing.
    ///
    /// Setting a list replaces the linkage and keeps links and meta. Setting nil removes the
    /// relationship. An empty list writes `{"data": []}`, which is what JSON:API asks of an empty
    /// to-many; `.null` writes `{"data": null}`.
    @inlinable
    public subscript<Target>(dynamicMember path: KeyPath<Schema, ToMany<Target>>)
        -> RelatedResources<Target>
    {
        get { related(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    /// The related resources as an array, nil when the relationship has no linkage.
    @_disfavoredOverload
    @inlinable
    public subscript<Target>(dynamicMember path: KeyPath<Schema, ToMany<Target>>) -> [Resource<
        Target
    >]? {
        get {
            let name = Schema.name(of: Schema()[keyPath: path])
            return linkageState(name) == .value ? Array(related(name)) : nil
        }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    // MARK: Reading

    func linkage(_ name: MemberName) -> Node? { node.linkage(name) }

    @usableFromInline
    func linkageState(_ name: MemberName) -> MemberState {
        guard let linkage = linkage(name) else { return .absent }
        return linkage.isNull ? .null : .value
    }

    @inlinable
    func related<Target>(_ name: MemberName) -> Resource<Target>? {
        let type = Target.self == AnyResource.self ? nil : Target.type
        guard let found = node.related(name, as: type) else { return nil }
        return Resource<Target>(found.node, isResolved: found.isResolved)
    }

    @usableFromInline
    func related<Target>(_ name: MemberName) -> RelatedResources<Target> {
        if let linkage = linkage(name), !linkage.isArray, !linkage.isNull {
            linkage.tree.noteRead(JSONError(code: .wrongKind, pointer: linkage.pointer))
        }
        return RelatedResources(.linkage(owner: node, name: name))
    }

    // MARK: Writing

    @usableFromInline
    func setRelated<Target>(_ name: MemberName, to target: Resource<Target>?) {
        guardResolved("relationships", name.text) { () throws(JSONError) in
            guard let target else { return removeRelationship(name) }
            if let linkage = linkage(name), linkage.isObject, linkage.names(target.node) {
                return linkage.stand(for: target.node, isResolved: target.isResolved)
            }
            let identifier = try Node.identifier(of: target.node, in: node.tree)
            try place(identifier, as: name).stand(for: target.node, isResolved: target.isResolved)
        }
    }

    @usableFromInline
    func setRelated<Target>(_ name: MemberName, to targets: [Resource<Target>]?) {
        guardResolved("relationships", name.text) { () throws(JSONError) in
            guard let targets else { return removeRelationship(name) }
            var known = linkage(name)?.identifiersByIdentity() ?? [:]
            let list = try Node.make(scalar: .emptyArray, in: node.tree)
            for target in targets {
                // An identifier that stays keeps its meta.
                let identifier =
                    if let known = known[target.node.identity]?.popFirst() {
                        try Node.make(copy: known, in: node.tree)
                    } else {
                        try Node.identifier(of: target.node, in: node.tree)
                    }
                try list.append(identifier)
            }
            let linkage = try place(list, as: name)
            for (index, target) in targets.enumerated() {
                linkage.element(at: index)?.stand(for: target.node, isResolved: target.isResolved)
            }
        }
    }

    @usableFromInline
    func setRelated<Target>(_ name: MemberName, to related: RelatedResources<Target>) {
        switch related.source {
        case .null: setLinkage(name, toNull: .null)
        case .none: setLinkage(name, toNull: nil)
        case .list(let list): setRelated(name, to: list)
        case .linkage(let owner, let other):
            // `album.tracks.append(…)` ends by assigning the view to itself.
            if owner != node || !name.isEqual(to: other) { setRelated(name, to: Array(related)) }
        }
    }

    func addRelated<Target>(_ name: MemberName, _ target: Resource<Target>) {
        guard let linkage = linkage(name), !linkage.isNull else {
            return setRelated(name, to: [target] as [Resource<Target>]?)
        }
        guardResolved("relationships", name.text) { () throws(JSONError) in
            guard linkage.isArray else {
                throw JSONError(code: .wrongKind, pointer: linkage.pointer)
            }
            let identifier = try Node.identifier(of: target.node, in: node.tree)
            try linkage.append(identifier)
            identifier.stand(for: target.node, isResolved: target.isResolved)
        }
    }

    func removeRelated<Target>(_ name: MemberName, _ target: Resource<Target>) {
        let identity = target.node.identity
        guardResolved("relationships", name.text) { () throws(JSONError) in
            guard let linkage = linkage(name), linkage.isArray else { return }
            for identifier in linkage.children {
                let isTarget = node.tree.target(of: identifier) == target.node
                if isTarget || (identity != nil && identifier.identity == identity) {
                    node.tree.unlink(identifier)
                    identifier.remove()
                }
            }
        }
    }

    @usableFromInline
    func setLinkage(_ name: MemberName, toNull null: Null?) {
        guardResolved("relationships", name.text) { () throws(JSONError) in
            if null == nil {
                removeRelationship(name)
            } else {
                try place(Node.make(scalar: .null, in: node.tree), as: name)
            }
        }
    }

    func removeRelationship(_ name: MemberName) {
        linkage(name)?.unlinkBelow()
        node.member("relationships")?.member(name)?.remove()
        dropEmpty("relationships")
    }

    /// Makes a value the linkage of a relationship. Links and meta of the relationship stay.
    @discardableResult
    func place(_ value: Node, as name: MemberName) throws(JSONError) -> Node {
        let relationship = node.member("relationships")?.member(name)
        if let linkage = relationship?.member("data") {
            linkage.unlinkBelow()
            try linkage.take(value)
            return linkage
        }
        if let relationship, relationship.isObject {
            return try relationship.setMember("data", to: value)
        }
        return try placeRelationship(value, as: name)
    }

    /// Makes a relationship with a value as its linkage.
    private func placeRelationship(_ value: Node, as name: MemberName) throws(JSONError) -> Node {
        let relationship = try Node.make(scalar: .emptyObject, in: node.tree)
        try relationship.setMember("data", to: value)
        if let relationships = node.member("relationships"), relationships.isObject {
            try relationships.setMember(name.text, to: relationship)
        } else {
            let relationships = try Node.make(scalar: .emptyObject, in: node.tree)
            try relationships.setMember(name.text, to: relationship)
            try node.setMember("relationships", to: relationships)
        }
        return value
    }
}
