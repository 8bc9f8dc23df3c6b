// SPDX-License-Identifier: MIT

package import HTTPTypes

/// Takes the method of a POST from `X-HTTP-Method-Override`: PUT, PATCH or DELETE.
///
/// A service ignores the header field unless this middleware stands before it. Put it first, so that
/// the middleware behind it sees the method that is carried out:
///
/// ```swift
/// let service = ResourceService([ServedType("albums")], store: MemoryStore()).with(MethodOverride())
/// ```
///
/// Where middleware or routes of a server framework come before the service, use the switch of the
/// server instead: `.http1(limits: ConnectionLimits(), allowsMethodOverride: true)` of
/// `VoxHummingbird`.
public struct MethodOverride: HTTPMiddleware {
    /// Makes the middleware.
    public init() {}

    /// Passes the request on with the method that it means.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        var request = request
        request.head.applyMethodOverride()
        return try await next.execute(request)
    }
}

extension HTTPRequest {
    /// Gives a POST the method that `X-HTTP-Method-Override` names, and removes the field.
    package mutating func applyMethodOverride() {
        guard method == .post, let name = headerFields[.methodOverride],
            let named = Method(name), [.put, .patch, .delete].contains(named)
        else { return }
        method = named
        headerFields[.methodOverride] = nil
    }
}
