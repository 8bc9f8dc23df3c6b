// SPDX-License-Identifier: MIT

import HTTPTypes

// The checks and the writes of one resource. Single requests and the operations of an atomic request
// call the same functions. The pointers of their errors begin with `/data`.
extension ResourceService {
    /// Checks the content of a new resource, and creates the resource.
    func insert(
        _ content: ResourceChange, id: String?, _ type: ServedType
    ) async throws -> StoredResource {
        try check(newID: id, of: type)
        var change = content
        change.complete(for: type)
        var draft = StoredResource(type: type.name, id: id ?? "")
        try await check(change, of: type, writtenTo: &draft)
        let made = try await store.insert(type: type.name, id: id, with: change)
        return try made.checked(against: .init(type: type.name, id: id ?? made.id))
    }

    /// Checks a change of a resource, and writes it.
    func update(
        _ resource: StoredResource, by change: ResourceChange, _ type: ServedType
    ) async throws -> StoredResource {
        if let name = change.relationships.keys.sorted().first(where: { isMany($0, type) }) {
            try checkReplacement(of: type, at: "/data/relationships/\(name)")
        }
        var draft = resource
        try await check(change, of: type, writtenTo: &draft)
        return try await write(change, to: resource)
    }

    /// Checks an edit of a relationship, and writes it. The action is `replaceLinkage`, `addLinkage`
    /// or `removeLinkage`.
    func edit(
        _ name: String, of resource: StoredResource, _ action: Operation.Action,
        _ linkage: StoredResource.Linkage, _ type: ServedType
    ) async throws -> StoredResource {
        _ = try self.linkage(name, of: resource)
        try await check(
            linkage, as: name, of: type, at: "/data", mustExist: action != .removeLinkage)
        if action == .replaceLinkage, isMany(name, type) { try checkReplacement(of: type, at: nil) }
        let edit: ResourceChange.Edit =
            switch action {
            case .addLinkage: .add(linkage.identifiers)
            case .removeLinkage: .remove(linkage.identifiers)
            default: .replace(linkage)
            }
        let change = ResourceChange(relationships: [name: edit])
        var draft = resource
        draft.apply(change)
        try type.validated(draft)
        return try await write(change, to: resource)
    }

    /// Deletes the checked version of a resource.
    func delete(_ resource: StoredResource) async throws {
        try await store.delete(resource.identifier, ifVersion: resource.version)
    }

    /// Writes a change to the checked version of a resource.
    private func write(
        _ change: ResourceChange, to resource: StoredResource
    ) async throws -> StoredResource {
        try await store.update(
            resource.identifier, with: change, ifVersion: resource.version
        ).checked(against: resource.identifier)
    }

    // MARK: Checks

    private func isMany(_ name: String, _ type: ServedType) -> Bool {
        type.relationships[name]?.isMany ?? false
    }

    private func checkReplacement(of type: ServedType, at pointer: String?) throws(ErrorResponse) {
        if type.allowsReplacement { return }
        throw ErrorResponse(
            .forbidden,
            "the members of the relationship cannot be replaced; add or remove single members",
            source: pointer.map { .pointer($0) })
    }

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

extension ResourceChange {
    /// Adds the relationships of the type that a new resource lacks. The added relationships are
    /// empty.
    fileprivate mutating func complete(for type: ServedType) {
        for (name, relationship) in type.relationships where relationships[name] == nil {
            relationships[name] = .replace(relationship.isMany ? .many([]) : .one(nil))
        }
    }
}
