// SPDX-License-Identifier: MIT

import Synchronization
import Vox
import VoxServer

/// A store that returns only what a service needs, as a database does, and notes its calls: the
/// linkage of a to-many relationship is left out unless it is needed, and so are all other fields.
final class LinklessStore: ResourceStore {
    let base: MemoryStore
    /// The other sides of relationships, by name.
    private let inverses: [String: String]
    private let noted = Mutex<[String]>([])
    private let selected = Mutex<[ResourceSelection]>([])

    init(_ base: MemoryStore, inverses: [String: String] = [:]) {
        self.base = base
        self.inverses = inverses
    }

    var supportsKeysets: Bool { true }

    func inverse(of name: String, from type: String, to target: String) -> String? {
        inverses[name]
    }

    /// The calls since the last time.
    func takeCalls() -> [String] {
        noted.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    /// The selections since the last time.
    func takeSelections() -> [ResourceSelection] {
        selected.withLock { selections in
            defer { selections = [] }
            return selections
        }
    }

    private func note(_ call: String, _ selection: ResourceSelection? = nil) {
        noted.withLock { $0.append(call) }
        if let selection { selected.withLock { $0.append(selection) } }
    }

    private static func reduced(
        _ resource: StoredResource, _ fields: ResourceSelection.Fields
    ) -> StoredResource {
        var reduced = resource
        reduced.attributes = JSONObject()
        for (name, value) in resource.attributes where fields.needs(name, of: resource.type) {
            reduced.attributes[name] = value
        }
        reduced.relationships = resource.relationships.filter { name, linkage in
            switch linkage {
            case .one: fields.needs(name, of: resource.type)
            case .many: fields.needsLinkage(of: name, in: resource.type)
            }
        }
        return reduced
    }

    private func reduced(_ slice: ResourceSelection.Slice, _ selection: ResourceSelection)
        -> ResourceSelection.Slice
    {
        ResourceSelection.Slice(
            resources: slice.resources.map { Self.reduced($0, selection.fields) },
            total: selection.isCounted ? slice.total : nil)
    }

    func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
        note("list \(selection.type)", selection)
        return reduced(base.list(selection), selection)
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) -> [StoredResource] {
        note("resources \(Set(identifiers.map(\.type)).sorted().joined(separator: ","))")
        return base.resources(identifiers, fields: fields).map { Self.reduced($0, fields) }
    }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) -> [StoredResource.Identifier: ResourceSelection.Slice] {
        note("related \(owners.first?.type ?? "").\(name)", selection)
        return base.related(name, of: owners, selection).mapValues { reduced($0, selection) }
    }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource {
        Self.reduced(try base.insert(type: type, id: id, with: content), ResourceSelection.Fields())
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource {
        Self.reduced(
            try base.update(identifier, with: change, ifVersion: ifVersion),
            ResourceSelection.Fields())
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        try base.delete(identifier, ifVersion: ifVersion)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result { try await body(self) }
}
