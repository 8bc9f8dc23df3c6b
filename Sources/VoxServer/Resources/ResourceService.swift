// SPDX-License-Identifier: MIT

import HTTPTypes

/// A JSON:API service for a store. The service is an `HTTPTransport` that creates the responses
/// itself.
///
/// ```swift
/// let store = try MemoryStore(
///     parsing: #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#)
/// let service = ResourceService(serving: store)
///
/// let request = ClientRequest(method: .get, url: try HTTPURL("http://test.example/notes/1"))
/// let response = try await service.execute(request)
/// let document = try Document<AnyResource>(parsing: await response.body.bytes())
/// print(response.status.code, document.data?.attributes.text as String? ?? "")  // prints: 200 hello
/// ```
///
/// The service does not depend on an HTTP server. Mount the service on a server
/// (`router.mount(service)` of `VoxHummingbird`), or use it as the transport in tests. The service
/// has the paths that JSON:API recommends: `/TYPE`, `/TYPE/ID`, `/TYPE/ID/RELATIONSHIP`,
/// `/TYPE/ID/relationships/RELATIONSHIP`. If ``operationsPath`` is set, the service also has an
/// address for atomic requests.
///
/// The service supports `include`, sparse fieldsets, sorting by attributes and `id`, and filters in
/// the spelling of ``filters``. By default, `filter[NAME]=a,b` finds resources with one of the
/// values, and `filter[NAME][gt]=a` finds resources with a greater value. Pages are selected by
/// number and size, by offset and limit, by cursor and size, or by the profile "Cursor Pagination".
/// The service also supports `Prefer: return=minimal` (RFC 7240), `If-None-Match` and `If-Match`
/// (RFC 9110, section 13). For a write, `If-Match` and `If-None-Match` are compared with the
/// version of the resource. If a query has an unsupported parameter with a name that JSON:API
/// reserves, the service responds with 400. Without the middleware
/// ``ResourceService/MethodOverride``, the service ignores `X-HTTP-Method-Override`.
///
/// If the store supports keysets (``ResourceStore/supportsKeysets``), the service supports the
/// profile "Cursor Pagination" (https://jsonapi.org/profiles/ethanresnick/cursor-pagination) for
/// collections, related resources and linkage. The service applies the profile to a request with
/// `page[after]` or `page[before]`. The service also applies the profile if `Accept` contains the
/// profile, and the request has no `page` parameter other than `page[size]`. On a page of the
/// profile, each item has its cursor in `meta.page.cursor`. A cursor contains the values of the
/// sort fields and the id of its item. Clients can read the values in a cursor. A cursor remains
/// valid after the item is deleted. The service responds with 400 to a cursor that comes from
/// another list or another `sort` than the request. The service also responds with 400 if the
/// values of the sort fields are too long for a cursor of 4,096 bytes.
///
/// The store filters and sorts the resources, and selects the page. The service tells the store
/// which parts of the resources it needs (``ResourceSelection/Fields``). The paths of `include`
/// form a tree. The service calls the store at most once for each relationship of the tree. The
/// number of calls depends on the `include` paths, and never on the number of resources
/// (``ResourceStore``).
///
/// A store can omit the linkage of a to-many relationship. If a client includes a relationship that
/// has no linkage and more than ``maximumPageSize`` targets, the document contains only the first
/// targets, and the relationship has a link to the next targets.
public struct ResourceService: HTTPTransport {
    /// The served types, by name.
    public let types: [String: ServedType]
    let times: TimeFields
    let targets: ServedTargets
    /// The store that contains the resources.
    public internal(set) var store: any ResourceStore
    var isInTransaction = false
    /// The requests that repeat their writes one after another. Copies of the service share them.
    let retries = WriteTurns()
    /// The beginning of all public paths of the service, such as `/v1`.
    ///
    /// If `basePath` is empty, a mounted service uses the path of its address
    /// (``Address/base(_:)``), followed by the path of the mount.
    public var basePath = ""
    /// True if links have a scheme and a host; false if links begin with the path.
    public var hasAbsoluteLinks = true
    /// The number of resources on a page if the client does not request a number.
    public var pageSize = 20
    /// The maximum number of resources on a page.
    public var maximumPageSize = 1000
    /// True if a page by number or offset has `meta.total` (the number of all resources of the
    /// list) and a link to the last page. If `countsPages` is true, the store must count the
    /// resources for each page. If `countsPages` is false, the document has `meta.total` and the
    /// link only if the store knows the number of resources without counting.
    public var countsPages = true
    /// True if a page by cursor has `meta.page.total`, the number of all resources of the list. If
    /// `countsCursorPages` is true, the store must count the resources for each page. If
    /// `countsCursorPages` is false, the document has the total only if the store knows the number
    /// of resources without counting. A ``MemoryStore`` always knows the number of resources.
    public var countsCursorPages = false
    /// The maximum size of a request document in bytes.
    public var maximumBodySize = 1 << 20
    /// The mode for reading request documents. In the mode `.strict`, the service responds with 400
    /// to repeated members. All other modes use the last of several members with the same name.
    public var readingMode = JSON.Options.Mode.standard
    /// The supported extensions and profiles.
    public var negotiation = Negotiation()
    /// The maximum number of relationships in the `include` paths of one request. If several paths
    /// begin with the same relationship, this relationship is counted once.
    public var maximumIncludes = 20
    /// The maximum number of targets that the store reads for the `include` paths of one request. A
    /// target of several resources counts for each of them. The service responds with 400 if there
    /// are more, because a response can grow with each relationship on a path.
    public var maximumIncludedTargets = 10_000
    /// The spelling of filters in queries.
    public var filters: any FilterExpression.Spelling = .brackets
    /// The limits of one query: sort fields, filters, fields and paths.
    public var queryLimits = RequestQuery.Limits()
    /// The maximum length of an id in bytes of UTF-8. The service responds with 404 to a path with
    /// an id above the maximum length.
    public var maximumIDLength = 256
    /// The path for atomic requests, relative to ``basePath``, such as `operations`; nil if the
    /// service does not support the extension "Atomic Operations".
    ///
    /// The path supports only POST. The document of a request contains a list of operations. The
    /// service executes either all operations or none, in one transaction of the store
    /// (``ResourceStore/transaction(_:)``). The extension (`https://jsonapi.org/ext/atomic`) must
    /// be in the media type of the document, and in `Accept` if `Accept` lists JSON:API. The
    /// article *Services* of the module `Vox` describes the operations.
    /// - Precondition: the path is one segment, and neither a type nor ``openAPIPath`` has the same
    ///   name.
    public var operationsPath: String? {
        didSet { ServiceMistakes.check(ServiceMistakes.mistakes(in: self)) }
    }
    /// The path of the description of the service, relative to ``basePath``, such as
    /// `openapi.json`; nil if the service does not publish its description (``openAPI(server:)``).
    /// - Precondition: the path is one segment, and neither a type nor ``operationsPath`` has the
    ///   same name.
    public var openAPIPath: String? {
        didSet { ServiceMistakes.check(ServiceMistakes.mistakes(in: self)) }
    }
    /// The name of the service in its description.
    public var title = "JSON:API service"
    /// The version of the service in its description.
    public var version = "1.0"
    /// The maximum number of operations in an atomic request. The service responds with 413 to a
    /// request with more operations than the maximum.
    public var maximumOperations = 1000
    /// A function that allows or refuses an operation. To refuse the operation, the function throws
    /// an ``ErrorResponse``.
    ///
    /// The service calls the function with the operation of each single request, and with each
    /// operation of an atomic request. The service calls the function before it calls the store.
    /// For an atomic request, the service calls the function for every operation before it executes
    /// the first operation. The service refuses a single request before it reads the body. To
    /// identify the client, the function reads a task-local value that a middleware has set.
    ///
    /// ```swift
    /// var service = ResourceService([ServedType("albums")], store: MemoryStore())
    /// service.authorize = { operation in
    ///     if operation.action == .delete { throw ErrorResponse(.forbidden, "nothing is deleted") }
    /// }
    /// let request = ClientRequest(
    ///     method: .delete, url: try HTTPURL("http://test.example/album%73/1"))
    /// print(try await service.execute(request).status.code)  // prints: 403
    /// ```
    public var authorize: @Sendable (ResourceService.Operation) async throws -> Void = { _ in }
    /// A function that the service calls with each error that causes a status of 500 or more.
    ///
    /// The response to the client contains no details of the error. If the service runs on
    /// Hummingbird, the error is also written to the log of the request.
    public var onFailure: (@Sendable (any Error) -> Void)?

