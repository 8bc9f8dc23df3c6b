// SPDX-License-Identifier: MIT

/// A type of resources that a ``ResourceService`` serves, and what may be done with them.
public struct ServedType: Sendable {
    /// A relationship of a type.
    public struct Relationship: Hashable, Sendable {
        /// Whether it leads to one resource or to many.
        public var isMany: Bool
        /// The type it leads to; nil for any.
        public var target: String?

        /// Describes a relationship.
        public init(isMany: Bool, target: String?) {
            self.isMany = isMany
            self.target = target
        }
    }

    /// The name of the type, which is also the path of its collection.
    public var name: String
    /// The names of the attributes; nil for whatever comes.
    public var attributes: Set<String>?
    /// The relationships, by name.
    public var relationships: [String: Relationship]
    /// The attributes that only the server sets; a request with one of them is refused with 403.
    public var readOnly: Set<String> = []
    /// What collections can be sorted by, of attributes and `id`; nil for each of them.
    public var sortable: Set<String>?
    /// What collections can be filtered by, of attributes, relationships and `id`; nil for each of them.
    /// Say what the store has indexes for, where it is large.
    public var filterable: Set<String>?
    /// Whether clients may choose ids; otherwise such a creation is refused with 403.
    public var acceptsClientIDs = true
    /// Whether a to-many may be replaced as a whole; otherwise that is refused with 403.
    public var allowsReplacement = true
    /// What a resource must be to be written. Called with what it would become; the errors it gives are
    /// the answer, with status 422 when they have none.
    public var validate: @Sendable (StoredResource) -> [APIError] = { _ in [] }

    /// Describes a type, its relationships to one resource and to many, each with the type it leads to.
    public init(
        _ name: String, attributes: Set<String>? = nil, toOne: [String: String] = [:],
        toMany: [String: String] = [:]
    ) {
        self.name = name
        self.attributes = attributes
        relationships = toOne.mapValues { Relationship(isMany: false, target: $0) }
        relationships.merge(toMany.mapValues { Relationship(isMany: true, target: $0) }) { $1 }
    }

    /// Describes a type by its schema: attributes, those of them that are read-only, and relationships
    /// with the types they lead to.
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
        for relationship in fields.relationships {
            relationships[relationship.name] = Relationship(
                isMany: relationship.isToMany, target: relationship.target)
        }
    }

    /// Describes a type by resources that there are: their relationships are the ones it has.
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
