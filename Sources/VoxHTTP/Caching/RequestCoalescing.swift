// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// Lets equal GETs that run at the same time share one transfer. Equal requests have the same
/// address, header fields (including `Accept` and credentials) and time limits, and no `userInfo`.
///
/// A request joins a transfer before the head of the response has arrived, or while a shared body
/// is read. A shared body is read whole, and each request gets its own copy; the body of a single
/// request is passed on as it arrives. Cancelling one request does not affect the others. When all
/// are cancelled, the transfer is cancelled.
///
/// After the end of a request that may change something (not GET, HEAD, OPTIONS or TRACE), no
/// request joins a transfer from the same origin that was started before. So a program reads
/// its own writes.
///
/// `allowsCoalescing` of a request turns this off, for example for endless streams.
public struct RequestCoalescing: HTTPMiddleware {
    private let transfers = CoalescedTransfers()

    /// Creates the middleware.
    public init() {}

    /// Waits for an equal transfer, or starts one.
    public func intercept(
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
