// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    func create(_ type: ServedType, _ exchange: ServedRequest) async throws -> ClientResponse {
        let query = try exchange.query(on: type)
        let data = try exchange.data(.create)
        try data.check(type: type.name)
        let id: String? = data["id"]
        if id != nil, !type.acceptsClientIDs {
            throw ErrorResponse(.forbidden, "ids are chosen here", source: .pointer("/data/id"))
        }
        let change = try ResourceChange(data)
        var draft = StoredResource(type: type.name, id: id ?? "", version: 0)
        try await check(change, of: type, writtenTo: &draft)
        if let id, try await store.resource(.init(type: type.name, id: id)) != nil {
            throw StoreError.exists
        }
        let resource = try await store.insert(type: type.name, id: id, with: change)
        if id != nil, exchange.prefers("return=minimal") { return exchange.emptyAnswer() }
        return try await answer(with: resource, query, exchange, isCreated: true)
    }

    func update(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.query(on: type)
        let data = try exchange.data(.update)
        try data.check(type: type.name, id: id)
        let change = try ResourceChange(data)
        var resource = try await found(id, type)
        let version = try exchange.expectedVersion(resource)
        try await check(change, of: type, writtenTo: &resource)
        if !type.allowsReplacement,
            let name = change.relationships.keys.first(where: { isMany($0, type) })
        {
            throw ErrorResponse(
                .forbidden, "the relationship cannot be replaced as a whole",
                source: .pointer("/data/relationships/\(name)"))
        }
        resource = try await store.update(resource.identifier, with: change, ifVersion: version)
        if exchange.prefers("return=minimal") { return exchange.emptyAnswer() }
        return try await answer(with: resource, query, exchange)
    }

    func delete(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let resource = try await found(id, type)
        let version = try exchange.expectedVersion(resource)
        try await store.delete(resource.identifier, ifVersion: version)
        return exchange.emptyAnswer()
    }

    func edit(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let linkage = try StoredResource.Linkage(exchange.data(.relationship))
        let edit: ResourceChange.Edit =
            switch exchange.method {
            case .post: .add(linkage.identifiers)
            case .delete: .remove(linkage.identifiers)
            default: .replace(linkage)
            }
        var resource = try await found(id, type)
        let version = try exchange.expectedVersion(resource)
        try await check(
            linkage, as: name, of: type, at: "/data", mustExist: exchange.method != .delete)
        if exchange.method == .patch, !type.allowsReplacement, isMany(name, type) {
            throw ErrorResponse(.forbidden, "the relationship cannot be replaced as a whole")
        }
        let change = ResourceChange(relationships: [name: edit])
        var changed = resource
        changed.apply(change)
        try type.validated(changed)
        resource = try await store.update(resource.identifier, with: change, ifVersion: version)
        if exchange.prefers("return=minimal") { return exchange.emptyAnswer() }
        return try await answer(withLinkage: name, of: resource, type, exchange, inPages: false)
    }

    private func isMany(_ name: String, _ type: ServedType) -> Bool {
        type.relationships[name]?.isMany ?? false
    }

    // MARK: Checks

    /// Checks what is to be written, and writes it to a copy of the resource.
    private func check(
        _ change: ResourceChange, of type: ServedType, writtenTo resource: inout StoredResource
    ) async throws {
        for name in change.attributes.names where !(type.attributes?.contains(name) ?? true) {
            throw ErrorResponse(
                .unprocessableContent, "there is no such attribute of \(type.name)",
                source: .pointer("/data/attributes/\(name)"))
        }
        if let name = change.attributes.names.first(where: type.readOnly.contains) {
            throw ErrorResponse(
                .forbidden, "the attribute is set by the server",
                source: .pointer("/data/attributes/\(name)"))
        }
        for (name, edit) in change.relationships.sorted(by: { $0.key < $1.key }) {
            guard case .replace(let linkage) = edit else { continue }
            try await check(
                linkage, as: name, of: type, at: "/data/relationships/\(name)/data", mustExist: true
            )
        }
        resource.apply(change)
        try type.validated(resource)
    }

    private func check(
        _ linkage: StoredResource.Linkage, as name: String, of type: ServedType,
        at pointer: String, mustExist: Bool
    ) async throws {
        guard let relationship = type.relationships[name] else {
            throw ErrorResponse(
                .unprocessableContent, "there is no such relationship of \(type.name)",
                source: .pointer(pointer))
        }
        let isMany = if case .many = linkage { true } else { false }
        guard isMany == relationship.isMany else {
            throw ErrorResponse(
                .unprocessableContent,
                relationship.isMany
                    ? "the linkage is a list" : "the linkage is one identifier or null",
                source: .pointer(pointer))
        }
        let known = mustExist ? try await resources(linkage.identifiers) : []
        let found = Set(known.map(\.identifier))
        for (index, identifier) in linkage.identifiers.enumerated() {
            let place = isMany ? "\(pointer)/\(index)" : pointer
            if let target = relationship.target, target != identifier.type {
                throw ErrorResponse(
                    .unprocessableContent, "only \(target) belong here",
                    source: .pointer(place + "/type"))
            }
            if mustExist, !found.contains(identifier) {
                throw ErrorResponse(
                    .notFound, "there is no such resource to refer to", source: .pointer(place))
            }
        }
    }
}

