// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Sends path and query byte for byte. AsyncHTTPClient uses Foundation's URL, which percent-encodes
/// some characters, such as brackets.
///
/// The exact text is stored in a header field of the request. In front of the encoder of a
/// connection, this handler removes the field and sends its text as the target.
final class ExactTarget: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The name of the field. A request cannot have a field with this name, and the field is never
    /// sent.
    static let field = "Vox-Exact-Target"

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data),
            let target = head.headers.first(name: Self.field)
        else { return context.write(data, promise: promise) }
        head.headers.remove(name: Self.field)
        head.uri = target
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Adds the handler to every connection.
    static func install(in configuration: inout HTTPClient.Configuration) {
        configuration.addHandler(
            after: HTTPRequestEncoder.self, orOfStreams: HTTP2FramePayloadToHTTP1ClientCodec.self
        ) { ExactTarget() }
    }
}
#endif
