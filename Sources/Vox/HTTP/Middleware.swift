// SPDX-License-Identifier: MIT

/// Stands between the caller and a client: sees each request before it is sent and each answer
/// before it is read, and may change, repeat, answer or refuse.
///
/// ```swift
/// struct Language: Middleware {
///     func intercept(_ request: ClientRequest, next: any Client) async throws -> ClientResponse {
///         var request = request
///         request.headers[.acceptLanguage] = "en"
///         return try await next.execute(request)
///     }
/// }
/// ```
public protocol Middleware: Sendable {
    /// Handles a request; `next` is the rest of the chain, to be called as often as is right.
    func intercept(_ request: ClientRequest, next: any Client) async throws -> ClientResponse
}

extension Client {
    /// This client behind middleware. The first of them sees a request first and its answer last.
    public func with(_ middleware: any Middleware...) -> any Client {
        with(middleware)
    }

    /// This client behind a list of middleware.
    public func with(_ middleware: [any Middleware]) -> any Client {
        middleware.reversed().reduce(self as any Client) { Intercepted(middleware: $1, next: $0) }
    }
}

private struct Intercepted: Client {
    let middleware: any Middleware
    let next: any Client

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await middleware.intercept(request, next: next)
    }
}
