// SPDX-License-Identifier: MIT

import Vox
import VoxServer

/// A store whose lists and writes are those of another one, where a test does not replace them.
protocol PassingStore: ResourceStore {
    var base: any ResourceStore { get }
}

extension PassingStore {
    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        try await base.list(selection)
    }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        try await base.insert(type: type, id: id, with: content)
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        try await base.update(identifier, with: change, ifVersion: ifVersion)
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        try await base.delete(identifier, ifVersion: ifVersion)
    }
}
