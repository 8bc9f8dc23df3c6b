// SPDX-License-Identifier: MIT

import HTTPTypes
public import VoxServer

/// A client that calls a closure, for a test that needs a single response.
///
/// ```swift
/// import VoxTesting
///
/// let client = TransportFunction { request in
///     ClientResponse(.noContent, url: request.url)
/// }
/// ```
public struct TransportFunction: HTTPTransport {
    private let body: @Sendable (ClientRequest) async throws -> ClientResponse

    /// Creates a client from a closure.
    public init(_ body: @escaping @Sendable (ClientRequest) async throws -> ClientResponse) {
        self.body = body
    }

    /// Calls the closure.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await body(request)
    }
}
