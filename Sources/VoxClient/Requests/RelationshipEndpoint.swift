// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// What the endpoints of to-one and to-many relationships share: how to read and write linkage.
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
        // Identifiers have none of the fields of a resource.
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

/// The endpoint of a to-one relationship (JSON:API 1.1, "Updating To-One Relationships").
public struct ToOneEndpoint<Schema: ResourceSchema, Target: ResourceSchema> {
    let endpoint: RelationshipEndpoint<Schema>

    /// Reads the linkage: primary data is the identifier, resources asked for come along in
    /// `included`.
    public func fetch() -> ReadRequest<Target> { endpoint.fetch() }

    /// Sets the related resource; nil for none.
    public func replace(with target: Resource<Target>?) -> LinkageRequest<Schema, Target> {
        LinkageRequest(
            endpoint: endpoint, method: .patch, targets: target.map { [$0] } ?? [], isList: false)
    }
}

/// The endpoint of a to-many relationship (JSON:API 1.1, "Updating To-Many Relationships").
public struct ToManyEndpoint<Schema: ResourceSchema, Target: ResourceSchema> {
    let endpoint: RelationshipEndpoint<Schema>

    /// Reads the linkage: primary data are the identifiers, resources asked for come along in
    /// `included`: `fetch().include(\.album)` includes `tracks.album` for the relationship `tracks`.
    public func fetch() -> ReadRequest<[Target]> { endpoint.fetch() }

    /// The rest of the linkage, where the document has a first part of it only: what the `next` link of
    /// the relationship leads to, page by page with ``ReadRequest/pages``. Nil when there is no such
    /// link: then all of it is there (JSON:API 1.1, "Relationship Links").
    public func next() -> ReadRequest<[Target]>? {
        let tree = endpoint.resource.node.tree
        guard
            let link = endpoint.resource.node.member("relationships")?.member(endpoint.name)?
                .pageLink("next")
        else { return nil }
        return ReadRequest(
            link: link, from: tree.source?.url ?? endpoint.client.base, client: endpoint.client)
    }

    /// Puts these resources in place of all that are related now. A server may refuse that (403).
    public func replace(with targets: [Resource<Target>]) -> LinkageRequest<Schema, Target> {
        LinkageRequest(endpoint: endpoint, method: .patch, targets: targets, isList: true)
    }

    /// Adds resources; those that are related already are no error.
    public func add(_ targets: [Resource<Target>]) -> LinkageRequest<Schema, Target> {
        LinkageRequest(endpoint: endpoint, method: .post, targets: targets, isList: true)
    }

    /// Removes resources; those that are not related are no error.
    public func remove(_ targets: [Resource<Target>]) -> LinkageRequest<Schema, Target> {
        LinkageRequest(endpoint: endpoint, method: .delete, targets: targets, isList: true)
    }
}

/// A request that changes a relationship at its own endpoint, and then here: to the linkage that the
/// server answers, else as it was asked. A failure changes nothing.
public struct LinkageRequest<Schema: ResourceSchema, Target: ResourceSchema>: APIRequest {
    let endpoint: RelationshipEndpoint<Schema>
    let method: HTTPRequest.Method
    let targets: [Resource<Target>]
    let isList: Bool
    /// The header fields and the other settings of the request.
    public var settings: RequestSettings
    /// The query.
    public var query = Query()

    init(
        endpoint: RelationshipEndpoint<Schema>, method: HTTPRequest.Method,
        targets: [Resource<Target>], isList: Bool
    ) {
        self.endpoint = endpoint
        settings = endpoint.client.settings
        self.method = method
        self.targets = targets
        self.isList = isList
    }

    /// Changes the relationship, and waits for the job when the server makes one of it.
    /// - Throws: `RequestError`, `CancellationError`.
    nonisolated(nonsending) public func result() async throws {
        guard case .pending(let job) = try await response().outcome else { return }
        try takeOver(try await job.result()?.tree)
    }

    /// Changes the relationship and tells what became of it: the final linkage when the server sends
    /// it, done, or pending. A pending change is not made here.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<[Target]> {
        let client = endpoint.client
        let url = try client.url(try endpoint.target.get(), query: query)
        let exchange = try await client.exchange(
            method, url, body: try content(), settings: settings)
        if exchange.status == .accepted {
            return try client.response(exchange, settings: settings)
        }
        try client.check(exchange)
        if exchange.body.isEmpty {
            try takeOver(nil)
            return APIResponse(.done(nil), exchange)
        }
        guard isList else {
            let document: Document<AnyResource> = try Task.cancellable {
                try client.document(exchange, settings: settings)
            }
            try takeOver(document.tree)
            return APIResponse(.done(document), exchange)
        }
        let document: Document<[Target]> = try Task.cancellable {
            try client.document(exchange, settings: settings)
        }
        try takeOver(document.tree)
        return APIResponse(
            document.dataState == .absent ? .done(Document(document.tree)) : .document(document),
            exchange)
    }

    /// Makes the change here: to the linkage that was answered, else as it was asked.
    private func takeOver(_ answer: Tree?) throws(RequestError) {
        do {
            // A page of the linkage is not the linkage.
            if let linkage = answer?.root.member("data"), answer?.root.pageLink("next") == nil {
                try endpoint.resource.takeOver(linkage: linkage, of: endpoint.name)
            } else {
                try applyAsAsked()
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

    private func applyAsAsked() throws(JSONError) {
        try endpoint.resource.changeLinkage(
            method,
            targets: targets.map { Resource<AnyResource>($0.node, isResolved: $0.isResolved) },
            isList: isList, of: endpoint.name)
    }
}
