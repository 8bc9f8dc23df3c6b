// SPDX-License-Identifier: MIT

extension ResourceStore {
    /// Finds the targets by the linkage of the owners: one call of
    /// ``resources(_:fields:)`` for the owners, and one call of ``list(_:)`` for their targets.
    /// - Throws: an error, which leads to a response with 500, if the linkage of an owner is needed
    ///   and missing.
    public func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        var needed: [String: Set<String>] = [:]
        for owner in owners { needed[owner.type] = [name] }
        let found = try await resources(
            owners, fields: ResourceSelection.Fields(fields: needed, linkage: needed))
        var targets: [StoredResource.Identifier: [String]] = [:]
        let requested = Set(owners)
        for owner in found {
            guard requested.contains(owner.identifier) else {
                throw StoreFault(wasNotAskedFor: owner)
            }
            guard let linkage = owner.relationships[name] else {
                throw StoreFault(omitting: name, of: owner.identifier)
            }
            targets[owner.identifier] = linkage.ids(of: selection.type)
        }
        if let (owner, ids) = targets.first, targets.count == 1 {
            var selection = selection
            selection.ids = ids
            return [owner: try await list(selection)]
        }
        return try await pages(of: targets, selection)
    }

    /// Returns a page of the targets of each owner, from one list of all targets.
    private func pages(
        of targets: [StoredResource.Identifier: [String]], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        var whole = ResourceSelection(
            uncounted: selection.type, selection.fields, where: selection.filter)
        whole.ids = targets.values.joined().map {
            StoredResource.Identifier(type: selection.type, id: $0)
        }.withoutRepeats.map(\.id)
        whole.times = selection.times
        whole.targets = selection.targets
        var resources: [ExactText: StoredResource] = [:]
        if whole.ids?.isEmpty == false {
            for resource in try await list(whole).resources {
                resources[ExactText(resource.id)] = resource
            }
        }
        return targets.mapValues { ids in
            let found = ids.compactMap { resources[ExactText($0)] }
            return ResourceSelection.Slice(resources: selection.page(of: found), total: found.count)
        }
    }
}

extension StoredResource.Linkage {
    /// The ids of the targets of one type, in order. Each id occurs once.
    func ids(of type: String) -> [String] {
        let type = ExactText(type)
        return identifiers.withoutRepeats.filter { ExactText($0.type) == type }.map(\.id)
    }
}

extension StoreFault {
    init(omitting name: String, of identifier: StoredResource.Identifier) {
        description = "the store omitted the relationship \"\(name)\" of \(identifier)"
    }
}
