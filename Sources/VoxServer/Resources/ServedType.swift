// SPDX-License-Identifier: MIT

/// A type of resources that a ``ResourceService`` serves, with the rules for requests to these
/// resources.
public struct ServedType: Sendable {
    /// A relationship of a type.
    public struct Relationship: Hashable, Sendable {
        /// True for a to-many relationship; false for a to-one relationship.
        public var isMany: Bool
        /// The types that the target resources can have; nil if they can have any served type. A
        /// service leaves out the types that it does not serve. For clients, a target of another
        /// type does not exist: it is not in any response, no filter finds it, and no write removes
        /// it.
        public var targets: Set<String>?

        /// The type of the target resources; nil if they can have several types.
        public var target: String? { targets?.count == 1 ? targets?.first : nil }

        /// Creates a relationship to resources of one type. A target of nil allows any served type.
        public init(isMany: Bool, target: String?) {
            self.init(isMany: isMany, targets: target.map { [$0] })
        }

        /// Creates a relationship to resources of several types.
        public init(isMany: Bool, targets: Set<String>?) {
            self.isMany = isMany
            self.targets = targets
        }
    }

    /// The name of the type, which is also the path of its collection.
    public var name: String
    /// The names of the attributes. The service responds with 422 to a write with an attribute that
    /// is not in this set, and no response contains such an attribute of the store. A value of nil
    /// allows all attributes, and additional members in the objects that the schema describes.
    public var attributes: Set<String>?
    /// The relationships, by name. The service responds with 422 to a write with any other
    /// relationship, and no response contains another relationship of the store.
    public var relationships: [String: Relationship]
    /// The attributes that only the server sets. The service responds with 403 to a request that
    /// sets a read-only attribute.
    public var readOnly: Set<String> = []
    /// The attributes that a client can set only when it creates the resource. The service responds
    /// with 403 to a later request that changes the attribute.
    public var writeOnce: Set<String> = []
    /// The attributes and relationships that every resource has. The service responds with 422 if a
    /// required field of a new resource is missing or null. Null is allowed for an attribute whose
    /// Swift type is optional. A required to-many relationship can be empty.
    public var required: Set<String> = []
    /// The fields that collections can be sorted by: attributes, `id`, and attributes of the
    /// targets of to-one relationships, such as `artist.name`. A value of nil allows all attributes
    /// and `id`.
    public var sortable: Set<String>?
    /// The fields that collections can be filtered by: attributes, relationships and `id`. A value
    /// of nil allows all fields. A client can filter by a field of a related resource only if the
    /// type of that resource also allows this field. If the related resources can have several
    /// types, all of these types that have the field must allow it. For a large store, allow only
    /// fields with an index.
    public var filterable: Set<String>?
    /// The names of the query parameters of the service's own (JSON:API 1.1,
    /// "Implementation-Specific Query Parameters") that requests for these resources may have. The
    /// store finds them in ``ResourceSelection/parameters``. The service responds with 400 to any
    /// other parameter, because a parameter that nobody reads would change nothing in silence.
    public var parameters: Set<String> = []
    /// True if clients may choose the ids of new resources. If `acceptsClientIDs` is false, the
    /// service responds with 403 to a request that creates a resource with an id.
    public var acceptsClientIDs = true
    /// True if requests may replace a to-many relationship as a whole. If `allowsReplacement` is
    /// false, the service responds with 403 to a request that replaces the relationship.
    public var allowsReplacement = true
    /// The attributes that are files, by name. The service accepts the files in forms
    /// (`multipart/form-data`).
    ///
    /// A request that creates or updates a resource with files has `Content-Type:
    /// multipart/form-data`. The first part of the form has the name `document`, the media type of
    /// JSON:API, and the document. Each further part is a file, and its name is the name of the
    /// attribute. The values of the files are checked as if they were in the document. In a
    /// document, the attribute of a file can only be null: any other value leads to a 403 response.
    ///
    /// The service calls ``ResourceService/authorize`` before it reads the form, and reads the form
    /// as a stream. If the document of the form has a fault, the service refuses the request before
    /// it reads the files.
    public var files: [String: File] = [:]
    /// A function that allows or refuses writes; nil to allow all writes.
    ///
    /// The service calls the function for every request and every operation that creates a
    /// resource, updates it, or edits one of its relationships. The service calls the function
    /// after the checks against the schema. If the function returns errors, nothing is written, and
    /// the response contains the errors. An error without a status gets the status 422. To respond
    /// with another status or with header fields, the function throws an ``ErrorResponse``.
    ///
    /// If a request edits a to-many relationship, and the edit also changes a relationship of its
    /// targets (``ResourceStore/inverse(of:from:to:)``), the service calls the function of the type
    /// of the targets, too: once for each target that is added or removed. The edit is made in
    /// steps with one target each, and the function is called before each step. The pointers of its
    /// errors become the pointer of the target in the request.
    ///
    /// If the store supports transactions, the service calls the function in the transaction of the
    /// write. If other requests write at the same time, the service may call the function again
    /// with a newer state of the resource. To identify the client, the function reads a task-local
    /// value that a middleware has set.
    public var validate: (@Sendable (Write<AnyResource>) async throws -> [APIError])?
    /// True if clients can only read the resources, for example of an audit trail. The service then
    /// supports only GET and HEAD for these resources and their relationships, responds with 405 to
    /// other methods, and its description has no writes. Nor can clients edit a to-many
    /// relationship whose other side is a to-one relationship of these resources.
    public var isReadOnly = false

