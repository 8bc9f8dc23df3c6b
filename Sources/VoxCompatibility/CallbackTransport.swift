// SPDX-License-Identifier: MIT

public import HTTPTypes
public import VoxHTTP

/// An `HTTPTransport` that sends requests through a callback-based client of the predecessor
/// library.
///
/// ```swift
/// import HTTPTypes
///
/// struct Legacy {
///     func executeRequest(
///         path: String, method: String, queryItems: [(String, String?)], body: [UInt8]?,
///         success: @escaping @Sendable (Int, [UInt8]?) -> Void,
///         failure: @escaping @Sendable ((any Error)?, [UInt8]?) -> Void,
///         userInfo: [String: any Sendable]
///     ) { success(200, body) }
/// }
/// let client = CallbackTransport(baseURL: try HTTPURL("https://api.example.com/v1")) { call in
///     Legacy().executeRequest(
///         path: call.path, method: call.method, queryItems: call.queryItems, body: call.body,
///         success: { status, data in call.success(HTTPResponse(status: .init(code: status)), data) },
///         failure: { error, data in call.failure(error, data) }, userInfo: call.userInfo)
///     return nil
/// }
/// ```
///
/// Every call ends exactly once: at its first callback, or as soon as its task is cancelled.
/// Callbacks after the end of a call are ignored.
public struct CallbackTransport: HTTPTransport {
    /// A request and its two callbacks, to pass to a client of the predecessor.
    public struct Call: Sendable {
        /// The path after the base address: empty, or a path that begins with a slash.
        public let path: String
        /// The method, in capitals.
        public let method: String
        /// The names and values of the query parameters, decoded, in the order of the query.
        public let queryItems: [(String, String?)]
        /// The header fields of the request. Calls of the predecessor had no header fields.
        public let headers: HTTPFields
        /// The bytes of the body: a JSON object.
        public let body: [UInt8]?
        /// The values that the caller stored in `userInfo` of the request.
        public let userInfo: [String: any Sendable]
        /// The callback for a response. If `head` is nil, the status is 200 if there is a body, and
        /// 204 if there is none.
        public let success: @Sendable (_ head: HTTPResponse?, _ body: [UInt8]?) -> Void
        /// The callback for a failure. `body` is the body of the response, or nil if there was no
        /// response.
        public let failure: @Sendable (_ error: (any Error)?, _ body: [UInt8]?) -> Void
    }

    /// Stops a call.
    public typealias Cancel = @Sendable () -> Void

    private let baseURL: HTTPURL
    private let start: @Sendable (Call) -> Cancel?

    /// Creates a transport.
    /// - Parameters:
    ///   - baseURL: the address that the callback-based client puts before each path. Requests to
    ///     other addresses fail with `RequestError` code `crossOrigin`, because the callback-based
    ///     client cannot send them.
    ///   - start: begins a call, and returns a function that cancels the call, or nil if the call
    ///     cannot be cancelled.
    public init(baseURL: HTTPURL, start: @escaping @Sendable (Call) -> Cancel?) {
        self.baseURL = baseURL
        self.start = start
    }

    /// Sends a request by calling the callback-based client.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        guard let path = path(of: request.url) else {
            throw RequestError(
                code: .crossOrigin, message: "the address is not below \(baseURL)", request: request
            )
        }
        try Task.checkCancellation()
        // The predecessor's clients need the whole body in memory.
        let request = try await request.buffered()
        let outcome = Outcome<ClientResponse>()
        let cancel = start(call(path, request, outcome))
        do {
            return try await outcome.value()
        } catch {
            if error is CancellationError { cancel?() }
            throw error
        }
    }

    private func call(
        _ path: String, _ request: ClientRequest, _ outcome: Outcome<ClientResponse>
    ) -> Call {
        Call(
            path: path, method: request.method.rawValue, queryItems: request.url.queryItems,
            headers: request.headers, body: request.body, userInfo: request.userInfo,
            success: { head, body in
                let body = body ?? []
                let head = head ?? HTTPResponse(status: body.isEmpty ? .noContent : .ok)
                outcome.settle(
                    .success(
                        ClientResponse(
                            head: head, url: request.url, body: ClientResponse.Body(body))
                    ))
            },
            failure: { cause, body in
                var error = RequestError(
                    code: body == nil ? .connection : .status,
                    message: body == nil
                        ? "there was no response" : "the server refused the request",
                    request: request)
                error.body = Array((body ?? []).prefix(65536))
                error.cause = cause
                outcome.settle(.failure(error))
            })
    }

    /// Returns the path after the base address; nil for an address that is not below the base
    /// address.
    private func path(of url: HTTPURL) -> String? {
        let base = baseURL.path.hasSuffix("/") ? String(baseURL.path.dropLast()) : baseURL.path
        guard url.hasSameOrigin(as: baseURL), url.path.hasPrefix(base) else { return nil }
        let rest = url.path.dropFirst(base.count)
        return rest.isEmpty || rest.hasPrefix("/") ? String(rest) : nil
    }
}

extension HTTPURL {
    fileprivate var queryItems: [(String, String?)] {
        (query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map {
                PercentEncoding.decode($0, plusIsSpace: true) ?? String($0)
            }
            return (decoded[0], decoded.count > 1 ? decoded[1] : nil)
        }
    }
}

extension CallbackTransport.Call: Redacted {
    /// The method, the path, the names of the header fields and the size of the body.
    public var description: String {
        "\(method) \(path) \(headers.names) \(body.map { "\($0.count) bytes" } ?? "no body")"
    }
}
