// SPDX-License-Identifier: MIT

package import HTTPTypes

extension ResourceService {
    /// Middleware that replaces the method of a POST with the method in `X-HTTP-Method-Override`:
    /// PUT, PATCH or DELETE.
    ///
    /// Without this middleware, a service ignores `X-HTTP-Method-Override`. Put this middleware
    /// first, so that all other middleware sees the method that is executed:
    ///
    /// ```swift
    /// let service = ResourceService([ServedType("albums")], store: MemoryStore()).with(ResourceService.MethodOverride())
    /// ```
    ///
    /// If middleware or routes of a server framework run before the service, use the option of the
    /// server instead of this middleware: `.http1(limits: ConnectionLimits(), allowsMethodOverride:
    /// true)` of `VoxHummingbird`.
    public struct MethodOverride: HTTPMiddleware {
        /// Creates the middleware.
        public init() {}

        /// Passes the request on with the method in `X-HTTP-Method-Override`.
        public func intercept(
            _ request: ClientRequest, next: any HTTPTransport
        ) async throws -> ClientResponse {
            try await next.execute(rewritten(request))
        }
    }
}

extension ResourceService.MethodOverride: RewritingMiddleware {
    package func rewritten(_ request: ClientRequest) -> ClientRequest {
        var request = request
        request.head.applyMethodOverride()
        return request
    }
}

extension HTTPRequest {
    /// Sets the method of a POST to the method in `X-HTTP-Method-Override`, and removes this header
    /// field.
    package mutating func applyMethodOverride() {
        guard method == .post, let name = headerFields[.methodOverride],
            let named = Method(name), [.put, .patch, .delete].contains(named)
        else { return }
        method = named
        headerFields[.methodOverride] = nil
    }
}
