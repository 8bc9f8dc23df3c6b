// SPDX-License-Identifier: MIT

import HTTPTypes

// The checks and the writes of one resource. Single requests and the operations of an atomic
// request call the same functions. The pointers of their errors begin with `/data`.
extension ResourceService {
    /// Checks the content of a new resource, and creates the resource.
    func insert(
        _ content: CheckedContent, _ type: ServedType
    ) async throws -> StoredResource {
        try refuse(faults(ofNewID: content.id, of: type) + content.faults)
        var change = content.change
        try checkCanWrite(change.relationships.filter { !$0.value.named.isEmpty }, type)
        change.complete(for: type)
        let needsTargets = needsTargets(change, type)
        let draft = StoredResource(type: type.name, id: content.id ?? "")
        if needsTargets {
            try await checkTargets(of: change, type, except: draft.identifier)
        }
        try await validate(
            content.action, of: type, change: change, old: nil, new: draft.changed(by: change))
        let edits = validatedEdits(in: content.change, of: type).filter {
            !$0.value.named.isEmpty
        }
        if edits.isEmpty {
            return try await namingTargets(
                of: change, type, except: draft.identifier, isChecked: needsTargets
            ) {
                try await insert(change, id: content.id, type)
            }
        }
        try needTransaction()
        for name in edits.keys { change.relationships[name] = .replace(.many([])) }
        let made = try await insert(change, id: content.id, type)
        let steps = try await steps(of: edits, on: made.identifier, type, isNew: true)
        return try await take(steps, on: made)
    }

    private func insert(
        _ change: ResourceChange, id: String?, _ type: ServedType
    ) async throws -> StoredResource {
        let made = try await writing(type.name) {
            try await store.insert(type: type.name, id: id, with: change)
        }
        if let fault = fault(ofID: made.id) {
            throw StoreFault(
                description: "the store chose an id that no path can have: \(fault)",
                mayBeKept: true)
        }
        return try made.checked(against: .init(type: type.name, id: id ?? made.id), mayBeKept: true)
    }

    func edit(
        _ name: String, of resource: StoredResource, by content: CheckedContent, _ type: ServedType
    ) async throws -> StoredResource {
        do {
            return try await update(resource, by: content, type)
        } catch let refusal as ErrorResponse {
            throw refusal.pointing(intoLinkageOf: name)
        }
    }

    /// Deletes the checked version of a resource. The deletion is refused if it would leave another
    /// resource without a required to-one relationship.
    func delete(_ resource: StoredResource) async throws {
        let dependents = try await dependents(on: resource.identifier)
        // Without a transaction, a deletion cannot be undone.
        if !isInTransaction, let (dependent, name) = dependents.first {
            throw refusal(ofDeletionBy: dependent, name)
        }
        try await writing(resource.type) {
            try await ServedTargets.$current.withValue(targets) {
                try await store.delete(resource.identifier, ifVersion: resource.version)
            }
        }
        try await checkRequired(dependents)
    }

    /// Checks a change, and writes it to the checked version of a resource.
    func update(
        _ resource: StoredResource, by content: CheckedContent, _ type: ServedType
    ) async throws -> StoredResource {
        try refuse(content.faults(on: resource, of: type))
        try checkCanWrite(content.change.relationships.filter { !$0.value.changesNothing }, type)
        let needsTargets = needsTargets(content.change, type)
        if needsTargets { try await checkTargets(of: content.change, type) }
        let change = try await keepingHidden(content.change, of: resource, type)
        try await checkRequiredInverses(of: change, on: resource.identifier, type)
        try await validate(
            content.action, of: type, change: change, old: resource,
            new: resource.changed(by: change))
        let steps = try await steps(
            of: validatedEdits(in: change, of: type), on: resource.identifier, type, isNew: false)
        let current = try await take(steps, on: resource)
        return try await namingTargets(of: change, type, isChecked: needsTargets) {
            try await update(resource.identifier, with: change, ifVersion: current.version)
        }
    }

    /// Returns true if the targets of a change must be known before the store writes: the type has a
    /// function that allows or refuses writes, or the change edits the targets.
    private func needsTargets(_ change: ResourceChange, _ type: ServedType) -> Bool {
        type.validate != nil
            || change.relationships.keys.contains { name in
                inverses(of: name, type).contains { !$0.isMany || $0.type.validate != nil }
            }
    }

    /// Writes a change. If the store says that a target does not exist, the error names the targets
    /// that do not.
    private func namingTargets(
        of change: ResourceChange, _ type: ServedType,
        except new: StoredResource.Identifier? = nil, isChecked: Bool,
        _ write: () async throws -> StoredResource
    ) async throws -> StoredResource {
        do {
            return try await write()
        } catch StoreError.missingTarget where !isChecked {
            try await checkTargets(of: change, type, except: new)
            throw StoreError.missingTarget
        }
    }

