// SPDX-License-Identifier: MIT

import HTTPTypes

// The other sides of relationships. If a store keeps the links of two relationships in one place,
// such as a foreign key, an edit of one relationship also changes the other one.
extension ResourceService {
    /// The other side of a to-many relationship: a relationship of its targets.
    struct Inverse {
        /// The type of the targets.
        let type: ServedType
        let name: String
        let isMany: Bool

        /// True if each target must have a resource on the other side.
        var isRequired: Bool { !isMany && type.required.contains(name) }
        /// True if the targets have rules that an edit can break.
        var hasRules: Bool { isRequired || type.validate != nil }
    }

    /// Returns the other sides of a to-many relationship: at most one for each type of targets.
    func inverses(of name: String, _ type: ServedType) -> [Inverse] {
        guard let relationship = type.relationships[name], relationship.isMany else { return [] }
        let targets = relationship.targets ?? Set(types.keys)
        return targets.sorted().compactMap { target in
            guard let served = types[target],
                let inverse = store.inverse(of: name, from: type.name, to: target),
                let other = served.relationships[inverse]
            else { return nil }
            return Inverse(type: served, name: inverse, isMany: other.isMany)
        }
    }

    /// Returns true if the rules of other resources apply to a change of a resource of this type.
    func dependsOnTargets(_ change: ResourceChange, of type: ServedType) -> Bool {
        change.relationships.contains { name, edit in
            !edit.changesNothing && inverses(of: name, type).contains(where: \.hasRules)
        }
    }

    // MARK: Required relationships

    /// Checks that a change leaves no resource without a required to-one relationship.
    func checkRequiredInverses(
        of change: ResourceChange, on owner: StoredResource.Identifier, _ type: ServedType
    ) async throws {
        var faults: [APIError] = []
        for (name, edit) in change.relationships.sorted(by: { $0.key < $1.key }) {
            for inverse in inverses(of: name, type) where inverse.isRequired {
                let fields = ResourceSelection.Fields(fields: [inverse.type.name: []])
                let found = try await removed(
                    by: edit, of: name, on: owner, inverse, fields, limit: 1)
                guard let lost = found.first else { continue }
                let place = edit.named.firstIndex(of: lost.identifier).map { "/\($0)" } ?? ""
                faults.append(
                    APIError(
                        .unprocessableContent,
                        "the relationship \"\(inverse.name)\" of \(inverse.type.name) is required, so"
                            + " a resource cannot be removed here",
                        at: Self.pointer(ofLinkage: name) + place))
            }
        }
        try refuse(faults)
    }

    /// Returns the targets of one type that an edit of a to-many relationship removes.
    func removed(
        by edit: ResourceChange.Edit, of name: String, on owner: StoredResource.Identifier,
        _ inverse: Inverse, _ fields: ResourceSelection.Fields, limit: Int = .max
    ) async throws -> [StoredResource] {
        let filter: FilterExpression?
        switch edit {
        case .remove(let targets):
            filter = .isOne(of: targets, inverse.type)
            if filter == nil { return [] }
        case .replace(.many(let targets)):
            filter = .isOne(of: targets, inverse.type).map { .not($0) }
        case .replace(.one), .add: return []
        }
        let selection = ResourceSelection(
            uncounted: inverse.type.name, fields, where: filter, limit: limit)
        return try await targets(of: name, on: owner, selection)
    }

    /// Returns the targets of one type that an edit of a to-many relationship adds. A new resource
    /// has no targets yet.
    func added(
        by edit: ResourceChange.Edit, of name: String, on owner: StoredResource.Identifier,
        _ inverse: Inverse, isNew: Bool
    ) async throws -> [StoredResource] {
        if case .remove = edit { return [] }
        let type = inverse.type.name
        let wanted = StoredResource.Linkage.many(edit.named).ids(of: type).map {
            StoredResource.Identifier(type: type, id: $0)
        }
        if wanted.isEmpty { return [] }
        var present: Set<StoredResource.Identifier> = []
        if !isNew {
            let selection = ResourceSelection(
                uncounted: type, ResourceSelection.Fields(fields: [type: []]),
                where: .isOne(of: wanted, inverse.type))
            present = Set(try await targets(of: name, on: owner, selection).map(\.identifier))
        }
        return try await resources(
            wanted.filter { !present.contains($0) }, ResourceSelection.Fields())
    }

