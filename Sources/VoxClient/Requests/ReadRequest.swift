// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that reads a document.
public struct ReadRequest<Primary: PrimaryData>: APIRequest, Sendable {
    /// The schema of the primary data. The key paths in the query begin at this schema.
    public typealias Schema = Primary.Schema

    let client: APIClient
    let target: Result<HTTPURL, RequestError>
    /// The id that the resource of the response must have; nil if it may have any id.
    var id: String?
    /// True if the request is for a page, and an earlier page of the list has the number zero.
    var followsPageZero = false
    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings
    /// The query.
    public var query = APIOptions.Query()

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

    /// Reads the document only if it has changed. If the document on the server still has the given
    /// `ETag`, the outcome is `notModified`.
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

    /// Handles a response without a document. This function is separate, because it is rarely
    /// called and has a large stack frame.
    @inline(never)
    nonisolated(nonsending) private func result(
        of response: APIResponse<Primary>
    ) async throws -> Document<Primary> {
        var message = "the response has no document"
        switch response.outcome {
        case .document(let document): return document
        case .pending(let job):
            if let document = try await job.result() {
                guard isOther(document), !acceptsOther else { return document }
                message = otherResource(document)
            }
        case .done, .notModified, .unchanged: break
        }
        var error = RequestError(
            code: .unexpectedResponse, message: message)
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
        var response: APIResponse<Primary> = try client.response(exchange, settings: settings)
        if followsPageZero { response.document?.tree.followsPageZero = true }
        if let document = response.document, isOther(document) {
            guard acceptsOther else {
                throw exchange.error(.unexpectedResponse, otherResource(document))
            }
            response.hasOtherIdentity = true
        }
        // The task may have been cancelled while the document was parsed.
        try Task.checkCancellation()
        return response
    }
}

extension ReadRequest {
    private var acceptsOther: Bool { client.options.writes.acceptsOtherIdentities }

    /// True if the program requested a resource by its id, and the document contains another
    /// resource.
    private func isOther(_ document: Document<Primary>) -> Bool {
        guard let id, let found = document.tree.root.member("data"), found.isObject,
            let other = Resource<AnyResource>(found).id
        else { return false }
        return ExactText(other) != ExactText(id)
    }

    /// Returns the message of the error for a document that contains another resource.
    private func otherResource(_ document: Document<Primary>) -> String {
        let found = document.tree.root.member("data").map { Resource<AnyResource>($0) }
        let other = "\(found?.type ?? "") \(found?.id ?? "")".prefix(200)
        return
            "the response contains another resource: \(other) instead of one with the id \(id?.prefix(200) ?? ""); to read a resource by an address such as \"users/me\", use fetch(_:as:) of the client, or accept it by writes.acceptsOtherIdentities"
    }
}
