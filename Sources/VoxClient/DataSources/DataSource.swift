// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Reads and writes the resources of one type on a server.
///
/// ```swift
/// import VoxTesting
///
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let year = Attribute<Int>("year")
/// }
/// let store = try MemoryStore(parsing: #"{"data": [{"type": "albums", "id": "1"}]}"#)
/// let api = try APIClient("https://example.com", transport: ResourceService(serving: store))
///
/// let albums = DataSource<Album>(.path("albums/<id>"), client: api)
/// let page = try await albums.fetch().sort(.descending(\.year)).result()
/// let album = page.data[0]
/// album.title = "Protection"
/// try await albums.update(album).result()  // PATCH of that one attribute
/// ```
///
/// Each method of a data source creates a request. ``ReadRequest/result()`` and similar methods
/// send the request, once for each call.
public struct DataSource<Schema: ResourceSchema>: Sendable {
    /// The routing, which returns the paths of requests.
    public let routing: Routing

    /// The server.
    public let client: APIClient

    /// Creates a data source.
    public init(_ routing: Routing, client: APIClient) {
        self.routing = routing
        self.client = client
    }

    private func target(
        _ purpose: Routing.Purpose, type: String = Schema.type
    ) -> Result<HTTPURL, RequestError> {
        Result { () throws(RequestError) in
            try client.server.url(of: routing.path(for: purpose, type: type))
        }
    }

    /// Returns the target of a link of a resource if the link can be followed, and otherwise the
    /// path of the routing. A relative link is relative to the address of its document (RFC 3986,
    /// section 5.1.3).
    ///
    /// A link for writing is followed only if it is below the address of the client, because a link
    /// may lead to another version of the service, which may accept other documents.
    private func target(
        _ link: String?, of resource: Resource<Schema>, else purpose: Routing.Purpose,
        isForWriting: Bool = false
    ) -> Result<HTTPURL, RequestError> {
        // An id that servers read as another path is an error, even if the resource has a link.
        if let fault = Self.fault(inIDOf: resource) { return .failure(fault) }
        if let link, link.namesPath, !isForWriting || client.options.writes.followsSelfLinks,
            let url = try? client.server.resolve(
                link, from: resource.node.tree.source?.url ?? client.base),
            url.hasSameOrigin(as: client.base), !isForWriting || client.server.isBelowBase(url)
        {
            return .success(url)
        }
        return target(purpose, type: resource.type)
    }

    /// Returns the reason why the id of a resource cannot be part of a path. Returns nil if the id
    /// can be part of a path, or if the resource has no id.
    private static func fault(inIDOf resource: Resource<Schema>) -> RequestError? {
        guard let id = resource.id else { return nil }
        do {
            _ = try PathTemplate.segment(id, named: "id")
            return nil
        } catch {
            return error
        }
    }

    // MARK: Reading

    /// Returns a request that reads the list of resources.
    public func fetch() -> ReadRequest<[Schema]> {
        ReadRequest(client: client, target: target(.list))
    }

    /// Returns a request that reads one resource. The request throws `RequestError` with code
    /// `unexpectedResponse` if the response contains a resource with another id. The option
    /// ``APIOptions/Writes/acceptsOtherIdentities`` allows another id.
    ///
    /// To read a resource by an address that does not contain its id, such as `users/me`, use
    /// `APIClient.fetch(_:as:)`.
    public func fetch(id: String) -> ReadRequest<Schema> {
        var request = ReadRequest<Schema>(client: client, target: target(.one(id: id)))
        request.id = id
        return request
    }

    /// Returns a request that reads a resource again. The request uses the self link of the
    /// resource if there is one. The response is merged into the resource, and local changes of the
    /// resource are kept.
    public func refresh(_ resource: Resource<Schema>) -> WriteRequest<Schema> {
        WriteRequest(
            client: client,
            target: target(resource.selfLink, of: resource, else: .one(id: resource.id)),
            resource: resource, verb: .refresh)
    }

