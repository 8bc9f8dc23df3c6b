// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import VoxHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Passes only well-ordered responses to AsyncHTTPClient: interim heads, one head, the body, the
/// end.
///
/// AsyncHTTPClient 1.37 relies on this order, and traps if a server violates it. For example,
/// AsyncHTTPClient treats a response with a status below 100 as interim, so the body then has no
/// head. The first part out of order fails the request, and further parts are dropped.
///
/// The handler also detects a kept-alive connection that is closed or reset without a byte of the
/// next response. In this case, the server had closed the connection while the request was on its
/// way.
final class ResponseOrder: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The valid statuses: three digits without a leading zero.
    static let statuses: ClosedRange<UInt> = 100...999

    /// The maximum number of interim responses to one request. Servers need only a few.
    private static let mostInterim = 64

    private enum State {
        /// No final response has arrived. The associated value is the number of interim responses
        /// that have arrived since the request was sent.
        case waiting(interim: Int)
        /// The head of the response has arrived, but its end has not.
        case inBody
        /// The server sent a part of the response out of order.
        case broken
    }

    private var state = State.waiting(interim: 0)
    /// Set for an HTTP/1.1 connection; nil in an HTTP/2 stream, which has only one response.
    private var received: ReceivedBytes?
    private var isAsked = false
    private var hasResponded = false

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let codec = try? pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self) {
            try? pipeline.addHandler(StreamStatus(), position: .before(codec))
            return
        }
        let received = ReceivedBytes()
        guard
            let decoder = try? pipeline.handler(
                type: ByteToMessageHandler<HTTPResponseDecoder>.self),
            (try? pipeline.addHandler(received, position: .before(decoder))) != nil
        else { return }
        self.received = received
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) {
            isAsked = true
            received?.expectResponse()
        }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .broken = state { return }
        do throws(MalformedResponse) {
            try take(unwrapInboundIn(data))
            context.fireChannelRead(data)
        } catch {
            state = .broken
            context.fireErrorCaught(error)
        }
    }

    private func take(_ part: HTTPClientResponsePart) throws(MalformedResponse) {
        switch (state, part) {
        case (.waiting(let interim), .head(let head)):
            state = try Self.state(after: head.status, interim)
        case (.inBody, .body): break
        case (.inBody, .end):
            state = .waiting(interim: 0)
            isAsked = false
            hasResponded = true
        default: throw MalformedResponse(reason: "its parts are not in order")
        }
    }

    private static func state(
        after status: HTTPResponseStatus, _ interim: Int
    ) throws(MalformedResponse) -> State {
        guard statuses.contains(status.code) else { throw .status(status.code) }
        guard status.code < 200, status != .switchingProtocols else { return .inBody }
        guard interim < mostInterim else {
            throw MalformedResponse(
                reason: "more than \(mostInterim) interim responses (1xx) came before it")
        }
        return .waiting(interim: interim + 1)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error as? HTTPParserError == .headerOverflow,
            let received, received.lines > ReceivedBytes.mostFields
        {
            return context.fireErrorCaught(TooManyFields())
        }
        context.fireErrorCaught(
            isKeptConnectionLost && error.isClose ? KeptConnectionLoss(cause: error) : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isKeptConnectionLost {
            context.fireErrorCaught(
                KeptConnectionLoss(cause: HTTPClientError.remoteConnectionClosed))
        }
        context.fireChannelInactive()
    }

    private var isKeptConnectionLost: Bool {
        hasResponded && isAsked && received?.isAny == false
    }

    /// Adds the handler to every connection. Call this function before other handlers for responses
    /// are installed, so that these handlers receive only responses that have passed this handler.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.addHandler(
            after: ByteToMessageHandler<HTTPResponseDecoder>.self,
            orOfStreams: HTTP2FramePayloadToHTTP1ClientCodec.self
        ) { ResponseOrder() }
    }
}

extension Error {
    /// True if the server closed or reset the connection.
    fileprivate var isClose: Bool {
        switch self {
        case let error as IOError: [ECONNRESET, EPIPE].contains(error.errnoCode)
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as ChannelError: [.eof, .ioOnClosedChannel, .alreadyClosed].contains(error)
        // NIOSSL: the connection was closed without a TLS closure alert.
        default: "\(self)" == "uncleanShutdown"
        }
    }
}

/// A response that breaks the rules of HTTP.
struct MalformedResponse: Error {
    let reason: String

    /// A response whose status is not a number of three digits.
    static func status(_ code: some CustomStringConvertible) -> MalformedResponse {
        MalformedResponse(reason: "its status is \(code), and not a number from 100 to 999")
    }
}
#endif
