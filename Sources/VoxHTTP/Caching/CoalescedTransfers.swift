// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// Runs the transfers that ``CoalescingState`` decides on. This class has the lock, the tasks and
/// the requests.
final class CoalescedTransfers: Sendable {
    private typealias State = CoalescingState<Key, Outcome<ClientResponse>, Task<Void, Never>>

    private let state = Mutex(State())

    /// Joins the transfer of an equal request, or begins a transfer.
    /// - Returns: a ticket for ``leave(_:)``.
    func join(
        _ request: ClientRequest, _ next: any HTTPTransport, _ outcome: Outcome<ClientResponse>
    ) -> Int {
        let key = Key(request)
        let (ticket, begins) = state.withLock { $0.join(outcome, key) }
        if begins { carry(request, next, ticket) }
        return ticket
    }

    /// Removes a waiting request from its transfer. The transfer is cancelled when no request is
    /// left.
    func leave(_ ticket: Int) { state.withLock { $0.leave(ticket) }?.cancel() }

    /// Closes the running transfers from an origin, so that no further request joins them.
    func close(_ origin: HTTPURL) {
        state.withLock { $0.close { $0.url.hasSameOrigin(as: origin) } }
    }

    /// Runs a transfer in a task of its own, so that no waiting request can cancel it alone.
    private func carry(_ request: ClientRequest, _ next: any HTTPTransport, _ number: Int) {
        let task = Task.atOnce { [self] in
            do {
                let response = try await next.execute(request)
                if let only = state.withLock({ $0.finish(number, most: 1) }) {
                    for waiter in only { waiter.settle(.success(response)) }
                    return
                }
                try await share(response, number)
            } catch {
                fail(request, next, number, error)
            }
        }
        // The transfer has ended already, or all its requests have left it.
        if !state.withLock({ $0.begun(number, by: task) }) { task.cancel() }
    }

    /// Reads the body once and gives it to all waiting requests. This function is separate, because
    /// it is rarely called and has a large stack frame.
    @inline(never)
    private func share(_ response: ClientResponse, _ number: Int) async throws {
        var response = response
        response.body = ClientResponse.Body(try await response.body.bytes())
        let waiters = state.withLock { $0.finish(number) } ?? []
        for waiter in waiters { waiter.settle(.success(response)) }
    }

    private func fail(
        _ request: ClientRequest, _ next: any HTTPTransport, _ number: Int, _ error: any Error
    ) {
        let isLate = (error as? RequestError)?.code == .timeout
        let (told, second) = state.withLock { $0.fail(number, isLate: isLate) }
        for waiter in told { waiter.settle(.failure(error)) }
        if let second { carry(request, next, second) }
    }
}

/// The properties that must be equal in coalesced requests.
private struct Key: Hashable {
    let url: HTTPURL
    let headers: HTTPFields
    let timeouts: ClientRequest.Timeouts
    let limits: ClientRequest.Limits
    let repeatability: ClientRequest.Repeatability
    let followsRedirects: Bool
    /// The hash is computed once, because a key is looked up several times.
    private let hash: Int

    init(_ request: ClientRequest) {
        url = request.url
        headers = request.headers
        timeouts = request.timeouts
        limits = request.limits
        repeatability = request.repeatability
        followsRedirects = request.followsRedirects
        var hasher = Hasher()
        hasher.combine(url)
        hasher.combine(headers.identityHash)
        hash = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
