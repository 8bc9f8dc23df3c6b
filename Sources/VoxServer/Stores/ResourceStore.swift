// SPDX-License-Identifier: MIT

import HTTPTypes

/// A store of the resources of a ``ResourceService``: in memory (``MemoryStore``), in a database,
/// or elsewhere.
///
/// Each call is one transaction. If a call throws, it must write nothing. The method
/// ``transaction(_:)`` makes several writes in one transaction. The service checks each write
/// against resources that it has read before. To keep the checks of the service valid, a store must
/// follow three rules within the transaction of the write:
///
/// - **Versions.** A write with `ifVersion` succeeds only if the resource has that version. Each
///   write that changes a resource gives the resource a version that the resource never had before,
///   even if the resource was deleted and created again. A write that changes nothing keeps the
///   version.
/// - **Linkage.** Each target of a change (``ResourceChange/targets``) must exist, or must be the
///   changed resource. If a target does not exist, the store writes nothing. Deleting a resource
///   removes all linkage to it. A database with foreign keys follows the rule for linkage by
///   itself.
/// - **Results.** A store returns only the requested resources. The types and ids of the returned
///   resources equal the requested types and ids byte by byte. Each returned resource has the
///   needed attributes, the linkage of the needed to-one relationships, and the needed linkage of
///   to-many relationships, even if the linkage is empty (``ResourceSelection/Fields``). The
///   service responds with 500 if a store breaks the rule for results.
///
/// If a write fails because the stored resources have changed since the checks, the service reads
/// and checks the resources again and repeats the write.
///
/// The store filters and sorts the resources and selects pages, because it has the indexes. The
/// service passes a complete ``ResourceSelection`` to the store and uses the result unchanged. To
/// read a collection, the service calls ``list(_:)`` once. To read a resource, the service calls
/// ``resources(_:fields:)`` once. To read the related resources of a to-many relationship, the
/// service calls ``related(_:of:_:)`` once. For each relationship in the tree of `include` paths,
/// the service makes at most one additional call, regardless of the number of resources.
///
/// The linkage of a to-many relationship can be large, so a store may omit the linkage if the
/// service does not need it. A relationship object without linkage has only links. If the store has
/// omitted the linkage of a relationship, the service calls ``related(_:of:_:)`` when a client
/// includes the relationship, or reads the related resources or the linkage of the relationship.
///
/// To identify the client of a request, a store reads a task-local value that a middleware has set.
public protocol ResourceStore: Sendable {
    /// True if ``list(_:)`` supports ``ResourceSelection/keyset``. If the value is true, the
    /// service supports the profile "Cursor Pagination" with `page[after]` and `page[before]`. If
    /// the value is false, the service refuses these parameters. The default is false.
    var supportsKeysets: Bool { get }

    /// Returns true if the resources of a type can be sorted by a field. The description of the
    /// service lists only these fields. The default implementation returns true.
    func canSort(by name: String, _ type: String) -> Bool

    /// Returns false if no resource of a type can be written, because the store only reads them,
    /// for example from a view of a database. The service then supports only GET and HEAD for these
    /// resources and their relationships, and its description has no other methods. A store that
    /// passes its calls to another store must pass this call, too. The default implementation
    /// returns true.
    func canWrite(_ type: String) -> Bool

    /// Finds resources of one type.
    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice

    /// Returns the resources with the given types and ids, in any order and with the needed parts.
    /// The result leaves out resources that do not exist. The given identifiers are unique.
    ///
    /// The default implementation calls ``list(_:)`` once for each type. Implement this method if
    /// the store can find several types at once.
    func resources(_ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields)
        async throws -> [StoredResource]

