// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientRequest {
    /// Adds the same header fields to every request.
    ///
    /// ```swift
    /// let headers = ClientRequest.DefaultHeaders(adding: [.userAgent: "shop/1.0", .acceptLanguage: "en"])
    /// ```
    ///
    /// A secret field (``HTTPTypes/HTTPField/isSensitive``) requires a list of origins, and is sent
    /// only to these origins. If the list of origins is empty, every request with a secret field
    /// fails with ``RequestError`` code `crossOrigin`. So a program without the list of origins
    /// fails at its first request, and not only when a link leads to another origin.
    public struct DefaultHeaders: HTTPMiddleware {
        /// The fields that are added if the request has no field with the same name.
        public var added: HTTPFields
        /// The fields that replace fields of the same name in the request.
        public var replaced: HTTPFields
        /// The names of the fields that are removed from the request before `added` and `replaced`
        /// are applied.
        public var removed: [HTTPField.Name]
        /// The origins that secret fields may be sent to.
        public var origins: [HTTPURL]

        /// Creates the middleware.
        public init(
            adding added: HTTPFields = [:], replacing replaced: HTTPFields = [:],
            removing removed: [HTTPField.Name] = [], secretsFor origins: [HTTPURL] = []
        ) {
            self.added = added
            self.replaced = replaced
            self.removed = removed
            self.origins = origins
        }

        /// Sends the request with the changed fields.
        public func intercept(
            _ request: ClientRequest, next: any HTTPTransport
        ) async throws -> ClientResponse {
            if isEmpty { return try await next.execute(request) }
            var sent = request
            for name in removed { sent.headers[fields: name] = [] }
            let there = Set(sent.headers.map(\.name))
            for name in Set(replaced.map(\.name)) { sent.headers[fields: name] = [] }
            for field in replaced where try isAllowed(field, in: request) {
                sent.headers.append(field)
            }
            for field in added where !there.contains(field.name) {
                if try isAllowed(field, in: request) { sent.headers.append(field) }
            }
            return try await next.execute(sent)
        }

        /// True if the middleware changes no request.
        var isEmpty: Bool { added.isEmpty && replaced.isEmpty && removed.isEmpty }

        private func isAllowed(_ field: HTTPField, in request: ClientRequest) throws -> Bool {
            guard field.isSensitive else { return true }
            guard !origins.isEmpty else {
                throw RequestError(
                    code: .crossOrigin,
                    message:
                        "the default field \(field.name) is secret; list the origins that may receive it",
                    request: request)
            }
            return origins.contains { $0.hasSameOrigin(as: request.url) }
        }
    }
}

extension ClientRequest.DefaultHeaders: Redacted {
    /// The names of the header fields.
    public var description: String {
        "ClientRequest.DefaultHeaders(adding: \(added.names), replacing: \(replaced.names), "
            + "removing: \(removed.map(\.canonicalName)))"
    }
}
