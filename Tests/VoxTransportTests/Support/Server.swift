// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Vox

/// Runs a handler as a server on a free port of this machine for as long as `body` runs.
func withServer<Outcome: Sendable>(
    _ handler: any Client, _ body: @escaping @Sendable (HTTPURL) async throws -> Outcome
) async throws -> Outcome {
    let (ports, port) = AsyncStream<Int>.makeStream()
    var logger = Logger(label: "server")
    logger.logLevel = .critical
    let server = Application(
        responder: CallbackResponder<BasicRequestContext> { request, _ in
            try await handler.answer(request)
        },
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
        logger: logger)
    return try await withThrowingTaskGroup(of: Outcome?.self) { group in
        group.addTask {
            try await server.run()
            return nil
        }
        group.addTask {
            for await port in ports {
                return try await body(HTTPURL("http://127.0.0.1:\(port)/"))
            }
            throw CancellationError()
        }
        defer { group.cancelAll() }
        while let outcome = try await group.next() {
            if let outcome { return outcome }
        }
        throw CancellationError()
    }
}

extension Client {
    fileprivate func answer(_ request: Hummingbird.Request) async throws -> Hummingbird.Response {
        let url = try HTTPURL("http://\(request.head.authority ?? "")\(request.head.path ?? "/")")
        let body = try await request.body.collect(upTo: 1 << 26)
        let answer = try await execute(
            ClientRequest(
                method: request.method, url: url, headers: request.headers,
                body: Array(body.readableBytesView)))
        let isEmpty = answer.status == .noContent || answer.status == .notModified
        return Response(
            status: answer.status, headers: answer.headers,
            body: isEmpty
                ? .init() : .init(asyncSequence: answer.body.map { ByteBuffer(bytes: $0) }))
    }
}
#endif
