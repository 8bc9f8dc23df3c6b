// SPDX-License-Identifier: MIT

public import HTTPTypes

extension RESTOptions {
    /// A pair of functions: `before` is called before a request is sent, and `after` is called
    /// after its response has arrived.
    ///
    /// ```swift
    /// import VoxREST
    ///
    /// let token = RESTOptions.Hook(before: { draft in draft.query.append(QueryItem("access_token", "s3cret")) })
    /// let noted = RESTOptions.Hook(after: { outcome in print(outcome.request.method, outcome.status?.code ?? 0) })
    /// ```
    ///
    /// `before` receives the query items and the header fields from which the client creates the
    /// request. In contrast, the middleware `ClientRequest.Hooks` of a transport receives the
    /// request itself. If the path or the body is invalid, or a function `before` throws an error,
    /// `after` is not called. Otherwise, `after` is called once for each request.
    public struct Hook: Sendable {
        let before: @Sendable (inout Draft) async throws -> Void
        let after: @Sendable (Outcome) -> Void

        /// Creates a hook.
        /// - Parameters:
        ///   - before: a function that may change the request. If `before` throws an error, sending
        ///     the request throws the same error.
        ///   - after: a function that receives the outcome of the request.
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
            /// The query items.
            public var query: [QueryItem]
            /// The header fields of this request. The client also sends the header fields of its
            /// options.
            public var headers: HTTPFields
        }

        /// The outcome of a request.
        public struct Outcome {
            /// The request as it was sent.
            public let request: ClientRequest
            /// The status of the response; nil if there was no response.
            public let status: HTTPResponse.Status?
            /// The header fields of the response.
            public let headers: HTTPFields
            /// The parsed body of the response. Nil if the response has no body, or if the body is
            /// not parsed or cannot be parsed.
            public let json: JSON?
            /// The error that the request throws; nil if the request succeeded.
            public let error: (any Error)?
        }
    }
}
