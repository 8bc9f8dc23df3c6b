// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Sends path and query byte for byte where Foundation's URL, which is how AsyncHTTPClient takes an
/// address, has them percent-encoded: brackets, for instance.
///
/// The exact text goes along as a field of the request. This handler stands before the encoder of a
/// connection, takes the field out and puts the text in its place.
final class ExactTarget: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The name of the field. No request can have one of its own, and it never leaves.
    static let field = "Vox-Exact-Target"

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data),
            let target = head.headers.first(name: Self.field)
        else { return context.write(data, promise: promise) }
        head.headers.remove(name: Self.field)
        head.uri = target
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Has every connection send exact targets.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.addHandler(
            after: HTTPRequestEncoder.self, orOfStreams: HTTP2FramePayloadToHTTP1ClientCodec.self
        ) { ExactTarget() }
    }
}
#endif