    /// Finds the targets of a relationship of several resources. All targets have the same type.
    ///
    /// For the addresses of related resources and of linkage, the service calls the method with one
    /// owner. For `include`, the service calls the method with all owners of one type on a page.
    /// The filter, the order, the offset, the keyset and the limit of the selection apply to each
    /// owner separately. If there are several owners, the selection has only a limit.
    ///
    /// The default implementation reads the linkage of the owners with ``resources(_:fields:)``,
    /// and the targets with ``list(_:)``. Implement this method if the store leaves out the linkage
    /// of to-many relationships, or if it can find the targets with one query.
    /// - Parameters:
    ///   - name: the relationship.
    ///   - owners: the resources that have the relationship. The owners have the same type and are
    ///     unique.
    ///   - selection: the type of the targets, and the targets to return. `ids` is nil. If `sort`
    ///     is empty and there is no keyset, the targets are in the order of the linkage.
    /// - Returns: The targets of each owner. The slice of an owner without targets is empty. An
    ///   owner that does not exist has no slice.
    /// - Throws: An ``ErrorResponse`` if the store cannot evaluate the selection, or any other
    ///   error, which leads to a response with 500.
    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice]

    /// Returns the other side of a to-many relationship: the relationship of its targets that
    /// changes if the to-many relationship is edited, because the store keeps the links of both in
    /// one place. Returns nil if no relationship of the targets changes.
    ///
    /// A service applies the rules of the targets to the other side: the relationship may be
    /// required, and ``ServedType/validate`` of the targets is called. A store that returns a name
    /// must support transactions. A store that passes its calls to another store must pass this
    /// call, too. The default implementation returns nil.
    /// - Parameters:
    ///   - name: the to-many relationship.
    ///   - type: the type that has the relationship.
    ///   - target: the type of the targets.
    /// - Returns: The name of the relationship of the targets.
    func inverse(of name: String, from type: String, to target: String) -> String?

    /// Creates a resource from a change and returns it. If `id` is nil, the store chooses an id
    /// that no resource of the type has, or had before it was deleted: a client may repeat `DELETE`
    /// (RFC 9110, section 9.2.2), and must not delete another resource.
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

    /// Calls a function with a store. Either all writes of the function are kept, or all are
    /// undone.
    ///
    /// The function can read its own writes. Other calls see either all writes of the function or
    /// none. If the function throws, or if the task is canceled before the commit, the store undoes
    /// all writes and throws the error. If, before the commit, another call changes data that the
    /// function has read, the store undoes all writes and throws ``StoreError/stale``. Instead of
    /// throwing ``StoreError/stale``, a store can make all other writes wait for the end of the
    /// transaction.
    ///
    /// The function must call only the store that it gets, because calls of other stores may wait
    /// for the end of the transaction. After ``StoreError/stale`` and ``StoreError/missingTarget``
    /// the service calls `transaction` again, so the function may run several times.
    ///
    /// The service uses a transaction for the operations of an atomic request, and for each write
    /// to a type with ``ServedType/validate``. The default implementation is for a store without
    /// transactions. With the default implementation, the service responds with 501 to atomic
    /// requests, and makes all other writes without a transaction.
    func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result
}

extension ResourceStore {
    /// Always false: the store does not support pages by cursor.
    public var supportsKeysets: Bool { false }

    /// Always true: the store sorts by every field.
    public func canSort(by name: String, _ type: String) -> Bool { true }

    /// Always true: the store writes all types.
    public func canWrite(_ type: String) -> Bool { true }

    /// Always nil: an edit of a relationship changes no relationship of its targets.
    public func inverse(of name: String, from type: String, to target: String) -> String? { nil }

    /// Finds resources with one call of ``list(_:)`` for each type.
    public func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        var found: [StoredResource] = []
        for (type, ids) in identifiers.idsByType.sorted(by: { $0.type < $1.type }) {
            var selection = ResourceSelection(uncounted: type, fields)
            selection.ids = ids
            found += try await list(selection).resources
        }
        return found
    }

    /// Throws an error without calling the function, because the store does not support
    /// transactions. The service responds with 501.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        throw MissingTransactions()
    }

    /// Returns the resource with this type and id, including all fields and linkage; nil if the
    /// resource does not exist.
    public func resource(_ identifier: StoredResource.Identifier) async throws -> StoredResource? {
        try await resources([identifier], fields: .everything).first
    }
}

