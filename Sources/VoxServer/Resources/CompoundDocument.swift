// SPDX-License-Identifier: MIT

import HTTPTypes

/// Builds the document of a response: primary data, included resources, and links.
struct CompoundDocument {
    let exchange: ServedRequest
    let query: RequestQuery
    /// The names of the fields to return, by type.
    private let fields: [String: Set<ExactText>]
    /// The parts of resources that the store must return.
    private let needed: FieldSelection
    /// The cursors of primary data.
    private let cursors: [StoredResource.Identifier: String]
    private var loaded: [StoredResource.Identifier: StoredResource] = [:]
    private var included: [StoredResource.Identifier] = []
    /// The relationships that have more targets than the document includes.
    private var truncated: Set<OwnedRelationship> = []

    /// The number of targets that the store may still read.
    private var room: Int

    private struct OwnedRelationship: Hashable {
        let owner: StoredResource.Identifier
        let name: String
    }

    init(
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
    ) async throws -> JSON {
        var document = CompoundDocument(exchange, query, from: primary.map(\.type), cursors)
        for resource in primary {
            document.loaded[resource.identifier] = resource
        }
        let identifiers = primary.map(\.identifier)
        try await document.load(IncludeTree(query.include ?? []), from: identifiers)
        return try document.written(links, meta) { root in
            if isList {
                try document.write(identifiers, to: root.setMember("data", to: .emptyArray))
            } else if let resource = identifiers.first.flatMap({ document.loaded[$0] }) {
                try document.write(resource, to: root.setMember("data", to: .emptyObject))
            } else {
                try root.setMember("data", to: .null)
            }
        }
    }

    /// Returns a document with linkage as primary data.
    static func of(
        linkage: StoredResource.Linkage, _ exchange: ServedRequest, _ query: RequestQuery,
        links: JSONObject, cursors: [StoredResource.Identifier: String] = [:],
        meta: JSONValue? = nil
    ) async throws -> JSON {
        let identifiers = linkage.identifiers
        var document = CompoundDocument(exchange, query, from: identifiers.map(\.type), cursors)
        for (_, tree) in IncludeTree(query.include ?? []).branches {
            try await document.load(identifiers)
            try await document.load(tree, from: identifiers)
        }
        return try document.written(links, meta) { root in
            try document.write(linkage, to: root)
        }
    }

    /// Returns a document whose primary data a function writes. All parts of the document are nodes of
    /// one tree.
    private func written(
        _ links: JSONObject, _ meta: JSONValue?, _ writeData: (Node) throws -> Void
    ) throws -> JSON {
        let document = try JSON(["jsonapi": ["version": "1.1"], "links": .object(links)])
        guard let root = document.node else { throw JSONError(code: .outOfMemory) }
        try writeData(root)
        if query.include != nil {
            try write(included, to: root.setMember("included", to: .emptyArray))
        }
        if let meta { try root.setMember("meta", to: Node.make(meta, in: root.tree)) }
        return document
    }

    /// Appends the resource objects of the loaded resources to an array.
    private func write(_ identifiers: [StoredResource.Identifier], to list: Node) throws {
        for identifier in identifiers {
            if let resource = loaded[identifier] {
                try write(resource, to: list.append(.emptyObject))
            }
        }
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
        var selection = ResourceSelection(type: target.name)
        selection.fields = needed
        selection.isCounted = false
        selection.limit = limit == .max ? limit : limit + 1
        selection.mostTargets = room
        let slices = try await service.store.related(
            name, of: owners.map(\.identifier), selection)
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

    // MARK: Resource objects

    /// Writes the served part of a resource into an empty object.
    func write(_ stored: StoredResource, to object: Node) throws {
        let resource = exchange.service.served(stored)
        let fields = self.fields[exactly: resource.type]
        func isAsked(_ name: String) -> Bool { fields?.contains(ExactText(name)) ?? true }

        try object.setMember("type", to: resource.type)
        try object.setMember("id", to: resource.id)
        var attributes: Node?
        for (name, value) in resource.attributes where isAsked(name) {
            let all = try attributes ?? object.setMember("attributes", to: .emptyObject)
            attributes = all
            try all.setMember(name, to: Node.make(value, in: all.tree))
        }
        let link = exchange.link(resource.type, resource.id)
        var relationships: Node?
        let served = exchange.service.types[resource.type]?.relationships ?? [:]
        for name in served.keys.sorted() where isAsked(name) {
            let all = try relationships ?? object.setMember("relationships", to: .emptyObject)
            relationships = all
            let relationship = try all.setMember(
                name, to: Node.make(scalar: .emptyObject, in: all.tree))
            try write(name, of: resource, link, to: relationship)
        }
        try object.setMember("links", to: .emptyObject).setMember("self", to: link)
        try write(cursorOf: resource.identifier, to: object)
    }

    /// Writes a relationship of a resource with this link. A relationship without linkage has only
    /// links.
    private func write(
        _ name: String, of resource: StoredResource, _ link: String, to object: Node
    ) throws {
        let segment = PercentEncoding.encode(name, allowing: \.isUnreserved)
        let links = try object.setMember("links", to: .emptyObject)
        try links.setMember("self", to: "\(link)/relationships/\(segment)")
        try links.setMember("related", to: "\(link)/\(segment)")
        if truncated.contains(.init(owner: resource.identifier, name: name)) {
            let limit = String(exchange.service.maximumPageSize)
            try links.setMember(
                "next",
                to: exchange.link(
                    [resource.type, resource.id, "relationships", name],
                    query: [QueryItem("page[offset]", limit), QueryItem("page[limit]", limit)]))
        }
        if let linkage = resource.relationships[name] {
            try write(linkage, to: object, isItem: false)
        }
    }

    /// Writes linkage as the member `data` of an object. Each item of primary data has its cursor.
    private func write(
        _ linkage: StoredResource.Linkage, to object: Node, isItem: Bool = true
    ) throws {
        func write(_ identifier: StoredResource.Identifier, _ node: Node) throws {
            try node.setMember("type", to: identifier.type)
            try node.setMember("id", to: identifier.id)
            if isItem { try self.write(cursorOf: identifier, to: node) }
        }
        switch linkage {
        case .one(nil): try object.setMember("data", to: .null)
        case .one(let identifier?):
            try write(identifier, object.setMember("data", to: .emptyObject))
        case .many(let identifiers):
            let list = try object.setMember("data", to: .emptyArray)
            for identifier in identifiers { try write(identifier, list.append(.emptyObject)) }
        }
    }

    /// Writes the cursor of an element of primary data (profile "Cursor Pagination", "Item
    /// Cursors").
    private func write(cursorOf identifier: StoredResource.Identifier, to element: Node) throws {
        guard let cursor = cursors[identifier] else { return }
        try element.setMember("meta", to: .emptyObject).setMember("page", to: .emptyObject)
            .setMember("cursor", to: cursor)
    }
}

extension ResourceService {
    /// Returns the resources with these identifiers, in this order. Each existing resource occurs
    /// once.
    ///
    /// The store is not called for an empty list or for types that are not served.
    func resources(
        _ identifiers: [StoredResource.Identifier], _ fields: FieldSelection
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
