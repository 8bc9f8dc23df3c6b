// SPDX-License-Identifier: MIT

/// Keeps the resources of a ``ResourceService``: in memory (``MemoryStore``), in a database, or
/// elsewhere.
///
/// Each call is one transaction. A store filters, sorts and cuts pages itself, where its indexes are:
/// the service hands it a whole ``ResourceSelection`` and looks at nothing but the result. It also
/// compares versions, and must not look at what a version was for.
///
/// What a request costs, in calls: a collection one ``list(_:)``, a resource one
/// ``resources(_:)``, and each level of the tree that the paths of `include` make one
/// ``resources(_:)`` more, however many resources there are.
///
/// Who sends the request, a store finds in a task-local value that a middleware has set, if it has to
/// know.
public protocol ResourceStore: Sendable {
    /// Finds resources of one type.
    func list(_ selection: ResourceSelection) async throws -> ResourceSlice

    /// The resources of these types and ids that there are, in any order. No identifier is there twice.
    /// The default asks ``list(_:)`` once for each type among them; a store that can find several
    /// types at once does better.
    func resources(
        _ identifiers: [StoredResource.Identifier]
    ) async throws -> [StoredResource]

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
    /// Asks ``list(_:)`` once for each type.
    public func resources(
        _ identifiers: [StoredResource.Identifier]
    ) async throws -> [StoredResource] {
        var found: [StoredResource] = []
        let byType = Dictionary(grouping: identifiers, by: \.type)
        for (type, identifiers) in byType.sorted(by: { $0.key < $1.key }) {
            var selection = ResourceSelection(type: type)
            selection.ids = identifiers.map(\.id)
            found += try await list(selection).resources
        }
        return found
    }

    /// The resource of that type and id; nil when there is none.
    public func resource(_ identifier: StoredResource.Identifier) async throws -> StoredResource? {
        try await resources([identifier]).first
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
