// SPDX-License-Identifier: MIT

/// The description of a type of resources and its table. A ``SQLStore`` creates its SQL from the
/// descriptions of its types.
///
/// ```swift
/// let types = [
///     SQLType(
///         "albums", table: "album",
///         attributes: ["title": .text("title").required(), "year": .integer("year")],
///         relationships: [
///             "artist": .toOne("artists", column: "artist_id"),
///             "genres": .toMany("genres", through: "album_genre", owner: "album", target: "genre"),
///         ],
///         version: "version"),
///     SQLType(
///         "artists", table: "artist", attributes: ["name": .text("name").required()],
///         relationships: ["albums": .toMany("albums", column: "artist_id")], version: "version"),
///     SQLType("genres", table: "genre", key: .text("code"), attributes: ["name": .text("name")]),
/// ]
/// print(types.map(\.table))  // prints: ["album", "artist", "genre"]
/// ```
public struct SQLType: Sendable {
    /// The name of the type.
    public let name: String
    /// The name of the table.
    public let table: String
    /// The column of the id: text or integer. If the key is an integer, the id is the decimal text
    /// of the key.
    public private(set) var key: Column
    private(set) var attributes: [(name: String, column: Column)]
    var relationships: [(name: String, relationship: Relationship)]
    /// What a schema says; nil if the type is described without a schema.
    let schema: SchemaFields?
    /// Returns the type with the rules for requests; nil if the type is described without a schema.
    let served: (@Sendable () -> ServedType)?
    let version: String?
    let deletedAt: String?
    private(set) var tenant: (column: Column, value: @Sendable () throws -> SQLValue)?

    /// Creates a description of a type.
    ///
    /// - Parameters:
    ///   - name: the name of the type.
    ///   - table: the name of the table. A dot ends the name of its schema: `crm.account`.
    ///   - key: the column of the id: the primary key, or a column with a unique index. The default
    ///     is the integer column `id`. If a client creates a resource without an id, the database
    ///     chooses an integer key, or the store chooses a random UUID for a text key.
    ///   - attributes: the attributes, in the order in which resources contain them.
    ///   - relationships: the relationships.
    ///   - version: the integer column of the version; in PostgreSQL, `bigint`. Without this
    ///     column, the version of a resource is a digest of its columns. With a digest, the store
    ///     does not detect a change that was undone, and a change in a join table does not change
    ///     the version.
    ///   - deletedAt: the column of the time of deletion. With this column, the row of a deleted
    ///     resource stays in the table, but no request finds the row.
    public init(
        _ name: String, table: String, key: Column = .integer("id"),
        attributes: KeyValuePairs<String, Column> = [:],
        relationships: KeyValuePairs<String, Relationship> = [:], version: String? = nil,
        deletedAt: String? = nil
    ) {
        self.name = name
        self.table = table
        self.key = key
        self.attributes = attributes.map { ($0.key, $0.value) }
        self.relationships = relationships.map { ($0.key, $0.value) }
        self.version = version
        self.deletedAt = deletedAt
        schema = nil
        served = nil
    }

