// SPDX-License-Identifier: MIT

import Synchronization
public import VoxServer

/// Middleware that records requests, so that a test can check which requests were sent and how
/// often.
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

    /// Creates an empty log.
    public init() {}

    /// The recorded requests in order, with header fields and body.
    public var requests: [ClientRequest] { seen.withLock { $0 } }

    /// The method, the path and the query of each recorded request.
    public var lines: [String] { requests.map { "\($0.method) \($0.url.target)" } }

    /// Removes all requests from the log.
    public func clear() { seen.withLock { $0 = [] } }

    /// Records the request and passes it on.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        seen.withLock { $0.append(request) }
        return try await next.execute(request)
    }
}
