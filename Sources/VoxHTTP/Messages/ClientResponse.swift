// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A response, with a body that may still be arriving.
public struct ClientResponse: Sendable {
    /// The status and the header fields.
    public var head: HTTPResponse

    /// The address that sent the response: the address of the request, or of the last redirect.
    /// Relative links are resolved against this address.
    public var url: HTTPURL

    /// The body, decompressed.
    public var body: ClientResponse.Body

    /// The number of times that the request was sent. After a retry, a status of 404 for a DELETE,
    /// or of 409 for a creation, may mean that an earlier attempt succeeded.
    public var attempts = 1

    /// Creates a response.
    public init(head: HTTPResponse, url: HTTPURL, body: ClientResponse.Body = ClientResponse.Body())
    {
        self.head = head
        self.url = url
        self.body = body
    }

    /// The status.
    public var status: HTTPResponse.Status { head.status }

    /// The header fields.
    public var headers: HTTPFields { head.headerFields }
}
