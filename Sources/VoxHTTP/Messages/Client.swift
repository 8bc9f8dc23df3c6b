// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Carries requests to a server: a transport, or a transport with ``Middleware`` before it.
///
/// A client does what it is told and no more: it follows no redirect, repeats nothing, keeps no
/// cookies and caches nothing. All of that is middleware, the same for every transport.
///
/// The body of the answer may be read later than the call returns, and once. Dropping it unread ends
/// the transfer; so does cancelling the task that waits.
public protocol Client: Sendable {
    /// Sends a request and gives the answer as soon as its head is there.
    /// - Throws: what went wrong before there was a head: ``RequestError``, `CancellationError`, or an
    ///   error of the transport's own. A status is never an error here.
    func execute(_ request: ClientRequest) async throws -> ClientResponse
}

/// A request as a client sends it.
public struct ClientRequest: Sendable {
    /// Method, scheme, authority, path with query, and header fields. The path is sent byte for byte;
    /// only what RFC 3986 has no place for, such as brackets in a query, a transport may
    /// percent-encode.
    public var head: HTTPRequest

    /// The body; nil for none, which is not the same as an empty one.
    public var body: [UInt8]?

    /// How long to wait for what.
    public var timeouts: Timeouts

    /// How large the answer may be.
    public var limits: ResponseLimits

    /// Whether the request may be sent again when it is not known what became of it.
    public var repeatability: Repeatability

    /// Whether redirects are followed; if not, the answer is the redirect itself. Default: true.
    public var followsRedirects: Bool

    /// Whether an equal request that is under way may answer this one too. Default: true.
    public var sharesTransfer: Bool

    /// Told how many bytes of the body have left, where the transport knows. Default: nobody.
    public var uploadProgress: (@Sendable (Int) -> Void)?

    /// What the caller gave along: passed to the client untouched, sent to nobody.
    public var userInfo: [String: any Sendable]

    /// Makes a request.
    public init(
        method: HTTPRequest.Method, url: HTTPURL, headers: HTTPFields = [:], body: [UInt8]? = nil
    ) {
        head = HTTPRequest(
            method: method, scheme: url.scheme.rawValue, authority: url.authority, path: url.target,
            headerFields: headers)
        self.body = body
        timeouts = Timeouts()
        limits = ResponseLimits()
        repeatability = .byMethod
        followsRedirects = true
        sharesTransfer = true
        uploadProgress = nil
        userInfo = [:]
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
    public var connect: Duration? = .seconds(10)
    /// For the next byte of the answer. Default: 30 seconds.
    public var idle: Duration? = .seconds(30)
    /// For everything: redirects, repetitions and the whole body. Default: 2 minutes.
    public var total: Duration? = .seconds(120)

    /// The defaults.
    public init() {}
}

/// An answer, whose body may still be on its way.
public struct ClientResponse: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse

    /// Where the answer came from: the address of the request, or of the last redirect. Relative
    /// links resolve against it.
    public var url: HTTPURL

    /// The body, decompressed.
    public var body: ResponseBody

    /// How often the request was sent for this answer. After more than once an answer can be the
    /// echo of an earlier sending: 404 to a DELETE that had worked, 409 to a create that had.
    public var attempts = 1

    /// Makes an answer.
    public init(head: HTTPResponse, url: HTTPURL, body: ResponseBody = ResponseBody()) {
        self.head = head
        self.url = url
        self.body = body
    }

    /// The status.
    public var status: HTTPResponse.Status { head.status }

    /// The header fields.
    public var headers: HTTPFields { head.headerFields }
}
