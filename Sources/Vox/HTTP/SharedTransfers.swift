// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

/// Lets equal GETs that are under way at the same time share one transfer: address, header fields
/// (with `Accept` and credentials) and time limits are the same, and there is no `userInfo`.
///
/// A request joins while the head of the answer is on its way, or while a shared body is. A body for
/// several is read whole before it is handed out, and everybody gets one of his own; for one alone it
/// is passed on as it comes. Cancelling one of them leaves the others alone; when all have gone the
/// transfer is cancelled.
///
/// `sharesTransfer` of a request switches this off: for streams that do not end, say.
public struct SharedTransfers: Middleware {
    private let table = Table()

    /// Makes the middleware.
    public init() {}

    /// Waits for an equal transfer, or begins one.
    public func intercept(
        _ request: ClientRequest, next: any Client
    ) async throws -> ClientResponse {
        guard request.sharesTransfer, request.method == .get, request.body == nil,
            request.userInfo.isEmpty
        else { return try await next.execute(request) }
        return try await table.join(request, next)
    }
}

/// What must be equal.
private struct Key: Hashable {
    let url: HTTPURL
    let headers: HTTPFields
    let timeouts: Timeouts
    let repeatability: Repeatability
    let followsRedirects: Bool

    init(_ request: ClientRequest) {
        url = request.url
        headers = request.headers
        timeouts = request.timeouts
        repeatability = request.repeatability
        followsRedirects = request.followsRedirects
    }
}

/// A transfer under way.
private struct Transfer {
    let number: Int
    let task: Task<Void, Never>
    var waiters: [Int: Outcome<ClientResponse>]
}

private final class Table: Sendable {
    private struct State {
        var transfers: [Key: Transfer] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    func join(_ request: ClientRequest, _ next: any Client) async throws -> ClientResponse {
        let key = Key(request)
        let outcome = Outcome<ClientResponse>()
        let ticket = state.withLock { state in
            state.last += 1
            let ticket = state.last
            if state.transfers[key] == nil {
                let task = Task { await carry(request, next, key, ticket) }
                state.transfers[key] = Transfer(number: ticket, task: task, waiters: [:])
            }
            state.transfers[key]?.waiters[ticket] = outcome
            return ticket
        }
        defer { leave(key, ticket) }
        return try await outcome.value()
    }

    private func carry(
        _ request: ClientRequest, _ next: any Client, _ key: Key, _ number: Int
    ) async {
        do {
            var response = try await next.execute(request)
            if let only = finish(key, number, most: 1) {
                for waiter in only { waiter.settle(.success(response)) }
                return
            }
            response.body = ResponseBody(try await response.body.bytes())
            for waiter in finish(key, number) ?? [] { waiter.settle(.success(response)) }
        } catch {
            for waiter in finish(key, number) ?? [] { waiter.settle(.failure(error)) }
        }
    }

    /// Closes a transfer and gives who waits for it; nil, and it stays open, when these are more than
    /// are wanted.
    private func finish(
        _ key: Key, _ number: Int, most: Int = .max
    ) -> [Outcome<ClientResponse>]? {
        state.withLock { state in
            guard let transfer = state.transfers[key], transfer.number == number else { return [] }
            guard transfer.waiters.count <= most else { return nil }
            state.transfers[key] = nil
            return Array(transfer.waiters.values)
        }
    }

    private func leave(_ key: Key, _ ticket: Int) {
        let abandoned: Task<Void, Never>? = state.withLock { state in
            guard state.transfers[key]?.waiters.removeValue(forKey: ticket) != nil,
                let transfer = state.transfers[key], transfer.waiters.isEmpty
            else { return nil }
            state.transfers[key] = nil
            return transfer.task
        }
        abandoned?.cancel()
    }
}
