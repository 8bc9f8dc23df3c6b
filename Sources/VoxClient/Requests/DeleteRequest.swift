// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that deletes a resource.
public struct DeleteRequest<Schema: ResourceSchema>: APIRequest, Sendable {
    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings
    /// The query.
    public var query = APIOptions.Query()

    init(client: APIClient, target: Result<HTTPURL, RequestError>) {
        self.client = client
        settings = client.settings
        self.target = target
    }

    /// Deletes the resource only if it still has the given `ETag` on the server. If the `ETag`
    /// differs, the request throws an error with code `preconditionFailed`.
    public func ifMatch(_ etag: String) -> Self { with { $0.headers[.ifMatch] = etag } }

    /// Returns the address of the request.
    /// - Throws: `RequestError`.
    public func url() throws(RequestError) -> HTTPURL {
        try client.url(try target.get(), query: query)
    }

    /// Deletes the resource. If the server responds with a job, the method waits until the job is
    /// done. The method throws the errors in the body of the response, and otherwise ignores the
    /// body.
    /// - Throws: `RequestError`, also with code `reported`; `CancellationError`.
    nonisolated(nonsending) public func result() async throws {
        if case .pending(let job) = try await response().outcome { _ = try await job.result() }
    }

    /// Deletes the resource and returns the outcome: done, with or without meta information, or a
    /// pending job.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<AnyResource> {
        let exchange = try await client.exchange(.delete, url(), settings: settings)
        if exchange.status == .notFound, exchange.attempts > 1 {
            return APIResponse(.done(nil), exchange)  // an earlier attempt deleted it
        }
        try client.check(exchange)
        if exchange.status != .noContent { try client.checkReported(exchange) }
        var accepting = client
        accepting.options.writes.acceptsOtherBodies = true
        let response: APIResponse<AnyResource> = try accepting.writeResponse(
            exchange, settings: settings)
        guard case .document(let document) = response.outcome else { return response }
        return APIResponse(.done(document), exchange)
    }
}
