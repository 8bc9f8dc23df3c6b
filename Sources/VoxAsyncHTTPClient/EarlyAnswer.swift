// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Sees to answers that are over before the body of their request is, where AsyncHTTPClient 1.37
/// does not:
///
/// - A response below 300. AsyncHTTPClient may finish the request, and then never finds the
///   connection free again. So the end waits until the body has been sent. When the connection
///   closes before, the response counts: it is whole.
/// - Any other. AsyncHTTPClient stops sending, as it should, but reports the end only together with
///   some bytes of the response. So it gets some: none.
final class EarlyAnswer: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var isSending = false
    private var isSuccess = false
    /// The end of a response that waits for the end of its request.
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

    /// The body will not be sent any more.
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

    /// Has every connection see to early responses.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.addHandler(
            after: ByteToMessageHandler<HTTPResponseDecoder>.self,
            orOfStreams: HTTP2FramePayloadToHTTP1ClientCodec.self
        ) { EarlyAnswer() }
    }
}
#endif
