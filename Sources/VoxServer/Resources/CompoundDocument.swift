// SPDX-License-Identifier: MIT

import HTTPTypes

/// Builds the document of a response: primary data, included resources, and links.
struct CompoundDocument {
    let exchange: ServedRequest
    let query: RequestQuery
    /// The names of the fields to return, by type.
    private let fields: [String: Set<ExactText>]
    /// The parts of resources that the store must return.
    private let needed: ResourceSelection.Fields
    private let cursors: [StoredResource.Identifier: String]
    /// The resources on the paths of `include`, with those of the primary data.
    private var loaded: [StoredResource.Identifier: StoredResource] = [:]
    private var included: [StoredResource.Identifier] = []
    /// The relationships that have more targets than the document includes.
    private var truncated: Set<ResourceText.OwnedRelationship> = []

    /// The number of targets that the store may still read.
    private var room: Int

    private init(
        _ exchange: ServedRequest, _ query: RequestQuery, from types: [String] = [],
        _ cursors: [StoredResource.Identifier: String] = [:]
    ) {
        self.exchange = exchange
        self.query = query
        self.cursors = cursors
        room = max(exchange.service.maximumIncludedTargets, 0)
        fields = query.fields.mapValues { Set($0.map(ExactText.init)) }
        needed = exchange.service.fields(for: query, from: types)
    }

    /// Returns a document with resources as primary data.
    static func of(
        _ primary: [StoredResource], isList: Bool, _ exchange: ServedRequest, _ query: RequestQuery,
        links: JSONObject, cursors: [StoredResource.Identifier: String] = [:],
        meta: JSONValue? = nil
    ) async throws -> [UInt8] {
        let type = primary.first?.type
        let others = primary.lazy.map(\.type).filter { $0 != type }
        var document = CompoundDocument(
            exchange, query, from: (type.map { [$0] } ?? []) + others, cursors)
        var primary = primary
        if let include = query.include {
            for resource in primary {
                document.loaded[resource.identifier] = resource
            }
            try await document.load(IncludeTree(include), from: primary.map(\.identifier))
            primary = primary.map { document.loaded[$0.identifier] ?? $0 }
        }
        return document.written(links, meta) { text in
            if isList { text.bytes.append("[") }
            if primary.isEmpty, !isList { text.bytes.append("null") }
            text.write(primary)
            if isList { text.bytes.append("]") }
        }
    }

    /// Returns a document with linkage as primary data.
    static func of(
        linkage: StoredResource.Linkage, _ exchange: ServedRequest, _ query: RequestQuery,
        links: JSONObject, cursors: [StoredResource.Identifier: String] = [:],
        meta: JSONValue? = nil
    ) async throws -> [UInt8] {
        let identifiers = linkage.identifiers
        var document = CompoundDocument(exchange, query, from: identifiers.map(\.type), cursors)
        for (_, tree) in IncludeTree(query.include ?? []).branches {
            try await document.load(identifiers)
            try await document.load(tree, from: identifiers)
        }
        return document.written(links, meta) { $0.write(linkage, isPrimary: true) }
    }

    /// Returns a document whose primary data a function writes.
    private func written(
        _ links: JSONObject, _ meta: JSONValue?, _ writeData: (inout ResourceText) -> Void
    ) -> [UInt8] {
        var text = ResourceText(exchange, fields: fields, cursors: cursors)
        text.truncated = truncated
        text.bytes.append("{\"jsonapi\":{\"version\":\"1.1\"},\"links\":")
        text.bytes.append(json: .object(links))
        text.bytes.append(",\"data\":")
        writeData(&text)
        if query.include != nil {
            text.bytes.append(",\"included\":[")
            text.write(included.lazy.compactMap { loaded[$0] })
            text.bytes.append("]")
        }
        if let meta {
            text.bytes.append(",\"meta\":")
            text.bytes.append(json: meta)
        }
        text.bytes.append("}")
        return text.bytes
    }

    // MARK: Included resources

