// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// A relationship of a resource.
    struct Owner {
        let identifier: StoredResource.Identifier
        let name: String
    }

    func collection(of type: ServedType, _ exchange: ServedRequest) async throws -> ClientResponse {
        let query = try exchange.query(on: type)
        return try await list(ResourceSelection(type: type.name), query, exchange)
    }

    /// Returns a response with a page of a list. The list contains all resources of a type, or the
    /// targets of a relationship.
    private func list(
        _ selection: ResourceSelection, relatedTo owner: Owner? = nil, _ query: RequestQuery,
        _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        var selection = selection
        selection.filter = query.condition
        selection.sort = query.sort
        selection.parameters = query.custom
        selection.fields = fields(for: query, from: [selection.type])
        if let page = try CursorPage(exchange, query, of: selection.type, by: query.sort) {
            return try await list(selection, relatedTo: owner, page)
        }
        let page = try PageLinks(exchange, query)
        page.select(in: &selection)
        let found = try await slice(selection, relatedTo: owner)
        let document = try await CompoundDocument.of(
            Array(found.resources.prefix(page.limit)), isList: true, exchange, query,
            links: page.links(of: found),
            meta: found.total.map { ["total": .number(JSONNumber($0))] })
        return try exchange.respond(document)
    }

    /// Finds resources by one call of the store.
    func slice(
        _ selection: ResourceSelection, relatedTo owner: Owner?
    ) async throws -> ResourceSelection.Slice {
        var selection = selection
        selection.times = times
        selection.targets = targets
        var found: ResourceSelection.Slice
        if let owner {
            let slices = try await store.related(owner.name, of: [owner.identifier], selection)
            guard let slice = slices[owner.identifier] else { throw StoreError.missing }
            found = slice
        } else {
            found = try await store.list(selection)
        }
        try selection.check(found.resources)
        if selection.isCounted, found.total == nil {
            throw StoreFault(description: "the store did not count the \(selection.type)")
        }
        return found
    }

    func resource(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.resourceQuery(on: type)
        let resource = try await found(id, type, fields(for: query, from: [type.name]))
        return try await respond(with: resource, query, exchange)
    }

    func respond(
        with resource: StoredResource?, _ query: RequestQuery, _ exchange: ServedRequest,
        isCreated: Bool = false
    ) async throws -> ClientResponse {
        let own = resource.map { exchange.link($0.type, $0.id) }
        let document = try await CompoundDocument.of(
            resource.map { [$0] } ?? [], isList: false, exchange, query,
            links: exchange.selfLink(isCreated ? own : nil, query))
        return try exchange.respond(
            document, status: isCreated ? .created : .ok,
            headers: isCreated ? own.map { [.location: $0] } ?? [:] : [:],
            about: resource)
    }

    func related(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let relationship = try relationship(name, of: type)
        let target = servedTarget(of: relationship)
        let targets = relationship.targets ?? Set(types.keys)
        let query = try exchange.query(on: target, or: targets)
        if relationship.isMany, let target {
            let owner = Owner(identifier: .init(type: type.name, id: id), name: name)
            return try await list(
                ResourceSelection(type: target.name), relatedTo: owner, query, exchange)
        }
        if !relationship.isMany { try exchange.refusePages(query) }
        let resource = try await found(id, type, linkageFields(name, of: type))
        let identifiers = try await knownLinkage(name, of: resource).identifiers.withoutRepeats
        let fields = self.fields(for: query, from: targets)
        guard relationship.isMany else {
            return try await respond(with: resources(identifiers, fields).first, query, exchange)
        }
        // Without a target, the sort fields and filters of the query have not been checked.
        let names = Set(identifiers.map(\.type))
        if names.count == 1, let only = names.first.flatMap({ types[$0] }) {
            var selection = ResourceSelection(type: only.name)
            selection.ids = identifiers.map(\.id)
            let isPlain = query.sort.isEmpty && query.filters.isEmpty
            return try await list(selection, isPlain ? query : exchange.query(on: only), exchange)
        }
        try query.refuseOrder("a list of resources of several types cannot be sorted or filtered")
        if let page = try CursorPage(
            exchange, query, of: "\(type.name)/\(name)", by: CursorPage.identifierOrder)
        {
            return try await list(identifiers, fields, page)
        }
        let page = try PageLinks(exchange, query)
        let part = identifiers.dropFirst(page.offset).prefix(page.limit)
        let document = try await CompoundDocument.of(
            resources(Array(part), fields), isList: true, exchange, query,
            links: page.links(total: identifiers.count), meta: page.meta(total: identifiers.count))
        return try exchange.respond(document)
    }

    // MARK: Linkage

    /// The parts of a resource that a response with its linkage needs. The linkage of a to-many
    /// relationship is needed only if its targets have several types, because the store cannot be
    /// called with such a relationship.
    func linkageFields(_ name: String, of type: ServedType) -> ResourceSelection.Fields {
        let needed = [type.name: Set([name])]
        guard let relationship = type.relationships[name] else { return ResourceSelection.Fields() }
        let isWhole = relationship.isMany && servedTarget(of: relationship) == nil
        var fields = ResourceSelection.Fields(fields: needed, linkage: isWhole ? needed : [:])
        if !relationship.isMany { fields.toOne = needed }
        return fields
    }

    /// Returns the linkage of a resource. If the store has left out the linkage of a to-one
    /// relationship, the store is called with the relationship.
    func knownLinkage(
        _ name: String, of resource: StoredResource
    ) async throws -> StoredResource.Linkage {
        guard resource.relationships[name] == nil,
            let relationship = types[resource.type]?.relationships[name], !relationship.isMany,
            let target = servedTarget(of: relationship)
        else { return try await linkage(name, of: resource) }
        let selection = ResourceSelection(
            uncounted: target.name, ResourceSelection.Fields(fields: [target.name: []]))
        let owner = Owner(identifier: resource.identifier, name: name)
        return .one(try await slice(selection, relatedTo: owner).resources.first?.identifier)
    }

    func linkage(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.linkageQuery(on: type, named: name)
        let relationship = try relationship(name, of: type)
        if !relationship.isMany { try exchange.refusePages(query) }
        let cursors = try CursorPage(
            exchange, query, of: "\(type.name)/\(name)", by: CursorPage.identifierOrder)
        let page = relationship.isMany && cursors == nil ? try PageLinks(exchange, query) : nil
        let resource = try await found(id, type, linkageFields(name, of: type))
        let isKnown = resource.relationships[name] != nil
        let target = isKnown ? nil : servedTarget(of: relationship)?.name
        if relationship.isMany, let cursors {
            return try await respond(withLinkage: name, of: resource, target, cursors)
        }
        guard let page else {
            return try await respond(
                with: knownLinkage(name, of: resource), as: name, of: resource, query, exchange)
        }
        guard let target else {
            let all = try await linkage(name, of: resource).identifiers
            let part = Array(all.dropFirst(page.offset).prefix(page.limit))
            return try await respond(
                with: .many(part), as: name, of: resource, query, exchange,
                links: page.links(total: all.count), meta: page.meta(total: all.count))
        }
        // The store finds the page by the relationship.
        var selection = ResourceSelection(type: target)
        selection.fields = ResourceSelection.Fields(fields: [target: []])
        selection.parameters = query.custom
        page.select(in: &selection)
        let found = try await slice(
            selection, relatedTo: Owner(identifier: resource.identifier, name: name))
        return try await respond(
            with: .many(found.resources.prefix(page.limit).map(\.identifier)), as: name,
            of: resource, query, exchange, links: page.links(of: found),
            meta: page.meta(total: found.total))
    }

    /// Returns a response with the linkage of a resource, or a page of it. Without a page, the
    /// document has a link to itself.
    func respond(
        with linkage: StoredResource.Linkage, as name: String, of resource: StoredResource,
        _ query: RequestQuery, _ exchange: ServedRequest, links: JSONObject? = nil,
        cursors: [StoredResource.Identifier: String] = [:], meta: JSONValue? = nil
    ) async throws -> ClientResponse {
        var links = links ?? exchange.selfLink(nil, query)
        links["related"] = .string(exchange.link(resource.type, resource.id, name))
        let document = try await CompoundDocument.of(
            linkage: linkage, exchange, query, links: links, cursors: cursors, meta: meta)
        return try exchange.respond(document, about: resource)
    }
}

