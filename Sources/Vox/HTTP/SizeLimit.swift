// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Ends answers whose body is larger than allowed, as soon as that shows: by `Content-Length`, or
/// after as many bytes. What is counted is what the transport hands on, so the decompressed body.
///
/// Fails with ``RequestError`` code `responseTooLarge`.
public struct SizeLimit: Middleware {
    /// The most bytes of a body.
    public var bytes: Int

    /// Makes the middleware; 64 MiB is also what a document may have.
    public init(bytes: Int = 64 << 20) { self.bytes = bytes }

    /// Sends the request, and counts the body of the answer.
    public func intercept(
        _ request: ClientRequest, next: any Client
    ) async throws -> ClientResponse {
        var response = try await next.execute(request)
        let error = RequestError(
            code: .responseTooLarge, message: "the body is larger than \(bytes) bytes",
            request: request, response: response)
        // An answer to HEAD has the length of a body that does not come; so may a 304.
        if request.method != .head, response.status != .notModified,
            let length = response.headers[.contentLength].flatMap({ Int($0) }), length > bytes
        {
            throw error
        }
        response.body = response.body.tapped(by: Counter(left: bytes, error: error))
        return response
    }

    private struct Counter: BodyTap {
        var left: Int
        let error: RequestError

        mutating func take(_ chunk: [UInt8]) throws {
            left -= chunk.count
            if left < 0 { throw error }
        }
    }
}
