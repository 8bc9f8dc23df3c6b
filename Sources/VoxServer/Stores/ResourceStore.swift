// SPDX-License-Identifier: MIT

/// Keeps the resources of a ``ResourceService``: in memory (``MemoryStore``), in a database, or
/// elsewhere.
///
/// Each call is one transaction, and a call that throws has written nothing. The service checks a write
/// against what it has read before. So that the checks still hold when the store writes, a store keeps
/// three rules, each within the transaction of the write:
///
/// - **Versions.** A write with `ifVersion` is done only when the resource has that version. Each write
///   that changes a resource gives it a version that it never had before, also when the resource was deleted
///   and made anew. A write that changes nothing keeps the version.
/// - **Linkage.** What a change links to (``ResourceChange/targets``) is there, or is the resource itself; else
///   nothing is written. Deleting a resource removes all linkage to it. A database with foreign keys
///   has this rule already.
/// - **Names.** A store gives the resources that were asked for and no others, with their types and ids byte
///   for byte. It gives every relationship that its type has, empty ones too. The service answers
///   500 where a store does not.
///
/// When a write does not fit what is stored any more, the service reads again, checks again and tries
/// again.
///
/// A store filters, sorts and cuts pages itself, where its indexes are: the service hands it a whole
/// ``ResourceSelection`` and looks at nothing but the result. A collection costs one ``list(_:)``, a resource
/// one ``resources(_:)``, and each level of the tree that the paths of `include` make one
/// ``resources(_:)`` more, however many resources there are.
///
/// A store finds out who sends the request from a task-local value that a middleware has set.
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
    /// - Throws: ``StoreError/exists``, ``StoreError/missingTarget``, ``StoreError/busy``.
    func insert(type: String, id: String?, with content: ResourceChange) async throws
        -> StoredResource

    /// Changes a resource, and gives it as it is then; only if it has the version named, if one is.
    /// - Throws: ``StoreError/missing``, ``StoreError/stale``, ``StoreError/missingTarget``,
    ///   ``StoreError/busy``.
    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource

    /// Removes a resource, and the linkage of others that leads to it.
    /// - Throws: ``StoreError/missing``, ``StoreError/stale``, ``StoreError/busy``.
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
    /// There is no resource of a type and id that a change links to.
    case missingTarget
    /// Others hold what the write needs, as a lock. Nothing was written, and the same write may succeed a
    /// moment later. The service answers 503 with `Retry-After`. A store that can wait does so for a
    /// short time before it throws this.
    case busy
}
