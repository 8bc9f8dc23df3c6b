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

/// Middleware that carries a request in a task of its own: whoever waits for the answer can stop at any
/// time, and needs no task between.
protocol Carrier: Middleware {
    /// Begins to carry a request, and settles the outcome with the answer.
    /// - Returns: what says that nobody waits any more.
    func begin(
        _ request: ClientRequest, next: any Client, for outcome: Outcome<ClientResponse>
    ) -> @Sendable () -> Void
}

extension Client {
    /// Begins to carry a request, and settles the outcome with the answer, in a task that ends when it
    /// likes.
    /// - Returns: what says that nobody waits any more.
    func begin(
        _ request: ClientRequest, for outcome: Outcome<ClientResponse>
    ) -> @Sendable () -> Void {
        if let step = self as? Intercepted, let carrier = step.carrier {
            return carrier.begin(request, next: step.next, for: outcome)
        }
        return Task.atOnce { await outcome.settle { try await execute(request) } }.cancel
    }
}

private struct Intercepted: Client {
    let middleware: any Middleware
    let carrier: (any Carrier)?
    let next: any Client

    init(middleware: any Middleware, next: any Client) {
        self.middleware = middleware
        carrier = middleware as? any Carrier
        self.next = next
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await middleware.intercept(request, next: next)
    }
}