    private func targets(
        of name: String, on owner: StoredResource.Identifier, _ selection: ResourceSelection
    ) async throws -> [StoredResource] {
        let slices = try await store.related(name, of: [owner], selection)
        let found = slices[owner]?.resources ?? []
        try selection.check(found)
        return found
    }

    // MARK: Deletion

    /// Returns a resource of each type that would lose a to-one relationship that it must keep if a
    /// resource were deleted, and the name of this relationship.
    func dependents(
        on target: StoredResource.Identifier
    ) async throws -> [(resource: StoredResource, name: String)] {
        var dependents: [(resource: StoredResource, name: String)] = []
        for (type, name) in requirements(of: target.type) {
            var conditions: [FilterExpression] = [
                .comparison([name, "id"], .equal, .string(target.id))
            ]
            if type.relationships[name]?.target == nil {
                conditions.insert(.anyOf([name, "type"], [.string(target.type)]), at: 0)
            }
            if ExactText(type.name) == ExactText(target.type) {
                conditions.append(.not(.comparison(["id"], .equal, .string(target.id))))
            }
            let selection = ResourceSelection(
                uncounted: type.name, ResourceSelection.Fields(fields: [type.name: [name]]),
                where: conditions.count == 1 ? conditions[0] : .and(conditions), limit: 1)
            let found = try await store.list(selection).resources
            try selection.check(found)
            // A store may ignore the filter.
            for resource in found where resource.relationships[name] == .one(target) {
                dependents.append((resource, name))
            }
        }
        return dependents
    }

    /// Returns the to-one relationships that can have targets of this type and must not be emptied:
    /// those that are required, and those of types that can only be read.
    func requirements(of target: String) -> [(type: ServedType, name: String)] {
        types.values.sorted { $0.name < $1.name }.flatMap { type in
            let fixed = type.isReadOnly ? Set(type.relationships.keys) : type.required
            return fixed.sorted().compactMap { name -> (type: ServedType, name: String)? in
                guard let relationship = type.relationships[name], !relationship.isMany,
                    relationship.targets?.contains(target) ?? true
                else { return nil }
                return (type, name)
            }
        }
    }

    /// Checks that a deletion has left no resource without a required relationship. A database may
    /// have deleted the dependent resources, too.
    func checkRequired(_ dependents: [(resource: StoredResource, name: String)]) async throws {
        for (resource, name) in dependents {
            let fields = ResourceSelection.Fields(fields: [resource.type: [name]])
            guard let left = try await resources([resource.identifier], fields).first else {
                continue
            }
            if left.relationships[name]?.identifiers.isEmpty ?? true {
                throw refusal(ofDeletionBy: resource, name)
            }
        }
    }

    /// The response to the deletion of a resource that another resource must keep as a target.
    func refusal(ofDeletionBy dependent: StoredResource, _ name: String) -> ErrorResponse {
        let isReadOnly = types[dependent.type]?.isReadOnly ?? false
        return ErrorResponse(
            .conflict,
            "the relationship \"\(name)\" of \(dependent.type) \(isReadOnly ? "can only be read" : "is required"),"
                + " and the resource is still a target of it")
    }
}

extension ResourceChange.Edit {
    /// True for an edit that adds no target and removes none, whatever the linkage is.
    var changesNothing: Bool {
        switch self {
        case .replace: false
        case .add(let targets), .remove(let targets): targets.isEmpty
        }
    }

    /// The identifiers in the edit, in the order of the request.
    package var named: [StoredResource.Identifier] {
        switch self {
        case .replace(let linkage): linkage.identifiers
        case .add(let targets), .remove(let targets): targets
        }
    }
}

extension FilterExpression {
    /// Returns the condition that a resource is one of the targets of a type; nil if no target has
    /// this type.
    fileprivate static func isOne(
        of targets: [StoredResource.Identifier], _ type: ServedType
    ) -> FilterExpression? {
        let ids = StoredResource.Linkage.many(targets).ids(of: type.name)
        return ids.isEmpty ? nil : .anyOf(["id"], ids.map { .string($0) })
    }
}
