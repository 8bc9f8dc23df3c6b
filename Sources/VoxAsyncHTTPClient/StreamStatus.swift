// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP2

/// In an HTTP/2 stream, rejects a `:status` that does not have three digits (RFC 9110, section 15).
///
/// The handler is in front of the codec that translates frames to HTTP/1, because the codec of
/// swift-nio-http2 1.46 traps on a negative number.
final class StreamStatus: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var isBroken = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isBroken { return }
        if case .headers(let frame) = unwrapInboundIn(data),
            let status = frame.headers.first(name: ":status"), !Self.isValid(status)
        {
            isBroken = true
            return context.fireErrorCaught(MalformedResponse.status("\"\(status.prefix(20))\""))
        }
        context.fireChannelRead(data)
    }

    private static func isValid(_ status: String) -> Bool {
        status.utf8.count == 3 && UInt(status).map(ResponseOrder.statuses.contains) ?? false
    }
}
#endif
