// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// What the endpoints of to-one and to-many relationships share: how to read and write linkage.
struct RelationshipEndpoint<Schema: ResourceSchema> {
    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    let resource: Resource<Schema>
    let name: String
}

/// The endpoint of a to-one relationship (JSON:API 1.1, "Updating To-One Relationships").
public struct ToOneEndpoint<Schema: ResourceSchema, Target: ResourceSchema> {
    let endpoint: RelationshipEndpoint<Schema>

    /// Reads the linkage: primary data is the identifier, resources asked for come along in
    /// `included`.
    public func fetch() -> FetchRequest<Target> {
        FetchRequest(client: endpoint.client, target: endpoint.target)
    }

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
    /// `included`.
    public func fetch() -> FetchRequest<[Target]> {
        FetchRequest(client: endpoint.client, target: endpoint.target)
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
public struct LinkageRequest<Schema: ResourceSchema, Target: ResourceSchema>: Request {
    let endpoint: RelationshipEndpoint<Schema>
    let method: HTTPRequest.Method
    let targets: [Resource<Target>]
    let isList: Bool
    /// Query, header fields, and how the request is carried out.
    public var settings = RequestSettings()

    init(
        endpoint: RelationshipEndpoint<Schema>, method: HTTPRequest.Method,
        targets: [Resource<Target>], isList: Bool
    ) {
        self.endpoint = endpoint
        self.method = method
        self.targets = targets
        self.isList = isList
    }

    /// Changes the relationship.
    /// - Throws: ``RequestError``, `CancellationError`.
    nonisolated(nonsending) public func result() async throws {
        _ = try await answer()
    }

    /// Changes the relationship and tells what became of it: the final linkage when the server sends
    /// it, done, or pending. A pending change is not made here.
    /// - Throws: ``RequestError``, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func answer() async throws -> Answer<[Target]> {
        let client = endpoint.client
        let url = try client.url(try endpoint.target.get(), query: settings.query)
        let exchange = try await client.exchange(
            method, url, body: try content(), settings: settings)
        if exchange.status == .accepted {
            return try client.answer(exchange, settings: settings)
        }
        try client.check(exchange)
        let document = try linkageDocument(exchange)
        do {
            if let linkage = document?.tree.root.member("data") {
                try endpoint.resource.takeOver(linkage: linkage, of: endpoint.name)
            } else {
                try applyAsAsked()
            }
        } catch {
            throw RequestError(
                code: .document, message: "the linkage could not be taken over", cause: error)
        }
        return Answer(.done(document), exchange)
    }

    /// The document of the answer, whose primary data is linkage; nil when there is no body.
    private func linkageDocument(_ exchange: Exchange) throws(RequestError) -> Document<
        AnyResource
    >? {
        if exchange.body.isEmpty { return nil }
        guard isList else { return try endpoint.client.document(exchange, settings: settings) }
        let list: Document<[AnyResource]> = try endpoint.client.document(
            exchange, settings: settings)
        return Document(list.tree)
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
