// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// Lets equal GETs that are under way at the same time share one transfer: address, header fields
/// (with `Accept` and credentials) and time limits are the same, and there is no `userInfo`.
///
/// A request joins while the head of the response is on its way, or while a shared body is. A body
/// for several is read whole before it is handed out, and everybody gets one of his own; for one
/// alone it is passed on as it comes. Cancelling one of them leaves the others alone; when all have
/// gone the transfer is cancelled.
///
/// Once a request that may change something (not GET, HEAD, OPTIONS or TRACE) has ended, whatever
/// its end, nobody joins a transfer from its origin that was begun before: whoever writes, reads
/// what was written.
///
/// `allowsCoalescing` of a request switches this off: for streams that do not end, say.
public struct RequestCoalescing: HTTPMiddleware {
    private let transfers = CoalescedTransfers()

    /// Makes the middleware.
    public init() {}

    /// Waits for an equal transfer, or begins one.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard request.isShareable else { return try await pass(request, to: next) }
        let outcome = Outcome<ClientResponse>()
        return try await outcome.value(begunBy: { begin(request, next: next, for: outcome) })
    }

    /// Sends a request that is nobody else's.
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
    /// Changes nothing (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue) }
}
