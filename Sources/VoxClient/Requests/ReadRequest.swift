// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that reads a document.
public struct ReadRequest<Primary: PrimaryData>: APIRequest, Sendable {
    /// The schema of the primary data. The key paths in the query begin at this schema.
    public typealias Schema = Primary.Schema

    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    /// The header fields and the other settings of the request.
    public var settings: RequestSettings
    /// The query.
    public var query = Query()

    init(client: APIClient, target: Result<HTTPURL, RequestError>) {
        self.client = client
        settings = client.settings
        self.target = target
    }

    /// Returns the address of the request.
    /// - Throws: `RequestError` with code `invalidPath`, `invalidURL`, `invalidQuery`,
    ///   `crossOrigin` or `malformedLink`.
    public func url() throws(RequestError) -> HTTPURL {
        try client.url(try target.get(), query: query)
    }

    /// Reads the document only if it has changed. If the document still has this version on the
    /// server, the outcome is `notModified`.
    public func ifNoneMatch(_ etag: String) -> Self {
        with { $0.headers[.ifNoneMatch] = etag }
    }

    /// Reads the document.
    /// - Throws: `RequestError`, `CancellationError`.
    nonisolated(nonsending) public func result() async throws -> Document<Primary> {
        let response = try await self.response()
        if case .document(let document) = response.outcome { return document }
        return try await result(of: response)
    }

    /// Handles a response without a document. This is a function of its own, because it is rare and
    /// has a large frame.
    @inline(never)
    nonisolated(nonsending) private func result(
        of response: APIResponse<Primary>
    ) async throws -> Document<Primary> {
        switch response.outcome {
        case .document(let document): return document
        case .pending(let job):
            if let document = try await job.result() { return document }
        case .done, .notModified, .unchanged: break
        }
        var error = RequestError(
            code: .unexpectedResponse, message: "the response has no document")
        error.method = .get
        error.url = response.url
        error.status = response.status
        error.headers = response.headers
        throw error
    }

    /// Reads the document, and returns it with the status and the header fields.
    /// - Throws: `RequestError`, `CancellationError`.
    nonisolated(nonsending) public func response() async throws -> APIResponse<Primary> {
        let exchange = try await client.readingExchange(url(), settings: settings)
        let response: APIResponse<Primary> = try client.response(exchange, settings: settings)
        // The task may have been cancelled while the document was parsed.
        try Task.checkCancellation()
        return response
    }
}

extension APIClient {
    /// Returns a request that reads the document at an address: a path below the base, or an
    /// absolute address of the same origin. The query of the request is appended to the query of
    /// the address.
    public func fetch<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type
    ) -> ReadRequest<Primary> {
        ReadRequest(
            client: self,
            target: Result { () throws(RequestError) in try server.url(of: address) })
    }

    /// Returns an address with a query appended to the query of the address.
    func url(_ url: HTTPURL, query: Query) throws(RequestError) -> HTTPURL {
        try url.appending(query.items(filters: options.filters), encoding: options.encoding)
    }

    /// Reads the response to a request for a document.
    func response<Primary>(
        _ exchange: Exchange, settings: RequestSettings
    ) throws -> APIResponse<Primary> {
        switch exchange.status {
        case .notModified:
            return APIResponse(.notModified, exchange)
        case .accepted:
            return APIResponse(
                .pending(try PendingJob(exchange, client: self, settings: settings)), exchange)
        default:
            try check(exchange)
            guard !exchange.body.isEmpty else { return APIResponse(.done(nil), exchange) }
            let read: Document<Primary> = try Task.cancellable {
                try document(exchange, settings: settings)
            }
            return APIResponse(.document(read), exchange)
        }
    }
}
