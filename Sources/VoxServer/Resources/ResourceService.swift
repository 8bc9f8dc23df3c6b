// SPDX-License-Identifier: MIT

import HTTPTypes

/// A JSON:API service over a store, as a function: an `HTTPTransport` that answers by itself.
///
/// ```swift
/// let store = try MemoryStore(
///     parsing: #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#)
/// let service = ResourceService(serving: store)
///
/// let request = ClientRequest(method: .get, url: try HTTPURL("http://test.example/notes/1"))
/// let answer = try await service.execute(request)
/// let document = try Document<AnyResource>(parsing: await answer.body.bytes())
/// print(answer.status.code, document.data?.attributes.text as String? ?? "")  // prints: 200 hello
/// ```
///
/// It knows no server: mount it on one (`router.mount(service)` of `VoxHummingbird`), or give it to the
/// code under test in place of a transport. The paths are those that JSON:API recommends: `/TYPE`,
/// `/TYPE/ID`, `/TYPE/ID/RELATIONSHIP`, `/TYPE/ID/relationships/RELATIONSHIP`.
///
/// Understood are include, sparse fieldsets, sorting by attributes and `id`, filters by equality
/// (`filter[NAME]=a,b` finds what has one of the values; see ``StoredResource/filterValues(of:)``), and
/// pages by number and size, offset and limit, or cursor and size; `If-None-Match` and `If-Match`
/// (RFC 9110, section 13; writes compare the version of the resource);
/// `Prefer: return=minimal` (RFC 7240). Whatever else is asked for in the names of JSON:API is answered
/// with 400. `X-HTTP-Method-Override` is ignored unless ``MethodOverride`` stands before the service.
///
/// The store filters, sorts and cuts the page. Related resources are asked for by level of the tree
/// that the paths of `include` make, each level at once: the number of questions depends on the paths,
/// never on the number of resources (``ResourceStore``).
public struct ResourceService: HTTPTransport {
    /// What is served, by name.
    public let types: [String: ServedType]
    /// Where the resources are.
    public let store: any ResourceStore
    /// The path before those of the types, as `/v1`.
    public var basePath = ""
    /// Whether links have scheme and host; otherwise they begin with the path.
    public var hasAbsoluteLinks = true
    /// How many resources a page has when the client does not say.
    public var pageSize = 20
    /// How many it has at most, whatever the client says.
    public var maximumPageSize = 1000
    /// The largest document that is read.
    public var maximumBodySize = 1 << 20
    /// How the documents that are sent are read. `.strict` refuses a member that is there twice, with 400;
    /// otherwise the last one counts.
    public var readingMode = JSONOptions.Mode.standard
    /// What media types are spoken.
    public var negotiation = Negotiation()
    /// How many relationships one request may include: those of the tree that its paths make.
    public var maximumIncludes = 20
    /// How many sort fields, filters and fields one request may name.
    public var queryLimits = RequestQuery.Limits()
    /// How many bytes an id has at most, as UTF-8. A path with a longer one leads nowhere (404).
    public var maximumIDLength = 256
    /// Called with each error that is answered with a status of 500 or more. The client is told nothing of
    /// it. A service on Hummingbird writes it to the log of the request as well.
    public var onFailure: (@Sendable (any Error) -> Void)?

    /// True when the types were made from the resources: what one of them lacks is empty then.
    private let servesWhatIsThere: Bool

    /// Serves types from a store.
    /// - Precondition: `sortable` and `filterable` of a type name fields that the type has.
    public init(_ types: [ServedType], store: any ResourceStore) {
        self.init(types, store, servesWhatIsThere: false)
    }

