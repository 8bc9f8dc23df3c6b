// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Synchronization

extension ReliabilityOptions {
    /// Keeps requests within the rate limits of servers. Requests wait so that they do not exceed a
    /// limit. After a 429, all requests wait for the time that the response states.
    ///
    /// The budget reads the limits from header fields. If a server sends one of the following
    /// fields, no settings are needed:
    ///
    /// - `Retry-After` of a response with status 429: a number of seconds, which may have a
    ///   fraction, or a date;
    /// - `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), in the form
    ///   `"default";r=50;t=30` and in the older form `limit=100, remaining=50, reset=5`;
    /// - `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` and `RateLimit-Policy`, with
    ///   or without `X-`, and `X-RateLimit-Period`. A limit may be a list: `10, 10;w=1, 150;w=60`;
    /// - `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:500;`.
    ///
    /// A reset is a number of seconds from now, a Unix time in seconds or milliseconds, or a date
    /// (RFC 9110 or RFC 3339). The budget ignores times above 31 days, malformed numbers, and a
    /// number of remaining requests above the limit.
    ///
    /// A program can also state the limits of a server that does not send them:
    ///
    /// ```swift
    /// var options = ReliabilityOptions()
    /// options.rateBudget = ReliabilityOptions.RateBudget(limits: [(10, per: .seconds(1)), (150, per: .seconds(60))])
    /// ```
    ///
    /// - Each origin has its own budget, which all requests to this origin share. A request counts
    ///   even if it gets no response.
    /// - Requests wait in the order in which they came. If a waiting request is cancelled, the next
    ///   request takes its place.
    /// - Until an origin has responded, the budget sends at most 8 requests to it, because the
    ///   limit is not known yet. Further requests to this origin wait for its first response, but
    ///   at most one second.
    /// - If the fields require a wait above ``longestWait``, the budget still sends one request in
    ///   each period of the length ``longestWait``. So wrong fields of a server do not stop the
    ///   client.
    /// - If a server refuses a request, and says that requests must wait longer than one hour, the
    ///   budget still sends one request per hour. If the server accepts this request, the wait is
    ///   over for all requests. If the server refuses this request too, the wait in the new
    ///   response replaces the earlier wait.
    ///
    /// A request that would wait longer than ``longestWait`` or than its own `timeouts.total` is
    /// not sent, and fails with ``RequestError`` code `retryAfter`. The property
    /// ``RequestError/retryAfter`` of the error is the time to wait from now. If the time to wait
    /// is known, the request fails at once. To send requests earlier, use a new budget, which has
    /// not read the limits.
    ///
    /// If an origin sends no rate limits, the cost of a request is small: a lock, a hash of the
    /// origin, and a search of the field names of each response.
    public final class RateBudget: HTTPMiddleware {
        /// The longest time that a request may wait before it is sent.
        public let longestWait: Duration

        private let limits: [RateWindow]
        private let readsFields: Bool
        private let group: (@Sendable (ClientRequest) -> String)?
        private let watch: Stopwatch
        private let timers: Timers
        private let state = Mutex(State())

        /// A group of requests that share limits.
        private struct Group: Hashable {
            let scheme: String
            let authority: String
            let name: String
        }

        private struct State {
            /// The groups for which responses have arrived, but no response has stated a limit.
            var free: Set<Group> = []
            var limited: [Group: RateState] = [:]
        }

        /// The maximum number of groups in memory. Groups that are not in use are removed first.
        private static let capacity = 1024

        /// Creates a budget.
        /// - Parameters:
        ///   - limits: the limits of each origin. Each limit has a number of requests and the
        ///     length of the window. All limits apply, in addition to the limits in responses. A
        ///     number below 1 counts as 1, and a window with a length of zero or less is ignored.
        ///   - readsFields: false to ignore the rate limits in the header fields of responses.
        ///   - longestWait: the maximum wait of a request. Default: 2 minutes.
        ///   - group: returns a name for each request, for a service whose parts have separate
        ///     limits. Requests to the same origin with the same name share a budget. By default,
        ///     all requests to an origin share a budget.
        ///   - clock: the clock for the waits.
        public init(
            limits: [(requests: Int, per: Duration)] = [], readsFields: Bool = true,
            longestWait: Duration = .seconds(120),
            group: (@Sendable (ClientRequest) -> String)? = nil,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            // A century, so that sums of times cannot overflow.
            let most = Duration.seconds(3_155_760_000)
            self.limits = limits.filter { $0.per > .zero }.map {
                RateWindow(limit: max($0.requests, 1), length: min($0.per, most))
            }
            self.readsFields = readsFields
            self.longestWait = min(max(longestWait, .zero), most)
            self.group = group
            watch = Stopwatch(clock)
            timers = Timers(watch)
        }

        /// Sends the request as soon as the limits allow it.
        public func intercept(
            _ request: ClientRequest, next: any HTTPTransport
        ) async throws -> ClientResponse {
            guard readsFields || !limits.isEmpty else { return try await next.execute(request) }
            let group = Group(
                scheme: request.head.scheme ?? "", authority: request.head.authority ?? "",
                name: group?(request) ?? "")
            guard isFree(group) else { return try await send(request, in: group, to: next) }
            let response = try await next.execute(request)
            if let facts = facts(of: response, isProbe: false) {
                change(group, creates: true) { state, now in state.finish(nil, facts, at: now) }
            }
            return response
        }

        /// True if responses have arrived for the group, but no response has stated a limit.
        private func isFree(_ group: Group) -> Bool { state.withLock { $0.free.contains(group) } }

