// SPDX-License-Identifier: MIT

import Synchronization
public import VoxServer

/// Remembers the requests that pass, so that a test can say what was sent, and how often.
///
/// ```swift
/// import VoxTesting
///
/// let log = RequestLog()
/// let client = TransportFunction { ClientResponse(.noContent, url: $0.url) }.with(log)
/// _ = try await client.execute(
///     ClientRequest(method: .delete, url: try HTTPURL("http://test.example/notes/1")))
/// print(log.lines)  // prints: ["DELETE /notes/1"]
/// ```
public final class RequestLog: HTTPMiddleware {
    private let seen = Mutex<[ClientRequest]>([])

    /// Makes an empty log.
    public init() {}

    /// The requests, in the order in which they came, with header fields and body.
    public var requests: [ClientRequest] { seen.withLock { $0 } }

    /// The requests in short: method, path and query.
    public var lines: [String] { requests.map { "\($0.method) \($0.url.target)" } }

    /// Forgets what was seen.
    public func clear() { seen.withLock { $0 = [] } }

    /// Remembers the request and passes it on.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        seen.withLock { $0.append(request) }
        return try await next.execute(request)
    }
}
