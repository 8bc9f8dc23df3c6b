// SPDX-License-Identifier: MIT

internal import Synchronization

/// Counts the requests of a run, and sends none above the limit. As the innermost middleware, it
/// also counts redirects and requests that are sent again.
final class RequestCount: HTTPMiddleware {
    /// The cause of the error of a request that was not sent.
    struct LimitReached: Error {}

    private let limit: Int
    private let number = Atomic(0)

    init(limit: Int) { self.limit = limit }

    /// The number of sent requests.
    var value: Int { number.load(ordering: .relaxed) }

    var isReached: Bool { value >= limit }

    /// The words for the report when the limit is reached.
    var reason: String {
        limit == 1
            ? "the limit of 1 request was reached" : "the limit of \(limit) requests was reached"
    }

    func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard !isReached else {
            throw RequestError(
                code: .unsendable, message: reason, cause: LimitReached())
        }
        number.add(1, ordering: .relaxed)
        return try await next.execute(request)
    }
}
