// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The common part of the endpoints of to-one and to-many relationships, which reads and writes
/// linkage.
struct RelationshipEndpoint<Schema: ResourceSchema> {
    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    let resource: Resource<Schema>
    let name: String

    init(
        client: APIClient, target: Result<HTTPURL, RequestError>, resource: Resource<Schema>,
        name: String
    ) {
        var client = client
        // The primary data is identifiers, which do not have the required fields of a resource.
        client.options.documents.checksRequired = false
        self.client = client
        self.target = target
        self.resource = resource
        self.name = name
    }

    func fetch<Primary>() -> ReadRequest<Primary> {
        var request = ReadRequest<Primary>(client: client, target: target)
        request.query.includePrefix = name
        return request
    }
}

extension DataSource {
    /// The endpoint of a to-one relationship (JSON:API 1.1, "Updating To-One Relationships").
    public struct ToOneEndpoint<Target: ResourceSchema> {
        let endpoint: RelationshipEndpoint<Schema>

        /// Returns a request that reads the linkage. The primary data of the response is the
        /// identifier of the related resource. If the request includes the related resource, the
        /// member `included` contains it.
        public func fetch() -> ReadRequest<Target> { endpoint.fetch() }

        /// Returns a request that sets the related resource, or unlinks the related resource if the
        /// target is nil.
        public func replace(with target: Resource<Target>?) -> LinkageRequest<Schema, Target> {
            LinkageRequest(
                endpoint: endpoint, method: .patch, targets: target.map { [$0] } ?? [],
                isList: false)
        }
    }

    /// The endpoint of a to-many relationship (JSON:API 1.1, "Updating To-Many Relationships").
    public struct ToManyEndpoint<Target: ResourceSchema> {
        let endpoint: RelationshipEndpoint<Schema>

        /// Returns a request that reads the linkage. The primary data of the response contains the
        /// identifiers of the related resources. The member `included` contains the resources that
        /// the request includes. For the relationship `tracks`, `fetch().include(\.album)` includes
        /// `tracks.album`.
        public func fetch() -> ReadRequest<[Target]> { endpoint.fetch() }

        /// Returns a request for the remaining linkage if the document has only the first part of
        /// the linkage. The request follows the `next` link of the relationship. To read page by
        /// page, use ``ReadRequest/pages``. Returns nil if the relationship has no `next` link,
        /// which means that the document has the whole linkage (JSON:API 1.1, "Relationship
        /// Links").
        public func next() -> ReadRequest<[Target]>? {
            let tree = endpoint.resource.node.tree
            guard
                let link = endpoint.resource.node.member("relationships")?.member(endpoint.name)?
                    .pageLink("next")
            else { return nil }
            return ReadRequest(
                link: link, from: tree.source?.url ?? endpoint.client.base, client: endpoint.client)
        }

        /// Returns a request that replaces all related resources by the targets. A server may
        /// refuse to replace all related resources (403).
        public func replace(with targets: [Resource<Target>]) -> LinkageRequest<Schema, Target> {
            LinkageRequest(endpoint: endpoint, method: .patch, targets: targets, isList: true)
        }

        /// Returns a request that adds resources to the relationship. Adding a resource that is
        /// already related causes no error.
        public func add(_ targets: [Resource<Target>]) -> LinkageRequest<Schema, Target> {
            LinkageRequest(endpoint: endpoint, method: .post, targets: targets, isList: true)
        }

        /// Returns a request that removes resources from the relationship. Removing a resource that
        /// is not related causes no error.
        public func remove(_ targets: [Resource<Target>]) -> LinkageRequest<Schema, Target> {
            LinkageRequest(endpoint: endpoint, method: .delete, targets: targets, isList: true)
        }
    }
}

/// A request that changes a relationship at its endpoint on the server, and then in the local
/// resource. The local resource gets the linkage of the response, or the linkage of the request if
/// the response has no linkage. A failed request does not change the local resource.
public struct LinkageRequest<Schema: ResourceSchema, Target: ResourceSchema>: APIRequest {
    let endpoint: RelationshipEndpoint<Schema>
    let method: HTTPRequest.Method
    let targets: [Resource<Target>]
    let isList: Bool
    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings
    /// The query.
    public var query = APIOptions.Query()

    init(
        endpoint: RelationshipEndpoint<Schema>, method: HTTPRequest.Method,
        targets: [Resource<Target>], isList: Bool
    ) {
        self.endpoint = endpoint
        settings = endpoint.client.settings
        self.method = method
        self.targets = targets.withoutRepeats()
        self.isList = isList
    }

    /// Changes the relationship. If the server responds with a job, the method waits until the job
    /// is done.
    /// - Throws: `RequestError`, `CancellationError`.
    nonisolated(nonsending) public func result() async throws {
        guard case .pending(let job) = try await response().outcome else { return }
        try takeOver(try await job.result()?.tree)
    }

    /// Changes the relationship and returns the outcome: a document with the final linkage, done,
    /// or a pending job. While a job is pending, the local resource is not changed.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<[Target]> {
        let client = endpoint.client
        let url = try client.url(try endpoint.target.get(), query: query)
        let exchange = try await client.exchange(
            method, url, body: try content(), settings: settings)
        guard isList else {
            let response: APIResponse<AnyResource> = try client.writeResponse(
                exchange, settings: settings)
            switch response.outcome {
            case .document(let document):
                try takeOver(document.tree)
                return APIResponse(.done(document), exchange)
            case .done(let document):
                try takeOver(nil)
                return APIResponse(.done(document), exchange)
            case .notModified, .unchanged:
                return APIResponse(.done(nil), exchange)
            case .pending:
                return try client.response(exchange, settings: settings)
            }
        }
        let response: APIResponse<[Target]> = try client.writeResponse(
            exchange, settings: settings)
        switch response.outcome {
        case .document(let document):
            try takeOver(document.tree)
            return document.dataState == .absent
                ? APIResponse(.done(Document(document.tree)), exchange) : response
        case .done: try takeOver(nil)
        case .notModified, .pending, .unchanged: break
        }
        return response
    }

    /// Sets the linkage of the local resource to the linkage of the response, or to the linkage of
    /// the request if the response has no linkage.
    private func takeOver(_ document: Tree?) throws(RequestError) {
        do {
            // A response with a next page has only a part of the linkage.
            if let linkage = document?.root.member("data"), document?.root.pageLink("next") == nil {
                try endpoint.resource.takeOver(
                    linkage: linkage, after: change, of: endpoint.name)
            } else {
                try endpoint.resource.apply([change], of: endpoint.name)
            }
        } catch {
            throw RequestError(
                code: .document, message: "the linkage could not be applied: \(error)",
                cause: error)
        }
    }

    private func content() throws(RequestError) -> [UInt8] {
        do throws(DocumentError) {
            if isList { return Array(try targets.identifierDocument()) }
            guard let target = targets.first else { return Array(#"{"data":null}"#.utf8) }
            var bytes = Array(#"{"data":"#.utf8)
            try target.writeIdentifier(to: &bytes, at: "/data")
            return bytes + "}".utf8
        } catch {
            throw .unsendable(error)
        }
    }

    private var change: LinkageChange {
        LinkageChange(
            method: method,
            targets: targets.map { Resource<AnyResource>($0.node, isResolved: $0.isResolved) },
            isList: isList)
    }
}
