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
/// A call makes a request; nothing is sent before its result is asked for, and each asking sends it
/// once.
public struct DataSource<Schema: ResourceSchema>: Sendable {
    /// How paths are found.
    public let routing: Routing

    /// The server.
    public let client: APIClient

    /// Makes a data source.
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

    /// Where a link of a resource leads when it can be followed, else what a router says. A
    /// relative one is relative to where its document came from (RFC 3986, section 5.1.3).
    private func target(
        _ link: String?, of resource: Resource<Schema>, else purpose: Routing.Purpose
    ) -> Result<HTTPURL, RequestError> {
        // No link makes up for an id that servers read as another path.
        if let fault = Self.fault(inIDOf: resource) { return .failure(fault) }
        if let link, link.namesPath,
            let url = try? (resource.node.tree.source?.url ?? client.base).resolve(link),
            url.hasSameOrigin(as: client.base)
        {
            return .success(url)
        }
        return target(purpose, type: resource.type)
    }

    /// Why the id of a resource cannot stand in a path; nil when it can, and when there is none.
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

    /// Reads the list.
    public func fetch() -> ReadRequest<[Schema]> {
        ReadRequest(client: client, target: target(.list))
    }

    /// Reads one resource.
    public func fetch(id: String) -> ReadRequest<Schema> {
        ReadRequest(client: client, target: target(.one(id: id)))
    }

    /// Reads a resource again, from its self link when it has one, and takes over what the server
    /// says now; what was changed here stays changed.
    public func refresh(_ resource: Resource<Schema>) -> WriteRequest<Schema> {
        WriteRequest(
            client: client,
            target: target(resource.selfLink, of: resource, else: .one(id: resource.id)),
            resource: resource, verb: .refresh)
    }

    /// Reads the resource of a to-one relationship, by its related link when it has one.
    public func related<Target>(
        _ path: KeyPath<Schema, some ToOneDescriptor<Target>>, of resource: Resource<Schema>
    ) -> ReadRequest<Target> {
        ReadRequest(
            client: client, target: relatedTarget(Schema.name(of: path), resource))
    }

    /// Reads the resources of a to-many relationship, by its related link when it has one.
    public func related<Target>(
        _ path: KeyPath<Schema, some ToManyDescriptor<Target>>, of resource: Resource<Schema>
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

    /// Creates a resource: POST of everything it has. What the server answers is taken over.
    ///
    /// Where the response has no resource, the id is that of its `Location`. Where that says none
    /// either, the resource stays without an id, and creating it again is an error before anything
    /// is sent.
    public func create(_ resource: Resource<Schema>) -> WriteRequest<Schema> {
        let type = resource.type
        let list =
            resource.as(AnyResource.self).map { target(.creation($0), type: type) } ?? target(.list)
        return WriteRequest(
            client: client,
            target: Self.fault(inIDOf: resource).map { .failure($0) } ?? list,
            resource: resource, verb: .create { target(.one(id: $0), type: type) })
    }

    /// Updates a resource: PATCH of what was changed since it was read or last written, or of
    /// everything when `full`. A to-many is replaced as a whole. Where nothing was changed, nothing
    /// is sent (``APIResponse/Outcome/unchanged``).
    ///
    /// Goes to the resource's self link when it has one at this server, else where the routing
    /// says.
    public func update(_ resource: Resource<Schema>, full: Bool = false) -> WriteRequest<Schema> {
        WriteRequest(
            client: client,
            target: resource.as(AnyResource.self).map {
                target(resource.selfLink, of: resource, else: .update($0))
            } ?? target(.list),
            resource: resource, verb: .update(full: full))
    }

    /// Deletes a resource by its id.
    public func delete(id: String) -> DeleteRequest<Schema> {
        DeleteRequest(client: client, target: target(.deletion(id: id)))
    }

    /// Deletes a resource.
    public func delete(_ resource: Resource<Schema>) -> DeleteRequest<Schema> {
        DeleteRequest(
            client: client,
            target: target(resource.selfLink, of: resource, else: .deletion(id: resource.id)))
    }

    // MARK: Actions

    /// Asks for an action on one resource: `albums.action(.post, "publish", on: album)` is
    /// `POST albums/1/publish`.
    ///
    /// A response about the resource itself is taken over, as ``update(_:full:)`` does. A reference
    /// does as well: `on: Resource(id: "1")`.
    /// - Parameters:
    ///   - method: the method that the action is asked for with; mostly POST.
    ///   - name: the last segment of the path; whatever is in it, it stays one segment.
    ///   - resource: what the action is done to.
    ///   - primary: what the response has as primary data, when it has some.
    /// - Returns: the request, which nothing has sent yet.
    public func action<Primary: PrimaryData>(
        _ method: HTTPRequest.Method, _ name: String, on resource: Resource<Schema>,
        as primary: Primary.Type
    ) -> ActionRequest<Primary> {
        ActionRequest(
            client: client, method: method,
            target: target(.action(name, id: resource.id), type: resource.type),
            subject: Resource<AnyResource>(resource.node, isResolved: resource.isResolved))
    }

    /// Asks for an action whose answer has, if any, a resource of this type: most often the one it
    /// is on.
    public func action(
        _ method: HTTPRequest.Method, _ name: String, on resource: Resource<Schema>
    ) -> ActionRequest<Schema> { action(method, name, on: resource, as: Schema.self) }

    /// Asks for an action on the collection: `POST albums/import`.
    /// - Parameters:
    ///   - method: the method that the action is asked for with; mostly POST.
    ///   - name: the last segment of the path; whatever is in it, it stays one segment.
    ///   - primary: what the response has as primary data, when it has some.
    /// - Returns: the request, which nothing has sent yet.
    public func action<Primary: PrimaryData>(
        _ method: HTTPRequest.Method, _ name: String, as primary: Primary.Type
    ) -> ActionRequest<Primary> {
        ActionRequest(
            client: client, method: method, target: target(.collectionAction(name)), subject: nil)
    }

    /// Asks for an action on the collection whose answer has, if any, resources of this type.
    public func action(
        _ method: HTTPRequest.Method, _ name: String
    ) -> ActionRequest<[Schema]> { action(method, name, as: [Schema].self) }

    // MARK: Relationships

    /// The endpoint of a to-one relationship.
    public func relationship<Target>(
        _ path: KeyPath<Schema, some ToOneDescriptor<Target>>, of resource: Resource<Schema>
    ) -> ToOneEndpoint<Schema, Target.Schema> {
        ToOneEndpoint(endpoint: endpoint(Schema.name(of: path), resource))
    }

    /// The endpoint of a to-many relationship.
    public func relationship<Target>(
        _ path: KeyPath<Schema, some ToManyDescriptor<Target>>, of resource: Resource<Schema>
    ) -> ToManyEndpoint<Schema, Target.Schema> {
        ToManyEndpoint(endpoint: endpoint(Schema.name(of: path), resource))
    }

    private func endpoint(
        _ name: String, _ resource: Resource<Schema>
    ) -> RelationshipEndpoint<Schema> {
        RelationshipEndpoint(
            client: client,
            target: target(
                resource.relationshipLink("self", of: name), of: resource,
                else: .relationship(name, id: resource.id)),
            resource: resource, name: name)
    }
}

extension String {
    /// True for a link that names a path. One that does not (`""`, `?a`, `#b`, `.`) means the
    /// document it stands in or the folder of that, which may be a collection.
    fileprivate var namesPath: Bool {
        let last = prefix { $0 != "?" && $0 != "#" }.split(
            separator: "/", omittingEmptySubsequences: false
        ).last
        return !["", ".", "..", nil].contains(last)
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
