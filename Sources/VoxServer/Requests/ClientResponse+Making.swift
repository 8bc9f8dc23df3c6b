// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientResponse {
    /// An answer that carries a document; its media type says which extensions and profiles are applied.
    public init(
        _ status: HTTPResponse.Status = .ok, document: [UInt8], mediaType: HTTPMediaType = .jsonAPI,
        headers: HTTPFields = [:], url: HTTPURL
    ) {
        var headers = headers
        headers[.contentType] = mediaType.description
        self.init(
            head: HTTPResponse(status: status, headerFields: headers), url: url,
            body: ClientResponseBody(document))
    }

    /// An answer without a body.
    public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], url: HTTPURL) {
        self.init(head: HTTPResponse(status: status, headerFields: headers), url: url)
    }

    /// The error document that a refusal is answered with.
    public init(_ error: ErrorResponse, url: HTTPURL) {
        self.init(
            error.status, document: error.documentBytes, headers: error.headers, url: url)
    }
}

extension ErrorResponse {
    /// The error document as text.
    public var documentBytes: [UInt8] {
        do throws(JSONError) {
            return try JSON(.object(document)).vox.bytes()
        } catch {
            // Nothing but memory can be short; the answer is the least there can be.
            return Array(#"{"errors":[{"status":"500"}]}"#.utf8)
        }
    }
}
