// SPDX-License-Identifier: MIT

extension ResourceService {
    /// Creates a service for the types of a store whose tables are described by schemas.
    ///
    /// The description of a type has the rules for requests, too (`ServedType.Rule`). Clients can
    /// sort and filter by `id` and by the fields that a rule names, because another field may have
    /// no index.
    ///
    /// ```swift
    /// struct Album: ResourceSchema {
    ///     static let type = "albums"
    ///     let title = Attribute<String>("title").required()
    ///     let year = Attribute<Int>("year")
    /// }
    /// func service(on database: any SQLDatabase) async throws -> ResourceService {
    ///     let store = try SQLStore(database, [
    ///         SQLType(Album.self, table: "album", .sortable(\.title), .filterable(\.year)),
    ///     ])
    ///     let service = try ResourceService(serving: store)
    ///     try await store.checkTables(for: service)
    ///     return service
    /// }
    /// ```
    ///
    /// - Precondition: as for `ResourceService(_:store:)`.
    /// - Throws: ``SQLStore/SchemaError`` that names each type which is described without a schema.
    public init(serving store: SQLStore) throws(SQLStore.SchemaError) {
        var types: [ServedType] = []
        var problems: [String] = []
        for table in store.model.tables {
            if let served = table.type.served {
                types.append(served())
            } else {
                problems.append(
                    "type \"\(table.type.name)\": it has no schema: describe what is served by a"
                        + " ServedType, in ResourceService(_:store:)")
            }
        }
        if let error = SQLStore.SchemaError(problems) { throw error }
        self.init(types, store: store)
    }
}
