// SPDX-License-Identifier: MIT

import HTTPTypes
import VoxREST
import VoxTestSupport
import VoxTesting

#if Hummingbird
import Hummingbird
import Logging
import VoxHummingbird
import VoxURLSession

/// Runs a service on a free port of this machine, and a test with a client that talks to it. The clock
/// is that of its time limits; it stands still until a test lets it pass.
///
/// The server goes on until the process ends: NIO traps when one stops while it accepts a
/// connection.
func withLoopback<Outcome: Sendable>(
    _ service: any HTTPTransport, path: String = "", options: RESTOptions = RESTOptions(),
    clock: TestClock = TestClock(),
    _ body: @Sendable (RESTClient) async throws -> Outcome
) async throws -> Outcome {
    let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let application = Application(
        responder: TransportResponder<BasicRequestContext>(service, maximumBodySize: 1 << 26),
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
        logger: logger)
    Task {
        do { try await application.run() } catch { continuation.finish(throwing: error) }
    }
    for try await port in ports {
        return try await body(
            RESTClient(
                "http://127.0.0.1:\(port)\(path)", transport: URLSessionTransport(clock: clock),
                reliability: .timeless,
                options: options))
    }
    throw CancellationError()
}
#endif

/// A client that talks to a service without a network.
func client(
    of service: any HTTPTransport, _ options: RESTOptions = RESTOptions(),
    clock: any Clock<Duration> = ReliabilityOptions.timeless.clock
) throws -> RESTClient {
    var reliability = ReliabilityOptions()
    reliability.clock = clock
    return try RESTClient(
        "https://api.example.com/v1", transport: service, reliability: reliability,
        options: options)
}

extension ClientRequest {
    /// A response to this request.
    func answer(
        _ status: HTTPResponse.Status = .ok, _ body: String = "", _ headers: HTTPFields = [:]
    ) -> ClientResponse {
        var headers = headers
        if !body.isEmpty, headers[.contentType] == nil {
            headers[.contentType] = "application/json; charset=utf-8"
        }
        return ClientResponse(
            head: HTTPResponse(status: status, headerFields: headers), url: url,
            body: ClientResponse.Body(Array(body.utf8)))
    }
}