    /// Loads the resources on the paths of `include`.
    ///
    /// The paths form a tree. For each level of the tree, one call of the store loads the targets
    /// of all relationships with known linkage. Each relationship without linkage takes one call.
    private mutating func load(
        _ include: IncludeTree, from start: [StoredResource.Identifier]
    ) async throws {
        var level = [(tree: include, owners: start)]
        while !level.isEmpty {
            var next: [(tree: IncludeTree, owners: [StoredResource.Identifier])] = []
            for (tree, owners) in level {
                for (name, branch) in tree.branches {
                    next.append((branch, try await targets(of: name, from: owners)))
                }
            }
            try await load(next.flatMap(\.owners))
            level = next
        }
    }

    /// Returns the targets of one relationship of several resources. Each identifier occurs once.
    /// The targets of relationships without linkage are loaded.
    private mutating func targets(
        of name: String, from owners: [StoredResource.Identifier]
    ) async throws -> [StoredResource.Identifier] {
        let types = exchange.service.types
        let owners = owners.compactMap { loaded[$0] }
            .filter { types[$0.type]?.relationships[name] != nil }
        let unknown = owners.filter { $0.relationships[name] == nil }
        for type in Set(unknown.map(\.type)).sorted() {
            try await load(name, of: unknown.filter { $0.type == type }, types[type])
        }
        return owners.flatMap { owner -> [StoredResource.Identifier] in
            guard let type = types[owner.type],
                let linkage = loaded[owner.identifier]?.relationships[name]
            else { return [] }
            return exchange.service.served(linkage, of: name, type)?.identifiers ?? []
        }.withoutRepeats
    }

    /// Loads and includes the targets of a relationship without linkage, by one call of the store.
    private mutating func load(
        _ name: String, of owners: [StoredResource], _ type: ServedType?
    ) async throws {
        let service = exchange.service
        guard let relationship = type?.relationships[name] else { return }
        guard let target = service.servedTarget(of: relationship) else {
            for owner in owners {
                let linkage = try await service.linkage(name, of: owner)
                try take(linkage.identifiers.count)
                loaded[owner.identifier]?.relationships[name] = linkage
            }
            return
        }
        let limit = max(service.maximumPageSize, 1)
        var selection = ResourceSelection(
            uncounted: target.name, needed, limit: limit == .max ? limit : limit + 1)
        selection.mostTargets = room
        let slices = try await service.store.related(name, of: owners.map(\.identifier), selection)
        for owner in owners.map(\.identifier) {
            let found = slices[owner]?.resources ?? []
            try selection.check(found)
            if found.count > limit { truncated.insert(.init(owner: owner, name: name)) }
            let targets = found.prefix(limit)
            try take(targets.count)
            for resource in targets { include(resource) }
            loaded[owner]?.relationships[name] =
                relationship.isMany
                ? .many(targets.map(\.identifier)) : .one(targets.first?.identifier)
        }
    }

    /// Loads and includes the resources that are not loaded yet.
    private mutating func load(_ identifiers: [StoredResource.Identifier]) async throws {
        let missing = identifiers.filter { loaded[$0] == nil }
        try take(missing.count)
        for resource in try await exchange.service.resources(missing, needed) {
            include(resource)
        }
    }

    /// Counts targets before they are read, or before more are read.
    private mutating func take(_ count: Int) throws {
        guard count <= room else {
            let most = exchange.service.maximumIncludedTargets
            throw ErrorResponse(
                APIError(
                    status: 400, title: "Too Many Included Resources",
                    detail: "the paths lead to more than \(most) related resources: request fewer"
                        + " resources on a page, or shorter paths",
                    parameter: "include"))
        }
        room -= count
    }

    private mutating func include(_ resource: StoredResource) {
        if loaded[resource.identifier] != nil { return }
        loaded[resource.identifier] = resource
        included.append(resource.identifier)
    }
}

extension ResourceService {
    /// Returns the resources with these identifiers, in this order. Each existing resource occurs
    /// once.
    ///
    /// The store is not called for an empty list or for types that are not served.
    func resources(
        _ identifiers: [StoredResource.Identifier], _ fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        let served = identifiers.filter { types[$0.type] != nil }.withoutRepeats
        if served.isEmpty { return [] }
        let resources = try await store.resources(served, fields: fields)
        let isWanted = served.finder
        if let other = resources.first(where: { !isWanted($0.identifier) }) {
            throw StoreFault(wasNotAskedFor: other)
        }
        if served.count == 1 { return Array(resources.suffix(1)) }
        let found = Dictionary(
            resources.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
        return served.compactMap { found[$0] }
    }
}
