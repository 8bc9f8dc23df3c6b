// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The head of a response, and the address that sent it.
public struct ResponseHead: Sendable {
    /// The address that sent the response, after redirects. Relative links are resolved against
    /// this address.
    public let url: HTTPURL
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headers: HTTPFields

    package init(_ exchange: Exchange) {
        url = exchange.url
        status = exchange.status
        headers = exchange.headers
    }

    /// Creates a head with the status 204, for a request that was not sent because it had nothing
    /// to send.
    package init(unsent url: HTTPURL) {
        self.url = url
        status = .noContent
        headers = [:]
    }

    /// The version of the content (`ETag`), which later requests can send in `If-Match` and
    /// `If-None-Match`.
    public var etag: String? { headers[.eTag] }
}

extension ResponseHead: CustomStringConvertible, CustomReflectable {
    /// The status, the address without its query, and the names of the header fields.
    public var description: String { "\(status.code) from \(url) \(headers.names)" }

    /// Shows the description alone, because header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The response to a successful request.
public protocol ServiceResponse: CustomStringConvertible {
    /// The status, the header fields, and the address that sent the response.
    var head: ResponseHead { get }
}

extension ServiceResponse {
    /// The status; 204 for a request that was not sent.
    public var status: HTTPResponse.Status { head.status }

    /// The header fields, such as `Location`, `ETag` and `Link`.
    public var headers: HTTPFields { head.headers }

    /// The address that sent the response, after redirects.
    public var url: HTTPURL { head.url }

    /// The status, the address without its query, and the names of the header fields.
    public var description: String { head.description }
}