    /// The attributes of the schema by their names in JSON. These attributes tell the kinds of the
    /// values.
    package private(set) var descriptors: [String: any AttributeDescriptor] = [:]
    /// The attributes of the schema with all their names, for the checks of writes.
    private(set) var members: [(name: MemberName, attribute: any AttributeDescriptor)] = []
    /// The fields of the schema that clients do not see.
    private(set) var hidden: Set<ExactText> = []
    /// For each relationship to a union of types, a function that returns true for these types.
    private var unions: [String: @Sendable (String) -> Bool] = [:]
    /// The relationships with declared targets that are not served.
    private var reduced: Set<String> = []

    /// Creates a type. The dictionaries of relationships contain the name of each relationship and
    /// the type of its targets.
    public init(
        _ name: String, attributes: Set<String>? = nil, toOne: [String: String] = [:],
        toMany: [String: String] = [:]
    ) {
        self.name = name
        self.attributes = attributes
        relationships = toOne.mapValues { Relationship(isMany: false, target: $0) }
        relationships.merge(toMany.mapValues { Relationship(isMany: true, target: $0) }) { $1 }
    }

    /// Creates a type from its schema. The schema declares the attributes, the read-only,
    /// write-once and required fields, and the relationships with their target types.
    ///
    /// The service checks all values of a write against the schema before it calls ``validate`` and
    /// the store. If the target of a relationship is a union, a target may be of any type that is
    /// both served and a case of the union.
    ///
    /// ```swift
    /// struct Artist: ResourceSchema {
    ///     static let type = "artists"
    ///     let name = Attribute<String>("name")
    ///     let plays = Attribute<Int>("plays").readOnly()
    ///     let rival = ToOne<Artist>("rival")
    /// }
    /// let artists = ServedType(Artist.self, .sortable(\.name))
    /// print(artists.name, artists.readOnly, artists.relationships["rival"]?.target ?? "any")
    /// // prints: artists ["plays"] artists
    /// ```
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - rules: what the schema does not say.
    public init<Schema: ResourceSchema>(_ schema: Schema.Type, _ rules: Rule<Schema>...) {
        self.init(schema, rules: rules)
    }

    /// Creates a type from its schema, with a list of rules that the program has computed.
    public init<Schema: ResourceSchema>(_ schema: Schema.Type, rules: [Rule<Schema>]) {
        let fields = schema.fieldNames
        self.init(Schema.type, attributes: fields.attributes)
        readOnly = fields.readOnly
        writeOnce = fields.writeOnce
        required = fields.required
        for case (_, let attribute as any AttributeDescriptor) in schema.fields {
            descriptors[schema.name(of: attribute).text] = attribute
        }
        members = schema.members.map { ($0.name, $0.attribute) }
        for relationship in fields.relationships {
            relationships[relationship.name] = Relationship(
                isMany: relationship.isToMany, target: relationship.target)
            unions[relationship.name] = relationship.accepts
        }
        apply(rules)
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

    /// Removes a field: for clients, it does not exist.
    package mutating func hide(_ name: String) {
        hidden.insert(ExactText(name))
        attributes?.remove(name)
        relationships[name] = nil
        for list in [\ServedType.readOnly, \.writeOnce, \.required] {
            self[keyPath: list].remove(name)
        }
        descriptors[name] = nil
        members.removeAll { $0.name.names.first == name }
    }

    /// Limits the target types of each relationship to the served types.
    mutating func resolveTargets(among types: [String]) {
        for (name, accepts) in unions where relationships[name]?.targets == nil {
            relationships[name]?.targets = Set(types.filter(accepts))
        }
        for (name, relationship) in relationships {
            guard let declared = relationship.targets else { continue }
            let served = declared.filter { types.contains(exactly: $0) }
            if served.count < declared.count { reduced.insert(name) }
            relationships[name]?.targets = served
        }
    }

    /// Returns true if a relationship may also have targets that are not served: cases of a union,
    /// or declared types.
    func mayHaveOthers(_ relationship: String) -> Bool {
        unions[relationship] != nil || reduced.contains(relationship)
    }

    package func canSort(by name: String) -> Bool {
        // Only a rule allows the field of a target.
        if name.contains(".") { return sortable?.contains(exactly: name) ?? false }
        guard relationships[exactly: name] == nil, hasField(name) else { return false }
        return sortable?.contains(exactly: name) ?? true
    }

    package func canFilter(by name: String) -> Bool {
        hasField(name) && filterable?.contains(exactly: name) ?? true
    }

    /// Returns true if the type has an attribute or a relationship of this name, or if it is the
    /// id.
    func hasField(_ name: String) -> Bool {
        name == "id" || relationships[exactly: name] != nil
            || attributes?.contains(exactly: name) ?? true
    }
}
