// SPDX-License-Identifier: MIT

import HTTPTypes

/// Builds the document of a response: primary data, included resources, and links.
struct CompoundDocument {
    let exchange: ServedRequest
    let query: RequestQuery
    /// The names of the fields to return, by type.
    private let fields: [String: Set<ExactText>]
    /// The cursors of primary data.
    private let cursors: [StoredResource.Identifier: String]
    private var loaded: [StoredResource.Identifier: StoredResource] = [:]
    private var included: [StoredResource] = []

    init(
        _ exchange: ServedRequest, _ query: RequestQuery,
        _ cursors: [StoredResource.Identifier: String] = [:]
    ) {
        self.exchange = exchange
        self.query = query
        self.cursors = cursors
        fields = query.fields.mapValues { Set($0.map(ExactText.init)) }
    }

    /// Returns a document with resources as primary data.
    static func of(
        _ primary: [StoredResource], isList: Bool, _ exchange: ServedRequest, _ query: RequestQuery,
        links: JSONObject, cursors: [StoredResource.Identifier: String] = [:]
    ) async throws -> JSONObject {
        var document = CompoundDocument(exchange, query, cursors)
        for resource in primary {
            document.loaded[resource.identifier] = resource
        }
        try await document.load(
            IncludeTree(query.include ?? []), from: primary.map(\.identifier))
        let data = primary.map(document.object(of:))
        return document.assemble(isList ? .array(data) : data.first ?? .null, links)
    }

    /// Returns a document with linkage as primary data.
    static func of(
        linkage: StoredResource.Linkage, _ exchange: ServedRequest, _ query: RequestQuery,
        links: JSONObject, cursors: [StoredResource.Identifier: String] = [:]
    ) async throws -> JSONObject {
        var document = CompoundDocument(exchange, query, cursors)
        let identifiers = linkage.identifiers
        for (_, tree) in IncludeTree(query.include ?? []).branches {
            try await document.load(identifiers)
            try await document.load(tree, from: identifiers)
        }
        let data: JSONValue =
            cursors.isEmpty
            ? linkage.json : .array(identifiers.map { document.adding(cursorOf: $0, to: $0.json) })
        return document.assemble(data, links)
    }

    private func assemble(_ data: JSONValue, _ links: JSONObject) -> JSONObject {
        var document = JSONObject()
        document["jsonapi"] = ["version": "1.1"]
        document["links"] = .object(links)
        document["data"] = data
        if query.include != nil { document["included"] = .array(included.map(object(of:))) }
        return document
    }

    // MARK: Included resources

    /// Loads the resources on the paths of `include`.
    ///
    /// The paths form a tree. Each level of the tree takes one call of the store, regardless of the
    /// number of resources.
    private mutating func load(
        _ include: IncludeTree, from start: [StoredResource.Identifier]
    ) async throws {
        var level = [(tree: include, owners: start)]
        while !level.isEmpty {
            var next: [(tree: IncludeTree, owners: [StoredResource.Identifier])] = []
            for (tree, owners) in level {
                for (name, branch) in tree.branches {
                    next.append((branch, try targets(of: name, from: owners)))
                }
            }
            try await load(next.flatMap(\.owners))
            level = next
        }
    }

    /// Returns the targets of one relationship of several resources. Each identifier occurs once.
    private func targets(
        of name: String, from owners: [StoredResource.Identifier]
    ) throws -> [StoredResource.Identifier] {
        let service = exchange.service
        return try owners.compactMap { loaded[$0] }
            .filter { service.types[$0.type]?.relationships[name] != nil }
            .flatMap { try service.linkage(name, of: $0).identifiers }.withoutRepeats
    }

    /// Loads and includes the resources that are not loaded yet.
    private mutating func load(_ identifiers: [StoredResource.Identifier]) async throws {
        let missing = identifiers.filter { loaded[$0] == nil }
        for resource in try await exchange.service.resources(missing) {
            loaded[resource.identifier] = resource
            included.append(resource)
        }
    }

    // MARK: Resource objects

    func object(of resource: StoredResource) -> JSONValue {
        let fields = self.fields[resource.type]
        func isAsked(_ name: String) -> Bool { fields?.contains(ExactText(name)) ?? true }

        var attributes = JSONObject()
        for (name, value) in resource.attributes where isAsked(name) {
            attributes[name] = value
        }
        var relationships = JSONObject()
        for (name, linkage) in resource.relationships.sorted(by: { $0.key < $1.key })
        where isAsked(name) {
            relationships[name] = [
                "links": [
                    "self": .string(
                        exchange.link(resource.type, resource.id, "relationships", name)),
                    "related": .string(exchange.link(resource.type, resource.id, name)),
                ],
                "data": linkage.json,
            ]
        }
        var object = JSONObject()
        object["type"] = .string(resource.type)
        object["id"] = .string(resource.id)
        if !attributes.isEmpty { object["attributes"] = .object(attributes) }
        if !relationships.isEmpty { object["relationships"] = .object(relationships) }
        object["links"] = ["self": .string(exchange.link(resource.type, resource.id))]
        return adding(cursorOf: resource.identifier, to: .object(object))
    }

    /// Returns an element of primary data with its cursor (profile "Cursor Pagination", "Item
    /// Cursors").
    private func adding(
        cursorOf identifier: StoredResource.Identifier, to element: JSONValue
    ) -> JSONValue {
        guard let cursor = cursors[identifier], case .object(var object) = element else {
            return element
        }
        object["meta"] = ["page": ["cursor": .string(cursor)]]
        return .object(object)
    }
}

extension ResourceService {
    /// Returns the existing resources among these identifiers, in this order. Each resource occurs
    /// once.
    ///
    /// The store is not called for an empty list or for types that are not served.
    func resources(
        _ identifiers: [StoredResource.Identifier]
    ) async throws -> [StoredResource] {
        let served = identifiers.filter { types[$0.type] != nil }.withoutRepeats
        if served.isEmpty { return [] }
        var found: [StoredResource.Identifier: StoredResource] = [:]
        let wanted = Set(served)
        for resource in try await store.resources(served) {
            guard wanted.contains(resource.identifier) else {
                throw StoreFault(wasNotAskedFor: resource)
            }
            found[resource.identifier] = resource
        }
        return served.compactMap { found[$0] }
    }
}
