// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientResponse {
    /// Creates a response with a document. The media type contains the applied extensions and
    /// profiles.
    public init(
        _ status: HTTPResponse.Status = .ok, document: [UInt8], mediaType: HTTPMediaType = .jsonAPI,
        headers: HTTPFields = [:], url: HTTPURL
    ) {
        var headers = headers
        headers[.contentType] = mediaType.description
        self.init(
            head: HTTPResponse(status: status, headerFields: headers), url: url,
            body: ClientResponse.Body(document))
    }

    /// Creates a response without a body.
    public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], url: HTTPURL) {
        self.init(head: HTTPResponse(status: status, headerFields: headers), url: url)
    }

    /// Creates a response with an error document.
    public init(_ error: ErrorResponse, url: HTTPURL) {
        self.init(
            error.status, document: error.documentBytes, headers: error.headers, url: url)
    }
}

extension ErrorResponse {
    /// The error document as JSON text.
    public var documentBytes: [UInt8] {
        do throws(JSONError) {
            return try JSON(.object(document)).vox.bytes()
        } catch {
            // Writing can fail only for lack of memory, so the response is as small as possible.
            return Array(#"{"errors":[{"status":"500"}]}"#.utf8)
        }
    }
}
