// SPDX-License-Identifier: MIT

public import HTTPTypes

/// What a service answered to a request that succeeded.
public struct RESTResponse<Content> {
    /// What was asked for.
    public let content: Content
    /// The status; 204 where nothing was sent (``isUnchanged``).
    public let status: HTTPResponse.Status
    /// The header fields: `Location`, `ETag`, `Link` and all others.
    public let headers: HTTPFields
    /// Where the answer came from.
    public let url: HTTPURL
    /// True where nothing was sent: an update had nothing to say, because nothing was changed.
    public let isUnchanged: Bool

    init(_ content: Content, _ exchange: Exchange) {
        self.content = content
        isUnchanged = false
        status = exchange.status
        headers = exchange.headers
        url = exchange.url
    }

    /// Of an update that was not sent.
    init(unchanged content: Content, at url: HTTPURL) {
        self.content = content
        self.url = url
        status = .noContent
        headers = [:]
        isUnchanged = true
    }

    /// What kind of status it is.
    public var statusClass: StatusClass { StatusClass(status) }
}

extension RESTResponse: Sendable where Content: Sendable {}

extension RESTResponse: CustomStringConvertible, CustomReflectable {
    /// The status, the address without its query, and the names of the header fields.
    public var description: String { "\(status.code) from \(url) \(headers.names)" }

    /// Shows status, address and content; header fields may be secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "content": content])
    }
}

/// Kinds of statuses (RFC 9110, section 15).
public enum StatusClass: Hashable, Sendable {
    /// 200 to 299.
    case success
    /// 300 to 399: the answer is elsewhere, or known already.
    case redirection
    /// 401: credentials are missing or no longer good.
    case unauthorized
    /// 400 to 499, but 401: the request is wrong.
    case invalid
    /// 500 to 599: the service is at fault, whatever its body says.
    case serverError
    /// No answer: a connection that failed, a time limit, a request that was not sent.
    case noAnswer

    /// The kind of a status.
    public init(_ status: HTTPResponse.Status?) {
        self =
            switch status?.code ?? 0 {
            case 200...299: .success
            case 300...399: .redirection
            case 401: .unauthorized
            case 400...499: .invalid
            case 500...599: .serverError
            default: .noAnswer
            }
    }
}

extension RequestError {
    /// What kind of status the answer had; ``StatusClass/noAnswer`` when there was none.
    public var statusClass: StatusClass { StatusClass(status) }
}
