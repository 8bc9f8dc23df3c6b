// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A response. Its body may still be arriving.
public struct ClientResponse: Sendable {
    /// The status and the header fields.
    public var head: HTTPResponse

    /// The address that sent the response: the address of the request, or of the last redirect.
    /// Relative links resolve against it.
    public var url: HTTPURL

    /// The body, decompressed.
    public var body: ClientResponseBody

    /// The number of times that the request was sent. After a retry, the status may be the result
    /// of an earlier attempt that succeeded: 404 for a DELETE, or 409 for a creation.
    public var attempts = 1

    /// Creates a response.
    public init(head: HTTPResponse, url: HTTPURL, body: ClientResponseBody = ClientResponseBody()) {
        self.head = head
        self.url = url
        self.body = body
    }

    /// The status.
    public var status: HTTPResponse.Status { head.status }

    /// The header fields.
    public var headers: HTTPFields { head.headerFields }
}
