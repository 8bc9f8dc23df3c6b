// SPDX-License-Identifier: MIT

import Synchronization
import Vox
import VoxServer

/// A store in memory with something done between what a service reads and what it writes.
final class HookedStore: ResourceStore {
    typealias Hook = @Sendable (MemoryStore) throws -> Void

    let base: MemoryStore
    private let beforeWrites: Mutex<[Hook]>
    /// What becomes of what the store gives.
    private let given: @Sendable (StoredResource) -> StoredResource
    private let attempted = Mutex(0)
    let supportsKeysets: Bool

    /// Makes a store that does something before the first write, the second and so on.
    init(
        _ base: MemoryStore, beforeWrites: [Hook] = [], supportsKeysets: Bool = true,
        given: @escaping @Sendable (StoredResource) -> StoredResource = { $0 }
    ) {
        self.base = base
        self.beforeWrites = Mutex(beforeWrites)
        self.given = given
        self.supportsKeysets = supportsKeysets
    }

    /// How many writes were tried.
    var attempts: Int { attempted.withLock { $0 } }

    private func beginWrite() throws {
        attempted.withLock { $0 += 1 }
        let hook = beforeWrites.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        try hook?(base)
    }

    func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
        var slice = base.list(selection)
        slice.resources = slice.resources.map(given)
        return slice
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) -> [StoredResource] {
        base.resources(identifiers, fields: fields).map(given)
    }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource {
        try beginWrite()
        return given(try base.insert(type: type, id: id, with: content))
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource {
        try beginWrite()
        return given(try base.update(identifier, with: change, ifVersion: ifVersion))
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        try beginWrite()
        try base.delete(identifier, ifVersion: ifVersion)
    }
}
