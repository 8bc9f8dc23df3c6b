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

    typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Has every connection send exact targets.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.http1_1ConnectionDebugInitializer = initializer(
            HTTPRequestEncoder.self, then: configuration.http1_1ConnectionDebugInitializer)
        configuration.http2StreamChannelDebugInitializer = initializer(
            HTTP2FramePayloadToHTTP1ClientCodec.self,
            then: configuration.http2StreamChannelDebugInitializer)
    }

    /// Puts the handler before the encoder of a connection, or of a stream of HTTP/2. Called in its
    /// event loop.
    private static func initializer<Encoder: ChannelHandler>(
        _ encoder: Encoder.Type, then next: Initializer?
    ) -> Initializer {
        { channel in
            let added = channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let encoder = try pipeline.handler(type: Encoder.self)
                try pipeline.addHandler(ExactTarget(), position: .after(encoder))
            }
            guard let next else { return added }
            return added.flatMap { next(channel) }
        }
    }
}
#endif
