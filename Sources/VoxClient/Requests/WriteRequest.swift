// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that creates, updates or refreshes a resource, and merges the response into the
/// resource.
///
/// If the request fails, the resource keeps its values and its changes. If the request succeeds,
/// the resource has the values of the server. Changes that the program made while the request was
/// running are kept, and still count as changes.
public struct WriteRequest<Schema: ResourceSchema>: APIRequest {
    enum Verb {
        /// A creation. `locate` returns the address of the resource with the given id.
        case create(locate: @Sendable (_ id: String?) -> Result<HTTPURL, RequestError>)
        case refresh
        case update(full: Bool)
    }

    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    let resource: Resource<Schema>
    let verb: Verb
    /// The new resources that a creation sends and creates together with the resource.
    let included: [Resource<AnyResource>]
    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings
    /// The query.
    public var query = APIOptions.Query()

    init(
        client: APIClient, target: Result<HTTPURL, RequestError>, resource: Resource<Schema>,
        verb: Verb, included: [Resource<AnyResource>] = []
    ) {
        self.client = client
        settings = client.settings
        self.target = target
        self.resource = resource
        self.verb = verb
        self.included = included
    }

    /// Writes the resource only if it still has the given `ETag` on the server. If the `ETag`
    /// differs, the request throws an error with code `preconditionFailed`.
    public func ifMatch(_ etag: String) -> Self { with { $0.headers[.ifMatch] = etag } }

    /// Returns the address of the request.
    /// - Throws: `RequestError`.
    public func url() throws(RequestError) -> HTTPURL {
        try client.url(try target.get(), query: query)
    }

