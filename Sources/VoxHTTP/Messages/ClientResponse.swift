// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A response, whose body may still be on its way.
public struct ClientResponse: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse

    /// Where the response came from: the address of the request, or of the last redirect. Relative
    /// links resolve against it.
    public var url: HTTPURL

    /// The body, decompressed.
    public var body: ClientResponseBody

    /// How often the request was sent for this response. After more than once a response can be the
    /// echo of an earlier sending: 404 to a DELETE that had worked, 409 to a create that had.
    public var attempts = 1

    /// Makes a response.
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
