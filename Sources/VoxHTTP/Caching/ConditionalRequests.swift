// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Makes GETs conditional on the stored response (`If-None-Match`), and returns the stored response
/// if it is still current (304). Every request is sent to the server, even if a response is stored.
///
/// Responses to GETs are stored in memory if they have an `ETag`, up to the capacity of the cache.
/// The least recently used responses are removed first. A stored response is used only for requests
/// with the same address, the same `Accept`, the same credentials, and the same values of the
/// fields that the response names in `Vary`. A response is not stored if the request or the
/// response has `Cache-Control: no-store`. A request that already has a condition or a range is not
/// changed.
///
/// If no stored response matches a 304, the request is sent again without a condition. If the
/// server responds with 304 again, the request fails with code `unexpectedResponse`. Source: RFC
/// 9110, section 13; RFC 9111, section 4.3.
package struct ConditionalRequests: HTTPMiddleware {
    private let store: ResponseCache

    /// Creates the middleware with an empty cache.
    /// - Parameter capacity: the maximum size of the cache in bytes. One response uses at most a
    ///   quarter of the capacity.
    package init(capacity: Int = 16 << 20) { store = ResponseCache(capacity: capacity) }

    /// Sends the request, and adds a condition if a response to this request is stored.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard request.method == .get, request.content == nil,
            !request.headers.contains(where: {
                Self.ownConditions.contains($0.name.canonicalName)
            }),
            !request.headers.forbidStoring
        else { return try await next.execute(request) }

        // The cache is empty if the server sends no entity tags, and then no key is computed.
        if !store.isEmpty, let kept = store.find(ResponseCache.Key(request), for: request),
            kept.body.count <= request.limits.body ?? .max
        {
            return try await ask(request, whether: kept, next: next)
        }
        return try keeping(try await next.execute(request), to: request)
    }

    /// Revalidates a stored response. This function is separate, because it has a large stack
    /// frame.
    @inline(never)
    private func ask(
        _ request: ClientRequest, whether kept: CachedResponse, next: any HTTPTransport
    ) async throws -> ClientResponse {
        var asking = request
        asking.headers[.ifNoneMatch] = kept.tag
        let response = try await next.execute(asking)
        guard response.status == .notModified else { return try keeping(response, to: request) }
        if kept.isMeant(by: response) { return kept.refreshed(by: response) }
        return try keeping(try await next.execute(request), to: request)
    }

    /// Returns the response. The body is stored in the cache when the whole body has been read.
    private func keeping(
        _ response: ClientResponse, to request: ClientRequest
    ) throws -> ClientResponse {
        guard response.status != .notModified else {
            throw RequestError(
                code: .unexpectedResponse,
                message: "the server responded with 304 to a request without a condition",
                request: request, response: response)
        }
        guard let cached = CachedResponse(response, to: request) else { return response }
        var response = response
        response.body = response.body.tapped(
            by: Recorder(
                cached: cached, key: ResponseCache.Key(request), store: store, room: store.largest))
        return response
    }

    private static let ownConditions = [
        "if-none-match", "if-match", "if-modified-since", "if-unmodified-since", "if-range",
        "range",
    ]

    /// Stores a body in the cache after the whole body was read.
    private struct Recorder: BodyTap {
        var cached: CachedResponse
        let key: ResponseCache.Key
        let store: ResponseCache
        var room: Int

        mutating func take(_ chunk: [UInt8]) {
            room -= chunk.count
            if room < 0 { cached.body = [] } else { cached.body += chunk }
        }

        mutating func end(received: Int) {
            if room >= 0 { store.keep(cached, as: key) }
        }
    }
}
