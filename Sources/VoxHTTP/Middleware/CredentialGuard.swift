// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Refuses requests that would show a secret header field to everybody on the way: over plain http,
/// unless to this machine or to an origin that was allowed by name.
///
/// Stands right before the transport, so that it sees what is sent, wherever the field came from.
///
/// Fails with ``RequestError`` code `insecure`.
public struct CredentialGuard: HTTPMiddleware {
    /// The origins that secrets may go to over plain http.
    public var plainHTTP: [HTTPURL]

    /// Makes the middleware.
    public init(allowing plainHTTP: [HTTPURL] = []) { self.plainHTTP = plainHTTP }

    /// Sends the request if it is safe to.
    public func intercept(
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
            message: "the secret field \(name) would go over plain http: "
                + "use https, or allow this origin by name",
            request: request)
    }
}
