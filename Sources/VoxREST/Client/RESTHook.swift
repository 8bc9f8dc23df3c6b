// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Functions that are called before a request is sent and after its response.
///
/// ```swift
/// import VoxREST
///
/// let token = RESTHook(before: { draft in draft.query.append(QueryItem("access_token", "s3cret")) })
/// let noted = RESTHook(after: { outcome in print(outcome.request.method, outcome.status?.code ?? 0) })
/// ```
///
/// `before` receives the parameters and header fields before they are part of a request; the
/// middleware `Hooks` receives the request itself. `after` is called once for each request whose
/// `before` functions did not throw.
public struct RESTHook: Sendable {
    let before: @Sendable (inout Draft) async throws -> Void
    let after: @Sendable (Outcome) -> Void

    /// Creates a hook.
    /// - Parameters:
    ///   - before: may change the request. The caller receives the errors that it throws.
    ///   - after: receives the outcome of the request.
    public init(
        before: @escaping @Sendable (inout Draft) async throws -> Void = { _ in },
        after: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
        self.before = before
        self.after = after
    }

    /// A request before it is sent.
    public struct Draft: Sendable {
        /// The method.
        public let method: HTTPRequest.Method
        /// The address without ``query``.
        public let url: HTTPURL
        /// The parameters.
        public var query: [QueryItem]
        /// The header fields of this request. The header fields of the options are added.
        public var headers: HTTPFields
    }

    /// The outcome of a request.
    public struct Outcome {
        /// The request as it was sent.
        public let request: ClientRequest
        /// The status of the response; nil if there was none.
        public let status: HTTPResponse.Status?
        /// The header fields of the response.
        public let headers: HTTPFields
        /// The parsed response. Nil if the response has no body, is not parsed, or could not be
        /// parsed.
        public let json: JSON?
        /// The reason why the request failed.
        public let error: (any Error)?
    }
}