    private init(_ types: [ServedType], _ store: any ResourceStore, servesWhatIsThere: Bool) {
        for type in types {
            let unknown = type.unknownFields
            precondition(
                unknown.isEmpty,
                "\(type.name) has no field \(unknown.map { "\"\($0)\"" }.joined(separator: ", "))")
        }
        self.types = Dictionary(types.map { ($0.name, $0) }) { $1 }
        self.store = store
        self.servesWhatIsThere = servesWhatIsThere
    }

    /// Serves what is in memory: the types there are, each with the relationships that its resources
    /// have, and every attribute. A resource that lacks a relationship of another one of its type is linked
    /// with nothing there.
    public init(serving store: MemoryStore) {
        self.init(
            store.types.map { ServedType($0, by: store.resources(of: $0)) }, store,
            servesWhatIsThere: true)
    }

    /// Answers. An error is an error document, never thrown; only cancellation is, and what keeps the
    /// body of the request from being read.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        var answer: ClientResponse
        let buffered = try await buffered(request)
        do {
            guard let buffered else { throw ErrorResponse(.contentTooLarge) }
            answer = try await respond(to: ServedRequest(buffered, service: self))
        } catch let error as CancellationError {
            throw error
        } catch {
            let refusal = ErrorResponse(error)
            if refusal.status.kind == .serverError {
                onFailure?(error)
                ServerLog.current?.write(error)
            }
            answer = ClientResponse(refusal, url: request.url)
        }
        answer.head.headerFields[.vary] = Negotiation.vary[.vary]
        if request.method == .head {
            // The length that GET would get (RFC 9110, section 8.6).
            answer.head.headerFields[.contentLength] = "\(try await answer.body.bytes().count)"
            answer.body = ClientResponseBody()
        }
        return answer
    }

    /// The request with its body in memory; nil when that is too large. What cannot be read is thrown:
    /// it is the client's, not the service's.
    private func buffered(_ request: ClientRequest) async throws -> ClientRequest? {
        guard let content = request.content, content.bytes == nil else { return request }
        do {
            return try await request.buffered(upTo: maximumBodySize)
        } catch let error as RequestError where error.code == .limit {
            return nil
        }
    }

    private func respond(to exchange: ServedRequest) async throws -> ClientResponse {
        switch exchange.endpoint {
        case .collection(let type):
            switch exchange.method {
            case .get: return try await collection(of: type, exchange)
            case .post: return try await create(type, exchange)
            default: throw exchange.notAllowed("GET, HEAD, POST")
            }
        case .resource(let type, let id):
            switch exchange.method {
            case .get: return try await resource(id, of: type, exchange)
            case .patch: return try await update(id, of: type, exchange)
            case .delete: return try await delete(id, of: type, exchange)
            default: throw exchange.notAllowed("GET, HEAD, PATCH, DELETE")
            }
        case .related(let type, let id, let name):
            guard exchange.method == .get else { throw exchange.notAllowed("GET, HEAD") }
            return try await related(name, of: id, type, exchange)
        case .linkage(let type, let id, let name):
            let relationship = try relationship(name, of: type)
            switch exchange.method {
            case .get: return try await linkage(name, of: id, type, exchange)
            case .patch: return try await edit(name, of: id, type, exchange)
            case .post where relationship.isMany, .delete where relationship.isMany:
                return try await edit(name, of: id, type, exchange)
            default:
                throw exchange.notAllowed(
                    relationship.isMany ? "GET, HEAD, PATCH, POST, DELETE" : "GET, HEAD, PATCH")
            }
        }
    }

    func relationship(
        _ name: String, of type: ServedType
    ) throws -> ServedType.Relationship {
        guard let relationship = type.relationships[name] else {
            throw ErrorResponse(.notFound, "there is no relationship \"\(name)\" of \(type.name)")
        }
        return relationship
    }

    func found(_ id: String, _ type: ServedType) async throws -> StoredResource {
        let identifier = StoredResource.Identifier(type: type.name, id: id)
        guard let resource = try await resources([identifier]).first else {
            throw StoreError.missing
        }
        return resource
    }

    /// Where a relationship of a resource leads to, as the store gave it.
    func linkage(
        _ name: String, of resource: StoredResource
    ) throws -> StoredResource.Linkage {
        if let linkage = resource.relationships[name] { return linkage }
        guard servesWhatIsThere else {
            throw StoreFault(
                description:
                    "the store leaves out the relationship \"\(name)\" of \(resource.identifier)")
        }
        return types[resource.type]?.relationships[name]?.isMany ?? false ? .many([]) : .one(nil)
    }
}
