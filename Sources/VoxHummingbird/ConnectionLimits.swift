// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
public import HummingbirdCore
import NIOCore
import VoxServer

/// The limits that close connections of idle or slow clients of a service.
public struct ConnectionLimits: Hashable, Sendable {
    /// The maximum time in which a client makes no progress: between two requests, within the head
    /// of a request, within a body, and while it receives a response. The whole head of a request
    /// must arrive within this time.
    public var idle: Duration
    /// The minimum rate of a body in bytes a second, as the average of each ``idle`` period. A
    /// slower body counts as idle. With zero, a client may send as slowly as it likes, as long as
    /// some bytes arrive in each period.
    public var minimumRate: Int
    /// How long connections without a request stay open after the service begins to stop. A request
    /// that arrives within this time gets a response, with `Connection: close`.
    public var drain: Duration
    /// The maximum number of simultaneous connections. At the limit, the server accepts no further
    /// connection, and new clients wait until one is closed.
    public var maximumConnections: Int

    /// Three quarters of the file descriptors that the process may open, at most 10,000. The rest
    /// is for the store, for logs and for requests to other services.
    public static var defaultMaximumConnections: Int {
        min(max((FileDescriptors.limit ?? .max) / 4 * 3, 1), 10_000)
    }

    /// Creates limits. The defaults are 30 seconds, 256 bytes a second, one second to drain, and
    /// ``defaultMaximumConnections``.
    public init(
        idle: Duration = .seconds(30), minimumRate: Int = 256, drain: Duration = .seconds(1),
        maximumConnections: Int = Self.defaultMaximumConnections
    ) {
        self.maximumConnections = maximumConnections
        self.idle = idle
        self.minimumRate = minimumRate
        self.drain = drain
    }
}

extension HTTPServerBuilder {
    /// Returns an HTTP/1.0 and HTTP/1.1 server that closes connections of idle or slow clients.
    ///
    ///     Application(router: router, server: .http1(limits: ConnectionLimits()))
    ///
    /// It differs from `.http1()` in the following points:
    ///
    /// - A connection that is idle, or too slow, is closed at the limit. Within the body of a
    ///   request, the client first gets a 408 response with an error document. The time that the
    ///   service itself takes does not count.
    /// - A response that begins before the end of its request, such as an error response, is the
    ///   last of its connection and has `Connection: close`. The rest of the request is discarded.
    ///   The connection is closed when the client closes it, or at the limit.
    /// - The response to an HTTP/1.0 request without `keep-alive`, or to a request with
    ///   `Connection: close`, is also the last of its connection.
    /// - For a request with `Expect: 100-continue`, the server sends 100 when the body is first
    ///   read. If the service sends an error response without reading the body, no 100 is sent.
    /// - When the service stops (SIGTERM, a graceful shutdown), it responds to the requests that it
    ///   has received and to those that arrive within ``ConnectionLimits/drain``, with
    ///   `Connection: close`. It closes each connection after the client has read the response.
    ///   Hummingbird alone closes connections while requests are running, and can trap while it
    ///   accepts one.
    ///
    /// For TLS, wrap it: `.tls(.http1(limits: …), tlsConfiguration: …)`.
    ///
    /// - Parameters:
    ///   - limits: the limits of the connections.
    ///   - allowsMethodOverride: whether `X-HTTP-Method-Override` changes a POST into a PUT, PATCH
    ///     or DELETE, before any route or middleware sees the request.
    ///   - configuration: further settings. Its own `idleTimeout` is not needed.
    /// - Returns: the builder of the server.
    public static func http1(
        limits: ConnectionLimits, allowsMethodOverride: Bool = false,
        configuration: HTTP1Channel.Configuration = .init()
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            LimitedHTTP1Channel(
                limits: limits,
                base: HTTP1Channel(
                    responder: { request, writer, channel in
                        var request = allowsMethodOverride ? request.overridden : request
                        if request.expectsContinue {
                            request.body = RequestBody(
                                asyncSequence: ExpectedBody(body: request.body, channel: channel))
                        }
                        try await responder(request, writer, channel)
                    }, configuration: configuration),
                gate: ConnectionGate(maximum: limits.maximumConnections))
        }
    }
}

extension Request {
    /// The request with the method of `X-HTTP-Method-Override`, if it has that field.
    fileprivate var overridden: Request {
        var head = head
        head.applyMethodOverride()
        return Request(head: head, body: body)
    }

    fileprivate var expectsContinue: Bool {
        headers[.expect]?.lowercased() == "100-continue"
    }
}

/// A body that the client sends after a 100 response, which is sent on the first read.
private struct ExpectedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: body.makeAsyncIterator(), channel: channel)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var chunks: RequestBody.AsyncIterator
        var channel: (any Channel)?

        mutating func next() async throws -> ByteBuffer? {
            channel?.triggerUserOutboundEvent(BodyWanted(), promise: nil)
            channel = nil
            return try await chunks.next()
        }
    }
}

#endif
