// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request for an action, such as `POST albums/1/publish`. An action is an operation that a
/// server offers in addition to reading and writing resources. ``DataSource/action(_:_:on:as:)``
/// and ``DataSource/action(_:_:as:)`` create requests for actions.
///
/// The request has a body only if a method `body(_:)` sets it. The response may have a document,
/// only meta information, or no body. If the response contains the resource of the action, the
/// response is merged into this resource. A failed request does not change the resource.
public struct ActionRequest<Primary: PrimaryData>: APIRequest {
    /// The schema of the response. The key paths in the query begin at this schema.
    public typealias Schema = Primary.Schema

    let client: APIClient
    let method: HTTPRequest.Method
    let target: Result<HTTPURL, RequestError>
    /// The resource of the action; nil for an action on the collection.
    let subject: Resource<AnyResource>?
    private var content: Result<[UInt8], RequestError>?
    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings
    /// The query.
    public var query = APIOptions.Query()

    init(
        client: APIClient, method: HTTPRequest.Method, target: Result<HTTPURL, RequestError>,
        subject: Resource<AnyResource>?
    ) {
        self.client = client
        settings = client.settings
        self.method = method
        self.target = target
        self.subject = subject
    }

    // MARK: The body

    /// Sets a JSON value as the body, which is sent unchanged: `.body(["meta": ["notify": true]])`.
    public func body(_ json: JSON) -> Self {
        sending { () throws(DocumentError) in
            do throws(JSONError) {
                return try json.vox.bytes(style: .compact)
            } catch {
                throw DocumentError(error)
            }
        }
    }

    /// Sets the body to a document whose primary data is one resource with all of its members. If
    /// the form of writes is ``APIOptions/Writes/Form/flat``, the body is one flat object. The
    /// response does not change the resource. If the server creates the resource, the document that
    /// ``result()`` returns contains its id.
    public func body(_ resource: Resource<some ResourceSchema>) -> Self {
        let isFlat = client.options.writes.form == .flat
        return sending { () throws(DocumentError) in
            Array(
                isFlat
                    ? try resource.createDocument(including: [], as: .flat)
                    : try resource.documentData())
        }
    }

    /// Sets the body to a document whose primary data is a list of resources. Each resource is
    /// written as in a creation. JSON:API does not define requests with a list of resources, but
    /// some services accept them to change several resources at once. If the form of writes is
    /// ``APIOptions/Writes/Form/flat``, the body is a list of flat objects. The response does not
    /// change the resources.
    public func body(_ resources: [Resource<some ResourceSchema>]) -> Self {
        let form = client.options.writes.form.body
        return sending { () throws(DocumentError) in Array(try resources.listDocument(as: form)) }
    }

    /// Sets the body to a document whose primary data are the identifiers of resources.
    public func body(identifiers resources: [Resource<some ResourceSchema>]) -> Self {
        sending { () throws(DocumentError) in Array(try resources.identifierDocument()) }
    }

    private func sending(_ make: () throws(DocumentError) -> [UInt8]) -> Self {
        var copy = self
        copy.content = Result { () throws(RequestError) in
            do throws(DocumentError) {
                return try make()
            } catch {
                throw .unsendable(error)
            }
        }
        return copy
    }

    // MARK: Sending

    /// Returns the address of the request.
    /// - Throws: `RequestError`.
    public func url() throws(RequestError) -> HTTPURL {
        try client.url(try target.get(), query: query)
    }

    /// Sends the request. If the server responds with a job, the method waits until the job is
    /// done.
    /// - Returns: the document of the response, even if the document has no primary data; nil if
    ///   the response has no document.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Document<Primary>? {
        switch try await response().outcome {
        case .document(let document): return document
        case .done(let document): return document.map { Document($0.tree) }
        case .notModified, .unchanged: return nil
        case .pending(let job):
            let document = try await job.result()
            try takeOver(document)
            return document
        }
    }

    /// Sends the request and returns its outcome, which may be a pending job.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<Primary> {
        let exchange = try await client.exchange(
            method, url(), body: try content?.get(), settings: settings)
        let response: APIResponse<Primary> = try client.writeResponse(
            exchange, settings: settings)
        guard let document = response.document else { return response }
        if document.dataState == .absent {
            return APIResponse(.done(Document(document.tree)), exchange)
        }
        try takeOver(document)
        return response
    }

    /// Merges the response into the resource of the action, if the response is about this resource.
    private func takeOver(_ document: Document<Primary>?) throws(RequestError) {
        guard let subject, subject.isResolved, let node = document?.tree.root.member("data"),
            node.isObject, let identity = node.identity, identity == subject.node.identity
        else { return }
        do {
            try subject.vox.merge(Resource(node))
        } catch {
            throw RequestError(
                code: .document, message: "the response could not be merged", cause: error)
        }
    }
}

extension APIClient {
    /// Returns a request that sends POST to an address: a path below the base of the client, or an
    /// absolute address of the same origin. `body(_:)` sets the body of the request.
    ///
    /// ```swift
    /// import Vox
    ///
    /// func archive(_ api: APIClient) async throws {
    ///     try await api.post("cases/7/archive").body(["data": ["type": "case"]]).result()
    /// }
    /// ```
    public func post<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type = AnyPrimaryData.self
    ) -> ActionRequest<Primary> { action(.post, address) }

    /// Returns a request that sends PATCH to an address.
    public func patch<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type = AnyPrimaryData.self
    ) -> ActionRequest<Primary> { action(.patch, address) }

    /// Returns a request that sends PUT to an address.
    public func put<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type = AnyPrimaryData.self
    ) -> ActionRequest<Primary> { action(.put, address) }

    /// Returns a request that sends DELETE to an address. The request may have a body.
    public func delete<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type = AnyPrimaryData.self
    ) -> ActionRequest<Primary> { action(.delete, address) }

    private func action<Primary>(
        _ method: HTTPRequest.Method, _ address: String
    ) -> ActionRequest<Primary> {
        ActionRequest(
            client: self, method: method,
            target: Result { () throws(RequestError) in try server.url(of: address) },
            subject: nil)
    }
}
