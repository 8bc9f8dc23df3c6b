// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// Lets equal GETs that run at the same time share one transfer. Equal requests have no `userInfo`,
/// and have the same address, header fields (including `Accept` and credentials), time limits and
/// other settings.
///
/// A request can join a transfer until the head of the response arrives. If several requests share
/// the transfer when the head of the response arrives, the whole body is read, and each request
/// gets its own copy. More requests can join this transfer until its whole body has been read. If
/// only one request uses a transfer, the body is passed on as it arrives. Cancelling a request does
/// not affect the other requests of its transfer. When all requests of a transfer are cancelled,
/// the transfer is cancelled.
///
/// A request with any method other than GET, HEAD, OPTIONS and TRACE may change data. After such a
/// request has ended, no request joins a transfer from the same origin that began earlier. A
/// program therefore never reads a state that is older than its own change.
///
/// To send a request in a transfer of its own, for example for an endless stream, set
/// `allowsCoalescing` of the request to false.
package struct RequestCoalescing: HTTPMiddleware {
    private let transfers = CoalescedTransfers()

    /// Creates the middleware.
    package init() {}

    /// Waits for the running transfer of an equal request, or starts a transfer.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard request.isShareable else { return try await pass(request, to: next) }
        let outcome = Outcome<ClientResponse>()
        return try await outcome.value(begunBy: { begin(request, next: next, for: outcome) })
    }

    /// Sends a request that shares no transfer.
    nonisolated(nonsending) private func pass(
        _ request: ClientRequest, to next: any HTTPTransport
    ) async throws -> ClientResponse {
        defer { if !request.method.isSafe { transfers.close(request.url) } }
        return try await next.execute(request)
    }
}

extension RequestCoalescing: Carrier {
    func begin(
        _ request: ClientRequest, next: any HTTPTransport, for outcome: Outcome<ClientResponse>
    ) -> @Sendable () -> Void {
        guard request.isShareable else {
            return Task.atOnce { await outcome.settle { try await pass(request, to: next) } }.cancel
        }
        let ticket = transfers.join(request, next, outcome)
        return { transfers.leave(ticket) }
    }
}

extension ClientRequest {
    fileprivate var isShareable: Bool {
        allowsCoalescing && method == .get && content == nil && userInfo.isEmpty
    }
}

extension HTTPRequest.Method {
    /// True for methods that change nothing on the server (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue) }
}