    /// Creates a service for types in a store.
    ///
    /// If the store omits the linkage of a to-many relationship, the relationship has only links in
    /// the document. If a client includes or reads this relationship, the service calls
    /// ``ResourceStore/related(_:of:_:)``. In a ``MemoryStore``, a relationship without linkage is
    /// empty.
    /// - Precondition: `sortable`, `filterable`, `readOnly`, `writeOnce` and `required` of a type
    ///   contain only fields of the type, and `sortable` no relationship. `files` contains only
    ///   attributes of the type, and none with the name `document`. No two types have the same
    ///   name. Otherwise, the process ends, and standard error has a line for each mistake.
    public init(_ types: [ServedType], store: any ResourceStore) {
        ServiceMistakes.check(ServiceMistakes.mistakes(in: types))
        let names = types.map(\.name)
        let served = Dictionary(types.map { ($0.name, $0) }) { $1 }.mapValues { type in
            var type = type
            type.resolveTargets(among: names)
            return type
        }
        self.types = served
        times = TimeFields(served.values)
        targets = ServedTargets(served)
        self.store = store
    }

    /// Creates a service for a store in memory. The types, their relationships and all attributes
    /// are derived from the resources. The types of linked resources are served, too.
    ///
    /// If a resource lacks a relationship that other resources of its type have, the service
    /// returns the relationship as empty.
    public init(serving store: MemoryStore) {
        let names = store.types
        let linked = names.flatMap(store.resources(of:)).flatMap(\.relationships.values)
            .flatMap(\.identifiers).map(\.type)
        self.init(
            Set(names + linked).sorted().map { ServedType($0, by: store.resources(of: $0)) },
            store: store)
    }

