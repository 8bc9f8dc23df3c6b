// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientResponse {
    /// The head of a response, and the address that sent it.
    public struct Head: Sendable {
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

        /// Creates a head with the status 204, for a request that was not sent because it had
        /// nothing to send.
        package init(unsent url: HTTPURL) {
            self.url = url
            status = .noContent
            headers = [:]
        }

        /// The version of the content (`ETag`), which later requests can send in `If-Match` and
        /// `If-None-Match`.
        public var etag: String? { headers[.eTag] }
    }
}

extension ClientResponse.Head: Redacted {
    /// The status, the address without its query, and the names of the header fields.
    public var description: String { "\(status.code) from \(url) \(headers.names)" }
}

extension ClientResponse {
    /// The response to a successful request.
    public protocol Headed: CustomStringConvertible {
        /// The status, the header fields, and the address that sent the response.
        var head: Head { get }
    }
}

extension ClientResponse.Headed {
    /// The status; 204 for a request that was not sent.
    public var status: HTTPResponse.Status { head.status }

    /// The header fields, such as `Location`, `ETag` and `Link`.
    public var headers: HTTPFields { head.headers }

    /// The address that sent the response, after redirects.
    public var url: HTTPURL { head.url }

    /// The status, the address without its query, and the names of the header fields.
    public var description: String { head.description }
}