    /// Returns a request that reads the resource of a to-one relationship. The request uses the
    /// related link of the relationship if there is one.
    public func related<Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, Target>>,
        of resource: Resource<Schema>
    ) -> ReadRequest<Target> {
        ReadRequest(
            client: client, target: relatedTarget(Schema.name(of: path), resource))
    }

    /// Returns a request that reads the resources of a to-many relationship. The request uses the
    /// related link of the relationship if there is one.
    public func related<Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, [Target]>>,
        of resource: Resource<Schema>
    ) -> ReadRequest<[Target]> {
        ReadRequest(
            client: client, target: relatedTarget(Schema.name(of: path), resource))
    }

    private func relatedTarget(
        _ name: String, _ resource: Resource<Schema>
    ) -> Result<HTTPURL, RequestError> {
        target(
            resource.relationshipLink("related", of: name), of: resource,
            else: .related(name, id: resource.id))
    }

    // MARK: Writing

    /// Returns a request that creates a resource: a POST with all members of the resource. The
    /// response is merged into the resource.
    ///
    /// If the response contains no resource, the id is taken from `Location`. If neither the
    /// response nor `Location` contains an id, the resource has no id, and a second creation of the
    /// resource throws an error and sends nothing.
    ///
    /// The related resources in the parameter `included` are sent in the member `included` of the
    /// request, and are created together with the resource. JSON:API does not define the member
    /// `included` in a request, but some services accept it. Each related resource without an id
    /// gets a local id (`lid`) for the request. The response is merged into all related resources
    /// that were sent. A related resource is found in the response by its local id, or by its
    /// position in the relationship that contains the resource.
    ///
    /// If a service wants an `id` such as `${new-1}` instead of a `lid`, set this id before the
    /// request. If the response has another id at the position of the resource, the resource gets
    /// the id of the response. If the attributes show that the response has another order than the
    /// request, each resource gets the id of the resource with the same attributes. If neither the
    /// order nor the attributes identify the resources, the request throws an error although the
    /// server has created the resources. The related resources then have no ids and cannot be
    /// created again.
    ///
    /// The request throws an error before it is sent if two related resources have the same id, or
    /// if no relationship of the request refers to a related resource.
    /// - Parameters:
    ///   - resource: the resource to create.
    ///   - included: the related resources to create with it.
    /// - Returns: the request, which is not sent yet.
    public func create(
        _ resource: Resource<Schema>, including included: [Resource<AnyResource>] = []
    ) -> WriteRequest<Schema> {
        let type = resource.type
        let list =
            resource.as(AnyResource.self).map { target(.creation($0), type: type) } ?? target(.list)
        return WriteRequest(
            client: client,
            target: Self.fault(inIDOf: resource).map { .failure($0) } ?? list,
            resource: resource, verb: .create { target(.one(id: $0), type: type) },
            included: included)
    }

    /// Returns a request that updates a resource. The request is a PATCH with the changes since the
    /// resource was last read or written. If `full` is true, the request has all members of the
    /// resource. If a to-many relationship was changed, its whole linkage is sent. If the resource
    /// has no changes, no request is sent (``APIResponse/Outcome/unchanged``).
    ///
    /// The request is sent to the self link of the resource if this link is below the address of
    /// ``client``, and otherwise to the path that ``routing`` returns.
    public func update(_ resource: Resource<Schema>, full: Bool = false) -> WriteRequest<Schema> {
        WriteRequest(
            client: client,
            target: resource.as(AnyResource.self).map {
                target(resource.selfLink, of: resource, else: .update($0), isForWriting: true)
            } ?? target(.list),
            resource: resource, verb: .update(full: full))
    }

    /// Returns a request that deletes a resource by its id.
    public func delete(id: String) -> DeleteRequest<Schema> {
        DeleteRequest(client: client, target: target(.deletion(id: id)))
    }

    /// Returns a request that deletes a resource.
    public func delete(_ resource: Resource<Schema>) -> DeleteRequest<Schema> {
        DeleteRequest(
            client: client,
            target: target(
                resource.selfLink, of: resource, else: .deletion(id: resource.id),
                isForWriting: true))
    }

    // MARK: Actions

    /// Returns a request for an action on one resource: `albums.action(.post, "publish", on:
    /// album)` is `POST albums/1/publish`.
    ///
    /// If the response contains the resource of the action, the response is merged into this
    /// resource, as in ``update(_:full:)``. The resource may have only an id: `on: Resource(id:
    /// "1")`.
    /// - Parameters:
    ///   - method: the method of the request, usually POST.
    ///   - name: the last segment of the path. The name is encoded, so it is always one segment.
    ///   - resource: the resource that the action changes.
    ///   - primary: the type of the primary data in the response.
    /// - Returns: the request, which is not sent yet.
    public func action<Primary: PrimaryData>(
        _ method: HTTPRequest.Method, _ name: String, on resource: Resource<Schema>,
        as primary: Primary.Type
    ) -> ActionRequest<Primary> {
        ActionRequest(
            client: client, method: method,
            target: target(.action(name, id: resource.id), type: resource.type),
            subject: Resource<AnyResource>(resource.node, isResolved: resource.isResolved))
    }

    /// Returns a request for an action on one resource. The response contains a resource of the
    /// type of this data source, or no document.
    public func action(
        _ method: HTTPRequest.Method, _ name: String, on resource: Resource<Schema>
    ) -> ActionRequest<Schema> { action(method, name, on: resource, as: Schema.self) }

    /// Returns a request for an action on the collection, such as `POST albums/import`.
    /// - Parameters:
    ///   - method: the method of the request, usually POST.
    ///   - name: the last segment of the path. The name is encoded, so it is always one segment.
    ///   - primary: the type of the primary data in the response.
    /// - Returns: the request, which is not sent yet.
    public func action<Primary: PrimaryData>(
        _ method: HTTPRequest.Method, _ name: String, as primary: Primary.Type
    ) -> ActionRequest<Primary> {
        ActionRequest(
            client: client, method: method, target: target(.collectionAction(name)), subject: nil)
    }

    /// Returns a request for an action on the collection. The response contains resources of the
    /// type of this data source, or no document.
    public func action(
        _ method: HTTPRequest.Method, _ name: String
    ) -> ActionRequest<[Schema]> { action(method, name, as: [Schema].self) }

    // MARK: Relationships

    /// Returns the endpoint of a to-one relationship.
    public func relationship<Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, Target>>,
        of resource: Resource<Schema>
    ) -> ToOneEndpoint<Target.Schema> {
        ToOneEndpoint(endpoint: endpoint(Schema.name(of: path), resource))
    }

    /// Returns the endpoint of a to-many relationship.
    public func relationship<Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, [Target]>>,
        of resource: Resource<Schema>
    ) -> ToManyEndpoint<Target.Schema> {
        ToManyEndpoint(endpoint: endpoint(Schema.name(of: path), resource))
    }

    private func endpoint(
        _ name: String, _ resource: Resource<Schema>
    ) -> RelationshipEndpoint<Schema> {
        RelationshipEndpoint(
            client: client,
            target: target(
                resource.relationshipLink("self", of: name), of: resource,
                else: .relationship(name, id: resource.id), isForWriting: true),
            resource: resource, name: name)
    }
}

extension String {
    /// True for a link with a path. A link without a path (`""`, `?a`, `#b`, `.`, `/`) refers to the
    /// document that contains it, or to a folder, which may be a collection. A path may end in a
    /// slash: `/albums/1/`.
    fileprivate var namesPath: Bool {
        var segments = prefix { $0 != "?" && $0 != "#" }
            .split(separator: "/", omittingEmptySubsequences: false)[...]
        // The scheme and the host are not part of the path.
        if segments.count > 2, segments[1].isEmpty,
            segments[0].isEmpty || segments[0].hasSuffix(":")
        {
            segments = segments.dropFirst(3)
        }
        return !["", ".", "..", nil].contains(segments.last { !$0.isEmpty })
    }
}

extension Resource {
    var selfLink: String? { Self.href(node.member("links")?.member("self")) }

    fileprivate func relationshipLink(_ link: StaticString, of name: String) -> String? {
        let relationship = node.member("relationships")?.member(name)
        return Self.href(relationship?.member("links")?.member(link))
    }

    private static func href(_ link: Node?) -> String? {
        link?.string ?? link?.member("href")?.string
    }
}