    /// Creates the description of the table of a schema. The schema says the attributes and the
    /// relationships; each of `rules` says what differs for one of them, or what clients may do
    /// (`ServedType.Rule`).
    ///
    /// | field of the schema | column |
    /// |---|---|
    /// | an attribute | the JSON name, as it is. The Swift type gives the kind: `String`, `UUID`, `URL` and enumerations of strings are text, `Date` is a date, a `String` that is transformed by `.date("yyyy-MM-dd")` is a day, and lists and objects are JSON |
    /// | `required()` | `NOT NULL`, unless the Swift type is optional or the attribute is read-only |
    /// | `ToOne<Artist>("artist")` | `artist_id`; for a union, a column for each case, such as `user_id` and `team_id` |
    /// | `ToMany<Album>("albums")` | the one foreign key of the targets that refers to this type, or the one join table that the targets name |
    ///
    /// A name that is not one of lower-case letters, digits and `_` needs an entry, or a rule for
    /// all names of the type in `names`. The store refuses a field with no column or with a choice
    /// of columns, and names the field (``SQLStore/SchemaError``).
    ///
    /// ```swift
    /// struct Album: ResourceSchema {
    ///     static let type = "albums"
    ///     let title = Attribute<String>("title").required()
    ///     let year = Attribute<Int>("release-year")
    ///     let artist = ToOne<Artist>("artist")
    /// }
    /// struct Artist: ResourceSchema {
    ///     static let type = "artists"
    ///     let name = Attribute<String>("name").required()
    ///     let albums = ToMany<Album>("albums")
    /// }
    /// let types = [
    ///     SQLType(Album.self, table: "album", .column(\.year, "release_year"), version: "version"),
    ///     SQLType(Artist.self, table: "artist", .unique(\.name), version: "version"),
    /// ]
    /// print(types.map(\.name))  // prints: ["albums", "artists"]
    /// ```
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - table: the name of the table.
    ///   - rules: what differs from the table above, and the rules for requests. The last rule
    ///     about the column of a field counts.
    ///   - key: as in ``init(_:table:key:attributes:relationships:version:deletedAt:)``.
    ///   - version: as in ``init(_:table:key:attributes:relationships:version:deletedAt:)``.
    ///   - deletedAt: as in ``init(_:table:key:attributes:relationships:version:deletedAt:)``.
    ///   - names: the rule that makes the names of columns from JSON names. By default, a name is
    ///     never changed.
    public init<Schema: ResourceSchema>(
        _ schema: Schema.Type, table: String, _ rules: ServedType.Rule<Schema>...,
        key: Column = .integer("id"), version: String? = nil, deletedAt: String? = nil,
        names: KeyStrategy = .asIs
    ) {
        self.init(
            schema, table: table, rules: rules, key: key, version: version, deletedAt: deletedAt,
            names: names)
    }

    /// Creates the description of the table of a schema, with a list of rules that the program has
    /// computed. With a list, the compiler finds the same mistakes, but its messages are worse.
    public init<Schema: ResourceSchema>(
        _ schema: Schema.Type, table: String, rules: [ServedType.Rule<Schema>],
        key: Column = .integer("id"), version: String? = nil, deletedAt: String? = nil,
        names: KeyStrategy = .asIs
    ) {
        name = Schema.type
        self.table = table
        self.key = key
        self.version = version
        self.deletedAt = deletedAt
        let entries = rules.compactMap(\.entry)
        let described = SchemaFields(schema, entries, names)
        attributes = described.attributes
        relationships = []
        self.schema = described
        served = {
            ServedType(
                schema,
                rules: [.sortable(), .filterable()] + entries.compactMap { $0.hiding() } + rules)
        }
    }

    /// Returns the type with a column that identifies the tenant of each row.
    ///
    /// Every statement about the type has a condition on this column. The condition limits reads
    /// (lists, single resources and linkage), filters through relationships, and writes. In new
    /// rows, the column has the value of the current caller. A text key can be unique only together
    /// with this column.
    ///
    /// If the column is the key, the table has the tenants themselves: a caller sees, changes and
    /// creates only the resource of its own tenant.
    /// - Parameters:
    ///   - column: the column of the tenant.
    ///   - value: a function that returns the value of the current caller. Usually a middleware
    ///     sets a task-local value, and the function returns this value. The function throws an
    ///     `ErrorResponse` if the caller has no tenant.
    /// - Returns: The type with the column.
    public func tenant(
        _ column: Column, _ value: @escaping @Sendable () throws -> SQLValue
    ) -> SQLType {
        var type = self
        type.tenant = (column, value)
        return type
    }

    /// True if the table has the tenants themselves.
    var hasTenants: Bool { tenant.map { $0.column.name == key.name } ?? false }

    /// Returns the type with the types that its columns have in the database.
    func stored(_ types: [ExactText: StoredType]) -> SQLType {
        var type = self
        func find(_ column: inout Column) {
            if let name = column.name { column.stored = types[ExactText(name)] }
        }
        find(&type.key)
        for index in type.attributes.indices { find(&type.attributes[index].column) }
        if var tenant = type.tenant {
            find(&tenant.column)
            type.tenant = tenant
        }
        return type
    }
}
