// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
import Logging
import Vox
import VoxHummingbird

/// Runs a server on a free port of this machine while a test talks to it.
func withServer<Responder: HTTPResponder, Result: Sendable>(
    _ responder: Responder, _ body: @escaping @Sendable (HTTPURL) async throws -> Result
) async throws -> Result where Responder.Context == BasicRequestContext {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let application = Application(
        responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
            continuation.yield(channel.localAddress?.port ?? 0)
            continuation.finish()
        }, logger: logger)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask {
            try await application.run()
            return nil
        }
        group.addTask {
            for await port in ports {
                return try await body(HTTPURL("http://127.0.0.1:\(port)"))
            }
            throw CancellationError()
        }
        defer { group.cancelAll() }
        while let result = try await group.next() {
            if let result { return result }
        }
        throw CancellationError()
    }
}

/// Runs a client as a server.
func withServer<Outcome: Sendable>(
    _ client: any Client, _ body: @escaping @Sendable (HTTPURL) async throws -> Outcome
) async throws -> Outcome {
    try await withServer(
        ClientResponder<BasicRequestContext>(client, maximumBodySize: 1 << 26), body)
}

#endif
