// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
public import VoxServer

/// Answers a request that carries an `Idempotency-Key` seen before as it was answered then, without
/// doing it again: what servers offer so that a POST can be repeated.
///
/// Faults of the server (5xx) are not kept: the next request with that key is done. A request whose
/// duplicate is still being done is answered with 409, as the draft of the header field has it.
public final class IdempotencyKeys: HTTPMiddleware {
    private enum Entry {
        case running
        case done(RecordedTransport.Response)
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Makes a middleware without keys.
    public init() {}

    /// Answers as before, or passes the request on and keeps the answer.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard let name = HTTPField.Name("Idempotency-Key"), let value = request.headers[name] else {
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
                ErrorResponse(.conflict, "the same request is being done"), url: request.url)
        case .done(let answer)?:
            return ClientResponse(
                head: answer.head, url: request.url, body: ClientResponseBody(answer.body))
        case nil: break
        }
        do {
            let response = try await next.execute(request)
            var answer = RecordedTransport.Response(response.status, headers: response.headers)
            answer.body = try await response.body.bytes()
            entries.withLock { $0[key] = answer.head.status.code < 500 ? .done(answer) : nil }
            return ClientResponse(
                head: answer.head, url: response.url, body: ClientResponseBody(answer.body))
        } catch {
            entries.withLock { $0[key] = nil }
            throw error
        }
    }
}
