// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that reads a document.
public struct ReadRequest<Primary: PrimaryData>: APIRequest, Sendable {
    /// The schema that key paths begin at.
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

    /// Asks for news only: the response to what still has this version is `notModified`.
    public func ifNoneMatch(_ etag: String) -> Self {
        with { $0.headers[.ifNoneMatch] = etag }
    }

    /// Reads the document.
    /// - Throws: `RequestError`, `CancellationError`.
    nonisolated(nonsending) public func result() async throws -> Document<Primary> {
        let answer = try await response()
        if case .document(let document) = answer.outcome { return document }
        return try await result(of: answer)
    }

    /// What comes of a response that is no document. Apart, because it is rare and has a large
    /// frame.
    @inline(never)
    nonisolated(nonsending) private func result(
        of answer: APIResponse<Primary>
    ) async throws -> Document<Primary> {
        switch answer.outcome {
        case .document(let document): return document
        case .pending(let job):
            if let document = try await job.result() { return document }
        case .done, .notModified, .unchanged: break
        }
        var error = RequestError(
            code: .unexpectedResponse, message: "the response has no document")
        error.method = .get
        error.url = answer.url
        error.status = answer.status
        error.headers = answer.headers
        throw error
    }

    /// Reads the document and tells status and header fields, too.
    /// - Throws: `RequestError`, `CancellationError`.
    nonisolated(nonsending) public func response() async throws -> APIResponse<Primary> {
        let exchange = try await client.exchange(.get, url(), settings: settings)
        let answer: APIResponse<Primary> = try client.response(exchange, settings: settings)
        // Reading a document takes its time, too.
        try Task.checkCancellation()
        return answer
    }
}

extension APIClient {
    /// Reads the document at an address: a path below the base, or an absolute address of its
    /// origin. A query it has is kept, and what the request adds comes behind it.
    public func fetch<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type
    ) -> ReadRequest<Primary> {
        ReadRequest(
            client: self,
            target: Result { () throws(RequestError) in try server.url(of: address) })
    }

    /// An address with a query behind the one it has.
    func url(_ url: HTTPURL, query: Query) throws(RequestError) -> HTTPURL {
        try url.appending(query.items(), encoding: options.encoding)
    }

    /// Reads a response to a request for a document.
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
