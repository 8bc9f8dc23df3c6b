// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
import HummingbirdCore
import Logging
import Vox
import VoxHummingbird
import VoxTestSupport

/// Runs a server on a free port of this machine and a test that talks to it.
///
/// The server goes on until the process ends: NIO traps when a server stops while it accepts a
/// connection, and a client may open one more than it needs just as the test is over.
///
/// Its time limits are never reached, for its clock stands still. The origin is its address without
/// the port.
func withServer<Responder: HTTPResponder, Outcome: Sendable>(
    _ responder: Responder,
    over server: HTTPServerBuilder = .http1(limits: ConnectionLimits(), clock: TestClock()),
    at origin: String = "http://127.0.0.1", _ body: @Sendable (HTTPURL) async throws -> Outcome
) async throws -> Outcome where Responder.Context == BasicRequestContext {
    let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let application = Application(
        responder: responder, server: server,
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
        logger: logger)
    Task {
        do { try await application.run() } catch { continuation.finish(throwing: error) }
    }
    for try await port in ports { return try await body(HTTPURL("\(origin):\(port)")) }
    throw CancellationError()
}

/// Runs a client as a server.
func withServer<Outcome: Sendable>(
    _ client: any HTTPTransport, _ body: @Sendable (HTTPURL) async throws -> Outcome
) async throws -> Outcome {
    try await withServer(
        TransportResponder<BasicRequestContext>(client, maximumBodySize: 1 << 26), body)
}

#endif