    /// Executes a request and returns the response.
    ///
    /// If executing the request fails, the response has an error document. The function throws only
    /// if the task is canceled or the body of the request cannot be read.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        guard MountedPath.current != nil else { return try await response(to: request) }
        var service = self
        service.basePath = rootPath
        // A store may call another service, which is not mounted there.
        return try await MountedPath.$current.withValue(nil) {
            try await service.response(to: request)
        }
    }

    private func response(to request: ClientRequest) async throws -> ClientResponse {
        var response: ClientResponse
        let buffered =
            streamedSize(of: request) == nil ? try await buffered(request) : request
        do {
            if let openAPIPath, isAddress(request.url, of: openAPIPath) {
                RequestRecord.current?.set(route: "\(rootPath)/\(openAPIPath)")
                return try await describe(to: request)
            }
            // The route is set before anything is refused.
            let endpoint: Result<ServedRequest.Endpoint, any Error> = Result {
                try ServedRequest.endpoint(of: request.url, self)
            }
            if let record = RequestRecord.current, case .success(let endpoint) = endpoint {
                record.set(route: route(to: endpoint))
            }
            guard let buffered else { throw ErrorResponse(documentOver: maximumBodySize) }
            let exchange = try ServedRequest(buffered, at: endpoint, service: self)
            response = try await respond(to: exchange)
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch let error as UnreadableBody {
            throw error.error
        } catch {
            let refusal = ErrorResponse(error).pointing(into: buffered?.body)
            if refusal.status.kind == .serverError {
                onFailure?(error)
                RequestRecord.current?.add(error)
            }
            // An error document names the profile that defines its errors.
            let applied =
                refusal.hasPageFault ? try? supported.responseType(for: request.headers) : nil
            response = ClientResponse(
                refusal.status, document: refusal.documentBytes,
                mediaType: .jsonAPI(
                    ext: isOperationsAddress(request.url) ? [AtomicDocument.uri] : [],
                    profile: applied?.profile ?? []),
                headers: refusal.headers, url: request.url)
        }
        response.head.headerFields[.vary] = Negotiation.vary[.vary]
        if request.method == .head {
            // A response to HEAD has the length of the response to GET (RFC 9110, section 8.6).
            response.head.headerFields[.contentLength] = "\(try await response.body.bytes().count)"
            response.body = ClientResponse.Body()
        }
        return response
    }

    /// Returns the request with its body in memory, or nil if the body is too large. If reading the
    /// body fails, the function throws the error, because the client caused the error.
    private func buffered(_ request: ClientRequest) async throws -> ClientRequest? {
        do {
            return try await request.buffered(upTo: maximumBodySize)
        } catch let error as RequestError where error.code == .limit {
            return nil
        }
    }

    private func respond(to exchange: ServedRequest) async throws -> ClientResponse {
        let method = exchange.request.method
        try check(method, of: exchange.endpoint)
        guard case .resources(let type, let path) = exchange.endpoint,
            let operation = operation(of: method, at: exchange.endpoint)
        else { return try await execute(operationsOf: exchange) }
        try await authorize(operation)
        let (id, name) = (path.id ?? "", path.relationship ?? "")
        switch operation.action {
        case .list: return try await collection(of: type, exchange)
        case .create: return try await create(type, exchange)
        case .fetch: return try await resource(id, of: type, exchange)
        case .update: return try await update(id, of: type, exchange)
        case .delete: return try await delete(id, of: type, exchange)
        case .fetchRelated: return try await related(name, of: id, type, exchange)
        case .fetchLinkage: return try await linkage(name, of: id, type, exchange)
        case .replaceLinkage, .addLinkage, .removeLinkage:
            _ = try relationship(name, of: type)
            return try await edit(name, of: id, type, exchange, operation.action)
        case .describe: return try await describe(to: exchange.request)
        }
    }

    func relationship(
        _ name: String, of type: ServedType
    ) throws -> ServedType.Relationship {
        guard let relationship = type.relationships[exactly: name] else {
            throw ErrorResponse(.notFound, "\(type.name) has no relationship \"\(name)\"")
        }
        return relationship
    }

    /// Returns a resource with the needed parts. By default, these are all fields, but no linkage
    /// of to-many relationships.
    func found(
        _ id: String, _ type: ServedType,
        _ fields: ResourceSelection.Fields = ResourceSelection.Fields()
    ) async throws -> StoredResource {
        let identifier = StoredResource.Identifier(type: type.name, id: id)
        guard let resource = try await resources([identifier], fields).first else {
            throw StoreError.missing
        }
        return resource
    }

    /// Returns the served linkage of a resource. A write may have returned the resource without it,
    /// and then the store is called again.
    func linkage(
        _ name: String, of resource: StoredResource
    ) async throws -> StoredResource.Linkage {
        var linkage = resource.relationships[name]
        if linkage == nil, let type = types[resource.type] {
            linkage = try await found(resource.id, type, linkageFields(name, of: type))
                .relationships[name]
        }
        guard let linkage, let type = types[resource.type],
            let served = served(linkage, of: name, type)
        else { throw StoreFault(omitting: name, of: resource.identifier) }
        return served
    }
}
