// SPDX-License-Identifier: MIT

extension ClientRequest {
    /// Calls functions before a request and after its response.
    ///
    /// ```swift
    /// let hooks = ClientRequest.Hooks(
    ///     before: { request in request.headers[.acceptLanguage] = "en" },
    ///     after: { request, outcome in
    ///         if case .failure(let error) = outcome { print(request.method, error) }
    ///     })
    /// ```
    ///
    /// If a transport has several hooks, `before` of the first hook is called first, and `after` of
    /// the first hook is called last. If `before` throws an error, `after` is not called.
    /// Otherwise, `after` is called once for each request: when the request has failed, or when the
    /// head of the response has arrived, before its body is read.
    public struct Hooks: HTTPMiddleware {
        private let before: @Sendable (inout ClientRequest) async throws -> Void
        private let after:
            @Sendable (ClientRequest, Result<ClientResponse, any Error>) async -> Void

        /// Creates the middleware.
        /// - Parameters:
        ///   - before: may change the request. The caller receives the errors that `before` throws.
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

        /// Calls `before`, sends the request, and calls `after`.
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
}
