// SPDX-License-Identifier: MIT

import HTTPTypes

/// The resources of a store in memory. A transaction works on a copy of this value.
struct MemoryContents {
    /// The ids by type, in the order of insertion.
    private var ids: [ExactText: [ExactText]] = [:]
    private(set) var resources: [StoredResource.Identifier: StoredResource] = [:]
    private var lastID = 0
    /// The version of new resources. This version is higher than the version of any deleted
    /// resource. Therefore a resource that is created again never has a version that it had before.
    private(set) var firstVersion = 1
    private(set) var writes = 0

    /// The names of the types with at least one resource, sorted.
    var types: [String] { ids.filter { !$0.value.isEmpty }.keys.map(\.text).sorted() }

    /// Returns all resources of a type, in the order of insertion.
    func all(_ type: String) -> [StoredResource] {
        (ids[ExactText(type)] ?? []).compactMap { resources[.init(type: type, id: $0.text)] }
    }

    func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
        let known = ids[ExactText(selection.type)] ?? []
        if selection.ids == nil, selection.filter == nil, selection.sort.isEmpty,
            selection.keyset == nil
        {
            // Only the resources of the page are looked up.
            let page = known.dropFirst(selection.offset).prefix(selection.limit)
            return ResourceSelection.Slice(
                resources: page.compactMap { id in
                    resources[.init(type: selection.type, id: id.text)]?.completed(selection.fields)
                }, total: known.count)
        }
        let candidates =
            selection.ids.map { ids in
                ids.compactMap { resources[.init(type: selection.type, id: $0)] }
            } ?? all(selection.type)
        var found = selection.matches(in: candidates) { resources[$0] }
        for field in selection.sort where field.related != nil {
            found = found.map { field.adding(to: $0) { resources[$0] } }
        }
        return ResourceSelection.Slice(
            resources: selection.page(of: found).map { $0.completed(selection.fields) },
            total: found.count)
    }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) -> [StoredResource.Identifier: ResourceSelection.Slice] {
        var slices: [StoredResource.Identifier: ResourceSelection.Slice] = [:]
        for owner in owners {
            guard let resource = resources[owner] else { continue }
            var selection = selection
            selection.ids = resource.relationships[name]?.ids(of: selection.type) ?? []
            slices[owner] = list(selection)
        }
        return slices
    }

    func resources(_ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields)
        -> [StoredResource]
    { identifiers.compactMap { resources[$0]?.completed(fields) } }

    /// Returns the next number that no resource of the type has, or had before it was deleted, as
    /// its id. If a client repeats DELETE, the second request must not delete another resource.
    mutating func freeID(of type: String) -> String {
        repeat { lastID += 1 } while resources[.init(type: type, id: String(lastID))] != nil
        return String(lastID)
    }

    // MARK: Writes

    /// Adds a resource, or replaces the resource with its type and id.
    mutating func put(_ resource: StoredResource) {
        writes += 1
        if resources.updateValue(resource, forKey: resource.identifier) == nil {
            ids[ExactText(resource.type), default: []].append(ExactText(resource.id))
        }
    }

    mutating func insert(
        type: String, id: String, _ content: ResourceChange
    ) throws(StoreError) -> StoredResource {
        let identifier = StoredResource.Identifier(type: type, id: id)
        if resources[identifier] != nil { throw .exists }
        try checkTargets(of: content, by: StoredResource(type: type, id: id))
        let resource = StoredResource(type: type, id: id, content, version: firstVersion)
        put(resource)
        return resource
    }

    mutating func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws(StoreError) -> StoredResource {
        var resource = try checked(identifier, ifVersion)
        try checkTargets(of: change, by: resource)
        resource.apply(change)
        put(resource)
        return resource
    }

    /// Deletes a resource, and removes it from all linkage. Returns the identifiers of the
    /// resources that were linked with the deleted resource.
    mutating func delete(
        _ identifier: StoredResource.Identifier, ifVersion: Int?
    ) throws(StoreError) -> [StoredResource.Identifier] {
        let deleted = try checked(identifier, ifVersion)
        writes += 1
        firstVersion = max(firstVersion, deleted.version + 1)
        if let number = Int(identifier.id), number <= Int.max / 2 { lastID = max(lastID, number) }
        resources[identifier] = nil
        let id = ExactText(identifier.id)
        ids[ExactText(identifier.type)]?.removeAll { $0 == id }
        let changed = resources.filter { $0.value.isLinked(to: identifier) }
        for (key, var resource) in changed {
            resource.remove(linkageTo: identifier)
            resource.version += 1
            resources[key] = resource
        }
        return Array(changed.keys)
    }

    /// Refuses a deletion that would change a resource of a type that the service does not serve.
    func checkUnserved(linkedTo identifier: StoredResource.Identifier) throws {
        let isHeld = resources.values.contains {
            !ServedTargets.serve($0.type) && $0.isLinked(to: identifier)
        }
        if isHeld { throw ErrorResponse(.conflict, "other data still refers to the resource") }
    }

    private func checked(
        _ identifier: StoredResource.Identifier, _ version: Int?
    ) throws(StoreError) -> StoredResource {
        guard let resource = resources[identifier] else { throw .missing }
        if let version, version != resource.version { throw .stale }
        return resource
    }

    /// Checks that all new targets of a change exist or are the resource itself.
    private func checkTargets(
        of change: ResourceChange, by owner: StoredResource
    ) throws(StoreError) {
        for target in change.targets
        where resources[target] == nil && target != owner.identifier && !owner.isLinked(to: target)
        {
            throw .missingTarget
        }
    }

    /// Takes the ids and versions of deleted resources from the contents of a transaction, so that
    /// new resources do not get them again.
    mutating func follow(_ other: MemoryContents) {
        firstVersion = max(firstVersion, other.firstVersion)
        lastID = max(lastID, other.lastID)
    }
}

extension StoredResource {
    /// Returns the resource with the needed linkage. A document may leave out relationships. In a
    /// store of such a document, these relationships are empty.
    fileprivate func completed(_ fields: ResourceSelection.Fields) -> StoredResource {
        var resource = self
        for name in fields.linkage?[type] ?? [] where relationships[name] == nil {
            resource.relationships[name] = .many([])
        }
        for name in fields.toOne[type] ?? [] where relationships[name] == nil {
            resource.relationships[name] = .one(nil)
        }
        return resource
    }

    fileprivate func isLinked(to identifier: Identifier) -> Bool {
        relationships.values.contains { linkage in
            switch linkage {
            case .one(let target): target == identifier
            case .many(let members): members.contains(identifier)
            }
        }
    }

    fileprivate mutating func remove(linkageTo identifier: Identifier) {
        relationships = relationships.mapValues { linkage in
            switch linkage {
            case .one(let target): .one(target == identifier ? nil : target)
            case .many(let members): .many(members.filter { $0 != identifier })
            }
        }
    }
}
