// SPDX-License-Identifier: MIT

/// Code between the caller and a transport. Middleware receives each request before it is sent, and
/// each response before its body is read. Middleware may change a request, send it several times,
/// respond to it, or refuse it.
///
/// ```swift
/// struct Language: HTTPMiddleware {
///     func intercept(_ request: ClientRequest, next: any HTTPTransport) async throws -> ClientResponse {
///         var request = request
///         request.headers[.acceptLanguage] = "en"
///         return try await next.execute(request)
///     }
/// }
/// ```
public protocol HTTPMiddleware: Sendable {
    /// Handles a request. `next` is the rest of the chain, and may be called any number of times.
    func intercept(_ request: ClientRequest, next: any HTTPTransport) async throws -> ClientResponse
}

/// Middleware that changes the method, the path or the media type of requests. Before a server
/// reads the body of a request, the server calls `rewritten(_:)` through its ``MountedTransport``.
package protocol RewritingMiddleware: HTTPMiddleware {
    /// Returns the request that the middleware passes on.
    func rewritten(_ request: ClientRequest) -> ClientRequest
}

extension HTTPTransport {
    /// Returns this transport with middleware. The first middleware of the list is the first to
    /// receive a request and the last to receive its response.
    public func with(_ middleware: any HTTPMiddleware...) -> any HTTPTransport {
        with(middleware)
    }

    /// Returns this transport with a list of middleware.
    public func with(_ middleware: [any HTTPMiddleware]) -> any HTTPTransport {
        middleware.reversed().reduce(self as any HTTPTransport) {
            Intercepted(middleware: $1, next: $0)
        }
    }
}

/// Middleware that runs a request in a task of its own. A caller can stop waiting for the response
/// at any time, and needs no further task for this.
protocol Carrier: HTTPMiddleware {
    /// Starts a request, and settles the outcome with the response.
    /// - Returns: a function that ends the wait.
    func begin(
        _ request: ClientRequest, next: any HTTPTransport, for outcome: Outcome<ClientResponse>
    ) -> @Sendable () -> Void
}

extension HTTPTransport {
    /// Starts a request in a task of its own, and settles the outcome with the response.
    /// - Returns: a function that ends the wait.
    func begin(
        _ request: ClientRequest, for outcome: Outcome<ClientResponse>
    ) -> @Sendable () -> Void {
        if let step = self as? Intercepted, let carrier = step.carrier {
            return carrier.begin(request, next: step.next, for: outcome)
        }
        return Task.atOnce { await outcome.settle { try await execute(request) } }.cancel
    }
}

/// A transport that a server calls. The server may call the functions of this protocol before
/// the server reads the body of the request.
package protocol MountedTransport: HTTPTransport {
    /// Returns the maximum number of bytes of a body that the transport reads as a stream; nil if
    /// the body of this request must be in memory.
    func streamedSize(of request: ClientRequest) -> Int?

    /// Returns the path of a request without ids, for logs and metrics; nil if the path is not
    /// served.
    func route(of request: ClientRequest) -> String?
}

private final class Intercepted: MountedTransport {
    let middleware: any HTTPMiddleware
    let carrier: (any Carrier)?
    let next: any HTTPTransport

    init(middleware: any HTTPMiddleware, next: any HTTPTransport) {
        self.middleware = middleware
        carrier = middleware as? any Carrier
        self.next = next
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await middleware.intercept(request, next: next)
    }

    private var mounted: (any MountedTransport)? { next as? any MountedTransport }

    private func rewritten(_ request: ClientRequest) -> ClientRequest {
        (middleware as? any RewritingMiddleware)?.rewritten(request) ?? request
    }

    func streamedSize(of request: ClientRequest) -> Int? {
        mounted?.streamedSize(of: rewritten(request))
    }

    func route(of request: ClientRequest) -> String? {
        mounted?.route(of: rewritten(request))
    }
}
