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

/// Hands on to AsyncHTTPClient only what a response consists of, in its order: interim heads, one head,
/// the body, the end. AsyncHTTPClient 1.37 relies on that order, and traps where a server breaks it: a
/// status below 100 counts as an interim one there, so the body behind it has no head.
///
/// The first part that is out of order fails the request; what follows it is dropped.
///
/// It also sees when a connection that had answered before is closed or reset without a byte of the next
/// response: the server had closed it while the request was on its way.
final class ResponseOrder: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The statuses that a head may have: three digits, the first of which is not zero.
    static let statuses: ClosedRange<UInt> = 100...999

    /// The most interim responses to one request. No server needs more than a few.
    private static let mostInterim = 64

    private enum State {
        /// No response has come since the request was sent; so many interim ones have.
        case waiting(interim: Int)
        /// A head has come, and its end has not.
        case inBody
        /// A part was out of order.
        case broken
    }

    private var state = State.waiting(interim: 0)
    /// Of a connection of HTTP/1.1; nil in a stream of HTTP/2, which has one response.
    private var received: ReceivedBytes?
    private var isAsked = false
    private var hasAnswered = false

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
            received?.isAny = false
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
            hasAnswered = true
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
        hasAnswered && isAsked && received?.isAny == false
    }

    /// Has every connection see to the order of responses. To be called before others add handlers, for
    /// those stand in front of this one.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.addHandler(
            after: ByteToMessageHandler<HTTPResponseDecoder>.self,
            orOfStreams: HTTP2FramePayloadToHTTP1ClientCodec.self
        ) { ResponseOrder() }
    }
}

/// Sees whether the server has sent any byte since the last request. The decoder behind it reports only
/// whole heads.
private final class ReceivedBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var isAny = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isAny = true
        context.fireChannelRead(data)
    }
}

extension Error {
    /// True when the server closed the connection, or reset it.
    fileprivate var isClose: Bool {
        switch self {
        case let error as IOError: [ECONNRESET, EPIPE].contains(error.errnoCode)
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as ChannelError: [.eof, .ioOnClosedChannel, .alreadyClosed].contains(error)
        // Of NIOSSL: closed without the farewell of TLS.
        default: "\(self)" == "uncleanShutdown"
        }
    }
}

/// A response that breaks the rules of HTTP.
struct MalformedResponse: Error {
    let reason: String

    /// A response whose status is no number of three digits.
    static func status(_ code: some CustomStringConvertible) -> MalformedResponse {
        MalformedResponse(reason: "its status is \(code), and not a number from 100 to 999")
    }
}
#endif
