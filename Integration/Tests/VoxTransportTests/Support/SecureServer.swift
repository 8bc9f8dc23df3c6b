// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Vox

/// A server that speaks TLS, HTTP/2 and HTTP/1.1, and ends streams and connections as a test says.
///
/// It goes on until the process ends (see `withServer`).
final class SecureServer: Sendable {
    typealias Stream = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    typealias Serve = @Sendable (inout Exchange) async throws -> Void

    /// Where the server is, at the name `localhost`.
    let url: HTTPURL
    private let accepted: Counter
    private let received: Counter

    /// How many connections there have been.
    var connections: Int { accepted.value }

    /// How many bytes came out of TLS.
    var bytes: Int { received.value }

    /// Starts a server on a free port of this machine; `serve` is called for each request. A
    /// request whose answer is not ended then is given up: its stream is reset, or its connection
    /// closed. The protocols are those that the server offers by ALPN.
    init(
        _ tls: TLSConfiguration, protocols: [String] = ["h2", "http/1.1"], _ serve: @escaping Serve
    ) async throws {
        var tls = tls
        tls.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: tls)
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        // For answers that are not as long as they say.
        settings.contentLengthValidation = .disabled
        let (accepted, received) = (Counter(), Counter())
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { [settings] connection in
                accepted.add(1)
                return connection.eventLoop.makeCompletedFuture {
                    try connection.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Meter(received))
                }.flatMap {
                    connection.configureCommonHTTPServerPipeline(
                        connectionConfiguration: settings, streamConfiguration: .init()
                    ) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            let stream = try Stream(wrappingChannelSynchronously: channel)
                            Task { try await Self.run(stream, serve) }
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        url = try HTTPURL("https://localhost:\(listener.localAddress?.port ?? 0)/")
        self.accepted = accepted
        self.received = received
    }

    private static func run(_ stream: Stream, _ serve: Serve) async throws {
        try await stream.executeThenClose { inbound, outbound in
            var parts = inbound.makeAsyncIterator()
            while let part = try await parts.next() {
                // What is left of the body before is passed over.
                guard case .head(let head) = part else { continue }
                var exchange = Exchange(
                    head: head, channel: stream.channel, parts: parts, answer: outbound)
                try await serve(&exchange)
                guard exchange.isAnswered else { return }
                parts = exchange.parts
            }
        }
    }

    /// Counts what comes out of TLS.
    private final class Meter: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let bytes: Counter

        init(_ bytes: Counter) { self.bytes = bytes }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes.add(unwrapInboundIn(data).readableBytes)
            context.fireChannelRead(data)
        }
    }
}

extension SecureServer {
    /// What a client asks, and ways to answer it.
    struct Exchange {
        let head: HTTPRequestHead
        /// The stream of HTTP/2; the connection of HTTP/1.1.
        fileprivate let channel: any Channel
        fileprivate var parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
        fileprivate let answer: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
        fileprivate(set) var isAnswered = false

        private var connection: any Channel {
            head.version == .http2 ? channel.parent ?? channel : channel
        }

        /// Some bytes of the request's body; nil at its end.
        mutating func read() async throws -> [UInt8]? {
            switch try await parts.next() {
            case .body(let bytes): return Array(bytes.readableBytesView)
            case .end: return nil
            default: throw ChannelError.inputClosed
            }
        }

        /// Begins a response.
        func begin(_ fields: HTTPHeaders = [:], version: HTTPVersion? = nil) async throws {
            try await answer.write(
                .head(
                    HTTPResponseHead(
                        version: version ?? head.version, status: .ok, headers: fields)))
        }

        /// Sends some bytes of the body, when the connection takes them.
        func write(_ bytes: [UInt8]) async throws {
            try await answer.write(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
        }

        /// Ends the response.
        mutating func end() async throws {
            try await answer.write(.end(nil))
            isAnswered = true
        }

        /// Answers with a text.
        mutating func end(_ text: String) async throws {
            try await begin(["content-length": "\(text.utf8.count)"])
            try await write(Array(text.utf8))
            try await end()
        }

        /// Resets the stream of HTTP/2 with this code.
        func reset(_ code: HTTP2ErrorCode) async throws {
            try await channel.eventLoop.submit { [channel] in
                // From the codec on, for what goes into it is HTTP/1.1.
                try channel.pipeline.syncOperations
                    .context(handlerType: HTTP2FramePayloadToHTTP1ServerCodec.self)
                    .writeAndFlush(
                        NIOAny(HTTP2Frame.FramePayload.rstStream(code)), promise: nil)
            }.get()
        }

        /// Says that no stream after `last` is served on this connection of HTTP/2.
        func goAway(last: HTTP2StreamID = .maxID) async throws {
            try await connection.writeAndFlush(
                HTTP2Frame(
                    streamID: .rootStream,
                    payload: .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil))
            ).get()
        }

        /// Closes the connection as TLS wants it.
        func close() async throws { try await connection.close() }

        /// Closes the connection without a word of TLS, as who cuts it does.
        func cut() async throws {
            try await connection.eventLoop.submit { [connection] in
                try connection.pipeline.syncOperations
                    .context(handlerType: NIOSSLServerHandler.self).close(promise: nil)
            }.get()
        }

        /// Waits until the stream is closed, or the connection of HTTP/1.1.
        func waitForClose() async {
            _ = try? await channel.closeFuture.get()
        }
    }
}
