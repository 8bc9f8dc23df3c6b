// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A request as a client sends it.
public struct ClientRequest: Sendable {
    /// Method, scheme, authority, path with query, and header fields. The path is sent byte for
    /// byte; only what RFC 3986 has no place for, such as brackets in a query, a transport may
    /// percent-encode.
    public var head: HTTPRequest

    /// The body: bytes, or a source of them; nil for none, which is not the same as an empty one.
    public var content: ClientRequestBody?

    /// How long to wait for what.
    public var timeouts: Timeouts

    /// How large the response may be.
    public var limits: ClientRequest.Limits

    /// Whether the request may be sent again when it is not known what became of it.
    public var repeatability: Repeatability

    /// Whether redirects are followed; if not, the response is the redirect itself. Default: true.
    public var followsRedirects: Bool

    /// True where a redirect that makes a GET of a POST, without saying that it was carried out
    /// (301, 302), is refused.
    package var refusesMethodChange = false

    /// Whether an equal request that is under way may answer this one too. Default: true.
    public var allowsCoalescing: Bool

    /// Told how many bytes of the body have left, where the transport knows. Default: nobody.
    public var uploadProgress: (@Sendable (Int) -> Void)?

    /// What the caller gave along: passed to the client untouched, sent to nobody.
    public var userInfo: [String: any Sendable]

    /// Makes a request, whose body is bytes or none.
    public init(
        method: HTTPRequest.Method, url: HTTPURL, headers: HTTPFields = [:], body: [UInt8]? = nil
    ) {
        head = HTTPRequest(
            method: method, scheme: url.scheme.rawValue, authority: url.authority, path: url.target,
            headerFields: headers)
        content = body.map { ClientRequestBody($0) }
        timeouts = Timeouts()
        limits = ClientRequest.Limits()
        repeatability = .byMethod
        followsRedirects = true
        allowsCoalescing = true
        uploadProgress = nil
        userInfo = [:]
    }

    /// Makes a request with a body of any kind, and with its `Content-Type` unless the header
    /// fields have one.
    public init(
        method: HTTPRequest.Method, url: HTTPURL, headers: HTTPFields = [:],
        sending content: ClientRequestBody
    ) {
        self.init(method: method, url: url, headers: headers)
        self.content = content
        if let type = content.contentType, self.headers[.contentType] == nil {
            self.headers[.contentType] = type
        }
    }

    /// The bytes of the body: nil for none, and for a ``content`` that is not in memory.
    public var body: [UInt8]? {
        get { content?.bytes }
        set { content = newValue.map { ClientRequestBody($0) } }
    }

    /// Where the request goes.
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

/// Whether a request may be sent again when it is not known what became of it.
public enum Repeatability: Hashable, Sendable {
    /// GET, HEAD, PUT, DELETE and OPTIONS may (RFC 9110, section 9.2.2), others may not.
    case byMethod
    /// It may, whatever the method: it carries an idempotency key, or the caller said so.
    case always
    /// It may not.
    case never
}

/// How long a request waits for what. Nil waits for ever.
public struct Timeouts: Hashable, Sendable {
    /// For a connection, the wait for one that is free included. Default: 10 seconds.
    public var connect: Duration?
    /// For the next byte of the response. Default: 30 seconds.
    public var idle: Duration?
    /// For everything: redirects, repetitions and the whole body. Default: 2 minutes.
    public var total: Duration?

    /// Makes limits: those that are not said are the defaults.
    public init(
        connect: Duration? = .seconds(10), idle: Duration? = .seconds(30),
        total: Duration? = .seconds(120)
    ) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}
