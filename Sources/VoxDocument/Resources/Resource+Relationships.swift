// SPDX-License-Identifier: MIT

internal import CVox

extension Node {
    /// Returns the related resource of a to-one relationship, or its identifier if the resource is
    /// not known. If the resource has another type than `type`, the document records a failure with
    /// the field of the schema.
    @usableFromInline
    func related(
        _ name: MemberName, as type: String?, of schema: any ObjectSchema.Type
    ) -> (node: Node, isResolved: Bool)? {
        guard let linkage = linkage(name), !linkage.isNull else { return nil }
        guard linkage.isObject else {
            tree.noteRead(
                JSONError(.wrongKind, expected: "one resource identifier", found: linkage)
                    .about(SchemaField(schema, name)))
            return nil
        }
        if let type, !linkage.hasType(type) {
            tree.noteRead(linkage.ofAnotherType(than: type).about(SchemaField(schema, name)))
        }
        return linkage.resolved()
    }
}

extension Resource {
    /// The related resource. The property is nil if the relationship is missing or empty.
    ///
    /// If the target is neither in this document nor in a linked document, only its identity is
    /// known (``Resource/Namespace/isResolved``). Setting nil removes the relationship from the
    /// document. A request cannot express the removal of a relationship, so set `.null` to clear
    /// the relationship on the server. Setting another resource keeps the links and meta of the
    /// relationship.
    @inlinable
    public subscript<Target>(dynamicMember path: KeyPath<Schema, ToOne<Target>>) -> Resource<
        Target
    >? {
        get { related(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    /// A to-one relationship as a property that distinguishes null from a missing relationship. The
    /// property accepts `.null` and `.orNull(artist)`.
    @_disfavoredOverload
    @inlinable
    public subscript<Target>(
        dynamicMember path: KeyPath<Schema, ToOne<Target>>
    ) -> Nullable<Resource<Target>>? {
        get {
            let name = Schema.name(of: Schema()[keyPath: path])
            switch linkageState(name) {
            case .absent: return nil
            case .null: return .null
            case .value: return (related(name) as Resource<Target>?).map { .value($0) }
            }
        }
        nonmutating set {
            let name = Schema.name(of: Schema()[keyPath: path])
            switch newValue {
            case nil: setLinkage(name, isNull: false)
            case .null?: setLinkage(name, isNull: true)
            case .value(let target)?: setRelated(name, to: target)
            }
        }
    }

    /// A view of the related resources, in the order of the linkage. The view is empty if the
    /// relationship is missing.
    ///
    /// Setting a list replaces the linkage and keeps the links and meta of the relationship.
    /// Setting nil removes the relationship. An empty list writes `{"data": []}`, as JSON:API
    /// requires for an empty to-many relationship. `.null` writes `{"data": null}`.
    @inlinable
    public subscript<Target>(dynamicMember path: KeyPath<Schema, ToMany<Target>>)
        -> RelatedResources<Target>
    {
        get { related(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    /// The related resources as an array. The array is nil if the linkage is missing or null.
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

    // MARK: Required

    /// The related resource of a required relationship. If the target is neither in this document
    /// nor in a linked document, only its identity is known.
    /// - Throws: `JSONError` with code `missing` or `wrongKind`, and the pointer of the linkage.
    @inlinable
    public subscript<Target>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<ToOne<Target>>>
    ) -> Resource<Target> {
        get throws(JSONError) {
            let name = Schema.name(of: Schema()[keyPath: path])
            if let related: Resource<Target> = related(name) { return related }
            try checkLinkage(name, isToMany: false)
            throw JSONError(code: .missing)
        }
    }

    /// The related resource of a required relationship, as a property that does not throw and that
    /// can be set. The property is nil if the linkage is missing, null or not an object. Setting
    /// nil removes the relationship.
    @inlinable
    public subscript<Base: RelationshipDescriptor>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<Base>>
    ) -> Resource<Base.Target>? where Base.Target: ResourceSchema, Base.Primary == Base.Target {
        get { related(Schema.name(of: Schema()[keyPath: path])) }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    /// The related resources of a required relationship.
    /// - Throws: `JSONError` with code `missing` or `wrongKind`, and the pointer of the linkage.
    @inlinable
    public subscript<Target>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<ToMany<Target>>>
    ) -> RelatedResources<Target> {
        get throws(JSONError) {
            let name = Schema.name(of: Schema()[keyPath: path])
            try checkLinkage(name, isToMany: true)
            return related(name)
        }
    }

    /// The related resources of a required relationship, as a property that does not throw and that
    /// can be set. The property is nil if the linkage is missing or null. Setting nil removes the
    /// relationship.
    @inlinable
    public subscript<Base: RelationshipDescriptor>(
        dynamicMember path: KeyPath<Schema, FieldMark.Required<Base>>
    ) -> [Resource<Base.Target>]? where Base.Target: ResourceSchema, Base.Primary == [Base.Target] {
        get {
            let name = Schema.name(of: Schema()[keyPath: path])
            return linkageState(name) == .value ? Array(related(name)) : nil
        }
        nonmutating set { setRelated(Schema.name(of: Schema()[keyPath: path]), to: newValue) }
    }

    // MARK: Reading

    /// Checks that a relationship has linkage of the right kind.
    @usableFromInline
    func checkLinkage(_ name: MemberName, isToMany: Bool) throws(JSONError) {
        do throws(JSONError) {
            try relationships.place(name)["data"].checkLinkage(isToMany: isToMany, isRequired: true)
        } catch {
            throw error.about(SchemaField(Schema.self, name))
        }
    }

    func linkage(_ name: MemberName) -> Node? { node.linkage(name) }

    @usableFromInline
    func linkageState(_ name: MemberName) -> JSON.State {
        guard let linkage = linkage(name) else { return .absent }
        return linkage.isNull ? .null : .value
    }

    @inlinable
    func related<Target>(_ name: MemberName) -> Resource<Target>? {
        let type = Target.self == AnyResource.self ? nil : Target.type
        guard let found = node.related(name, as: type, of: Schema.self) else { return nil }
        return Resource<Target>(found.node, isResolved: found.isResolved)
    }

    @usableFromInline
    func related<Target>(_ name: MemberName) -> RelatedResources<Target> {
        if let linkage = linkage(name), !linkage.isArray, !linkage.isNull {
            linkage.tree.noteRead(
                JSONError(.wrongKind, expected: "a list of resource identifiers", found: linkage)
                    .about(SchemaField(Schema.self, name)))
        }
        return RelatedResources(
            .linkage(
                owner: Resource<AnyResource>(node, isResolved: isResolved), name: name,
                schema: Schema.self))
    }

    // MARK: Writing

    @usableFromInline
    func setRelated<Target>(_ name: MemberName, to target: Resource<Target>?) {
        if let target {
            setLinkage(name, to: target.node, isResolved: target.isResolved)
        } else {
            setLinkage(name, isNull: false)
        }
    }

    @usableFromInline
    func setRelated<Target>(_ name: MemberName, to targets: [Resource<Target>]?) {
        setLinkage(
            name, to: targets?.map { Resource<AnyResource>($0.node, isResolved: $0.isResolved) })
    }

    // The following functions are not generic over the targets, because looking up the metadata of
    // generic types would cost more than the writing.

    private func setLinkage(_ name: MemberName, to target: Node, isResolved isKnown: Bool) {
        guardResolved("relationships", name.text) { () throws(JSONError) in
            let linkage: Node
            if let present = self.linkage(name) {
                linkage = present
                if !present.names(target) {
                    try present.take(linkage: Node.identifier(of: target, in: node.tree))
                }
            } else {
                linkage = try place(vox_value_object(), as: name) { linkage throws(JSONError) in
                    try linkage.identify(target)
                }
            }
            linkage.stand(for: target, isResolved: isKnown)
        }
    }

    private func setLinkage(_ name: MemberName, to targets: [Resource<AnyResource>]?) {
        guardResolved("relationships", name.text) { () throws(JSONError) in
            guard let targets else { return removeRelationship(name) }
            let linkage: Node
            if let present = self.linkage(name) {
                linkage = present
                var known = present.identifiersByIdentity()
                let list = try Node.make(scalar: .emptyArray, in: node.tree)
                for target in targets {
                    // An identifier that is still used keeps its meta information.
                    if let known = known[target.node.identity]?.popFirst() {
                        try list.append(Node.make(copy: known, in: node.tree))
                    } else {
                        try list.append(.emptyObject).identify(target.node)
                    }
                }
                try present.take(linkage: list)
            } else {
                linkage = try place(vox_value_array(), as: name) { list throws(JSONError) in
                    for target in targets { try list.append(.emptyObject).identify(target.node) }
                }
            }
            for (identifier, target) in zip(linkage.children, targets) {
                identifier.stand(for: target.node, isResolved: target.isResolved)
            }
        }
    }

    @usableFromInline
    func setRelated<Target>(_ name: MemberName, to related: RelatedResources<Target>) {
        switch related.source {
        case .null: setLinkage(name, isNull: true)
        case .none: setLinkage(name, isNull: false)
        case .list(let list): setRelated(name, to: list.resources)
        case .linkage(let owner, let other, _):
            // `album.tracks.append(…)` ends with an assignment of the view to itself, which must
            // not write anything.
            if owner.node != node || !name.isEqual(to: other) {
                setRelated(name, to: Array(related))
            }
        }
    }

    /// Sets the linkage to null, or removes the relationship.
    @usableFromInline
    func setLinkage(_ name: MemberName, isNull: Bool) {
        guardResolved("relationships", name.text) { () throws(JSONError) in
            if isNull {
                try place(Node.make(scalar: .null, in: node.tree), as: name)
            } else {
                removeRelationship(name)
            }
        }
    }

    func removeRelationship(_ name: MemberName) {
        linkage(name)?.unlinkBelow()
        node.member("relationships")?.member(name)?.remove()
        dropEmpty("relationships")
    }

    /// Sets the linkage of a relationship. The links and meta of the relationship are kept.
    @discardableResult
    func place(_ value: Node, as name: MemberName) throws(JSONError) -> Node {
        guard let linkage = linkage(name) else {
            return try place(vox_value_node(value.raw), as: name) { _ in }
        }
        try linkage.take(linkage: value)
        return linkage
    }

    /// Creates the linkage of a relationship that has none. `fill` completes the linkage. If that
    /// fails, the resource is as before.
    private func place(
        _ value: vox_value, as name: MemberName,
        filled fill: (Node) throws(JSONError) -> Void
    ) throws(JSONError) -> Node {
        let relationships = node.member("relationships")
        let relationship = relationships?.member(name)
        if let old = relationship ?? relationships, !old.isObject {
            return try replace(with: value, as: name, filled: fill)
        }
        let all =
            if let relationships { relationships } else {
                try node.setMember("relationships", to: .emptyObject)
            }
        do throws(JSONError) {
            let one =
                if let relationship { relationship } else {
                    try all.setMember(name, to: vox_value_object())
                }
            let linkage = try one.setMember(vox_string(name: "data"), to: value)
            try fill(linkage)
            return linkage
        } catch {
            if let relationship {
                relationship.member("data")?.remove()
            } else {
                (relationships == nil ? all : all.member(name))?.remove()
            }
            throw error
        }
    }

    /// Replaces a value that is no object, at the position of the relationship or of all
    /// relationships. The new value is complete before it replaces the old value.
    private func replace(
        with value: vox_value, as name: MemberName,
        filled fill: (Node) throws(JSONError) -> Void
    ) throws(JSONError) -> Node {
        let one = try Node.make(vox_value_object(), in: node.tree)
        let linkage = try one.setMember(vox_string(name: "data"), to: value)
        try fill(linkage)
        if let all = node.member("relationships"), all.isObject {
            try all.setMember(name, to: vox_value_node(one.raw))
        } else {
            let all = try Node.make(vox_value_object(), in: node.tree)
            try all.setMember(name, to: vox_value_node(one.raw))
            try node.setMember(vox_string(name: "relationships"), to: vox_value_node(all.raw))
        }
        return linkage
    }
}

extension Node {
    /// Replaces this linkage by the value of a detached node.
    fileprivate func take(linkage value: Node) throws(JSONError) {
        unlinkBelow()
        try take(value)
    }
}

extension JSON {
    /// Checks the kind of the linkage at this position.
    /// - Throws: `JSONError` with code `wrongKind`, or with code `missing` for a required
    ///   relationship whose linkage is missing or null.
    package func checkLinkage(isToMany: Bool, isRequired: Bool) throws(JSONError) {
        switch vox.kind {
        case .absent:
            if isRequired { throw missing }
        case .null where isRequired:
            throw JSONError(
                code: .missing, message: "the relationship is required, but it is null",
                pointer: vox.pointer)
        case .null where !isToMany: break
        case isToMany ? .array : .object: break
        default:
            throw JSONError(
                code: .wrongKind,
                expected: isToMany ? "a list of resource identifiers" : "one resource identifier",
                found: self)
        }
    }
}

extension Node {
    @discardableResult
    fileprivate func setMember(_ name: MemberName, to value: vox_value) throws(JSONError) -> Node {
        if case .stated(let name) = name, name.hasPointerRepresentation {
            return try setMember(vox_string(name: name), to: value)
        }
        let result = withCore(name.text) { name in
            Result { () throws(JSONError) in try setMember(name, to: value) }
        }
        return try result.get()
    }
}
