// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Gives every request the same header fields.
///
/// ```swift
/// let headers = DefaultHeaders(adding: [.userAgent: "shop/1.0", .acceptLanguage: "en"])
/// ```
///
/// A field that carries a secret (``HTTPTypes/HTTPField/isSensitive``) needs the origins that may
/// see it, and goes to no other. Without any the request is refused with ``RequestError`` code
/// `crossOrigin`: it is a mistake that would show only when a link leads elsewhere.
public struct DefaultHeaders: HTTPMiddleware {
    /// Added where a request has none of the name: what a request has wins.
    public var added: HTTPFields
    /// Put in the place of what a request has of the name.
    public var replaced: HTTPFields
    /// Taken out, before anything is added.
    public var removed: [HTTPField.Name]
    /// Where secret fields may go.
    public var origins: [HTTPURL]

    /// Makes the middleware.
    public init(
        adding added: HTTPFields = [:], replacing replaced: HTTPFields = [:],
        removing removed: [HTTPField.Name] = [], secretsFor origins: [HTTPURL] = []
    ) {
        self.added = added
        self.replaced = replaced
        self.removed = removed
        self.origins = origins
    }

    /// Sends the request with the fields it is to have.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        if isEmpty { return try await next.execute(request) }
        var sent = request
        for name in removed { sent.headers[fields: name] = [] }
        let there = Set(sent.headers.map(\.name))
        for name in Set(replaced.map(\.name)) { sent.headers[fields: name] = [] }
        for field in replaced where try isAllowed(field, in: request) { sent.headers.append(field) }
        for field in added where !there.contains(field.name) {
            if try isAllowed(field, in: request) { sent.headers.append(field) }
        }
        return try await next.execute(sent)
    }

    /// Whether it leaves every request as it is.
    var isEmpty: Bool { added.isEmpty && replaced.isEmpty && removed.isEmpty }

    private func isAllowed(_ field: HTTPField, in request: ClientRequest) throws -> Bool {
        guard field.isSensitive else { return true }
        guard !origins.isEmpty else {
            throw RequestError(
                code: .crossOrigin,
                message: "the default field \(field.name) is secret; say which origins may see it",
                request: request)
        }
        return origins.contains { $0.hasSameOrigin(as: request.url) }
    }
}

extension DefaultHeaders: CustomStringConvertible, CustomReflectable {
    /// The names of the header fields.
    public var description: String {
        "DefaultHeaders(adding: \(added.names), replacing: \(replaced.names), "
            + "removing: \(removed.map(\.canonicalName)))"
    }

    /// Shows only the description, because header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
