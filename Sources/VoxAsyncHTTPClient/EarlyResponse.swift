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
///   been sent. If the connection closes before the body has been sent, the response counts as
///   complete.
/// - Any other response: AsyncHTTPClient stops sending, which is correct, but reports the end only
///   together with a body part of the response. Therefore this handler adds an empty body part.
final class EarlyResponse: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var isSending = false
    private var isSuccess = false
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
        guard !isSending, let end = end.take() else { return }
        context.fireChannelRead(wrapInboundOut(end))
        context.fireChannelReadComplete()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isSuccess = head.status.code < 300
            context.fireChannelRead(data)
        case .body: context.fireChannelRead(data)
        case .end(let trailers):
            if isSending, isSuccess {
                end = .end(trailers)
            } else {
                finish(context, data)
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        releaseEnd(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        releaseEnd(context)
        context.fireChannelInactive()
    }

    /// Passes the delayed end on, because the rest of the body will not be sent.
    private func releaseEnd(_ context: ChannelHandlerContext) {
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
