// SPDX-License-Identifier: MIT

public import VoxServer

/// Keeps the resources of a ``ResourceService``: in memory (``MemoryStore``), in a database, or
/// wherever.
///
/// Each call is one transaction. A store must not look at what a version was for: it compares.
public protocol ResourceStore: Sendable {
    /// Finds resources of one type.
    func list(_ selection: ResourceSelection) async throws -> ResourceSlice

    /// Makes a resource of what a change writes, and gives it. Without id the store chooses one.
    /// - Throws: ``StoreError/exists``.
    func insert(type: String, id: String?, with content: ResourceChange) async throws
        -> StoredResource

    /// Changes a resource, counts its version up, and gives it as it is then; only if it has the
    /// version named, if one is.
    /// - Throws: ``StoreError/missing``, ``StoreError/stale``.
    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource

    /// Removes a resource, and the linkage of others that leads to it.
    /// - Throws: ``StoreError/missing``, ``StoreError/stale``.
    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws
}

extension ResourceStore {
    /// The resource of that type and id.
    public func resource(_ identifier: StoredResource.Identifier) async throws -> StoredResource? {
        var selection = ResourceSelection(type: identifier.type)
        selection.ids = [identifier.id]
        return try await list(selection).resources.first
    }
}

/// Which resources of a type to find.
public struct ResourceSelection: Hashable, Sendable {
    /// A condition: one of the values equals one that ``StoredResource/filterValues(of:)`` gives.
    public struct Filter: Hashable, Sendable {
        /// An attribute, a relationship or `id`.
        public var name: String
        /// What it may be; an empty text is nothing, null or an empty list.
        public var values: [String]

        /// Makes a condition.
        public init(name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The type.
    public var type: String
    /// Only resources with these ids, and without ``sort`` in this order; nil for all, in the order in
    /// which they came.
    public var ids: [String]?
    /// All of these must be met.
    public var filters: [Filter] = []
    /// The order: null and absent first, then booleans, numbers, text by its bytes.
    public var sort: [RequestQuery.SortField] = []
    /// How many to pass over.
    public var offset = 0
    /// How many to give at most.
    public var limit = Int.max

    /// Selects all resources of a type.
    public init(type: String) { self.type = type }
}

/// Some of the resources that a selection found.
public struct ResourceSlice: Hashable, Sendable {
    /// Those between offset and limit.
    public var resources: [StoredResource]
    /// How many there are, whatever offset and limit.
    public var total: Int

    /// Makes a slice.
    public init(resources: [StoredResource], total: Int) {
        self.resources = resources
        self.total = total
    }
}

/// Why a store did not write.
public enum StoreError: Error, Hashable, Sendable {
    /// There is a resource of that type and id.
    case exists
    /// There is none.
    case missing
    /// It has another version.
    case stale
}
