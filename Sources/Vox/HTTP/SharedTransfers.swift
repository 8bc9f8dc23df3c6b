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
/// Once a request that may change something (not GET, HEAD, OPTIONS or TRACE) has ended, whatever its
/// end, nobody joins a transfer from its origin that was begun before: whoever writes, reads what was
/// written.
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
        guard request.method.isSafe else {
            defer { table.close(request.url) }
            return try await next.execute(request)
        }
        guard request.sharesTransfer, request.method == .get, request.body == nil,
            request.userInfo.isEmpty
        else { return try await next.execute(request) }
        return try await table.join(request, next)
    }
}

extension HTTPRequest.Method {
    /// Changes nothing (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

/// What must be equal.
private struct Key: Hashable {
    let url: HTTPURL
    let headers: HTTPFields
    let timeouts: Timeouts
    let limits: ResponseLimits
    let repeatability: Repeatability
    let followsRedirects: Bool

    init(_ request: ClientRequest) {
        url = request.url
        headers = request.headers
        timeouts = request.timeouts
        limits = request.limits
        repeatability = request.repeatability
        followsRedirects = request.followsRedirects
    }

    /// By the address alone: two requests to one that differ in their fields are rare, and hashing
    /// fields costs more than all else here.
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

/// The transfers under way, by numbers.
private final class Table: Sendable {
    private struct Transfer {
        let key: Key
        let task: Task<Void, Never>
        var waiters: [Int: Outcome<ClientResponse>]
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        /// Those that can be joined.
        var open: [Key: Int] = [:]
        var last = 0

        mutating func remove(_ number: Int) {
            guard let transfer = transfers.removeValue(forKey: number) else { return }
            if open[transfer.key] == number { open[transfer.key] = nil }
        }
    }

    private let state = Mutex(State())

    func join(_ request: ClientRequest, _ next: any Client) async throws -> ClientResponse {
        let key = Key(request)
        while true {
            let outcome = Outcome<ClientResponse>()
            let (number, ticket) = state.withLock { state in
                state.last += 1
                let ticket = state.last
                let number = state.open[key] ?? ticket
                if number == ticket {
                    let task = Task { await carry(request, next, ticket) }
                    state.transfers[ticket] = Transfer(key: key, task: task, waiters: [:])
                    state.open[key] = ticket
                }
                state.transfers[number]?.waiters[ticket] = outcome
                return (number, ticket)
            }
            defer { leave(number, ticket) }
            do {
                return try await outcome.value()
            } catch let error as RequestError where error.code == .timeout && number != ticket {
                // The time of the one who came first is up. Our own may not be.
            }
        }
    }

    /// Lets nobody join the transfers from an origin any more.
    func close(_ origin: HTTPURL) {
        state.withLock { state in
            state.open = state.open.filter { !$0.key.url.hasSameOrigin(as: origin) }
        }
    }

    private func carry(_ request: ClientRequest, _ next: any Client, _ number: Int) async {
        do {
            var response = try await next.execute(request)
            if let only = finish(number, most: 1) {
                for waiter in only { waiter.settle(.success(response)) }
                return
            }
            response.body = ResponseBody(try await response.body.bytes())
            for waiter in finish(number) ?? [] { waiter.settle(.success(response)) }
        } catch {
            for waiter in finish(number) ?? [] { waiter.settle(.failure(error)) }
        }
    }

    /// Ends a transfer and gives who waits for it; nil, and it goes on, when these are more than
    /// are wanted.
    private func finish(_ number: Int, most: Int = .max) -> [Outcome<ClientResponse>]? {
        state.withLock { state in
            guard let transfer = state.transfers[number] else { return [] }
            guard transfer.waiters.count <= most else { return nil }
            state.remove(number)
            return Array(transfer.waiters.values)
        }
    }

    private func leave(_ number: Int, _ ticket: Int) {
        let abandoned: Task<Void, Never>? = state.withLock { state in
            guard state.transfers[number]?.waiters.removeValue(forKey: ticket) != nil,
                let transfer = state.transfers[number], transfer.waiters.isEmpty
            else { return nil }
            state.remove(number)
            return transfer.task
        }
        abandoned?.cancel()
    }
}
