// SPDX-License-Identifier: MIT

extension ServedType {
    /// A write that a function allows or refuses (``ServedType/validate``): the resource before and
    /// after the write, the names of the changed fields, and the store.
    ///
    /// ```swift
    /// struct Album: ResourceSchema {
    ///     static let type = "albums"
    ///     let title = Attribute<String>("title")
    ///     let year = Attribute<Int>("year")
    /// }
    /// let albums = ServedType(
    ///     Album.self,
    ///     .validate { write in
    ///         guard write.changes(\.year), let year = write.new.year, year < 1877 else { return [] }
    ///         return [APIError(status: 422, title: "Too early", source: .field(\Album.year))]
    ///     })
    /// ```
    ///
    /// ``old`` and ``new`` are views of copies: a function that changes them changes nothing in the
    /// store. For a type without a schema, `Schema` is `AnyResource`.
    public struct Write<Schema: ResourceSchema> {
        /// The action: `create`, `update`, `replaceLinkage`, `addLinkage` or `removeLinkage`.
        public let action: ResourceService.Operation.Action
        /// The resource in the store; nil for a new resource. If the store has omitted the linkage
        /// of a to-many relationship, the relationship is absent.
        public let old: Resource<Schema>?
        /// The resource after the write. If the store chooses the id of a new resource, this
        /// resource has no id, because the store chooses the id later, when it writes the resource.
        public let new: Resource<Schema>
        /// The names of the attributes and relationships whose values the write changes.
        public let changed: Set<String>
        /// The store of the write.
        ///
        /// If the store supports transactions, this store belongs to the transaction of the write.
        /// ``ServedType/validate`` may read data of this store. If another request changes this
        /// data before the write, the service calls ``ServedType/validate`` again.
        /// ``ServedType/validate`` must not call any other store, because the other store may wait
        /// for the transaction.
        public var store: any ResourceStore { service.store }

        private let service: ResourceService

        init(
            _ change: ResourceChange, _ action: ResourceService.Operation.Action,
            of type: ServedType,
            old: StoredResource?, new: StoredResource, _ service: ResourceService
        ) throws(JSONError) {
            self.action = action
            self.old = try old?.view()
            self.new = try new.view()
            self.service = service
            var changed = Set(
                change.attributes.names.filter {
                    !ServedType.isSame(
                        old?.attributes[$0], new.attributes[$0], as: type.descriptors[exactly: $0])
                })
            for name in change.relationships.keys {
                let (before, after) = (old?.relationships[name], new.relationships[name])
                // Left-out linkage is unknown, so an edit of it counts as a change.
                let isSame =
                    old == nil
                    ? after?.identifiers.isEmpty ?? true
                    : before != nil
                        && Set(before?.identifiers ?? []) == Set(after?.identifiers ?? [])
                if !isSame { changed.insert(name) }
            }
            self.changed = changed
        }

        /// The same write with the properties of another schema.
        init(_ write: Write<some ResourceSchema>) {
            action = write.action
            old = write.old.map { Resource($0.node) }
            new = Resource(write.new.node)
            changed = write.changed
            service = write.service
        }

        /// Returns true if the write changes the value of a field. A nested object counts as a
        /// whole: a change of any member is a change of all members.
        public func changes(_ field: KeyPath<Schema, some FieldDescriptor>) -> Bool {
            FieldPath(Schema.self, Schema()[keyPath: field]).names.first.map(changed.contains)
                ?? false
        }

        /// Returns the resources of a schema in ``store`` that meet a filter, as views of copies. A
        /// filter may name every field that the service serves, also fields that clients cannot
        /// filter by.
        ///
        /// ```swift
        /// struct Booking: ResourceSchema {
        ///     static let type = "bookings"
        ///     let room = Attribute<String>("room").required()
        ///     let day = Attribute<Int>("day").required()
        /// }
        /// let bookings = ServedType(
        ///     Booking.self,
        ///     .validate { write in
        ///         let room: String = try write.new.room
        ///         let day: Int = try write.new.day
        ///         let others = try await write.list(Booking.self, where: \.room == room && \.day == day)
        ///         return others.allSatisfy { $0.id == write.new.id } ? []
        ///             : [APIError(status: 409, title: "Taken", source: .field(\Booking.day))]
        ///     })
        /// ```
        ///
        /// - Parameters:
        ///   - schema: the schema of the resources.
        ///   - filter: the filter; nil for all resources of the type.
        ///   - limit: the maximum number of resources.
        /// - Returns: The first matching resources, in the order of the store.
        /// - Throws: `FilterExpression.Failure` for a field that is not served, and the errors of
        ///   the store.
        public func list<Other: ResourceSchema>(
            _ schema: Other.Type, where filter: Filter<Other>? = nil, limit: Int = .max
        ) async throws -> [Resource<Other>] {
            var selection = ResourceSelection(type: Other.type)
            if let filter {
                guard let type = service.types[Other.type] else {
                    throw FilterExpression.Failure("the service has no type \"\(Other.type)\"")
                }
                let resolution = FilterResolution(types: service.types, isOfService: true)
                selection.filter = try resolution.resolve(try filter.expression, on: type)
            }
            selection.times = service.times
            selection.targets = service.targets
            selection.isCounted = false
            selection.limit = limit
            return try await store.list(selection).resources.map { try $0.view() }
        }
    }
}

extension StoredResource {
    /// Returns a view of the resource. The view is a copy in a document of its own. Relationships
    /// without linkage are absent.
    func view<Schema: ResourceSchema>() throws(JSONError) -> Resource<Schema> {
        var relationships = JSONObject()
        for (name, linkage) in self.relationships { relationships[name] = ["data": linkage.json] }
        var object = JSONObject()
        object["type"] = .string(type)
        object["id"] = id.isEmpty ? nil : .string(id)
        object["attributes"] = .object(attributes)
        if !relationships.isEmpty { object["relationships"] = .object(relationships) }
        let document = try JSON(.object(["data": .object(object)]))
        guard let node = document["data"].node else { throw JSONError(code: .outOfMemory) }
        return Resource<Schema>(node)
    }
}

extension APIError.Source {
    /// Returns the pointer of an attribute or a relationship in a request document with one
    /// resource.
    ///
    /// ```swift
    /// struct Album: ResourceSchema {
    ///     static let type = "albums"
    ///     let title = Attribute<String>("title")
    /// }
    /// let error = APIError(status: 422, title: "Empty", source: .field(\Album.title))
    /// print(error.pointer ?? "")  // prints: /data/attributes/title
    /// ```
    public static func field<Schema: ResourceSchema, Field: FieldDescriptor>(
        _ field: KeyPath<Schema, Field>
    ) -> APIError.Source {
        let path = FieldPath(Schema.self, Schema()[keyPath: field])
        let folder = path.isRelationship ? "/data/relationships" : "/data/attributes"
        return .pointer(folder + path.names.map { JSON.pointerSegment($0) }.joined())
    }
}

/// The names on the path to a field in requests.
private struct FieldPath {
    let names: [String]
    let isRelationship: Bool

    init<Schema: ResourceSchema>(_ schema: Schema.Type, _ field: any FieldDescriptor) {
        if let attribute = field as? any AttributeDescriptor {
            names = schema.writtenName(of: attribute).names
            isRelationship = false
        } else {
            names = schema.name(of: field).names
            isRelationship = true
        }
    }
}
