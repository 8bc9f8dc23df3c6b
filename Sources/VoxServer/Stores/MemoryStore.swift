// SPDX-License-Identifier: MIT

import Synchronization

/// A store that keeps its resources in memory.
///
/// ```swift
/// let store = try MemoryStore(
///     parsing: #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#)
/// print(store.resources(of: "notes").count)  // prints: 1
/// ```
///
/// A filter and a sort order compare times as instants if the schema of the service says that an
/// attribute is a time (`Attribute<Date>`). Without a schema, nothing tells a time from another
/// text, and all texts are compared by their bytes, as in a JSON column of a database.
public final class MemoryStore: ResourceStore {
    private let contents = Mutex(MemoryContents())
    /// Lets transactions run one after another.
    private let turns = WriteTurns()

    /// Always true: the store supports pages by cursor.
    public var supportsKeysets: Bool { true }

    /// Creates a store of resources. If several resources have the same type and id, the store
    /// keeps the last one.
    public init(_ resources: [StoredResource] = []) {
        contents.withLock { contents in
            for resource in resources {
                contents.put(resource)
            }
        }
    }

    /// Creates a store of the resources of a document: primary data (a list or one resource) and
    /// included resources.
    /// - Throws: `DocumentError` if the document cannot be read, or if a resource has no id.
    public convenience init(parsing document: String) throws(DocumentError) {
        let document = try Document<AnyPrimaryData>(parsing: document)
        try self.init(storing: document.data + Array(document.included))
    }

    /// Creates a store of the resources of a document: primary data and included resources.
    /// - Throws: `DocumentError` if a resource has no id.
    public convenience init(_ document: Document<[AnyResource]>) throws(DocumentError) {
        try self.init(storing: Array(document.data) + Array(document.included))
    }

    private convenience init(storing resources: [Resource<AnyResource>]) throws(DocumentError) {
        var stored: [StoredResource] = []
        for resource in resources { stored.append(try StoredResource(resource.vox.json)) }
        self.init(stored)
    }

    /// The names of the types with at least one resource, sorted.
    public var types: [String] {
        contents.withLock(\.types)
    }

    /// Returns all resources of a type, in the order of insertion.
    public func resources(of type: String) -> [StoredResource] {
        contents.withLock { $0.all(type) }
    }

    /// Finds resources of one type. For n resources of the type, the cost is O(n) for each
    /// condition of the filter, and O(n log n) for each sort field.
    public func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
        // The filter and the order are evaluated outside the lock.
        contents.withLock { $0 }.list(selection)
    }

    /// Returns the resources with the given types and ids. The result leaves out resources that do
    /// not exist. The cost is O(n) for n identifiers.
    public func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields = .everything
    ) -> [StoredResource] {
        contents.withLock { $0.resources(identifiers, fields: fields) }
    }

    /// Finds the targets of a relationship of several resources. For each resource, the cost is the
    /// same as for a call of ``list(_:)`` on the targets of the resource.
    public func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) -> [StoredResource.Identifier: ResourceSelection.Slice] {
        contents.withLock { $0 }.related(name, of: owners, selection)
    }

    /// Creates a resource. If no id is given, the store uses the next number as the id. The store
    /// does not use the number of a deleted resource again.
    public func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource {
        try contents.withLock { contents throws(StoreError) in
            try contents.insert(type: type, id: id ?? contents.freeID(of: type), content)
        }
    }

    /// Updates a resource.
    public func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource {
        try contents.withLock { contents throws(StoreError) in
            try contents.update(identifier, with: change, ifVersion: ifVersion)
        }
    }

    /// Deletes a resource, and removes it from all linkage. The cost is O(n) for n resources in the
    /// store.
    public func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        try contents.withLock { contents in
            try contents.checkUnserved(linkedTo: identifier)
            _ = try contents.delete(identifier, ifVersion: ifVersion)
        }
    }

    /// Calls a function with a store. If the function throws an error, all its writes are undone;
    /// otherwise, all its writes are kept.
    ///
    /// Transactions run one after another, in the order of their calls. If 1,024 transactions wait,
    /// a further one throws ``StoreError/busy``. Other calls of the store do not wait for a
    /// transaction. In two cases, the transaction throws ``StoreError/stale`` and keeps no writes:
    /// another call changes a resource that the function has read or written, or another call
    /// writes anything after the function has called ``list(_:)``. A transaction with writes costs
    /// O(n) for n resources in the store, because it copies references to all of them.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        try await turns.run {
            let transaction = MemoryTransaction(on: contents.withLock { $0 }) { type in
                self.contents.withLock { $0.freeID(of: type) }
            }
            let result = try await body(transaction)
            try Task.checkCancellation()
            try contents.withLock { contents throws(StoreError) in
                try transaction.commit(to: &contents)
            }
            return result
        }
    }
}
