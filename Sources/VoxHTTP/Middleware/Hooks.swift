// SPDX-License-Identifier: MIT

/// Calls functions before a request and after its response.
///
/// ```swift
/// let hooks = Hooks(
///     before: { request in request.headers[.acceptLanguage] = "en" },
///     after: { request, outcome in
///         if case .failure(let error) = outcome { print(request.method, error) }
///     })
/// ```
///
/// With several hooks, `before` of the first is called first, and its `after` last. `after` is
/// called once for each request whose `before` did not throw. The call comes after an error, or
/// after the head of the response and before its body is read.
public struct Hooks: HTTPMiddleware {
    private let before: @Sendable (inout ClientRequest) async throws -> Void
    private let after: @Sendable (ClientRequest, Result<ClientResponse, any Error>) async -> Void

    /// Creates the middleware.
    /// - Parameters:
    ///   - before: may change the request. The caller receives the errors that it throws.
    ///   - after: receives the request that was sent, and its outcome.
    public init(
        before: @escaping @Sendable (inout ClientRequest) async throws -> Void = { _ in },
        after:
            @escaping @Sendable (ClientRequest, Result<ClientResponse, any Error>) async -> Void =
            { _, _ in }
    ) {
        self.before = before
        self.after = after
    }

    /// Sends the request between the two functions.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        var request = request
        try await before(&request)
        do {
            let response = try await next.execute(request)
            await after(request, .success(response))
            return response
        } catch {
            await after(request, .failure(error))
            throw error
        }
    }
}
