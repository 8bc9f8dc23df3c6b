// SPDX-License-Identifier: MIT

/// Creations, updates, deletions and changes of relationships in one request of atomic operations
/// (https://jsonapi.org/ext/atomic). The service carries out all operations or none.
///
/// ```swift
/// import Vox
///
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let tracks = ToMany<Track>("tracks")
/// }
/// struct Track: ResourceSchema {
///     static let type = "tracks"
///     let title = Attribute<String>("title")
/// }
///
/// func publish(_ api: APIClient, old: Resource<Album>) async throws -> String? {
///     let album = Resource<Album>()
///     album.title = "Protection"
///     let track = Resource<Track>()
///     track.title = "Karmacoma"
///
///     let unit = api.atomic()
///     unit.create(album)
///     unit.create(track)
///     unit.relationship(\.tracks, of: album).add([track])
///     unit.delete(old)
///     try await unit.result()
///     return album.id
/// }
/// ```
///
/// The request contains the values that the resources have when the request is sent. The operations
/// are in the order of the calls. If an operation refers to a resource that a later operation
/// creates, the creation is moved before the operation. The request has a local id for each new
/// resource that another operation refers to. If new resources refer to one another in a circle,
/// the creation of one resource omits a relationship, and a later operation sets this relationship.
///
/// If the request succeeds, the results are merged into the resources: new resources get their ids,
/// the sent values no longer count as changes, and changes that the program makes while the request
/// is running are kept. If the request fails or is cancelled, no resource is changed, and all
/// changes are still unsent. To send the changes again, call ``result()`` again.
public final class UnitOfWork {
    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings
    var operations: [UnitOperation] = []
    var state = State.open
    /// The body of the last attempt and its idempotency key. If the same body is sent again, it
    /// gets the same key.
    var lastAttempt: (body: [UInt8], key: String)?

    enum State {
        case open, running, done
    }

    init(_ client: APIClient, at address: String) {
        self.client = client
        target = Result { () throws(RequestError) in try client.server.url(of: address) }
        settings = client.settings
    }

    /// The number of operations.
    public var count: Int { operations.count }

    /// Adds the creation of a resource, with all of its members.
    /// - Parameters:
    ///   - resource: the resource to create.
    ///   - href: the address of the collection, for services that need it.
    ///   - meta: the meta information of the operation.
    public func create<Schema>(
        _ resource: Resource<Schema>, at href: String? = nil, meta: JSONObject? = nil
    ) {
        operations.append(UnitOperation(.add, resource, href, meta, full: true))
    }

    /// Adds the update of a resource. The request contains the changes that the resource has when
    /// the request is sent. The operation is not sent if the resource has no changes, or if another
    /// operation of the unit creates or updates the resource (``Outcome/leftOut``).
    /// - Parameters:
    ///   - resource: the resource to update.
    ///   - full: true to send all fields instead of only the changes.
    ///   - href: the address of the resource, for services that need it.
    ///   - meta: the meta information of the operation.
    public func update<Schema>(
        _ resource: Resource<Schema>, full: Bool = false, at href: String? = nil,
        meta: JSONObject? = nil
    ) {
        operations.append(UnitOperation(.update, resource, href, meta, full: full))
    }

    /// Adds the deletion of a resource. The resource may have only an id: `Resource(id: "1")`.
    /// - Parameters:
    ///   - resource: the resource to delete.
    ///   - meta: the meta information of the operation.
    public func delete<Schema>(_ resource: Resource<Schema>, meta: JSONObject? = nil) {
        operations.append(UnitOperation(deleting: resource.node, nil, meta))
    }

    /// Adds the deletion of the resource at an address.
    /// - Parameters:
    ///   - href: the address of the resource.
    ///   - meta: the meta information of the operation.
    public func delete(at href: String, meta: JSONObject? = nil) {
        operations.append(UnitOperation(deleting: nil, href, meta))
    }

    /// Returns a value that adds operations on a to-one relationship to the unit.
    public func relationship<Schema, Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, Target>>,
        of resource: Resource<Schema>
    ) -> ToOneOperations<Target.Schema> {
        ToOneOperations(unit: self, owner: resource.node, name: Schema.name(of: path))
    }

    /// Returns a value that adds operations on a to-many relationship to the unit.
    public func relationship<Schema, Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, [Target]>>,
        of resource: Resource<Schema>
    ) -> ToManyOperations<Target.Schema> {
        ToManyOperations(unit: self, owner: resource.node, name: Schema.name(of: path))
    }

    /// Returns the document that the request would contain now.
    /// - Throws: `RequestError` with code `unsendable`.
    public func document() throws(RequestError) -> AtomicDocument {
        let body = try OperationsRequest(operations).body
        do {
            var options = DocumentOptions()
            options.limits.maximumSize = .max
            options.limits.maximumValues = .max
            return try AtomicDocument(parsing: body, options: options)
        } catch {
            throw .unsendable(error)
        }
    }
}

extension APIClient {
    /// Returns an empty unit of work.
    /// - Parameter address: the address that accepts the operations, a path below the address of
    ///   the client; nil for ``APIOptions/AtomicOperations/path``.
    /// - Returns: the unit, which has no operations yet.
    public func atomic(at address: String? = nil) -> UnitOfWork {
        UnitOfWork(self, at: address ?? options.atomic.path)
    }
}

extension UnitOfWork {
    /// The operations on a to-one relationship of a resource.
    public struct ToOneOperations<Target: ResourceSchema> {
        let unit: UnitOfWork
        let owner: Node
        let name: String

        /// Adds an operation that sets the related resource. If the target is nil, the relationship
        /// becomes empty.
        public func replace(with target: Resource<Target>?, meta: JSONObject? = nil) {
            unit.operations.append(
                UnitOperation(
                    .update, owner, relationship: name, targets: target.map { [$0] } ?? [],
                    isList: false, meta))
        }
    }

    /// The operations on a to-many relationship of a resource.
    public struct ToManyOperations<Target: ResourceSchema> {
        let unit: UnitOfWork
        let owner: Node
        let name: String

        /// Adds an operation that adds resources to the relationship.
        public func add(_ targets: [Resource<Target>], meta: JSONObject? = nil) {
            append(.add, targets, meta)
        }

        /// Adds an operation that adds a resource to the relationship.
        public func add(_ target: Resource<Target>) { add([target]) }

        /// Adds an operation that removes resources from the relationship.
        public func remove(_ targets: [Resource<Target>], meta: JSONObject? = nil) {
            append(.remove, targets, meta)
        }

        /// Adds an operation that removes a resource from the relationship.
        public func remove(_ target: Resource<Target>) { remove([target]) }

        /// Adds an operation that replaces all related resources.
        public func replace(with targets: [Resource<Target>], meta: JSONObject? = nil) {
            append(.update, targets, meta)
        }

        private func append(
            _ code: AtomicDocument.Operation.Code, _ targets: [Resource<Target>],
            _ meta: JSONObject?
        ) {
            unit.operations.append(
                UnitOperation(
                    code, owner, relationship: name, targets: targets, isList: true, meta))
        }
    }
}
