// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport
import VoxURLSession

/// What the suite runs over.
enum Transport: CaseIterable, Codable, Sendable {
    case asyncHTTPClient, urlSession, inMemory
    /// AsyncHTTPClient once more: over TLS, where it speaks HTTP/2.
    case http2

    /// Those that servers on bare sockets can speak to.
    static let onNetwork: [Transport] = [.asyncHTTPClient, .urlSession]

    /// A client of this kind for servers on bare sockets. Its time limits are never reached, for its
    /// clock stands still.
    func client(clock: any Clock<Duration> = TestClock()) -> any HTTPTransport {
        switch self {
        case .asyncHTTPClient: AsyncHTTPClientTransport(clock: clock)
        case .urlSession: URLSessionTransport(clock: clock)
        case .inMemory, .http2: Handler { $0.answer(.notImplemented) }
        }
    }

    /// Runs `body` with a client that reaches the handler, and the address it is at.
    func with<Outcome: Sendable>(
        _ handler: Handler,
        _ body: @escaping @Sendable (any HTTPTransport, HTTPURL) async throws -> Outcome
    ) async throws -> Outcome {
        switch self {
        case .asyncHTTPClient, .urlSession:
            return try await withServer(handler) { try await body(client(), $0) }
        case .inMemory:
            return try await body(handler, HTTPURL("http://127.0.0.1/"))
        case .http2:
            let authority = try Authority.shared.get()
            return try await withServer(handler, tls: authority.server()) {
                try await body(authority.transport(), $0)
            }
        }
    }
}
