// SPDX-License-Identifier: MIT

import HTTPTypes
public import VoxServer

/// A client that is a closure: for the one answer that a test is about.
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

    /// Makes a client of a closure.
    public init(_ body: @escaping @Sendable (ClientRequest) async throws -> ClientResponse) {
        self.body = body
    }

    /// Calls the closure.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await body(request)
    }
}
