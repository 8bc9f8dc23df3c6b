// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Handles responses that end before the body of their request. AsyncHTTPClient 1.37 does not
/// handle them correctly:
///
/// - A response below 300: AsyncHTTPClient may finish the request, and then never marks the
///   connection as free. Therefore this handler delays the end of the response until the body has
///   been sent.
/// - A response below 300, after which the connection closes before the body has been sent:
///   AsyncHTTPClient drops the response. Therefore this handler delays a response that arrives as a
///   whole. If the connection closes, AsyncHTTPClient gets the response with a status that is
///   ``closing`` higher, and handles it like the refusals below. The receiver restores the status.
/// - Any other response: AsyncHTTPClient stops sending, which is correct, but reports the end only
///   together with a body part of the response. Therefore this handler adds an empty body part.
final class EarlyResponse: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The number that is added to the status of a success that ends the connection. A server cannot
    /// send such a status, because ``ResponseOrder`` refuses it.
    static let closing: UInt = 1000

    private var isSending = false
    private var isSuccess = false
    /// The parts of a success that has arrived while the body is being sent.
    private var held: [HTTPClientResponsePart] = []
    /// The end of a response, delayed until the end of its request.
    private var end: HTTPClientResponsePart?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: isSending = true
        case .body: break
        case .end: isSending = false
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard !isSending, end != nil || !held.isEmpty else { return }
        passHeld(context)
        if let end = end.take() { context.fireChannelRead(wrapInboundOut(end)) }
        context.fireChannelReadComplete()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if !held.isEmpty { return held.append(part) }
        switch part {
        case .head(let head):
            isSuccess = head.status.code < 300
            if isSending, isSuccess, head.status.code >= 200 {
                held = [part]
            } else {
                context.fireChannelRead(data)
            }
        case .body: context.fireChannelRead(data)
        case .end(let trailers):
            if isSending, isSuccess {
                end = .end(trailers)
            } else {
                finish(context, data)
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A response that arrives bit by bit is passed on, so that the program can read it.
        if !isHeldWhole { passHeld(context) }
        context.fireChannelReadComplete()
    }

    private var isHeldWhole: Bool { if case .end? = held.last { true } else { false } }

    private func passHeld(_ context: ChannelHandlerContext) {
        let parts = held
        held = []
        for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        releaseEnd(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        releaseEnd(context)
        context.fireChannelInactive()
    }

    /// Passes the delayed parts on, because the rest of the body will not be sent.
    private func releaseEnd(_ context: ChannelHandlerContext) {
        if isHeldWhole, case .head(var head)? = held.first {
            end = held.removeLast()
            head.status = HTTPResponseStatus(
                statusCode: Int(head.status.code + Self.closing),
                reasonPhrase: head.status.reasonPhrase)
            held[0] = .head(head)
        }
        passHeld(context)
        if let end = end.take() { finish(context, wrapInboundOut(end)) }
    }

    private func finish(_ context: ChannelHandlerContext, _ end: NIOAny) {
        if isSending {
            isSending = false
            context.fireChannelRead(wrapInboundOut(.body(ByteBuffer())))
        }
        context.fireChannelRead(end)
    }

    /// Adds the handler to every connection.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.addHandler(
            after: ByteToMessageHandler<HTTPResponseDecoder>.self,
            orOfStreams: HTTP2FramePayloadToHTTP1ClientCodec.self
        ) { EarlyResponse() }
    }
}
#endif
