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
        let page = try PageLinks(exchange, query)
        var selection = selection
        selection.filters = query.filters.map { .init(name: $0.path[0], values: $0.values) }
        selection.sort = query.sort
        selection.offset = page.offset
        selection.limit = page.limit
        let found = try await store.list(selection)
        var document = try await CompoundDocument.of(
            found.resources, isList: true, exchange, query, links: page.links(total: found.total))
        document["meta"] = ["total": .number(JSONNumber(found.total))]
        return try exchange.answer(document)
    }

    func resource(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.query(on: type)
        try exchange.refusePages(query)
        return try await answer(with: found(id, type), query, exchange)
    }

    /// An answer with one resource.
    func answer(
        with resource: StoredResource?, _ query: RequestQuery, _ exchange: ServedRequest,
        isCreated: Bool = false
    ) async throws -> ClientResponse {
        let own = resource.map { exchange.link($0.type, $0.id) }
        let document = try await CompoundDocument.of(
            resource.map { [$0] } ?? [], isList: false, exchange, query,
            links: exchange.selfLink(isCreated ? own : nil))
        return try exchange.answer(
            document, status: isCreated ? .created : .ok,
            headers: isCreated ? own.map { [.location: $0] } ?? [:] : [:],
            version: resource?.version)
    }

    func related(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let relationship = try relationship(name, of: type)
        let target = relationship.target.flatMap { types[$0] }
        let query = try exchange.query(on: target)
        let linkage = try await found(id, type).relationships[name]
        guard relationship.isMany else {
            try exchange.refusePages(query)
            let identifiers = linkage?.identifiers ?? []
            return try await answer(with: resources(identifiers).first, query, exchange)
        }
        let identifiers = linkage?.identifiers ?? []
        let names = Set(identifiers.map(\.type)).union(target.map { [$0.name] } ?? [])
        if names.count == 1, let name = names.first {
            var selection = ResourceSelection(type: name)
            selection.ids = identifiers.map(\.id)
            return try await list(selection, query, exchange)
        }
        guard query.sort.isEmpty, query.filters.isEmpty else {
            throw ErrorResponse(
                .badRequest, "resources of several types are not sorted or filtered")
        }
        let page = try PageLinks(exchange, query)
        let part = identifiers.dropFirst(page.offset).prefix(page.limit)
        return try exchange.answer(
            await CompoundDocument.of(
                resources(Array(part)), isList: true, exchange, query,
                links: page.links(total: identifiers.count)))
    }

    func linkage(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        try await answer(withLinkage: name, of: found(id, type), type, exchange)
    }

    /// An answer with the linkage of a resource; of a to-many a page of it, or all.
    func answer(
        withLinkage name: String, of resource: StoredResource, _ type: ServedType,
        _ exchange: ServedRequest, inPages: Bool = true
    ) async throws -> ClientResponse {
        let query = try exchange.query(on: type)
        guard query.sort.isEmpty, query.filters.isEmpty else {
            throw ErrorResponse(.badRequest, "linkage is not sorted or filtered")
        }
        var links = exchange.selfLink(nil)
        var linkage = resource.relationships[name] ?? .one(nil)
        if try inPages && relationship(name, of: type).isMany {
            let page = try PageLinks(exchange, query)
            let all = linkage.identifiers
            links = page.links(total: all.count)
            linkage = .many(Array(all.dropFirst(page.offset).prefix(page.limit)))
        } else {
            try exchange.refusePages(query)
        }
        links["related"] = .string(exchange.link(type.name, resource.id, name))
        let document = try await CompoundDocument.of(
            linkage: linkage, named: name, exchange, query, links: links)
        return try exchange.answer(document, version: resource.version)
    }
}

extension ServedRequest {
    /// Links with a self link: to the address asked for, or another.
    fileprivate func selfLink(_ link: String?) -> JSONObject {
        var links = JSONObject()
        links["self"] = .string(link ?? self.link(target: request.url.target))
        return links
    }

    /// One resource has no pages, no order and nothing to filter.
    fileprivate func refusePages(_ query: RequestQuery) throws(ErrorResponse) {
        let parameter =
            query.page.members.first.map { "page[\($0)]" } ?? query.filters.first?.parameter
            ?? query.sort.first.map { _ in "sort" }
        if let parameter {
            throw ErrorResponse(.badRequest, "there is no list here", source: .parameter(parameter))
        }
    }
}
