// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Refuses requests that would send a secret header field over http. Requests to this machine and
/// to the origins in ``plainHTTP`` are not refused.
///
/// `CredentialGuard` is the last middleware before the transport, so no other middleware can add a
/// secret after the check.
///
/// Refused requests fail with ``RequestError`` code `insecure`.
package struct CredentialGuard: HTTPMiddleware {
    /// The origins that secrets may be sent to over http.
    package var plainHTTP: [HTTPURL]

    /// Creates the middleware.
    package init(allowing plainHTTP: [HTTPURL] = []) { self.plainHTTP = plainHTTP }

    /// Sends the request, or refuses a request that would send a secret field over http.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        if let field = request.headers.first(where: \.isSensitive) {
            try Self.check(field.name, of: request, allowing: plainHTTP)
        }
        return try await next.execute(request)
    }

    static func check(
        _ name: HTTPField.Name, of request: ClientRequest, allowing plainHTTP: [HTTPURL]
    ) throws {
        let url = request.url
        guard url.scheme == .http, !url.isLoopback,
            !plainHTTP.contains(where: { $0.hasSameOrigin(as: url) })
        else { return }
        throw RequestError(
            code: .insecure,
            message: "the secret field \(name) would be sent over unencrypted http: use https",
            request: request
        ).advising(", or allow this origin explicitly")
    }
}
