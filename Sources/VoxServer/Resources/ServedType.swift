// SPDX-License-Identifier: MIT

/// A type of resources that a ``ResourceService`` serves, with the rules for requests to these
/// resources.
public struct ServedType: Sendable {
    /// A relationship of a type.
    public struct Relationship: Hashable, Sendable {
        /// True for a to-many relationship; false for a to-one relationship.
        public var isMany: Bool
        /// The type of the target resources; nil if they can have any type.
        public var target: String?

        /// Creates a relationship.
        public init(isMany: Bool, target: String?) {
            self.isMany = isMany
            self.target = target
        }
    }

    /// The name of the type, which is also the path of its collection.
    public var name: String
    /// The names of the attributes. A value of nil allows all attributes.
    public var attributes: Set<String>?
    /// The relationships, by name.
    public var relationships: [String: Relationship]
    /// The attributes that only the server sets. A request that sets a read-only attribute is
    /// refused with 403.
    public var readOnly: Set<String> = []
    /// The fields that collections can be sorted by: attributes and `id`. A value of nil allows all
    /// attributes and `id`.
    public var sortable: Set<String>?
    /// The fields that collections can be filtered by: attributes, relationships and `id`. A value
    /// of nil allows all fields. A field of a related resource must also be in the list of its own
    /// type. For a large store, allow only fields with an index.
    public var filterable: Set<String>?
    /// True if clients may choose the ids of new resources. If the value is false, a request to
    /// create a resource with an id is refused with 403.
    public var acceptsClientIDs = true
    /// True if requests may replace a to-many relationship as a whole. If the value is false, a
    /// request that replaces a to-many relationship is refused with 403.
    public var allowsReplacement = true
    /// Validates a resource before it is written.
    ///
    /// The parameter of the function is the resource as it will be after the change. If the
    /// validation returns errors, the resource is not written, and the response contains the
    /// errors. An error without a status gets the status 422.
    public var validate: @Sendable (StoredResource) -> [APIError] = { _ in [] }

    /// The attributes of the schema by their names in JSON, for the kinds of their values.
    var descriptors: [String: any AttributeDescriptor] = [:]

    /// Creates a type. Each to-one or to-many relationship is given with the type of its target
    /// resources.
    public init(
        _ name: String, attributes: Set<String>? = nil, toOne: [String: String] = [:],
        toMany: [String: String] = [:]
    ) {
        self.name = name
        self.attributes = attributes
        relationships = toOne.mapValues { Relationship(isMany: false, target: $0) }
        relationships.merge(toMany.mapValues { Relationship(isMany: true, target: $0) }) { $1 }
    }

    /// Creates a type from its schema, which has the attributes, the read-only attributes, and the
    /// relationships with their target types.
    ///
    /// ```swift
    /// struct Artist: ResourceSchema {
    ///     static let type = "artists"
    ///     let name = Attribute<String>("name")
    ///     let plays = Attribute<Int>("plays").readOnly()
    ///     let rival = ToOne<Artist>("rival")
    /// }
    /// let artists = ServedType(Artist.self)
    /// print(artists.name, artists.readOnly, artists.relationships["rival"]?.target ?? "any")
    /// // prints: artists ["plays"] artists
    /// ```
    public init<Schema: ResourceSchema>(_ schema: Schema.Type) {
        let fields = schema.fieldNames
        self.init(Schema.type, attributes: fields.attributes)
        readOnly = fields.readOnly
        for case (_, let attribute as any AttributeDescriptor) in schema.fields {
            descriptors[schema.name(of: attribute).text] = attribute
        }
        for relationship in fields.relationships {
            relationships[relationship.name] = Relationship(
                isMany: relationship.isToMany, target: relationship.target)
        }
    }

    /// Creates a type from existing resources. The type has every relationship that one of the
    /// resources has.
    init(_ name: String, by resources: [StoredResource]) {
        self.init(name)
        for (name, linkage) in resources.lazy.flatMap(\.relationships) {
            let isMany = if case .many = linkage { true } else { false }
            relationships[name] = Relationship(isMany: isMany, target: nil)
        }
    }

    func canSort(by name: String) -> Bool {
        guard relationships[name] == nil, hasField(name) else { return false }
        return sortable?.contains(name) ?? true
    }

    func canFilter(by name: String) -> Bool {
        hasField(name) && filterable?.contains(name) ?? true
    }

    /// The names in ``sortable`` and ``filterable`` that the type does not have, sorted.
    var unknownFields: [String] {
        (sortable ?? []).union(filterable ?? []).filter { !hasField($0) }.sorted()
    }

    private func hasField(_ name: String) -> Bool {
        name == "id" || relationships[name] != nil || attributes?.contains(name) ?? true
    }
}
