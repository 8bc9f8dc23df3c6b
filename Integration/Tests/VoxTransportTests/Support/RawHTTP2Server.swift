// SPDX-License-Identifier: MIT

import NIOCore
import NIOPosix
import NIOSSL
import Vox

/// A server that speaks TLS, and behind it sends whatever bytes a test says, as HTTP/2. It answers the
/// first request of each connection, and then closes the connection.
///
/// It goes on until the process ends.
final class RawHTTP2Server: Sendable {
    /// The address of the server, at the name `localhost`.
    let url: HTTPURL

    /// Starts a server on a free port of this machine. `answer` makes the bytes for one request. The
    /// settings of the server are sent before it.
    init(_ tls: TLSConfiguration, _ answer: @escaping @Sendable () -> [UInt8]) async throws {
        var tls = tls
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { connection in
                connection.eventLoop.makeCompletedFuture {
                    try connection.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Answering(answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        url = try HTTPURL("https://localhost:\(listener.localAddress?.port ?? 0)/")
    }

    /// Reads frames until the head of a request, and answers it.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private static let prefaceLength = 24
        private static let frameHeadLength = 9

        private let answer: @Sendable () -> [UInt8]
        private var received = ByteBuffer()
        private var isBehindPreface = false
        private var hasResponded = false

        init(_ answer: @escaping @Sendable () -> [UInt8]) { self.answer = answer }

        func channelActive(context: ChannelHandlerContext) {
            write(HTTP2Bytes.frame(.settings, stream: 0), context)
            context.fireChannelActive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasResponded else { return }
            received.writeImmutableBuffer(unwrapInboundIn(data))
            if !isBehindPreface {
                guard received.readSlice(length: Self.prefaceLength) != nil else { return }
                isBehindPreface = true
            }
            while let kind = readFrame() {
                guard kind == HTTP2Bytes.Kind.headers.rawValue else { continue }
                hasResponded = true
                write(answer(), context)
                return context.close(promise: nil)
            }
        }

        /// The type of the next frame; nil where it is not complete.
        private func readFrame() -> UInt8? {
            guard received.readableBytes >= Self.frameHeadLength else { return nil }
            let head = Array(received.readableBytesView.prefix(Self.frameHeadLength))
            let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
            guard received.readSlice(length: Self.frameHeadLength + length) != nil else {
                return nil
            }
            return head[3]
        }

        private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
