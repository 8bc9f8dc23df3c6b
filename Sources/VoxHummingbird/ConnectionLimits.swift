// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
public import HummingbirdCore
import NIOCore
import VoxServer

/// How long a client may keep a connection of a service without bringing it forward.
public struct ConnectionLimits: Hashable, Sendable {
    /// The longest time in which a client may bring nothing: between two requests, within the head
    /// of a request (which must be whole in that time), within a body, and while it takes a
    /// response.
    public var idle: Duration
    /// The fewest bytes a second of a body, on average over each ``idle`` time; less counts as
    /// nothing. Zero for clients that may be as slow as they like, as long as something comes.
    public var minimumRate: Int
    /// How long a connection without a request stays open once the service was told to stop: a
    /// request that is on its way then is answered, with `Connection: close`.
    public var drain: Duration
    /// The most connections at once. At the limit no further connection is accepted: new clients
    /// wait until one is closed.
    public var maximumConnections: Int

    /// Three quarters of the file descriptors that the process may open, at most 10,000. The rest
    /// is for the store, for logs and for requests to other services.
    public static var defaultMaximumConnections: Int {
        min(max((FileDescriptors.limit ?? .max) / 4 * 3, 1), 10_000)
    }

    /// 30 seconds, 256 bytes a second, one second to drain, and ``defaultMaximumConnections``,
    /// unless something else is said.
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
    /// A server of HTTP/1.0 and HTTP/1.1 whose clients cannot keep connections for nothing.
    ///
    ///     Application(router: router, server: .http1(limits: ConnectionLimits()))
    ///
    /// What it does beyond `.http1()`:
    ///
    /// - A connection that brings nothing, or too little, is closed at the limit. Who is within a
    ///   body is responded with 408 and an error document before. The time that the service itself
    ///   takes does not count.
    /// - A response that begins before its request has come whole, as a refusal does, is the last
    ///   one: it says `Connection: close`. What still comes is thrown away, and the connection is
    ///   closed when the client closes it, or at the limit.
    /// - A request of HTTP/1.0 without `keep-alive` is the last one, too; so is one that says
    ///   `close`.
    /// - `Expect: 100-continue` is responded with 100 as soon as the body is asked for; a refusal
    ///   that does not ask for it goes out instead.
    /// - A service that is told to stop (SIGTERM, a graceful shutdown) answers what it has received
    ///   and what comes within ``ConnectionLimits/drain``, says `Connection: close` each time, and
    ///   closes a connection when its client has read the response. Hummingbird alone closes
    ///   connections under requests that are on their way, and can trap while it accepts one.
    ///
    /// It is put in TLS with `.tls(.http1(limits: …), tlsConfiguration: …)`.
    ///
    /// - Parameters:
    ///   - limits: how long a client may take.
    ///   - allowsMethodOverride: whether `X-HTTP-Method-Override` makes a PUT, PATCH or DELETE of a
    ///     POST, before any route or middleware sees the request.
    ///   - configuration: what else there is to say. Its own `idleTimeout` is not needed.
    /// - Returns: what makes the server.
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
    /// The request with the method that it means.
    fileprivate var overridden: Request {
        var head = head
        head.applyMethodOverride()
        return Request(head: head, body: body)
    }

    fileprivate var expectsContinue: Bool {
        headers[.expect]?.lowercased() == "100-continue"
    }
}

/// A body that the client sends when it is told to go on: on the first read.
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
