// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that creates, updates or refreshes a resource, and takes over what the server answers.
///
/// A failure leaves the resource as it was, its changes included. After a success the resource is
/// what the server says, apart from what was changed here while the request was under way: that
/// stays changed.
public struct WriteRequest<Schema: ResourceSchema>: APIRequest {
    enum Verb {
        /// Knows where a resource of an id is.
        case create(locate: @Sendable (_ id: String?) -> Result<HTTPURL, RequestError>)
        case refresh
        case update(full: Bool)
    }

    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    let resource: Resource<Schema>
    let verb: Verb
    /// The header fields and the other settings of the request.
    public var settings: RequestSettings
    /// The query.
    public var query = Query()

    init(
        client: APIClient, target: Result<HTTPURL, RequestError>, resource: Resource<Schema>,
        verb: Verb
    ) {
        self.client = client
        settings = client.settings
        self.target = target
        self.resource = resource
        self.verb = verb
    }

    /// Writes only if the resource still has this version on the server; else the error is
    /// `preconditionFailed`.
    public func ifMatch(_ etag: String) -> Self { with { $0.headers[.ifMatch] = etag } }

    /// Returns the address of the request.
    /// - Throws: `RequestError`.
    public func url() throws(RequestError) -> HTTPURL {
        try client.url(try target.get(), query: query)
    }

    /// Writes, and waits for the job when the server makes one of it.
    /// - Returns: the document that the server answered; nil when it took everything as it was
    ///   sent, and when an update had nothing to send (``APIResponse/Outcome/unchanged``).
    /// - Throws: `RequestError`: `unsendable` also for an update of a resource of which a
    ///   relationship was taken out (`= nil`), or nothing else done but to take attributes out, for
    ///   an update cannot say that; `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Document<Schema>? {
        let sent = try snapshot()
        let answer = try await perform(sent)
        switch answer.outcome {
        case .document(let document): return document
        case .done, .notModified, .unchanged: return nil
        case .pending(let job):
            let document = try await job.result()
            try takeOver(document, sent: sent)
            return document
        }
    }

    /// Writes and tells what became of it, a job included. An update without changes sends nothing:
    /// ``APIResponse/Outcome/unchanged``.
    /// - Throws: as ``result()``.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<Schema> {
        try await perform(snapshot())
    }

    nonisolated(nonsending) private func perform(_ sent: Tree) async throws -> APIResponse<Schema> {
        let url = try url()
        try checkNew()
        let (method, body) = try content()
        guard try hasNews() else { return APIResponse(unchanged: url) }
        let exchange = try await client.exchange(method, url, body: body, settings: settings)
        do {
            return try await settle(exchange, sent: sent)
        } catch let error as RequestError {
            noteCreation(exchange, sent: sent, error)
            throw error
        }
    }

    nonisolated(nonsending) private func settle(
        _ exchange: Exchange, sent: Tree
    ) async throws -> APIResponse<Schema> {
        let answer: APIResponse<Schema>
        if case .create(let locate) = verb, exchange.status == .conflict, exchange.attempts > 1,
            resource.id != nil
        {
            answer = try await reread(locate(resource.id), after: exchange, sent: sent)
        } else {
            answer = try client.response(exchange, settings: settings)
        }
        if let created = answer.document?.data, exchange.status == .created {
            try client.checkLocation(of: created.as(AnyResource.self), exchange)
        }
        switch answer.outcome {
        case .document(let document):
            if document.data == nil { try checkRead(exchange) }
            if document.data?.id == nil { try takeID(from: exchange, sent: sent) }
            try takeOver(document, sent: sent)
            try checkID(exchange)
            return document.dataState == .absent
                ? APIResponse(.done(Document(document.tree)), exchange) : answer
        case .done:
            try checkRead(exchange)
            try takeID(from: exchange, sent: sent)
            try takeOver(nil, sent: sent)
            try checkID(exchange)
        case .notModified, .pending, .unchanged:
            break
        }
        return answer
    }

    /// Throws for a refresh: its response must have the resource.
    private func checkRead(_ exchange: Exchange) throws(RequestError) {
        guard case .refresh = verb else { return }
        throw exchange.error(
            .unexpectedResponse, "the response has no resource of the type \"\(resource.type)\"")
    }

    /// The first try may have been the one that created what is in the way: see what is there, and
    /// whether it is what was sent.
    nonisolated(nonsending) private func reread(
        _ existing: Result<HTTPURL, RequestError>, after conflict: Exchange, sent: Tree
    ) async throws -> APIResponse<Schema> {
        let exchange = try await client.exchange(
            .get, existing.get(), settings: settings.following)
        if exchange.status == .notFound { try client.check(conflict) }
        let answer: APIResponse<Schema> = try client.response(exchange, settings: settings)
        let there = answer.document?.data?.node.member("attributes")
        for attribute in sent.root.member("attributes")?.children ?? [] {
            if let value = there?.member(attribute.name), try !value.isEqual(to: attribute) {
                try client.check(conflict)
            }
        }
        return answer
    }

    /// What the resource is now: what the request says, if it succeeds.
    private func snapshot() throws(RequestError) -> Tree {
        do {
            return try resource.node.copied()
        } catch {
            throw .unsendable(error)
        }
    }

    private func content() throws(RequestError) -> (HTTPRequest.Method, [UInt8]?) {
        do throws(DocumentError) {
            return switch verb {
            case .create: (.post, Array(try resource.createDocument()))
            case .update(let full): (.patch, Array(try resource.updateDocument(full: full)))
            case .refresh: (.get, nil)
            }
        } catch {
            throw .unsendable(error)
        }
    }

    /// False for an update of what nobody changed.
    private func hasNews() throws(RequestError) -> Bool {
        guard case .update(full: false) = verb else { return true }
        do throws(JSONError) {
            return try resource.hasNews()
        } catch {
            throw .unsendable(error)
        }
    }

    private func takeOver(_ document: Document<Schema>?, sent: Tree) throws(RequestError) {
        let answer = document?.data
        do {
            try checkIdentity(of: answer)
            if case .refresh = verb, !resource.isResolved, let document {
                // An identifier alone: what it stands for is in the response, and found there from
                // now on.
                return resource.node.tree.join(document.tree)
            }
            // What was sent is no change any more; what the server adds comes on top.
            if case .refresh = verb {} else { try resource.node.setBaseline(sent.root) }
            if let answer { try resource.vox.merge(answer) }
            if case .create = verb, resource.id == nil { resource.node.wasCreated = true }
        } catch let error as RequestError {
            throw error
        } catch {
            throw RequestError(
                code: .document, message: "the response could not be merged: \(error)",
                cause: error)
        }
    }

    private func checkIdentity(of answer: Resource<Schema>?) throws(RequestError) {
        guard let answer, let id = resource.id,
            answer.node.identity != Identity(type: resource.type, id: id, isLocal: false)
        else { return }
        throw RequestError(
            code: .unexpectedResponse,
            message:
                "the response contains another resource: \(answer.type) \(answer.id ?? "without id") instead of \(resource.type) \(id)"
        )
    }
}

extension RequestError {
    static func unsendable(_ cause: any Error) -> RequestError {
        RequestError(
            code: .unsendable, message: "the resource cannot be sent: \(cause)", cause: cause)
    }
}
