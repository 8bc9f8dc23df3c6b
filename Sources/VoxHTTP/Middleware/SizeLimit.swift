// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Ends a response if its body is larger than the request allows (``ClientRequest/Limits/body``).
/// The response is ended as soon as `Content-Length`, or the number of decompressed bytes that have
/// arrived, exceeds the limit. The transports of this package enforce this limit themselves. Other
/// transports may lack this limit.
///
/// A request whose response is too large fails with ``RequestError`` code `responseTooLarge`.
package struct SizeLimit: HTTPMiddleware {
    /// Creates the middleware.
    package init() {}

    /// Sends the request, and counts the bytes of the body of the response.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard let limit = request.limits.body else { return try await next.execute(request) }
        var response = try await next.execute(request)
        if let body = response.body.whole, body.count <= limit,
            response.headers.contentLength ?? 0 <= limit
        {
            return response
        }
        let counter = Counter(
            size: limit, method: request.method, url: request.url, head: response.head)
        // A response to HEAD, and a 304, may have the length of a body that is not sent.
        if request.method != .head, response.status != .notModified,
            let length = response.headers.contentLength, length > limit
        {
            throw counter.excess
        }
        response.body = response.body.tapped(by: counter)
        return response
    }

    private struct Counter: BodyTap {
        let size: Int
        let method: HTTPRequest.Method
        let url: HTTPURL
        let head: HTTPResponse

        var limit: Int? { size }

        var excess: RequestError {
            var error = RequestError(
                code: .responseTooLarge, message: "the body is larger than \(size) bytes")
            error.method = method
            error.url = url
            error.status = head.status
            error.headers = head.headerFields
            return error
        }
    }
}