    /// Writes a change that was checked to a resource, or to its given version.
    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int? = nil
    ) async throws -> StoredResource {
        let made = try await writing(identifier.type) {
            try await store.update(identifier, with: change, ifVersion: ifVersion)
        }
        return try made.checked(against: identifier, mayBeKept: true)
    }

    // MARK: Checks

    /// Returns the pointer of the linkage of a relationship.
    static func pointer(ofLinkage name: String) -> String {
        JSON.pointer(ofRelationship: name) + "/data"
    }

    /// Returns the reason why a string cannot be the id of a resource; nil for a valid id.
    func fault(ofID id: String) -> String? {
        // The length is checked first, because the other rules read all of the id.
        if id.utf8.count > maximumIDLength {
            return "an id must have at most \(maximumIDLength) bytes"
        }
        return id.faultAsID
    }

    func refuse(_ faults: [APIError]) throws(ErrorResponse) {
        if !faults.isEmpty { throw ErrorResponse(faults) }
    }

    /// Calls the function of the type that allows or refuses writes.
    func validate(
        _ action: Operation.Action, of type: ServedType, change: ResourceChange,
        old: StoredResource?, new: @autoclosure () -> StoredResource
    ) async throws {
        guard let validate = type.validate else { return }
        let write = try ServedType.Write<AnyResource>(
            change, action, of: type, old: old, new: new(), self)
        let faults = try await validate(write).map { error in
            guard error.status == nil, case .object(var object) = error.value else { return error }
            object["status"] = "422"
            return APIError(.object(object))
        }
        try refuse(faults)
    }

    func faults(ofNewID id: String?, of type: ServedType) -> [APIError] {
        guard let id else { return [] }
        if !type.acceptsClientIDs {
            return [APIError(.forbidden, "the server assigns ids; omit the id", at: "/data/id")]
        }
        return fault(ofID: id).map {
            [APIError(.unprocessableContent, $0, at: "/data/id")]
        } ?? []
    }

    /// Checks that clients can edit the relationships of these edits.
    private func checkCanWrite(
        _ edits: [String: ResourceChange.Edit], _ type: ServedType
    ) throws(ErrorResponse) {
        let refused = edits.keys.filter { !canWrite($0, of: type) }.sorted()
        try refuse(
            refused.map {
                APIError(
                    .forbidden, "the relationship \"\($0)\" can only be read",
                    at: Self.pointer(ofLinkage: $0))
            })
    }

    /// Checks that all targets of a change exist, and that no target has, on the other side of the
    /// relationship, a target that no response contains. One call of the store finds all targets. A
    /// new resource can be its own target.
    private func checkTargets(
        of change: ResourceChange, _ type: ServedType,
        except new: StoredResource.Identifier? = nil
    ) async throws {
        let targets = change.targets
        if targets.isEmpty { return }
        var fields = ResourceSelection.Fields(
            fields: targets.reduce(into: [:]) { $0[$1.type] = [] })
        var others: [String: [Inverse]] = [:]
        for name in change.relationships.keys {
            others[name] = inverses(of: name, type).filter { !$0.isMany }
            for inverse in others[name] ?? [] {
                fields.fields[inverse.type.name]?.insert(inverse.name)
                fields.toOne[inverse.type.name, default: []].insert(inverse.name)
            }
        }
        let found = Dictionary(
            try await resources(targets, fields).map { ($0.identifier, $0) }
        ) { $1 }
        var faults: [APIError] = []
        for (name, edit) in change.relationships.sorted(by: { $0.key < $1.key }) {
            for (place, identifier) in edit.written {
                guard let target = found[identifier] else {
                    if identifier == new || faults.count >= ErrorResponse.maximumErrors { continue }
                    faults.append(
                        APIError(
                            .notFound, "the related resource does not exist",
                            at: Self.pointer(ofLinkage: name) + place))
                    continue
                }
                for inverse in others[name] ?? []
                where ExactText(inverse.type.name) == ExactText(target.type) {
                    guard let linkage = target.relationships[inverse.name],
                        !isServed(linkage, of: inverse.name, inverse.type)
                    else { continue }
                    throw ErrorResponse(hiddenTargetAt: Self.pointer(ofLinkage: name) + place)
                }
            }
        }
        try refuse(faults)
    }
}

extension StoredResource {
    /// Returns the resource after a change. A to-many relationship without linkage stays unknown if
    /// the change only adds and removes targets.
    func changed(by change: ResourceChange) -> StoredResource {
        var known = change
        for (name, edit) in change.relationships where relationships[name] == nil {
            if case .replace = edit { continue }
            known.relationships[name] = nil
        }
        var resource = self
        resource.apply(known)
        return resource
    }
}

extension ResourceChange.Edit {
    /// The identifiers that the edit writes, with their pointers in the linkage.
    fileprivate var written: [(pointer: String, identifier: StoredResource.Identifier)] {
        switch self {
        case .replace(.one(let identifier)): identifier.map { [("", $0)] } ?? []
        case .replace(.many(let identifiers)), .add(let identifiers):
            identifiers.enumerated().map { ("/\($0.offset)", $0.element) }
        case .remove: []
        }
    }
}

extension ResourceChange {
    /// Adds the missing relationships of the type to a new resource. The added relationships are
    /// empty.
    fileprivate mutating func complete(for type: ServedType) {
        for (name, relationship) in type.relationships where relationships[name] == nil {
            relationships[name] = .replace(relationship.isMany ? .many([]) : .one(nil))
        }
    }
}
