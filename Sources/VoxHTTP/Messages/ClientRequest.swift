// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A request that a client sends.
public struct ClientRequest: Sendable {
    /// The method, scheme, authority, path with query, and header fields. The path is sent byte for
    /// byte. A transport may percent-encode only characters that RFC 3986 does not allow, such as
    /// brackets in a query.
    public var head: HTTPRequest

    /// The body: bytes, or a source of bytes. Nil means no body, which differs from an empty body.
    public var content: ClientRequest.Body?

    /// The time limits.
    public var timeouts: Timeouts

    /// The limits for the response.
    public var limits: ClientRequest.Limits

    /// Whether the request may be sent again if the server may already have carried it out.
    public var repeatability: ClientRequest.Repeatability

    /// True to follow redirects. If `followsRedirects` is false, the redirect itself is returned as
    /// the response. Default: true.
    public var followsRedirects: Bool

    /// True to refuse redirects with status 301 or 302 for a POST. Such a redirect turns the POST
    /// into a GET, and does not say that the server carried out the POST.
    package var refusesMethodChange = false

    /// True to send the request on a new connection, which no server has closed yet because it was
    /// idle. Only `AsyncHTTPClientTransport` does so, with HTTP/1.1.
    package var startsConnection = false

    /// True if this request may share the response of an equal request that is running. Default:
    /// true.
    public var allowsCoalescing: Bool

    /// A function that receives the number of sent bytes of the body. Not every transport reports
    /// the number of sent bytes.
    public var uploadProgress: (@Sendable (Int) -> Void)?

    /// Values of the caller, which are passed to the transport and are never sent to the server.
    public var userInfo: [String: any Sendable]

    /// Creates a request with bytes as its body, or without a body.
    public init(
        method: HTTPRequest.Method, url: HTTPURL, headers: HTTPFields = [:], body: [UInt8]? = nil
    ) {
        head = HTTPRequest(
            method: method, scheme: url.scheme.rawValue, authority: url.authority, path: url.target,
            headerFields: headers)
        content = body.map { ClientRequest.Body($0) }
        timeouts = Timeouts()
        limits = ClientRequest.Limits()
        repeatability = .byMethod
        followsRedirects = true
        allowsCoalescing = true
        uploadProgress = nil
        userInfo = [:]
    }

    /// Creates a request with a body of any kind. If the header fields do not contain
    /// `Content-Type`, it is set to the media type of the body.
    public init(
        method: HTTPRequest.Method, url: HTTPURL, headers: HTTPFields = [:],
        sending content: ClientRequest.Body
    ) {
        self.init(method: method, url: url, headers: headers)
        self.content = content
        if let type = content.contentType, self.headers[.contentType] == nil {
            self.headers[.contentType] = type
        }
    }

    /// The bytes of the body; nil if there is no body, or if ``content`` is not in memory.
    public var body: [UInt8]? {
        get { content?.bytes }
        set { content = newValue.map { ClientRequest.Body($0) } }
    }

    /// The address.
    public var url: HTTPURL {
        get {
            HTTPURL(
                scheme: HTTPURL.Scheme(rawValue: head.scheme ?? "") ?? .https,
                authority: head.authority ?? "", target: head.path ?? "/")
        }
        set {
            head.scheme = newValue.scheme.rawValue
            head.authority = newValue.authority
            head.path = newValue.target
        }
    }

    /// The method.
    public var method: HTTPRequest.Method {
        get { head.method }
        set { head.method = newValue }
    }

    /// The header fields.
    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }
}

extension ClientRequest {
    /// Whether a request may be sent again if the server may already have carried it out.
    public enum Repeatability: Hashable, Sendable {
        /// Only GET, HEAD, PUT, DELETE and OPTIONS may be sent again (RFC 9110, section 9.2.2).
        case byMethod
        /// The request may be sent again with any method, for example because it has an idempotency
        /// key.
        case always
        /// The request is never sent again.
        case never
    }

    /// The time limits of a request. A limit of nil means no limit.
    public struct Timeouts: Hashable, Sendable {
        /// The maximum time to get a connection, including the wait for a free connection. Default:
        /// 10 seconds.
        public var connect: Duration?
        /// The maximum time between two bytes of the response. Default: 30 seconds.
        public var idle: Duration?
        /// The maximum time for the whole request, including redirects, retries and the body of the
        /// response. Default: 2 minutes.
        public var total: Duration?

        /// Creates time limits with defaults.
        public init(
            connect: Duration? = .seconds(10), idle: Duration? = .seconds(30),
            total: Duration? = .seconds(120)
        ) {
            self.connect = connect
            self.idle = idle
            self.total = total
        }
    }
}
