// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
public import HummingbirdCore
import NIOCore
import VoxServer

/// The limits at which a service closes the connections of idle or slow clients.
public struct ConnectionLimits: Hashable, Sendable {
    /// The maximum time for which a client may make no progress: between two requests, within the
    /// head of a request, within the body of a request, and while the client receives a response.
    /// The whole head of a request must arrive within this time.
    public var idle: Duration
    /// The minimum rate in bytes per second at which a client must send a body. The rate is an
    /// average over the time ``idle``. A client that sends a body more slowly counts as idle. If
    /// the minimum rate is zero, a client may send at any rate, but at least one byte must arrive
    /// in each period of the length ``idle``.
    public var minimumRate: Int
    /// The time for which connections without a request stay open after the service begins to stop.
    /// If a request arrives before the end of this time, the server sends a response with
    /// `Connection: close`.
    public var drain: Duration
    /// The maximum number of simultaneous connections. At the limit, the server accepts no further
    /// connection, and new clients wait until a connection is closed.
    public var maximumConnections: Int

    /// The default of ``maximumConnections``: three quarters of the file descriptors that the
    /// process may open, but at most 10,000. The remaining file descriptors are for the store, for
    /// logs and for requests to other services.
    public static var defaultMaximumConnections: Int {
        min(max((FileDescriptors.limit ?? .max) / 4 * 3, 1), 10_000)
    }

    /// Creates limits. The defaults are an idle time of 30 seconds, a rate of 256 bytes per second,
    /// a drain time of one second, and ``defaultMaximumConnections``.
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
    /// Returns a server for HTTP/1.0 and HTTP/1.1 that closes the connections of idle or slow
    /// clients.
    ///
    ///     Application(router: router, server: .http1(limits: ConnectionLimits()))
    ///
    /// The server differs from `.http1()` in the following points:
    ///
    /// - A connection of an idle or slow client is closed when the client exceeds a limit. If a
    ///   limit is exceeded within the body of a request, the client first gets a 408 response with
    ///   an error document. The time that the service takes to process a request does not count as
    ///   idle time.
    /// - A response that begins before the end of its request, such as an error response, has
    ///   `Connection: close` and is the last response on its connection. The server discards the
    ///   remaining bytes of the request. The server closes the connection when the client closes
    ///   the connection or exceeds a limit.
    /// - The response to an HTTP/1.0 request without `keep-alive`, or to a request with
    ///   `Connection: close`, is the last response on its connection.
    /// - For a request with `Expect: 100-continue`, the server sends status 100 when the service
    ///   first reads the body. If the service sends an error response without reading the body, the
    ///   server does not send status 100.
    /// - When the service stops (SIGTERM, a graceful shutdown), the server responds with
    ///   `Connection: close` to the requests that it has already received, and to the requests that
    ///   arrive within ``ConnectionLimits/drain``. The server closes each connection after the
    ///   client has read the response. In contrast, the shutdown of Hummingbird itself closes
    ///   connections while requests are running, and can trap while the server accepts a
    ///   connection.
    ///
    /// For TLS, wrap the server: `.tls(.http1(limits: …), tlsConfiguration: …)`.
    ///
    /// - Parameters:
    ///   - limits: the limits of the connections.
    ///   - allowsMethodOverride: whether `X-HTTP-Method-Override` changes a POST request into a
    ///     PUT, PATCH or DELETE request, before any route or middleware sees the request.
    ///   - configuration: further settings of the HTTP server. The `idleTimeout` of this
    ///     configuration is not needed, because the limits close idle connections.
    ///   - clock: the clock for the limits. Tests can pass a manual clock.
    /// - Returns: the builder of the HTTP server.
    public static func http1(
        limits: ConnectionLimits, allowsMethodOverride: Bool = false,
        configuration: HTTP1Channel.Configuration = .init(),
        clock: any Clock<Duration> = ContinuousClock()
    ) -> HTTPServerBuilder {
        let timers = Timers(Stopwatch(clock))
        return HTTPServerBuilder { responder in
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
                gate: ConnectionGate(maximum: limits.maximumConnections), timers: timers)
        }
    }
}

extension Request {
    /// The request with the method of `X-HTTP-Method-Override`, if the request has this field.
    fileprivate var overridden: Request {
        var head = head
        head.applyMethodOverride()
        return Request(head: head, body: body)
    }

    fileprivate var expectsContinue: Bool {
        headers[.expect]?.lowercased() == "100-continue"
    }
}

/// A body that the client sends after a 100 response. The 100 response is sent on the first read.
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
