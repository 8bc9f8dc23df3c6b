// SPDX-License-Identifier: MIT

import HTTPTypes
public import VoxServer

/// A transport that calls a closure for each request, for example in a test that needs a single
/// response.
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

    /// Creates a transport from a closure.
    public init(_ body: @escaping @Sendable (ClientRequest) async throws -> ClientResponse) {
        self.body = body
    }

    /// Calls the closure.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await body(request)
    }
}
