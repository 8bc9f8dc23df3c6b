// SPDX-License-Identifier: MIT
#if Macros

/// Reads and writes the fields of a resource for a model. This type is for the code that
/// `@Resource` generates, and for handwritten models.
///
/// A required field must have a value, and reading a required field without a value throws an
/// error. Reading an optional field returns nil if the field is missing or null. If a field already
/// has an equal value, writing does not change the field, even if the text of the value differs.
/// Writing nil stores null only if the field has a value.
public struct ModelFields<Schema: ResourceSchema> {
    private let resource: Resource<Schema>

    /// Creates a value that reads and writes the fields of the given resource.
    public init(_ resource: Resource<Schema>) { self.resource = resource }

    // MARK: Identity

    /// The id of the resource, or nil if it has no id.
    public var id: String? { resource.id }

    /// Returns the id of the resource, which must have an id.
    /// - Throws: `JSONError` with code `missing` if the resource has no id.
    public func requiredID() throws(JSONError) -> String {
        if let id = resource.id { return id }
        throw JSONError(
            code: .missing, message: "the resource has no id",
            pointer: resource.vox.json["id"].vox.pointer)
    }

    /// Sets the id of the resource to the id of a model. If the model has no id, nothing changes.
    public func setID(_ id: String?) {
        if let id, resource.id != id { resource.id = id }
    }

    // MARK: Attributes

    /// Returns a required attribute.
    /// - Throws: `JSONError` for the same reasons as `vox.value(_:)`.
    public func value<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>
    ) throws(JSONError) -> Descriptor.Value { try resource.vox.value(path) }

    /// Returns the value of an attribute, or nil if the attribute is missing or null.
    /// - Throws: `JSONError` if the value cannot be converted to the type of the attribute.
    public func optional<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>
    ) throws(JSONError) -> Descriptor.Value? {
        resource.vox.state(path) == .value ? try resource.vox.value(path) : nil
    }

    /// Sets an attribute. Setting nil stores null if the attribute has a value, and otherwise does
    /// nothing.
    /// - Throws: `JSONError` for the same reasons as `vox.set(_:to:)`, or with code `notConvertible`
    ///   if the attribute is a list that contains unknown values of an enumeration.
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value?
    ) throws(JSONError) {
        if let value {
            try resource.vox.update(path, to: value)
        } else if resource.vox.state(path) == .value {
            try resource.vox.setNull(path)
        }
    }

    /// Sets an attribute. If the attribute has an equal value, nothing is written. Setting nil
    /// stores null if the attribute has a value, and otherwise does nothing.
    /// - Throws: `JSONError` for the same reasons as `vox.set(_:to:)`, or with code `notConvertible`
    ///   if the attribute is a list that contains unknown values of an enumeration.
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value?
    ) throws(JSONError) where Descriptor.Value: Equatable {
        guard let value else {
            if resource.vox.state(path) == .value { try resource.vox.setNull(path) }
            return
        }
        // A value that cannot be converted counts as different.
        let former = resource.vox.state(path) == .value ? try? resource.vox.value(path) : nil
        if former != value { try resource.vox.update(path, to: value) }
    }

    // MARK: Relationships to one

    /// Returns the related resource, or nil if no resource is related.
    /// - Throws: `JSONError` with code `wrongKind` if the linkage is a list, or refers to a
    ///   resource of another type.
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

    /// Returns a model of the related resource, or nil if no resource is related.
    /// - Throws: the errors of the model and of ``resource(_:)``, or `JSONError` with code `cycle`
    ///   if related resources form a cycle or are nested too deeply.
    public func model<Model: ResourceModel>(
        _ path: KeyPath<Schema, ToOne<Model.Schema>>, _ type: Model.Type
    ) throws -> Model? {
        guard let related = try resource(path) else { return nil }
        return try ModelNesting.make(of: related) { try Model(related) }
    }

    /// Sets a relationship to the resource of a model. Setting nil stores null if the relationship
    /// has a related resource. The related resource itself is not written.
    /// - Parameters:
    ///   - path: the key path of the relationship.
    ///   - model: the model of the related resource.
    ///   - id: a function that returns the id of a model.
    /// - Throws: `JSONError` with code `notConvertible` if a model has no id.
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

    /// Sets a relationship to a resource. Setting nil stores null if the relationship has a related
    /// resource. If the write fails, the document records the failure.
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

    /// Returns the related resources, or nil if the linkage is missing or null.
    /// - Throws: `JSONError` with code `wrongKind` if the linkage is not a list, or refers to a
    ///   resource of another type.
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

    /// Returns the ids of the related resources, or nil if the linkage is missing or null.
    /// - Throws: the errors of ``resources(_:)``, or `JSONError` with code `missing` if a related
    ///   resource is new in the document and has no id.
    public func ids<Target: ResourceSchema>(
        _ path: KeyPath<Schema, ToMany<Target>>
    ) throws(JSONError) -> [String]? {
        guard let related = try resources(path) else { return nil }
        var ids: [String] = []
        for related in related { ids.append(try ModelFields<Target>(related).requiredID()) }
        return ids
    }

    /// Returns models of the related resources, or nil if the linkage is missing or null.
    /// - Throws: the errors of the models and of ``resources(_:)``, or `JSONError` with code
    ///   `cycle` if related resources form a cycle or are nested too deeply.
    public func models<Model: ResourceModel>(
        _ path: KeyPath<Schema, ToMany<Model.Schema>>, _ type: Model.Type
    ) throws -> [Model]? {
        try resources(path)?.map { related in
            try ModelNesting.make(of: related) { try Model(related) }
        }
    }

    /// Sets a relationship to the resources of models. If `models` is nil, the linkage is not
    /// changed. The related resources themselves are not written. The cost is O(n) for n models.
    /// - Parameters:
    ///   - path: the key path of the relationship.
    ///   - models: the models of the related resources.
    ///   - id: a function that returns the id of a model.
    /// - Throws: `JSONError` with code `notConvertible` if a model has no id.
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

    /// Sets a relationship to resources. If `related` is nil, the linkage is not changed. If the
    /// write fails, the document records the failure. The cost is O(n) for n resources.
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

    // MARK: All fields

    /// Returns the value of a required relationship.
    /// - Throws: `JSONError` with code `missing` if the value is nil.
    public func present<Value>(
        _ path: KeyPath<Schema, some RelationshipDescriptor>, _ value: Value?
    ) throws(JSONError) -> Value {
        if let value { return value }
        let linkage = resource.vox.relationship(path)
        throw JSONError(
            code: .missing, message: "the resource has no \(linkage.name)",
            pointer: linkage.json["data"].vox.pointer)
    }

    /// Returns the resource after all fields were written.
    /// - Throws: the `JSONError` of the first failed write in the document of the resource.
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
                    ? "a related resource needs an id, and this one has no id yet"
                    : "a resource of any type needs a type besides its id",
                pointer: relationship.json["data"].vox.pointer)
        }
        return Resource<Target>(id: id)
    }
}
#endif