extension ServedRequest {
    /// Returns links with a `self` link: the given link, or the address of the request if the given
    /// link is nil.
    fileprivate func selfLink(_ link: String?, _ query: RequestQuery) -> JSONObject {
        var links = JSONObject()
        links["self"] = selfLink(link ?? self.link(query: query.items))
        return links
    }

    func resourceQuery(on type: ServedType) throws(ErrorResponse) -> RequestQuery {
        let query = try query(on: type)
        try refusePages(query)
        return query
    }

    /// Returns the query of a request for linkage.
    ///
    /// Each path of `include` must begin with the relationship, because the primary data consists
    /// of identifiers and has no relationships.
    func linkageQuery(
        on type: ServedType, named name: String
    ) throws(ErrorResponse) -> RequestQuery {
        // The fields of the owner, by which its own lists are sorted, are no fields of its targets.
        try RequestQuery(request.url.query, supporting: .everything)
            .refuseOrder("linkage cannot be sorted or filtered")
        let query = try query(on: type)
        if let path = query.include?.first(where: { $0.prefix { $0 != "." } != name }) {
            throw ErrorResponse(
                .badRequest, "the path \"\(path)\" does not begin with the relationship",
                source: .parameter("include"))
        }
        return query
    }

    /// Refuses all parameters that the type does not declare. Endpoints that support no parameters
    /// of JSON:API call this function.
    func refuseParameters(_ detail: String) throws(ErrorResponse) {
        let query = try RequestQuery(request.url.query, supporting: .everything)
        let declared = declaredParameters()
        if let item = query.items.first(where: { !declared.contains(ExactText($0.name)) }) {
            throw ErrorResponse(
                .badRequest, detail, source: .parameter(String(item.name.prefix(200))))
        }
    }

