// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// The maximum number of attempts of a write. A further attempt is necessary if another request
    /// changes the same resource between the checks and the write.
    private static let maximumAttempts = 50

    func create(_ type: ServedType, _ exchange: ServedRequest) async throws -> ClientResponse {
        let query = try exchange.resourceQuery(on: type)
        try await checkConditions(onWritingTo: type, exchange)
        let data = try exchange.data(.create)
        try data.check(type: type.name)
        let id: String? = data["id"]
        try check(newID: id, of: type)
        var change = try ResourceChange(data)
        change.complete(for: type)
        let resource = try await retrying {
            var draft = StoredResource(type: type.name, id: id ?? "")
            try await check(change, of: type, writtenTo: &draft)
            let made = try await store.insert(type: type.name, id: id, with: change)
            return try made.checked(against: .init(type: type.name, id: id ?? made.id))
        }
        if id != nil, exchange.prefers("return=minimal") { return exchange.emptyResponse() }
        return try await respond(with: resource, query, exchange, isCreated: true)
    }

    func update(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.resourceQuery(on: type)
        let content = Result {
            let data = try exchange.data(.update)
            try data.check(type: type.name, id: id)
            return try ResourceChange(data)
        }
        let resource = try await writing(id, type, exchange) { resource in
            // Preconditions are checked before the content (RFC 9110, section 13.2.1).
            let change = try content.get()
            if !type.allowsReplacement,
                let name = change.relationships.keys.first(where: { isMany($0, type) })
            {
                throw ErrorResponse(
                    .forbidden,
                    "the members of the relationship cannot be replaced; add or remove single members",
                    source: .pointer("/data/relationships/\(name)"))
            }
            var draft = resource
            try await check(change, of: type, writtenTo: &draft)
            return try await store.update(
                resource.identifier, with: change, ifVersion: resource.version
            ).checked(against: resource.identifier)
        }
        if exchange.prefers("return=minimal") { return exchange.emptyResponse() }
        return try await respond(with: resource, query, exchange)
    }

    func delete(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        try exchange.refuseParameters()
        try await writing(id, type, exchange) { resource in
            try await store.delete(resource.identifier, ifVersion: resource.version)
        }
        return exchange.emptyResponse()
    }

    func edit(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.linkageQuery(on: type, named: name)
        try exchange.refusePages(query)
        let content = Result { try StoredResource.Linkage(exchange.data(.relationship)) }
        let resource = try await writing(id, type, exchange) { resource in
            let linkage = try content.get()
            _ = try self.linkage(name, of: resource)
            try await check(
                linkage, as: name, of: type, at: "/data", mustExist: exchange.method != .delete)
            if exchange.method == .patch, !type.allowsReplacement, isMany(name, type) {
                throw ErrorResponse(
                    .forbidden,
                    "the members of the relationship cannot be replaced; add or remove single members"
                )
            }
            let edit: ResourceChange.Edit =
                switch exchange.method {
                case .post: .add(linkage.identifiers)
                case .delete: .remove(linkage.identifiers)
                default: .replace(linkage)
                }
            let change = ResourceChange(relationships: [name: edit])
            var draft = resource
            draft.apply(change)
            try type.validated(draft)
            return try await store.update(
                resource.identifier, with: change, ifVersion: resource.version
            ).checked(against: resource.identifier)
        }
        if exchange.prefers("return=minimal") { return exchange.emptyResponse() }
        return try await respond(withLinkage: name, of: resource, query, exchange)
    }

    // MARK: Attempts

    /// Reads a resource, checks the preconditions of the request, and writes the resource. The
    /// write succeeds only if the resource still has the checked version.
    private func writing<Result>(
        _ id: String, _ type: ServedType, _ exchange: ServedRequest,
        _ write: (StoredResource) async throws -> Result
    ) async throws -> Result {
        try await retrying {
            let resource = try await found(id, type)
            try exchange.checkConditions { $0.isOfState(resource) }
            return try await write(resource)
        }
    }

    /// Repeats an attempt if another request wrote between the checks and the write. In that case,
    /// the checks are out of date, and the next attempt repeats them. If a precondition or check
    /// fails, the request ends.
    private func retrying<Result>(
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        for _ in 0..<Self.maximumAttempts {
            do {
                return try await attempt()
            } catch let error as StoreError where error == .stale || error == .missingTarget {
                try Task.checkCancellation()
            }
        }
        throw StoreError.busy
    }

    /// Checks the preconditions of a request that writes to a collection.
    ///
    /// The conditions are compared with the tag of the list that GET returns at this address. They
    /// are compared once, because a list has no version that a store could check.
    private func checkConditions(
        onWritingTo type: ServedType, _ exchange: ServedRequest
    ) async throws {
        guard exchange.preconditions.dependOnTags else {
            return try exchange.checkConditions { _ in false }
        }
        let list = try await collection(of: type, exchange).headers[.eTag]
        try exchange.checkConditions { $0.field == list || "W/" + (list ?? "") == $0.field }
    }

    private func isMany(_ name: String, _ type: ServedType) -> Bool {
        type.relationships[name]?.isMany ?? false
    }

    // MARK: Checks

    private func check(newID id: String?, of type: ServedType) throws(ErrorResponse) {
        guard let id else { return }
        if !type.acceptsClientIDs {
            throw ErrorResponse(
                .forbidden, "the server assigns ids; omit the id", source: .pointer("/data/id"))
        }
        if let fault = ResourceID.fault(in: id, maximumLength: maximumIDLength) {
            throw ErrorResponse(.unprocessableContent, fault, source: .pointer("/data/id"))
        }
    }

    /// Checks a change and applies it to a copy of the resource.
    private func check(
        _ change: ResourceChange, of type: ServedType, writtenTo resource: inout StoredResource
    ) async throws {
        for name in change.attributes.names where !(type.attributes?.contains(name) ?? true) {
            throw ErrorResponse(
                .unprocessableContent, "\(type.name) has no such attribute",
                source: .pointer("/data/attributes/\(name)"))
        }
        if let name = change.attributes.names.first(where: type.readOnly.contains) {
            throw ErrorResponse(
                .forbidden, "the attribute is read-only",
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
                .unprocessableContent, "\(type.name) has no such relationship",
                source: .pointer(pointer))
        }
        let isMany = if case .many = linkage { true } else { false }
        guard isMany == relationship.isMany else {
            throw ErrorResponse(
                .unprocessableContent,
                relationship.isMany
                    ? "the linkage must be a list"
                    : "the linkage must be one resource identifier or null",
                source: .pointer(pointer))
        }
        let known = mustExist ? try await resources(linkage.identifiers) : []
        let found = Set(known.map(\.identifier))
        for (index, identifier) in linkage.identifiers.enumerated() {
            let place = isMany ? "\(pointer)/\(index)" : pointer
            if let target = relationship.target, target != identifier.type {
                throw ErrorResponse(
                    .unprocessableContent, "the type must be \(target)",
                    source: .pointer(place + "/type"))
            }
            if mustExist, !found.contains(identifier) {
                throw ErrorResponse(
                    .notFound, "the related resource does not exist", source: .pointer(place))
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
    /// Validates the request document and returns its primary data.
    fileprivate func data(_ profile: Validator.Profile) throws -> JSON {
        guard let body = request.body, !body.isEmpty else {
            throw ErrorResponse(.badRequest, "the request has no document")
        }
        let type = try service.negotiation.requestType(in: request.headers)
        guard body.count <= service.maximumBodySize else { throw ErrorResponse(.contentTooLarge) }
        var options = JSONOptions()
        options.mode = service.readingMode
        // A response with a list has the resource one level deeper, and must not exceed the depth
        // limit.
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

    /// Checks the preconditions of a request that writes.
    fileprivate func checkConditions(
        _ isCurrent: (EntityTag) -> Bool
    ) throws(ErrorResponse) {
        guard case .failed(let field) = preconditions.verdict(onWriting: isCurrent) else { return }
        throw Self.failedCondition(field)
    }
}

extension ResourceChange {
    /// Adds the relationships of the type that a new resource lacks. The added relationships are
    /// empty.
    fileprivate mutating func complete(for type: ServedType) {
        for (name, relationship) in type.relationships where relationships[name] == nil {
            relationships[name] = .replace(relationship.isMany ? .many([]) : .one(nil))
        }
    }
}

extension JSON {
    /// Checks that a resource object belongs to the endpoint of the request.
    fileprivate func check(type: String, id: String? = nil) throws(ErrorResponse) {
        let values: (type: String?, id: String?) = (self["type"], self["id"])
        if values.type.map(ExactText.init) != ExactText(type) {
            throw ErrorResponse(
                .conflict, "the type must be \(type)", source: .pointer("/data/type"))
        }
        if let id, values.id.map(ExactText.init) != ExactText(id) {
            throw ErrorResponse(
                .conflict, "the id differs from the id in the path", source: .pointer("/data/id"))
        }
    }
}
