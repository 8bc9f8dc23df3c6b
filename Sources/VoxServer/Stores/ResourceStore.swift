// SPDX-License-Identifier: MIT

/// A store of the resources of a ``ResourceService``: in memory (``MemoryStore``), in a database,
/// or elsewhere.
///
/// Each call is one transaction, and a call that throws must not have written anything. The service
/// checks a write against resources that it has read before. To keep these checks valid, a store
/// must follow three rules within the transaction of the write:
///
/// - **Versions.** A write with `ifVersion` succeeds only if the resource has that version. Each
///   write that changes a resource gives the resource a version that it never had before, even if
///   it was deleted and created again. A write that changes nothing keeps the version.
/// - **Linkage.** Each target of a change (``ResourceChange/targets``) must exist or be the
///   resource itself. Otherwise nothing is written. Deleting a resource removes all linkage to it.
///   A database with foreign keys already follows this rule.
/// - **Names.** A store returns only requested resources. Their types and ids equal the requested
///   ones byte by byte. Each resource has every relationship of its type, including empty ones. The
///   service responds with 500 if a store breaks this rule.
///
/// If the stored resources have changed since the checks, the service reads and checks them again
/// and repeats the write.
///
/// A store filters, sorts and selects pages itself, because it has the indexes. The service passes
/// a complete ``ResourceSelection`` to the store and uses the result unchanged. Reading a
/// collection takes one call of ``list(_:)``, and reading a resource takes one call of
/// ``resources(_:)``. Each level of the tree of `include` paths takes one more call of
/// ``resources(_:)``, regardless of the number of resources.
///
/// To identify the client of a request, a store reads a task-local value that a middleware has set.
public protocol ResourceStore: Sendable {
    /// Finds resources of one type.
    func list(_ selection: ResourceSelection) async throws -> ResourceSlice

    /// Returns the existing resources among these types and ids, in any order. The identifiers are
    /// unique.
    ///
    /// The default calls ``list(_:)`` once for each type. Implement this method if the store can
    /// find several types at once.
    func resources(
        _ identifiers: [StoredResource.Identifier]
    ) async throws -> [StoredResource]

    /// Creates a resource from a change and returns it. Without an id, the store chooses one.
    /// - Throws: ``StoreError/exists``, ``StoreError/missingTarget``, ``StoreError/busy``.
    func insert(type: String, id: String?, with content: ResourceChange) async throws
        -> StoredResource

    /// Updates a resource and returns the result. If `ifVersion` is given, the resource must have
    /// that version.
    /// - Throws: ``StoreError/missing``, ``StoreError/stale``, ``StoreError/missingTarget``,
    ///   ``StoreError/busy``.
    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource

    /// Deletes a resource, and removes it from the linkage of other resources.
    /// - Throws: ``StoreError/missing``, ``StoreError/stale``, ``StoreError/busy``.
    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws
}

extension ResourceStore {
    /// Calls ``list(_:)`` once for each type.
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

    /// Returns the resource with that type and id, or nil.
    public func resource(_ identifier: StoredResource.Identifier) async throws -> StoredResource? {
        try await resources([identifier]).first
    }
}

/// The criteria for finding resources of one type.
public struct ResourceSelection: Hashable, Sendable {
    /// A condition for resources. It is met if one of its values equals one of
    /// ``StoredResource/filterValues(of:)``.
    public struct Filter: Hashable, Sendable {
        /// The name of an attribute, a relationship, or `id`.
        public var name: String
        /// The accepted values. An empty string matches a missing value, null and an empty list.
        public var values: [String]

        /// Creates a condition.
        public init(name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The type.
    public var type: String
    /// The ids of the resources. Without ``sort``, the result has this order. Nil selects all
    /// resources, in the order of insertion.
    public var ids: [String]?
    /// The conditions, which must all be met.
    public var filters: [Filter] = []
    /// The fields that define the order. Null and missing values come first, then booleans, then
    /// numbers, then strings in the order of their bytes.
    public var sort: [RequestQuery.SortField] = []
    /// The number of resources to skip.
    public var offset = 0
    /// The maximum number of resources to return.
    public var limit = Int.max

    /// Creates a selection of all resources of a type.
    public init(type: String) { self.type = type }
}

/// A part of the resources that match a selection.
public struct ResourceSlice: Hashable, Sendable {
    /// The resources from the offset, up to the limit.
    public var resources: [StoredResource]
    /// The number of all matching resources, regardless of offset and limit.
    public var total: Int

    /// Creates a slice.
    public init(resources: [StoredResource], total: Int) {
        self.resources = resources
        self.total = total
    }
}

/// The reason why a store did not write.
public enum StoreError: Error, Hashable, Sendable {
    /// A resource with that type and id exists.
    case exists
    /// The resource does not exist.
    case missing
    /// The resource has another version.
    case stale
    /// A target of the change does not exist.
    case missingTarget
    /// Another transaction holds a lock that the write needs.
    ///
    /// The store wrote nothing, and the same write may succeed a moment later. The service responds
    /// with 503 and `Retry-After`. A store that can wait for the lock should do so for a short time
    /// before it throws this error.
    case busy
}
