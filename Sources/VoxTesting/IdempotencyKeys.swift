// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
public import VoxServer

/// Middleware that stores responses by `Idempotency-Key`. If a request has the key of a stored
/// response, this response is returned, and the request is not executed again. Servers offer
/// `Idempotency-Key` so that a client can retry a POST.
///
/// Responses with a status of 500 or more are not stored, so the next request with the same key is
/// executed. While a request is being executed, a second request with the same key receives a 409,
/// as the draft of the standard for `Idempotency-Key` requires.
public final class IdempotencyKeys: HTTPMiddleware {
    private enum Entry {
        case running
        case done(RecordedTransport.Response)
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Creates a middleware without keys.
    public init() {}

    /// Returns the stored response, or passes the request on and stores the response.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard let value = request.headers[.idempotencyKey] else {
            return try await next.execute(request)
        }
        let key = "\(request.method) \(request.url.target) \(value)"
        let known = entries.withLock { entries in
            defer { if entries[key] == nil { entries[key] = .running } }
            return entries[key]
        }
        switch known {
        case .running?:
            return ClientResponse(
                ErrorResponse(
                    .conflict, "a request with this Idempotency-Key is still in progress"),
                url: request.url)
        case .done(let recorded)?:
            return ClientResponse(
                head: recorded.head, url: request.url, body: ClientResponse.Body(recorded.body))
        case nil: break
        }
        do {
            let response = try await next.execute(request)
            var recorded = RecordedTransport.Response(response.status, headers: response.headers)
            recorded.body = try await response.body.bytes()
            entries.withLock { $0[key] = recorded.head.status.code < 500 ? .done(recorded) : nil }
            return ClientResponse(
                head: recorded.head, url: response.url, body: ClientResponse.Body(recorded.body))
        } catch {
            entries.withLock { $0[key] = nil }
            throw error
        }
    }
}