extension ServedType {
    fileprivate func validated(_ resource: StoredResource) throws(ErrorResponse) {
        let errors = validate(resource).map { error in
            guard error.status == nil, case .object(var object) = error.value else { return error }
            object["status"] = "422"
            return APIError(.object(object))
        }
        if !errors.isEmpty { throw ErrorResponse(errors) }
    }
}

extension ServedRequest {
    /// The primary data of the document that was sent, which keeps the rules.
    fileprivate func data(_ profile: Validator.Profile) throws -> JSON {
        guard let body = request.body, !body.isEmpty else {
            throw ErrorResponse(.badRequest, "the request has no document")
        }
        let type = try service.negotiation.requestType(in: request.headers)
        guard body.count <= service.maximumBodySize else { throw ErrorResponse(.contentTooLarge) }
        var options = JSONOptions()
        // In the list of a collection it stands one deeper, and is to be read there.
        options.maximumDepth -= 1
        let json = try JSON(parsing: body, options: options)
        let extensions =
            type.ext.isEmpty
            ? []
            : json.vox.members.compactMap { name, _ in
                name.contains(":") ? String(name.prefix { $0 != ":" }) : nil
            }
        let findings = try Validator(profile: profile, extensions: extensions).findings(in: json)
        let faults = findings.filter { $0.severity == .error }
        if !faults.isEmpty {
            throw ErrorResponse(
                faults.prefix(ErrorResponse.maximumErrors).map {
                    APIError(
                        status: 400, title: "Bad Request", detail: $0.message, code: $0.code,
                        source: .pointer($0.pointer))
                })
        }
        return json["data"]
    }

    /// The version that the resource must still have when it is written; nil for any.
    fileprivate func expectedVersion(_ resource: StoredResource) throws -> Int? {
        guard let tags = EntityTag.list(request.headers, .ifMatch) else { return nil }
        guard tags.contains(where: { $0.version == resource.version }) else {
            throw StoreError.stale
        }
        return resource.version
    }
}

extension JSON {
    /// Checks that a resource object is of the endpoint it was sent to.
    fileprivate func check(type: String, id: String? = nil) throws(ErrorResponse) {
        let values: (type: String?, id: String?) = (self["type"], self["id"])
        if values.type.map(ExactText.init) != ExactText(type) {
            throw ErrorResponse(
                .conflict, "only \(type) belong here", source: .pointer("/data/type"))
        }
        if let id, values.id.map(ExactText.init) != ExactText(id) {
            throw ErrorResponse(
                .conflict, "the address names another id", source: .pointer("/data/id"))
        }
    }
}
