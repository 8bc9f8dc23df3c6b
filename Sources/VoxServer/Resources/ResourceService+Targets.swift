// SPDX-License-Identifier: MIT

import HTTPTypes

// An edit of a to-many relationship may change its targets
// (``ResourceStore/inverse(of:from:to:)``). The rules of the targets hold for these changes, too.
// So the edit is made in steps, with one target each, and each step is validated as if a request
// changed the target.
extension ResourceService {
    /// A step of an edit: one target is added or removed.
    struct TargetStep {
        let relationship: String
        let isAdded: Bool
        /// The target before the edit.
        let target: StoredResource
        let inverse: Inverse
        /// The JSON Pointer to the identifier of the target, or to the linkage that leaves it out.
        let pointer: String

        /// The change of the resource that has the edited relationship.
        var change: ResourceChange {
            let targets = [target.identifier]
            return ResourceChange(
                relationships: [relationship: isAdded ? .add(targets) : .remove(targets)])
        }

        func change(by owner: StoredResource.Identifier) -> ResourceChange {
            let edit: ResourceChange.Edit =
                switch (inverse.isMany, isAdded) {
                case (true, true): .add([owner])
                case (true, false): .remove([owner])
                case (false, true): .replace(.one(owner))
                case (false, false): .replace(.one(nil))
                }
            return ResourceChange(relationships: [inverse.name: edit])
        }

        var action: Operation.Action {
            if !inverse.isMany { return .replaceLinkage }
            return isAdded ? .addLinkage : .removeLinkage
        }
    }

    /// Returns the edits of a change whose targets have a function that allows or refuses writes.
    func validatedEdits(
        in change: ResourceChange, of type: ServedType
    ) -> [String: ResourceChange.Edit] {
        change.relationships.filter { name, edit in
            !edit.changesNothing
                && inverses(of: name, type).contains { $0.type.validate != nil }
        }
    }

    /// Returns the steps of edits of to-many relationships.
    func steps(
        of edits: [String: ResourceChange.Edit], on owner: StoredResource.Identifier,
        _ type: ServedType, isNew: Bool
    ) async throws -> [TargetStep] {
        var steps: [TargetStep] = []
        for (name, edit) in edits.sorted(by: { $0.key < $1.key }) {
            for inverse in inverses(of: name, type) where inverse.type.validate != nil {
                var removed: [StoredResource] = []
                if !isNew {
                    removed = try await self.removed(
                        by: edit, of: name, on: owner, inverse, ResourceSelection.Fields())
                }
                let added = try await added(by: edit, of: name, on: owner, inverse, isNew: isNew)
                for (targets, isAdded) in [(removed, false), (added, true)] {
                    for target in targets {
                        let place =
                            edit.named.firstIndex(of: target.identifier).map { "/\($0)" } ?? ""
                        steps.append(
                            TargetStep(
                                relationship: name, isAdded: isAdded, target: target,
                                inverse: inverse, pointer: Self.pointer(ofLinkage: name) + place))
                    }
                }
            }
        }
        return steps
    }

    /// Makes steps one after another. Before each step, the type of its target allows or refuses
    /// the change of the target. Returns the resource that has the edited relationships.
    func take(_ steps: [TargetStep], on resource: StoredResource) async throws -> StoredResource {
        if steps.isEmpty { return resource }
        try needTransaction()
        var resource = resource
        for step in steps {
            try await validate(step, on: resource.identifier)
            let made = try await writing(resource.type) { [resource] in
                try await store.update(
                    resource.identifier, with: step.change, ifVersion: resource.version)
            }
            resource = try made.checked(against: resource.identifier)
        }
        return resource
    }

    /// Throws an error outside a transaction, because the steps of an edit belong together.
    func needTransaction() throws {
        if !isInTransaction { throw MissingTransactions() }
    }

    private func validate(
        _ step: TargetStep, on owner: StoredResource.Identifier
    ) async throws {
        let change = step.change(by: owner)
        do {
            try await validate(
                step.action, of: step.inverse.type, change: change, old: step.target,
                new: step.target.changed(by: change))
        } catch let error as StoreError {
            throw error
        } catch {
            let refusal = ErrorResponse(error)
            if refusal.status.kind != .clientError { throw error }
            // The own pointers of the errors lead into into a document that the request does not have.
            throw refusal.pointing { _ in step.pointer }
        }
    }
}