    /// Refuses pages, sorting and filters, which a single resource does not support.
    func refusePages(_ query: RequestQuery) throws(ErrorResponse) {
        let parameter =
            query.page.members.first.map { "page[\($0)]" } ?? query.filters.first?.parameter
            ?? query.sort.first.map { _ in "sort" }
        if let parameter {
            throw ErrorResponse(
                .badRequest, "the response is not a list, so the parameter is not supported",
                source: .parameter(parameter))
        }
    }
}

// MARK: Results of a store

extension ResourceSelection {
    /// Checks that a store returned only resources that were requested.
    func check(_ found: [StoredResource]) throws(StoreFault) {
        let wanted = ids.map { Set($0.map(ExactText.init)) }
        for resource in found
        where ExactText(resource.type) != ExactText(type)
            || !(wanted?.contains(ExactText(resource.id)) ?? true)
        {
            throw StoreFault(wasNotAskedFor: resource)
        }
    }
}

extension StoredResource {
    /// Returns the resource if it has the requested identifier, and throws otherwise.
    func checked(
        against identifier: Identifier, mayBeKept: Bool = false
    ) throws(StoreFault) -> StoredResource {
        if self.identifier == identifier { return self }
        var fault = StoreFault(wasNotAskedFor: self)
        fault.mayBeKept = mayBeKept
        throw fault
    }
}

extension StoreFault {
    init(wasNotAskedFor resource: StoredResource) {
        description = "the store returned \(resource.identifier), which was not requested"
    }
}

extension RequestQuery {
    /// Refuses sort fields and filters, at the first parameter that has one.
    fileprivate func refuseOrder(_ detail: String) throws(ErrorResponse) {
        if sort.isEmpty, filters.isEmpty { return }
        let item = items.first { $0.name == "sort" || $0.name.hasPrefix("filter") }
        throw ErrorResponse(
            .badRequest, detail, source: item.map { .parameter(String($0.name.prefix(200))) })
    }
}
