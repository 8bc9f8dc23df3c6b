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
/// `allowsCoalescing` of a request switches this off: for streams that do not end, say.
public struct RequestCoalescing: HTTPMiddleware {
    private let table = Table()

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
        defer { if !request.method.isSafe { table.close(request.url) } }
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
        let ticket = table.join(request, next, outcome)
        return { table.leave(ticket) }
    }
}

extension ClientRequest {
    fileprivate var isShareable: Bool {
        allowsCoalescing && method == .get && body == nil && userInfo.isEmpty
    }
}

extension HTTPRequest.Method {
    /// Changes nothing (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue) }
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

    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(headers.identityHash)
    }
}

/// The transfers under way, each by the ticket of who began it.
private final class Table: Sendable {
    private struct Transfer {
        let key: Key
        /// Nil until it is known.
        var task: Task<Void, Never>?
        var waiters: [Int: Outcome<ClientResponse>]
        /// Up to this ticket they wait for the second time, for the first one ran out of time.
        var again = 0
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        /// Those that can be joined.
        var open: [Key: Int] = [:]
        /// The transfers of those who did not begin them.
        var joined: [Int: Int] = [:]
        var last = 0

        mutating func begin(_ number: Int, _ transfer: Transfer) {
            transfers[number] = transfer
            open[transfer.key] = number
        }

        mutating func join(_ waiters: [Int: Outcome<ClientResponse>], to number: Int) {
            for (ticket, waiter) in waiters {
                transfers[number]?.waiters[ticket] = waiter
                if ticket != number { joined[ticket] = number }
            }
        }

        mutating func remove(_ number: Int) -> Transfer? {
            guard let transfer = transfers.removeValue(forKey: number) else { return nil }
            if open[transfer.key] == number { open[transfer.key] = nil }
            if transfer.waiters.count > 1 || transfer.waiters[number] == nil {
                for ticket in transfer.waiters.keys { joined[ticket] = nil }
            }
            return transfer
        }

        /// Has those whose transfer ran out of time join another, or begin one.
        /// - Returns: the number of the one to begin.
        mutating func rejoin(_ waiters: [Int: Outcome<ClientResponse>], _ key: Key) -> Int? {
            guard let first = waiters.keys.min() else { return nil }
            if let number = open[key] {
                join(waiters, to: number)
                return nil
            }
            begin(first, Transfer(key: key, waiters: [:], again: last))
            join(waiters, to: first)
            return first
        }
    }

    private let state = Mutex(State())

    /// Joins an equal transfer, or begins one.
    /// - Returns: a ticket, to leave with.
    func join(
        _ request: ClientRequest, _ next: any HTTPTransport, _ outcome: Outcome<ClientResponse>
    ) -> Int {
        let key = Key(request)
        let (ticket, isFirst) = state.withLock { state in
            state.last += 1
            let ticket = state.last
            if let number = state.open[key] {
                state.join([ticket: outcome], to: number)
                return (ticket, false)
            }
            state.begin(ticket, Transfer(key: key, waiters: [ticket: outcome]))
            return (ticket, true)
        }
        if isFirst { carry(request, next, ticket) }
        return ticket
    }

    /// Takes one who waits off his transfer. When all have gone it is cancelled.
    func leave(_ ticket: Int) {
        let abandoned: Task<Void, Never>? = state.withLock { state in
            let number = state.joined.removeValue(forKey: ticket) ?? ticket
            guard state.transfers[number]?.waiters.removeValue(forKey: ticket) != nil else {
                return nil
            }
            guard state.transfers[number]?.waiters.isEmpty == true else { return nil }
            return state.remove(number)?.task
        }
        abandoned?.cancel()
    }

    /// Lets nobody join the transfers from an origin any more.
    func close(_ origin: HTTPURL) {
        state.withLock { state in
            state.open = state.open.filter { !$0.key.url.hasSameOrigin(as: origin) }
        }
    }

    /// Carries a transfer in a task of its own, which none of those who wait can cancel alone.
    private func carry(_ request: ClientRequest, _ next: any HTTPTransport, _ number: Int) {
        let task = Task.atOnce { [self] in
            do {
                let response = try await next.execute(request)
                if let only = finish(number, most: 1) {
                    for waiter in only.values { waiter.settle(.success(response)) }
                    return
                }
                try await share(response, number)
            } catch {
                fail(request, next, number, error)
            }
        }
        let isOver = state.withLock { state in
            state.transfers[number]?.task = task
            return state.transfers[number] == nil
        }
        // Over, or abandoned while it began.
        if isOver { task.cancel() }
    }

    /// Hands out one body for all who wait. Apart, because it is rare and has a large frame.
    @inline(never)
    private func share(_ response: ClientResponse, _ number: Int) async throws {
        var response = response
        response.body = ClientResponseBody(try await response.body.bytes())
        for waiter in (finish(number) ?? [:]).values { waiter.settle(.success(response)) }
    }

    /// Tells all who wait, but those whose time may not be up: only that of the one who came first is
    /// when a transfer takes too long. They go on to a second one; when that takes too long as well it is
    /// the server.
    private func fail(
        _ request: ClientRequest, _ next: any HTTPTransport, _ number: Int, _ error: any Error
    ) {
        let (failed, second) = state.withLock { state in
            guard var transfer = state.remove(number) else {
                return ([Outcome<ClientResponse>](), Int?.none)
            }
            let isLate = (error as? RequestError)?.code == .timeout
            let told = transfer.waiters.filter {
                !isLate || $0.key == number || $0.key <= transfer.again
            }
            for ticket in told.keys { transfer.waiters[ticket] = nil }
            return (Array(told.values), state.rejoin(transfer.waiters, transfer.key))
        }
        for waiter in failed { waiter.settle(.failure(error)) }
        if let second { carry(request, next, second) }
    }

    /// Ends a transfer and gives who waits for it; nil, and it goes on, when these are more than
    /// are wanted.
    private func finish(_ number: Int, most: Int = .max) -> [Int: Outcome<ClientResponse>]? {
        state.withLock { state in
            guard let transfer = state.transfers[number] else { return [:] }
            guard transfer.waiters.count <= most else { return nil }
            return state.remove(number)?.waiters
        }
    }
}
