// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
import HTTPTypes
import Vox
import VoxAsyncHTTPClient
import VoxURLSession

/// What the suite runs over.
enum Transport: CaseIterable, Sendable {
    case asyncHTTPClient, urlSession, inMemory

    /// Those with a network between.
    static let onNetwork: [Transport] = [.asyncHTTPClient, .urlSession]

    /// A client of this kind for servers on sockets.
    func client() -> any Client {
        switch self {
        case .asyncHTTPClient: AsyncHTTPClientTransport()
        case .urlSession: URLSessionTransport()
        case .inMemory: Handler { $0.answer(.notImplemented) }
        }
    }

    /// Runs `body` with a client that reaches the handler, and the address it is at.
    func with<Outcome: Sendable>(
        _ handler: Handler,
        _ body: @escaping @Sendable (any Client, HTTPURL) async throws -> Outcome
    ) async throws -> Outcome {
        if self == .inMemory { return try await body(handler, HTTPURL("http://127.0.0.1/")) }
        return try await withServer(handler) { try await body(client(), $0) }
    }
}
#endif