    /// Sends the request. If the server responds with a job, the method waits until the job is
    /// done.
    /// - Returns: the document of the response. Nil if the server stored everything as it was sent,
    ///   or if an update had nothing to send (``APIResponse/Outcome/unchanged``).
    /// - Throws: `RequestError`, `CancellationError`. The code is `unsendable` also if an update
    ///   cannot express its changes: a relationship was removed (`= nil`), or attributes were
    ///   removed and nothing else was changed.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Document<Schema>? {
        let sent = try SentResources(resource.node, including: included)
        let response = try await perform(sent)
        switch response.outcome {
        case .document(let document): return document
        case .done, .notModified, .unchanged: return nil
        case .pending(let job):
            let document = try await job.result()
            try takeOver(document, sent: sent)
            return document
        }
    }

    /// Sends the request and returns its outcome, which may be a pending job. If an update has no
    /// changes, nothing is sent, and the outcome is ``APIResponse/Outcome/unchanged``.
    /// - Throws: the errors of ``result()``.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<Schema> {
        try await perform(SentResources(resource.node, including: included))
    }

    nonisolated(nonsending) private func perform(
        _ sent: SentResources
    ) async throws -> APIResponse<Schema> {
        let url = try url()
        try checkNew()
        let (method, body) = try content(lids: sent.lids)
        guard try hasNews() else { return APIResponse(unchanged: url) }
        let exchange = try await client.exchange(method, url, body: body, settings: settings)
        do {
            let response = try await settle(exchange, sent: sent)
            if case .pending = response.outcome {} else { resource.node.etag = exchange.strongTag }
            return response
        } catch let error as RequestError {
            noteCreation(exchange, sent: sent, error)
            guard error.status == nil else { throw error }
            throw exchange.error(error.code, error.message, cause: error.cause)
        }
    }

    nonisolated(nonsending) private func settle(
        _ exchange: Exchange, sent: SentResources
    ) async throws -> APIResponse<Schema> {
        let response: APIResponse<Schema>
        if case .create(let locate) = verb, exchange.status == .conflict, exchange.attempts > 1,
            resource.id != nil
        {
            response = try await reread(locate(resource.id), after: exchange, sent: sent)
        } else {
            response =
                try isRefresh
                ? client.response(exchange, settings: settings)
                : client.writeResponse(exchange, settings: settings)
        }
        if let created = response.document?.data, exchange.status == .created {
            try client.checkLocation(of: created.as(AnyResource.self), exchange)
        }
        switch response.outcome {
        case .document(let document):
            if document.data == nil { try checkRead(exchange) }
            if document.data?.id == nil { try takeID(from: exchange, sent: sent) }
            let isOther = isOther(document.data, sent)
            try takeOver(document, sent: sent)
            var outcome =
                document.dataState == .absent
                ? APIResponse(.done(Document(document.tree)), exchange) : response
            outcome.hasOtherIdentity = isOther
            return outcome
        case .done:
            try checkRead(exchange)
            try takeID(from: exchange, sent: sent)
            try takeOver(nil, sent: sent)
        case .notModified, .pending, .unchanged:
            break
        }
        return response
    }

    private var isRefresh: Bool { if case .refresh = verb { true } else { false } }

    /// Throws if the request is a refresh, because the response to a refresh must contain the
    /// resource.
    private func checkRead(_ exchange: Exchange) throws(RequestError) {
        guard case .refresh = verb else { return }
        throw exchange.error(
            .unexpectedResponse, "the response has no resource of the type \"\(resource.type)\"")
    }

    /// Reads the resource that a creation conflicts with, because an earlier attempt of the same
    /// request may have created it. Throws the conflict if the resource does not exist, or if its
    /// attributes differ from the attributes that were sent.
    nonisolated(nonsending) private func reread(
        _ existing: Result<HTTPURL, RequestError>, after conflict: Exchange, sent: SentResources
    ) async throws -> APIResponse<Schema> {
        let exchange = try await client.exchange(
            .get, existing.get(), settings: settings.following)
        if exchange.status == .notFound { try client.check(conflict) }
        let response: APIResponse<Schema> = try client.response(exchange, settings: settings)
        let there = response.document?.data?.node.member("attributes")
        for attribute in sent.primary.copy.member("attributes")?.children ?? [] {
            if let value = there?.member(attribute.name), try !value.isEqual(to: attribute) {
                try client.check(conflict)
            }
        }
        return response
    }

    private func content(lids: LocalIDs) throws(RequestError) -> (HTTPRequest.Method, [UInt8]?) {
        do throws(DocumentError) {
            let writes = client.options.writes
            return switch verb {
            case .create:
                (
                    .post,
                    Array(
                        try resource.createDocument(
                            including: included, lids: lids, as: writes.form.body))
                )
            case .update(let full):
                (
                    writes.updateMethod,
                    Array(
                        try resource.updateDocument(
                            full: full || writes.updateMethod == .put, as: writes.form.body,
                            withID: writes.sendsIDs))
                )
            case .refresh: (.get, nil)
            }
        } catch {
            throw .unsendable(error)
        }
    }

    /// Returns false for an update of a resource without changes.
    private func hasNews() throws(RequestError) -> Bool {
        guard case .update(full: false) = verb else { return true }
        do throws(JSONError) {
            // A PUT replaces the resource, so it removes the members that it does not have.
            return try resource.hasNews(byReplacing: client.options.writes.updateMethod == .put)
        } catch {
            throw .unsendable(error)
        }
    }

    private func takeOver(_ document: Document<Schema>?, sent: SentResources) throws(RequestError) {
        let returned = document?.data
        var lost: Set<String> = []
        do {
            try checkIdentity(of: returned, sent)
            if case .refresh = verb, !resource.isResolved, let document {
                // The resource is only an identifier. The response has its fields, and lookups find
                // them there from now on.
                return resource.node.tree.join(document.tree)
            }
            if isRefresh {
                if let returned { try resource.vox.merge(returned) }
            } else {
                lost = try sent.mergeIncluded(document?.tree)
                try resource.confirm(sent.primary, merging: returned?.node)
            }
            if case .create = verb, resource.id == nil { resource.node.wasCreated = true }
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(
                code: .document, message: "the response could not be merged: \(error)",
                cause: error)
        }
        guard !lost.isEmpty else { return }
        let names = lost.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        throw RequestError(
            code: .unexpectedResponse,
            message:
                "the response does not show which resources in \(names) are the ones that were sent, so those have no ids"
        ).afterSuccess
    }

    /// True if the response is about a resource with another type, or with another id than the id
    /// in the request.
    private func isOther(_ returned: Resource<Schema>?, _ sent: SentResources) -> Bool {
        guard let returned else { return false }
        guard let id = sent.primary.copy.idText, returned.id != nil else {
            return !returned.type.utf8.elementsEqual(resource.type.utf8)
        }
        return returned.node.identity != Identity(type: resource.type, id: id, isLocal: false)
    }

    private func checkIdentity(
        of returned: Resource<Schema>?, _ sent: SentResources
    ) throws(RequestError) {
        guard let returned, isOther(returned, sent) else { return }
        if client.options.writes.acceptsOtherIdentities, !isRefresh { return }
        let other = "\(returned.type) \(returned.id ?? "without id")"
        let error = RequestError(
            code: .unexpectedResponse,
            message:
                "the response contains another resource: \(other) instead of \(resource.type) \(sent.primary.copy.idText ?? "without id")"
        )
        throw isRefresh
            ? error
            : error.afterSuccess.advising(
                ": set writes.acceptsOtherIdentities to take over the resource of the response")
    }
}

extension RequestError {
    static func unsendable(_ cause: any Error) -> RequestError {
        RequestError(
            code: .unsendable, message: "the resource cannot be sent: \(cause)", cause: cause)
    }
}
