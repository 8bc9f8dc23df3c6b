// SPDX-License-Identifier: MIT

/// A write that ``ServedType/validate`` allows or refuses: the resource before and after the write,
/// the names of the changed fields, and the store.
///
/// ```swift
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let year = Attribute<Int>("year")
/// }
/// var albums = ServedType(Album.self)
/// albums.validate = { write in
///     let album = try write.new.view(as: Album.self)
///     guard write.changes(\Album.year), let year = album.year, year < 1877 else { return [] }
///     return [APIError(status: 422, title: "Too early", source: .field(\Album.year))]
/// }
/// ```
public struct ResourceWrite: Sendable {
    /// The action: `create`, `update`, `replaceLinkage`, `addLinkage` or `removeLinkage`.
    public let action: ResourceService.Operation.Action
    /// The resource in the store; nil for a new resource. If the store has omitted the linkage of a
    /// to-many relationship, `relationships` has no entry for the relationship.
    public let old: StoredResource?
    /// The resource after the write. If the store chooses the id of a new resource, this resource
    /// has an empty id, because the store chooses the id later, when it writes the resource.
    public let new: StoredResource
    /// The names of the attributes and relationships whose values the write changes.
    public let changed: Set<String>
    /// The store of the write.
    ///
    /// If the store supports transactions, this store belongs to the transaction of the write.
    /// ``ServedType/validate`` may read data of this store. If another request changes this data
    /// before the write, the service calls ``ServedType/validate`` again. ``ServedType/validate``
    /// must not call any other store, because the other store may wait for the transaction.
    public let store: any ResourceStore

    init(
        _ change: ResourceChange, _ action: ResourceService.Operation.Action, of type: ServedType,
        old: StoredResource?, new: StoredResource, store: any ResourceStore
    ) {
        self.action = action
        self.old = old
        self.new = new
        self.store = store
        var changed = Set(
            change.attributes.names.filter {
                !type.isSame(old?.attributes[$0], new.attributes[$0], $0)
            })
        for name in change.relationships.keys {
            let (before, after) = (old?.relationships[name], new.relationships[name])
            // Left-out linkage is unknown, so an edit of it counts as a change.
            let isSame =
                old == nil
                ? after?.identifiers.isEmpty ?? true : before != nil && before == after
            if !isSame { changed.insert(name) }
        }
        self.changed = changed
    }

    /// Returns true if the write changes the value of an attribute or a relationship.
    public func changes(_ name: String) -> Bool { changed.contains(name) }

    /// Returns true if the write changes the value of a field of a schema. A nested object counts
    /// as a whole: a change of any member is a change of all members.
    public func changes<Schema: ResourceSchema, Field: FieldDescriptor>(
        _ field: KeyPath<Schema, Field>
    ) -> Bool {
        FieldPath(Schema.self, Schema()[keyPath: field]).names.first.map(changes) ?? false
    }
}

extension StoredResource {
    /// Returns a view of the resource with the properties of a schema. The view is a copy in a
    /// document of its own. Relationships without linkage are absent.
    /// - Throws: `JSONError` with code `outOfMemory`, or with code `wrongKind` if the type of the
    ///   resource is not the type of the schema.
    public func view<Schema: ResourceSchema>(
        as schema: Schema.Type
    ) throws(JSONError) -> Resource<Schema> {
        guard Schema.describes(type) else {
            throw JSONError(type: type, pointer: "/data/type", insteadOf: [Schema.type])
        }
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
