// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Functions that run before a request is made and after it was answered.
///
/// ```swift
/// import VoxREST
///
/// let token = RESTHook(before: { draft in draft.query.append(QueryItem("access_token", "s3cret")) })
/// let noted = RESTHook(after: { outcome in print(outcome.request.method, outcome.status?.code ?? 0) })
/// ```
///
/// `before` sees parameters and header fields before there is an address; `Hooks`, among
/// middleware, see the request itself. `after` runs once for each request whose `before` functions
/// did not throw.
public struct RESTHook: Sendable {
    let before: @Sendable (inout Draft) async throws -> Void
    let after: @Sendable (Outcome) -> Void

    /// Makes a hook.
    /// - Parameters:
    ///   - before: may change the request; an error of it is what the caller gets.
    ///   - after: sees what came of the request.
    public init(
        before: @escaping @Sendable (inout Draft) async throws -> Void = { _ in },
        after: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
        self.before = before
        self.after = after
    }

    /// A request that is about to be made.
    public struct Draft: Sendable {
        /// The method.
        public let method: HTTPRequest.Method
        /// The address, without what ``query`` adds.
        public let url: HTTPURL
        /// The parameters.
        public var query: [QueryItem]
        /// The header fields of this request; those of the options come along.
        public var headers: HTTPFields
    }

    /// What came of a request.
    public struct Outcome {
        /// The request as it was sent.
        public let request: ClientRequest
        /// The status of the response, when there was one.
        public let status: HTTPResponse.Status?
        /// The header fields of the response.
        public let headers: HTTPFields
        /// The response, parsed; nil for one without body, for one that nothing parses, and for
        /// what failed.
        public let json: JSON?
        /// Why the request failed.
        public let error: (any Error)?
    }
}