/// The error of a store that cannot write the resources of a type.
package struct ReadOnlyType: ErrorResponse.Convertible {
    private let type: String

    package init(_ type: String) { self.type = type }

    package var errorResponse: ErrorResponse {
        ErrorResponse(
            .methodNotAllowed, "\(detail): the endpoint supports only GET and HEAD",
            headers: [.allow: "GET, HEAD"])
    }

    var detail: String { "the resources of the type \"\(type)\" can only be read" }
}

struct MissingTransactions: Error {}

/// The criteria for finding resources of one type.
public struct ResourceSelection: Hashable, Sendable {
    /// The type.
    public var type: String
    /// The ids of the resources. If ``sort`` is empty, the result has the order of `ids`. A value
    /// of nil selects all resources, in the order of insertion.
    public var ids: [String]?
    /// The filter that a resource must meet; nil for all resources.
    ///
    /// The service has already checked the fields and the kinds of the values. A comparison with
    /// the target of a relationship has a path that ends with `id`, such as `["artist", "id"]`. A
    /// condition on targets of several types can have the path `["type"]`. A store in memory calls
    /// ``matches(in:related:)``. The documentation of `FilterExpression.matches(in:related:)` has
    /// the rules for all stores. A store that cannot evaluate a filter throws an ``ErrorResponse``.
    public var filter: FilterExpression?
    /// The fields that define the order. Null and missing values are first, followed by booleans,
    /// numbers, and strings in the order of their bytes.
    public var sort: [RequestQuery.SortField] = []
    /// The page between two positions; nil if ``offset`` selects the page. A selection with a
    /// keyset has the offset 0. The service sets a keyset only for a store with
    /// ``ResourceStore/supportsKeysets``.
    public var keyset: Keyset?
    /// The needed parts of the resources. By default, all parts are needed.
    public var fields = Fields.everything
    /// True if the store must count all matching resources. If `isCounted` is false, counting is
    /// optional.
    public var isCounted = true
    /// The number of matching resources to skip.
    public var offset = 0
    /// The maximum number of resources to return.
    public var limit = Int.max

    /// The parameters of the query that JSON:API does not define, such as `near` in `?near=52,13`,
    /// in order. A store ignores the parameters that it does not support.
    public var parameters: [QueryItem] = []

    package var times = TimeFields()
    package var targets = ServedTargets()
    /// The maximum number of targets of all owners together that a response can have. If there are
    /// more, a store returns at least one of those, too.
    package var mostTargets = Int.max

    /// Creates a selection of all resources of a type.
    public init(type: String) { self.type = type }

    /// Creates a selection that the store need not count.
    init(
        uncounted type: String, _ fields: ResourceSelection.Fields,
        where filter: FilterExpression? = nil,
        limit: Int = .max
    ) {
        self.type = type
        self.fields = fields
        self.filter = filter
        self.limit = limit
        isCounted = false
    }
}

extension ResourceSelection {
    /// Some of the resources that match a selection, and the number of all matching resources.
    public struct Slice: Hashable, Sendable {
        /// The matching resources of the selected page.
        public var resources: [StoredResource]
        /// The number of all matching resources, regardless of the offset, the keyset and the limit
        /// of the selection. The value may be nil if ``ResourceSelection/isCounted`` is false.
        public var total: Int?

        /// Creates a slice.
        public init(resources: [StoredResource], total: Int?) {
            self.resources = resources
            self.total = total
        }
    }
}

/// The reason why a store did not carry out a write.
public enum StoreError: Error, Hashable, Sendable {
    /// A resource with the same type and id already exists.
    case exists
    /// The resource to update or delete does not exist.
    case missing
    /// The resource does not have the version that the write requires.
    case stale
    /// A target of the change does not exist.
    case missingTarget
    /// Another transaction holds a lock that the write needs.
    ///
    /// The store wrote nothing, but the same write may succeed a moment later. After `busy`, the
    /// service responds with 503 and `Retry-After`. A store that can wait for the lock should wait
    /// for a short time before it throws `busy`.
    case busy
}
