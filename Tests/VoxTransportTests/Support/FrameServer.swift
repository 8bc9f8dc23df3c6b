// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
import NIOCore
import NIOPosix
import NIOSSL
import Vox

/// A server of HTTP/2 that sends frames of which a byte was changed: to its first connection the first
/// case, and so on. It goes on until the process ends (see `withServer`).
final class FrameServer: Sendable {
    /// Where the server is, at the name `localhost`.
    let url: HTTPURL
    /// How many cases there are.
    let count: Int
    private let accepted: Counter

    /// How many connections there have been.
    var connections: Int { accepted.value }

    /// What a server sends first.
    private static let settings = frame(4, 0, 0, [0, 3, 0, 0, 0, 100, 0, 4, 0, 1, 0, 0])

    /// What it answers to the first request: an acknowledgement, a ping, more room, an interim head, a
    /// head, a body in two frames, and a trailer.
    private static let response: [UInt8] =
        frame(4, 1, 0, []) + frame(6, 0, 0, Array(1...8)) + frame(8, 0, 0, [0, 0, 1, 0])
        + frame(1, 4, 1, literal(":status", "103"))
        + frame(1, 4, 1, [0x88] + literal("content-type", "application/json"))
        + frame(0, 0, 1, Array(#"{"data":"#.utf8)) + frame(0, 0, 1, Array("[]}".utf8))
        + frame(1, 5, 1, literal("x-t", "1"))

    private static func frame(
        _ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]
    ) -> [UInt8] {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }

    /// A field that goes into no table (RFC 7541, section 6.2.2).
    private static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)]
            + Array(value.utf8)
    }

    /// Starts a server on a free port of this machine. `say` hears of each case before it is sent.
    init(
        _ tls: TLSConfiguration, seed: UInt64, _ say: @escaping @Sendable (Int) -> Void
    ) async throws {
        var tls = tls
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        let (accepted, numbers) = (Counter(), Counter())
        let greetings = Mutations([Self.settings], seed: seed)
        let responses = Mutations([Self.response], seed: seed)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { connection in
                accepted.add(1)
                return connection.eventLoop.makeCompletedFuture {
                    let number = numbers.next()
                    let isGreeting = number < greetings.count
                    try connection.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context),
                        Frames(
                            greeting: isGreeting ? greetings[number] : Self.settings,
                            response: isGreeting
                                ? Self.response : responses[number - greetings.count]
                        ) { say(number) })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        url = try HTTPURL("https://localhost:\(listener.localAddress?.port ?? 0)/")
        count = greetings.count + responses.count
        self.accepted = accepted
    }

    /// Greets, answers the first request, and closes.
    private final class Frames: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let greeting: [UInt8]
        private let response: [UInt8]
        private let say: () -> Void
        private var received = ByteBuffer()
        private var isAnswered = false

        init(greeting: [UInt8], response: [UInt8], say: @escaping () -> Void) {
            self.greeting = greeting
            self.response = response
            self.say = say
        }

        func channelActive(context: ChannelHandlerContext) {
            say()
            write(greeting, context)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            received.writeBuffer(&bytes)
            guard !isAnswered, hasHeaders else { return }
            isAnswered = true
            write(response, context)
            context.close(promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        /// Whether a frame with the head of a request is there, behind the preface of 24 bytes.
        private var hasHeaders: Bool {
            var index = received.readerIndex + 24
            while let length = received.getBytes(at: index, length: 4) {
                if length[3] == 1 { return true }
                index += 9 + Int(length[0]) << 16 + Int(length[1]) << 8 + Int(length[2])
            }
            return false
        }

        private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }
    }
}
#endif
