// SPDX-License-Identifier: MIT

import HTTPTypes
import VoxServer

/// Puts together the document of an answer: primary data, what is included with it, and links.
struct CompoundDocument {
    let exchange: ServedRequest
    let query: RequestQuery
    private var loaded: [StoredResource.Identifier: StoredResource] = [:]
    private var included: [StoredResource] = []

    init(_ exchange: ServedRequest, _ query: RequestQuery) {
        self.exchange = exchange
        self.query = query
    }

    /// A document with resources as primary data.
    static func of(
        _ primary: [StoredResource], isList: Bool, _ exchange: ServedRequest, _ query: RequestQuery,
        links: JSONObject
    ) async throws -> JSONObject {
        var document = CompoundDocument(exchange, query)
        for resource in primary {
            document.loaded[resource.identifier] = resource
        }
        try await document.load(document.paths, from: primary.map(\.identifier))
        let data = primary.map(document.object(of:))
        return document.assemble(isList ? .array(data) : data.first ?? .null, links)
    }

    /// A document with linkage as primary data.
    static func of(
        linkage: StoredResource.Linkage, named name: String,
        _ exchange: ServedRequest, _ query: RequestQuery, links: JSONObject
    ) async throws -> JSONObject {
        var document = CompoundDocument(exchange, query)
        let paths = document.paths
        if let path = paths.first(where: { $0.first != name }) {
            // Nothing else would be linked from primary data.
            throw ErrorResponse(
                .badRequest,
                "\"\(path.joined(separator: "."))\" does not begin at the relationship",
                source: .parameter("include"))
        }
        if !paths.isEmpty {
            let identifiers = linkage.identifiers
            try await document.load(identifiers)
            try await document.load(paths.map { $0.dropFirst() }, from: identifiers)
        }
        return document.assemble(linkage.json, links)
    }

    private func assemble(_ data: JSONValue, _ links: JSONObject) -> JSONObject {
        var document = JSONObject()
        document["jsonapi"] = ["version": "1.1"]
        document["links"] = .object(links)
        document["data"] = data
        if query.include != nil { document["included"] = .array(included.map(object(of:))) }
        return document
    }

    // MARK: Included

    private var paths: [ArraySlice<String>] {
        (query.include ?? []).map { $0.split(separator: ".").map(String.init)[...] }
    }

    /// Loads what the paths of `include` lead to, a step at a time for all resources at once.
    private mutating func load(
        _ paths: [ArraySlice<String>], from start: [StoredResource.Identifier]
    ) async throws {
        for path in paths {
            var current = start
            for name in path {
                var seen: Set<StoredResource.Identifier> = []
                current = current.flatMap {
                    loaded[$0]?.relationships[name]?.identifiers ?? []
                }.filter { seen.insert($0).inserted }
                try await load(current.filter { loaded[$0] == nil })
            }
        }
    }

    private mutating func load(_ identifiers: [StoredResource.Identifier]) async throws {
        for resource in try await exchange.service.resources(identifiers) {
            loaded[resource.identifier] = resource
            included.append(resource)
        }
    }

    // MARK: Resource objects

    private func object(of resource: StoredResource) -> JSONValue {
        let fields = query.fields[resource.type].map(Set.init)
        func isAsked(_ name: String) -> Bool { fields?.contains(name) ?? true }

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
        return .object(object)
    }
}

extension ResourceService {
    /// The resources of these names that there are, in the order named.
    func resources(
        _ identifiers: [StoredResource.Identifier]
    ) async throws -> [StoredResource] {
        var found: [StoredResource.Identifier: StoredResource] = [:]
        let byType = Dictionary(grouping: identifiers, by: \.type)
        for (type, identifiers) in byType where types[type] != nil {
            var selection = ResourceSelection(type: type)
            selection.ids = identifiers.map(\.id)
            for resource in try await store.list(selection).resources {
                found[resource.identifier] = resource
            }
        }
        return identifiers.compactMap { found[$0] }
    }
}
