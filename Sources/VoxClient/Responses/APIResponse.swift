// SPDX-License-Identifier: MIT

public import HTTPTypes

/// What a server answered to a request that succeeded.
public struct APIResponse<Primary: PrimaryData> {
    /// What became of the request.
    public enum Outcome {
        /// A document: for a write, what the server made of it (200, 201).
        case document(Document<Primary>)
        /// Done as asked, with nothing but meta information at most (200, 201, 204).
        case done(Document<AnyResource>?)
        /// What is known already still holds (304).
        case notModified
        /// Accepted, not done yet (202).
        case pending(PendingJob<Primary>)
        /// Nothing was sent: an update had nothing to say, because nothing was changed.
        case unchanged
    }

    /// What became of the request.
    public let outcome: Outcome
    /// The status; 204 where nothing was sent (``Outcome/unchanged``).
    public let status: HTTPResponse.Status
    /// The header fields: `Location`, `ETag` and all others.
    public let headers: HTTPFields
    /// Where the answer came from.
    public let url: HTTPURL

    init(_ outcome: Outcome, _ exchange: Exchange) {
        self.outcome = outcome
        status = exchange.status
        headers = exchange.headers
        url = exchange.url
    }

    /// Of an update that was not sent.
    init(unchanged url: HTTPURL) {
        outcome = .unchanged
        status = .noContent
        headers = [:]
        self.url = url
    }

    /// The document, when there is one with primary data.
    public var document: Document<Primary>? {
        if case .document(let document) = outcome { document } else { nil }
    }
}

/// Where a document came from.
public struct DocumentSource: Sendable {
    /// The server.
    public let client: APIClient
    /// The address that answered; relative links resolve against it.
    public let url: HTTPURL
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headers: HTTPFields
    /// How the document was asked for: pages are asked for likewise.
    let settings: RequestSettings

    init(client: APIClient, exchange: Exchange, settings: RequestSettings) {
        self.client = client
        url = exchange.url
        status = exchange.status
        headers = exchange.headers
        self.settings = settings
    }

    /// The version of what was read, for `If-Match` and `If-None-Match`.
    public var etag: String? { headers[.eTag] }
}
