// SPDX-License-Identifier: MIT
#if Macros

/// The fields of a resource as a model reads and writes them: what `@Resource` writes calls these, and a
/// model written by hand may.
///
/// What a model has is either there or an error. What it may lack is nil where the resource has nothing or
/// null. Writing leaves alone what is equal already, in whatever form it stands in the document, and nil
/// writes null only in the place of a value.
public struct ModelFields<Schema: ResourceSchema> {
    private let resource: Resource<Schema>

    /// The fields of a resource.
    public init(_ resource: Resource<Schema>) { self.resource = resource }

    // MARK: Identity

    /// The id; nil for a resource that has none yet.
    public var id: String? { resource.id }

    /// The id of a resource that must have one.
    /// - Throws: `JSONError` with code `missing`.
    public func requiredID() throws(JSONError) -> String {
        if let id = resource.id { return id }
        throw JSONError(
            code: .missing, message: "the resource has no id",
            pointer: resource.vox.json["id"].vox.pointer)
    }

    /// Gives the resource the id of a model, if that has one.
    public func setID(_ id: String?) {
        if let id, resource.id != id { resource.id = id }
    }

    // MARK: Attributes

    /// An attribute that must be there.
    /// - Throws: `JSONError`, as `vox.value(_:)` does.
    public func value<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>
    ) throws(JSONError) -> Descriptor.Value { try resource.vox.value(path) }

    /// An attribute, or nil where it is missing or null.
    /// - Throws: `JSONError` for a value that is of another kind.
    public func optional<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>
    ) throws(JSONError) -> Descriptor.Value? {
        resource.vox.state(path) == .value ? try resource.vox.value(path) : nil
    }

    /// Writes an attribute. Nil writes null where there is a value, and nothing else.
    /// - Throws: `JSONError`, as `vox.set(_:to:)` does.
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value?
    ) throws(JSONError) {
        if let value {
            try resource.vox.set(path, to: value)
        } else if resource.vox.state(path) == .value {
            try resource.vox.setNull(path)
        }
    }

    /// Writes an attribute, unless it has that value. Nil writes null where there is a value, and nothing
    /// else.
    /// - Throws: `JSONError`, as `vox.set(_:to:)` does.
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value?
    ) throws(JSONError) where Descriptor.Value: Equatable {
        guard let value else {
            if resource.vox.state(path) == .value { try resource.vox.setNull(path) }
            return
        }
        // What does not convert is no equal value either.
        let former = resource.vox.state(path) == .value ? try? resource.vox.value(path) : nil
        if former != value { try resource.vox.set(path, to: value) }
    }

    // MARK: Relationships to one

    /// The related resource; nil where there is none.
    /// - Throws: `JSONError` with code `wrongKind` for linkage that is a list, or of another type.
    public func resource<Target: ResourceSchema>(
        _ path: KeyPath<Schema, ToOne<Target>>
    ) throws(JSONError) -> Resource<Target>? {
        guard resource.vox.state(path) == .value else { return nil }
        let linkage = resource.vox.relationship(path)
        guard case .one = linkage.linkage else {
            throw JSONError(
                code: .wrongKind, expected: "one resource identifier", found: linkage.json["data"])
        }
        let related: Resource<Target>? = resource[dynamicMember: path]
        if let related { try check(related, at: linkage.json["data"]) }
        return related
    }

    /// A model of the related resource; nil where there is none.
    /// - Throws: what the model throws; `JSONError` as ``resource(_:)`` does, and with code `cycle` for
    ///   resources that lead back to themselves.
    public func model<Model: ResourceModel>(
        _ path: KeyPath<Schema, ToOne<Model.Schema>>, _ type: Model.Type
    ) throws -> Model? {
        guard let related = try resource(path) else { return nil }
        return try ModelNesting.make(of: related) { try Model(related) }
    }

    /// Links to the resource that a model is of; nil writes null where there is a resource. The resource
    /// itself is not written.
    /// - Parameters:
    ///   - path: the relationship.
    ///   - model: the model.
    ///   - id: the id of a model.
    /// - Throws: `JSONError` with code `notConvertible` for a model without an id.
    public func setOne<Target: ResourceSchema, Model>(
        _ path: KeyPath<Schema, ToOne<Target>>, to model: Model?, id: (Model) -> String?
    ) throws(JSONError) {
        guard let model else {
            if resource.vox.state(path) == .value {
                resource[dynamicMember: path] = Nullable<Resource<Target>>.null
            }
            return
        }
        let reference = try reference(to: id(model), Target.self, resource.vox.relationship(path))
        setOne(path, to: reference)
    }

    /// Links to a resource; nil writes null where there is one. A failure is noted, as of every plain write.
    public func setOne<Target: ResourceSchema>(
        _ path: KeyPath<Schema, ToOne<Target>>, to related: Resource<Target>?
    ) {
        guard let related else {
            if resource.vox.state(path) == .value {
                resource[dynamicMember: path] = Nullable<Resource<Target>>.null
            }
            return
        }
        let former: Resource<Target>? = resource[dynamicMember: path]
        if let former, Identity(former) == Identity(related), related.id != nil { return }
        resource[dynamicMember: path] = related
    }

    // MARK: Relationships to many

    /// The related resources; nil where the linkage is missing or null.
    /// - Throws: `JSONError` with code `wrongKind` for linkage that is no list, or that names a resource of
    ///   another type.
    public func resources<Target: ResourceSchema>(
        _ path: KeyPath<Schema, ToMany<Target>>
    ) throws(JSONError) -> [Resource<Target>]? {
        guard resource.vox.state(path) == .value else { return nil }
        let linkage = resource.vox.relationship(path)
        switch linkage.linkage {
        case .empty, .many: break
        default:
            throw JSONError(
                code: .wrongKind, expected: "a list of resource identifiers",
                found: linkage.json["data"])
        }
        let related: RelatedResources<Target> = resource[dynamicMember: path]
        let list = Array(related)
        for (index, related) in list.enumerated() {
            try check(related, at: linkage.json["data"][index])
        }
        return list
    }

    /// The ids of the related resources; nil where the linkage is missing or null.
    /// - Throws: `JSONError` as ``resources(_:)`` does, and with code `missing` for a resource that is new in
    ///   the document and has no id yet.
    public func ids<Target: ResourceSchema>(
        _ path: KeyPath<Schema, ToMany<Target>>
    ) throws(JSONError) -> [String]? {
        guard let related = try resources(path) else { return nil }
        var ids: [String] = []
        for related in related { ids.append(try ModelFields<Target>(related).requiredID()) }
        return ids
    }

    /// Models of the related resources; nil where the linkage is missing or null.
    /// - Throws: what the models throw; `JSONError` as ``resources(_:)`` does, and with code `cycle` for
    ///   resources that lead back to themselves.
    public func models<Model: ResourceModel>(
        _ path: KeyPath<Schema, ToMany<Model.Schema>>, _ type: Model.Type
    ) throws -> [Model]? {
        try resources(path)?.map { related in
            try ModelNesting.make(of: related) { try Model(related) }
        }
    }

    /// Links to the resources that models are of; nil leaves the linkage as it is. The resources themselves
    /// are not written. O(models).
    /// - Parameters:
    ///   - path: the relationship.
    ///   - models: the models.
    ///   - id: the id of a model.
    /// - Throws: `JSONError` with code `notConvertible` for a model without an id.
    public func setMany<Target: ResourceSchema, Model>(
        _ path: KeyPath<Schema, ToMany<Target>>, to models: [Model]?, id: (Model) -> String?
    ) throws(JSONError) {
        guard let models else { return }
        let relationship = resource.vox.relationship(path)
        var references: [Resource<Target>] = []
        for model in models {
            references.append(try reference(to: id(model), Target.self, relationship))
        }
        setMany(path, to: references)
    }

    /// Links to resources; nil leaves the linkage as it is. A failure is noted, as of every plain write.
    /// O(resources).
    public func setMany<Target: ResourceSchema>(
        _ path: KeyPath<Schema, ToMany<Target>>, to related: [Resource<Target>]?
    ) {
        guard let related else { return }
        let former: [Resource<Target>]? = resource[dynamicMember: path]
        if let former, former.map(Identity.init) == related.map(Identity.init),
            related.allSatisfy({ $0.id != nil })
        {
            return
        }
        resource[dynamicMember: path] = related as [Resource<Target>]?
    }

    // MARK: All of them

    /// What a relationship leads to, which must be there.
    /// - Throws: `JSONError` with code `missing`.
    public func present<Value>(
        _ path: KeyPath<Schema, some RelationshipDescriptor>, _ value: Value?
    ) throws(JSONError) -> Value {
        if let value { return value }
        let linkage = resource.vox.relationship(path)
        throw JSONError(
            code: .missing, message: "the resource has no \(linkage.name)",
            pointer: linkage.json["data"].vox.pointer)
    }

    /// The resource, all that was to be written being written.
    /// - Throws: `JSONError` of the first plain write in its document that failed.
    public func written() throws(JSONError) -> Resource<Schema> {
        if let failure = resource.vox.failures.firstWrite { throw failure }
        return resource
    }

    private struct Identity: Equatable {
        let type: String
        let id: String?

        init(_ resource: Resource<some ResourceSchema>) {
            type = resource.type
            id = resource.id
        }
    }

    private func check(
        _ related: Resource<some ResourceSchema>, at linkage: JSON
    ) throws(JSONError) {
        func check<Target>(_ related: Resource<Target>) throws(JSONError) {
            guard Target.describes(related.type) else {
                throw JSONError(
                    code: .wrongKind, expected: "a resource of type \"\(Target.type)\"",
                    found: linkage)
            }
        }
        try check(related)
    }

    private func reference<Target: ResourceSchema>(
        to id: String?, _ target: Target.Type, _ relationship: Relationship
    ) throws(JSONError) -> Resource<Target> {
        guard let id, Target.self != AnyResource.self else {
            throw JSONError(
                code: .notConvertible,
                message: id == nil
                    ? "a related resource is given by its id, and this one has none yet"
                    : "a resource of any type is not given by its id alone",
                pointer: relationship.json["data"].vox.pointer)
        }
        return Resource<Target>(id: id)
    }
}
#endif
