// SPDX-License-Identifier: MIT

import HTTPTypes

// A store may have more fields, types and links than its service serves. No response contains them.
extension ResourceService {
    /// Returns false if no client can write the resources of a type.
    func canWrite(_ type: String) -> Bool {
        !(types[type]?.isReadOnly ?? false) && store.canWrite(type)
    }

    /// Returns false if no client can edit a relationship: the type can only be read, or the edit
    /// would change a field of its targets that clients cannot write. The links of a join table
    /// belong to both sides.
    func canWrite(_ relationship: String, of type: ServedType) -> Bool {
        guard canWrite(type.name) else { return false }
        guard let declared = type.relationships[exactly: relationship], declared.isMany else {
            return true
        }
        return (declared.targets ?? Set(types.keys)).allSatisfy { target in
            guard let other = types[target],
                let inverse = store.inverse(of: relationship, from: type.name, to: target)
            else { return true }
            let isOwn = !(other.relationships[exactly: inverse]?.isMany ?? false)
            return !(other.isReadOnly && isOwn) && !other.hidden.contains(ExactText(inverse))
        }
    }

    /// Returns the served part of a resource: its served attributes, and the served part of the
    /// linkage of its served relationships.
    func served(_ resource: StoredResource) -> StoredResource {
        guard let type = types[resource.type] else {
            return StoredResource(type: resource.type, id: resource.id)
        }
        var served = resource
        if resource.attributes.contains(where: { !type.serves(attribute: $0.name) }) {
            served.attributes = JSONObject()
            for (name, value) in resource.attributes where type.serves(attribute: name) {
                served.attributes[name] = value
            }
        }
        // Most resources have nothing else, and are not copied.
        for (name, linkage) in resource.relationships {
            if isServed(linkage, of: name, type) { continue }
            served.relationships[name] = self.served(linkage, of: name, type)
        }
        return served
    }

    /// Returns the part of a resource that its `ETag` may depend on. Only a version that is a digest
    /// depends on the fields.
    func tagged(_ resource: StoredResource) -> StoredResource {
        resource.hasDigest ? served(resource) : resource
    }

    /// Returns the linkage of a relationship with the targets that the relationship can have. The
    /// result is nil if the relationship is not served.
    func served(
        _ linkage: StoredResource.Linkage, of name: String, _ type: ServedType
    ) -> StoredResource.Linkage? {
        guard type.relationships.keys.contains(exactly: name) else { return nil }
        if isServed(linkage, of: name, type) { return linkage }
        switch linkage {
        case .one: return .one(nil)
        case .many(let identifiers):
            return .many(identifiers.filter { isServed(.one($0), of: name, type) })
        }
    }

    /// Returns true if a relationship is served, and can have all targets of the linkage.
    func isServed(
        _ linkage: StoredResource.Linkage, of name: String, _ type: ServedType
    ) -> Bool {
        guard let relationship = type.relationships[exactly: name] else { return false }
        return linkage.identifiers.allSatisfy { target in
            relationship.targets?.contains(exactly: target.type)
                ?? types.keys.contains(exactly: target.type)
        }
    }

    /// Returns the change without what it would do to targets that no response contains: a client
    /// cannot change what it cannot see. An empty to-one relationship replaces no such target, and
    /// another target is refused.
    func keepingHidden(
        _ change: ResourceChange, of resource: StoredResource, _ type: ServedType
    ) async throws -> ResourceChange {
        var kept = change
        for (name, edit) in change.relationships {
            guard let relationship = type.relationships[exactly: name] else { continue }
            if case .remove(let targets) = edit {
                kept.relationships[name] = .remove(
                    targets.filter { isServed(.one($0), of: name, type) })
            }
            guard case .replace(let new) = edit else { continue }
            var linkage = resource.relationships[name]
            if linkage == nil, servedTarget(of: relationship) == nil {
                linkage = try await found(resource.id, type, linkageFields(name, of: type))
                    .relationships[name]
            }
            let hidden = (linkage?.identifiers ?? []).filter {
                !isServed(.one($0), of: name, type)
            }
            if hidden.isEmpty { continue }
            switch new {
            case .one(nil): kept.relationships[name] = nil
            case .one: throw ErrorResponse(hiddenTargetAt: Self.pointer(ofLinkage: name))
            case .many(let targets): kept.relationships[name] = .replace(.many(targets + hidden))
            }
        }
        return kept
    }

    /// Calls the store to write a resource. The pointers of its errors lead to served fields only. A
    /// value that is not served is not the fault of the client.
    func writing<Result>(
        _ type: String, _ write: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await write()
        } catch let refusal as ErrorResponse {
            guard let type = types[type] else { throw refusal }
            if refusal.status == .unprocessableContent,
                let error = refusal.errors.first(where: { !type.serves(pointer: $0.pointer ?? "") })
            {
                throw StoreFault(
                    description: "the store refused \(error.pointer ?? "") of \(type.name), which"
                        + " is not served: \(error.detail ?? "")")
            }
            throw refusal.pointing { error in
                error.pointer.flatMap { type.serves(pointer: $0) ? nil : "/data" }
            }
        }
    }
}

extension ServedType {
    func serves(attribute name: String) -> Bool { attributes?.contains(exactly: name) ?? true }

    /// Returns true if a pointer leads to no field, or to a field that is served.
    fileprivate func serves(pointer: String) -> Bool {
        guard let names = JSON.pointerNames(pointer), names.count > 2, names[0] == "data" else {
            return true
        }
        return switch names[1] {
        case "attributes": serves(attribute: names[2])
        case "relationships": relationships.keys.contains(exactly: names[2])
        default: true
        }
    }
}

extension ErrorResponse {
    /// Creates the response to a write that would replace a target that no response contains.
    init(hiddenTargetAt pointer: String) {
        self.init(
            .conflict, "the relationship has a target that this request cannot replace",
            at: pointer)
    }
}