        /// Sends a request of a group that has limits, or whose limits are not known yet. This
        /// function is not inlined, because requests of other groups do not need the memory of its
        /// state.
        @inline(never)
        private func send(
            _ request: ClientRequest, in group: Group, to next: any HTTPTransport
        ) async throws -> ClientResponse {
            let pass: RateState.Pass
            switch enter(group, limit: request.timeouts.total) {
            case .granted(let grant): pass = try self.pass(grant, request)
            case .queued(let ticket, let outcome):
                do {
                    pass = try self.pass(try await outcome.value(), request)
                } catch let error as CancellationError {
                    change(group) { state, _ in state.abandon(ticket) }
                    throw error
                }
            }
            let response: ClientResponse
            do {
                response = try await next.execute(request)
            } catch {
                change(group) { state, now in state.finish(pass, nil, at: now) }
                throw error
            }
            let facts = facts(of: response, isProbe: pass.isProbe)
            change(group) { state, now in state.finish(pass, facts, at: now) }
            return response
        }

        private func facts(of response: ClientResponse, isProbe: Bool) -> RateFacts? {
            guard readsFields, isProbe || response.headers.mayStateRate else { return nil }
            let facts = RateFacts(
                status: response.status.code, retryAfter: response.headers.retryAfter,
                statements: response.headers.rateStatements)
            return isProbe || facts.status == 429 || !facts.statements.isEmpty ? facts : nil
        }

        private func enter(_ group: Group, limit: Duration?) -> RateState.Entry {
            let (entry, settled): (RateState.Entry, RateState.Settled) = state.withLock { state in
                let now = watch.now()
                if state.limited.count >= Self.capacity, state.limited[group] == nil {
                    makeRoom(in: &state)
                }
                // Another request may have made the group free in the meantime.
                let isKnown = state.free.remove(group) != nil
                let entry = state.limited[group, default: newState(isKnown: isKnown)]
                    .enter(at: now, limit: limit)
                guard case .queued = entry else { return (entry, []) }
                return (entry, drain(group, in: &state, at: now))
            }
            settle(settled, of: group)
            return entry
        }

        private func newState(isKnown: Bool) -> RateState {
            RateState(limits: limits, longestWait: longestWait, isKnown: isKnown)
        }

        private func pass(
            _ grant: RateState.Grant, _ request: ClientRequest
        ) throws(RequestError) -> RateState.Pass {
            switch grant {
            case .pass(let pass): return pass
            case .refused(let wait):
                let time = wait.map { "only in \($0.words)" } ?? "not soon enough"
                var error = RequestError(
                    code: .retryAfter,
                    message:
                        "the rate limit of the server allows this request \(time): send it later, "
                        + "send fewer requests, or allow a longer wait (longestWait of ReliabilityOptions.RateBudget is "
                        + "\(longestWait.words), timeouts.total of the request is "
                        + (request.timeouts.total.map(\.words) ?? "nil") + ")",
                    request: request)
                error.wait = wait
                throw error
            }
        }

        /// Changes the state of a group, and ends the waits that are over. `creates` is true to
        /// create the state if the group has no state.
        private func change(
            _ group: Group, creates: Bool = false, _ change: (inout RateState, Duration) -> Void
        ) {
            let settled: RateState.Settled = state.withLock { state in
                let now = watch.now()
                if creates, state.limited[group] == nil {
                    state.free.remove(group)
                    if state.limited.count >= Self.capacity { makeRoom(in: &state) }
                    state.limited[group] = newState(isKnown: true)
                }
                guard state.limited[group] != nil else { return [] }
                change(&state.limited[group, default: newState(isKnown: true)], now)
                return drain(group, in: &state, at: now)
            }
            settle(settled, of: group)
        }

        private func settle(_ settled: RateState.Settled, of group: Group) {
            var settled = settled
            while !settled.isEmpty {
                let unused = settled.filter { !$0.0.settle(.success($0.1)) }.compactMap(\.1.pass)
                if unused.isEmpty { return }
                // Requests that were cancelled in the meantime are not sent, so the next ones move
                // up.
                settled = state.withLock { state in
                    for pass in unused { state.limited[group]?.takeBack(pass) }
                    return drain(group, in: &state, at: watch.now())
                }
            }
        }

        private func drain(
            _ group: Group, in state: inout State, at now: Duration
        ) -> RateState.Settled {
            guard let (settled, wake) = state.limited[group]?.drain(at: now) else { return [] }
            if let wake {
                setTimer(of: group, in: &state, at: wake)
            } else if state.limited[group]?.isForgettable(at: now) ?? false {
                forget(group, in: &state)
                if state.free.count >= Self.capacity { state.free.removeAll() }
                state.free.insert(group)
            }
            return settled
        }

        private func setTimer(of group: Group, in state: inout State, at time: Duration) {
            if let timer = state.limited[group]?.timer {
                timers.bringForward(timer, to: time)
            } else {
                state.limited[group]?.timer = timers.set(at: time) { [weak self] in
                    self?.change(group) { _, _ in }
                    return nil
                }
            }
        }

        private func forget(_ group: Group, in state: inout State) {
            if let timer = state.limited.removeValue(forKey: group)?.timer { timers.remove(timer) }
        }

        /// Removes the groups that are not in use.
        private func makeRoom(in state: inout State) {
            for (group, _) in state.limited.filter(\.value.isIdle) { forget(group, in: &state) }
        }
    }
}
