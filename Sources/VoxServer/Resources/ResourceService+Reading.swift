// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    func collection(of type: ServedType, _ exchange: ServedRequest) async throws -> ClientResponse {
        let query = try exchange.query(on: type)
        return try await list(ResourceSelection(type: type.name), query, exchange)
    }

    private func list(
        _ selection: ResourceSelection, _ query: RequestQuery, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        var selection = selection
        selection.filter = query.condition
        selection.sort = query.sort
        if let page = try CursorPage(exchange, query, of: selection.type, by: query.sort) {
            return try await list(selection, page)
        }
        let page = try PageLinks(exchange, query)
        selection.offset = page.offset
        selection.limit = page.limit
        let found = try await store.list(selection)
        try selection.check(found.resources)
        guard let total = found.total else {
            throw StoreFault(description: "the store did not count the \(selection.type)")
        }
        var document = try await CompoundDocument.of(
            found.resources, isList: true, exchange, query, links: page.links(total: total))
        document["meta"] = ["total": .number(JSONNumber(total))]
        return try exchange.respond(document)
    }

    func resource(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.resourceQuery(on: type)
        return try await respond(with: found(id, type), query, exchange)
    }

    /// Returns a response with one resource.
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
        let target = relationship.target.flatMap { types[$0] }
        let query = try exchange.query(on: target)
        if !relationship.isMany { try exchange.refusePages(query) }
        let identifiers = try await linkage(name, of: found(id, type)).identifiers.withoutRepeats
        guard relationship.isMany else {
            return try await respond(with: resources(identifiers).first, query, exchange)
        }
        let names = Set(identifiers.map(\.type)).union(target.map { [$0.name] } ?? [])
        if names.count == 1, let name = names.first {
            var selection = ResourceSelection(type: name)
            selection.ids = identifiers.map(\.id)
            return try await list(selection, query, exchange)
        }
        guard query.sort.isEmpty, query.filters.isEmpty else {
            throw ErrorResponse(
                .badRequest, "a list of resources of several types cannot be sorted or filtered")
        }
        if let page = try CursorPage(
            exchange, query, of: "\(type.name)/\(name)", by: CursorPage.identifierOrder)
        {
            return try await list(identifiers, page)
        }
        let page = try PageLinks(exchange, query)
        let part = identifiers.dropFirst(page.offset).prefix(page.limit)
        return try exchange.respond(
            await CompoundDocument.of(
                resources(Array(part)), isList: true, exchange, query,
                links: page.links(total: identifiers.count)))
    }

    func linkage(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.linkageQuery(on: type, named: name)
        guard try relationship(name, of: type).isMany else {
            try exchange.refusePages(query)
            return try await respond(withLinkage: name, of: found(id, type), query, exchange)
        }
        if let page = try CursorPage(
            exchange, query, of: "\(type.name)/\(name)", by: CursorPage.identifierOrder)
        {
            return try await respond(withLinkage: name, of: found(id, type), page)
        }
        let page = try PageLinks(exchange, query)
        return try await respond(
            withLinkage: name, of: found(id, type), query, exchange, page: page)
    }

    /// Returns a response with the linkage of a resource: one page of the linkage, or all of it.
    func respond(
        withLinkage name: String, of resource: StoredResource, _ query: RequestQuery,
        _ exchange: ServedRequest, page: PageLinks? = nil
    ) async throws -> ClientResponse {
        var linkage = try linkage(name, of: resource)
        var links = exchange.selfLink(nil, query)
        if let page {
            let all = linkage.identifiers
            links = page.links(total: all.count)
            linkage = .many(Array(all.dropFirst(page.offset).prefix(page.limit)))
        }
        links["related"] = .string(exchange.link(resource.type, resource.id, name))
        let document = try await CompoundDocument.of(
            linkage: linkage, exchange, query, links: links)
        return try exchange.respond(document, about: resource)
    }
}

extension ServedRequest {
    /// Returns links with a `self` link: the given link, or the address of the request if it is
    /// nil.
    fileprivate func selfLink(_ link: String?, _ query: RequestQuery) -> JSONObject {
        var links = JSONObject()
        links["self"] = .string(link ?? self.link(query: query.items))
        return links
    }

    /// Returns the query of a request for one resource.
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
        let query = try query(on: type)
        guard query.sort.isEmpty, query.filters.isEmpty else {
            throw ErrorResponse(.badRequest, "linkage cannot be sorted or filtered")
        }
        if let path = query.include?.first(where: { $0.prefix { $0 != "." } != name }) {
            throw ErrorResponse(
                .badRequest, "the path \"\(path)\" does not begin with the relationship",
                source: .parameter("include"))
        }
        return query
    }

    /// Refuses all parameters of JSON:API. This is for an endpoint that supports no parameters.
    func refuseParameters(_ detail: String) throws(ErrorResponse) {
        let query = try RequestQuery(request.url.query, supporting: .everything)
        let custom = Set(query.custom.map(\.name))
        if let item = query.items.first(where: { !custom.contains($0.name) }) {
            throw ErrorResponse(
                .badRequest, detail, source: .parameter(item.name))
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
    /// Returns the resource if it is the requested one, and throws otherwise.
    func checked(against identifier: Identifier) throws(StoreFault) -> StoredResource {
        guard self.identifier == identifier else { throw StoreFault(wasNotAskedFor: self) }
        return self
    }
}

extension StoreFault {
    init(wasNotAskedFor resource: StoredResource) {
        description = "the store returned \(resource.identifier), which was not requested"
    }
}
