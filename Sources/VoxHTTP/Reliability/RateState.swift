// SPDX-License-Identifier: MIT

/// The facts in a response about rate limits and waits.
struct RateFacts {
    let status: Int
    let retryAfter: Duration?
    let statements: [RateStatement]
}

/// The state machine of ``ReliabilityOptions/RateBudget`` for one origin. The state machine has no
/// clock and no lock. The owner passes the time, wakes the state machine at the time that
/// ``drain(at:)`` returns, and settles the outcomes.
struct RateState {
    /// A request that was counted and may be sent.
    struct Pass: Sendable {
        let number: Int
        /// True if the request is sent to find out whether the server still refuses requests.
        var isProbe = false
    }

    /// The end of a wait.
    enum Grant: Sendable {
        case pass(Pass)
        /// The request would wait too long. `after` is the time until the request may be sent; nil
        /// if this time is unknown.
        case refused(after: Duration?)

        var pass: Pass? {
            guard case .pass(let pass) = self else { return nil }
            return pass
        }
    }

    /// The waits that are over.
    typealias Settled = [(Outcome<Grant>, Grant)]

    /// The decision on a new request.
    enum Entry {
        case granted(Grant)
        case queued(ticket: Int, Outcome<Grant>)
    }

    private struct Waiter {
        let ticket: Int
        let deadline: Duration
        let outcome: Outcome<Grant>
    }

    /// The number of requests that are sent before anything is known about the origin. Other
    /// requests wait for the first response, but at most for ``longestUnknown``.
    private static let mostUnknown = 8
    private static let longestUnknown = Duration.seconds(1)
    private static let mostWindows = 8
    /// If a refusal names a wait that is longer than this time, one request tests the refusal after
    /// this time.
    private static let longestRefusal = Duration.seconds(3600)

    private let longestWait: Duration
    private var windows: [RateWindow]
    private var blockedUntil = Duration.zero
    private var unknownUntil: Duration?
    private var isKnown: Bool
    private var ignoresStatements = false
    private var nextProbe: Duration?
    /// The time from which one request may test whether the server still refuses requests.
    private var nextRefusalProbe = Duration.zero
    private var inFlight = 0
    private var lastRequest = 0
    private var lastTicket = 0
    /// The requests that wait, in order.
    private var waiters: [Waiter] = []
    /// A time that is not later than the earliest deadline of the waiting requests.
    private var nextDeadline = Duration.zero
    /// The number of the timer that wakes the state machine.
    var timer: Int?

    /// Creates the state of an origin. `isKnown` is true if the origin has already responded.
    init(limits: [RateWindow], longestWait: Duration, isKnown: Bool) {
        windows = limits
        self.longestWait = longestWait
        self.isKnown = isKnown || !limits.isEmpty
    }

    /// True if the state contains nothing that is still needed.
    func isForgettable(at now: Duration) -> Bool {
        isKnown && isIdle && windows.isEmpty && now >= blockedUntil && !ignoresStatements
    }

    /// True if no request waits or is in flight.
    var isIdle: Bool { waiters.isEmpty && inFlight == 0 }

    /// Admits, refuses or queues a request. `limit` is the time limit of the request.
    mutating func enter(at now: Duration, limit: Duration?) -> Entry {
        let turn = turn(at: now)
        if waiters.isEmpty, turn == .now { return .granted(.pass(send(at: now))) }
        let longest = max(.zero, min(longestWait, limit ?? longestWait))
        if case .at(let time) = turn, time - now > longest, isCertain(turn, at: now) {
            return .granted(refuseOrProbe(at: now, after: time - now))
        }
        let queue = waitInQueue(at: now)
        if queue > longest { return .granted(.refused(after: queue)) }
        lastTicket += 1
        let waiter = Waiter(ticket: lastTicket, deadline: now + longest, outcome: Outcome())
        nextDeadline = waiters.isEmpty ? waiter.deadline : min(nextDeadline, waiter.deadline)
        waiters.append(waiter)
        return .queued(ticket: waiter.ticket, waiter.outcome)
    }

    /// Removes a request from the queue.
    mutating func abandon(_ ticket: Int) {
        // The tickets are in order.
        var low = 0
        var high = waiters.count
        while low < high {
            let middle = (low + high) / 2
            if waiters[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        if low < waiters.count, waiters[low].ticket == ticket { waiters.remove(at: low) }
    }

    /// Takes back a request that was counted but not sent.
    mutating func takeBack(_ pass: Pass) {
        inFlight -= 1
        for index in windows.indices { windows[index].takeBack() }
    }

    /// Counts the end of a request: its response, or a failure. `pass` is nil for a request that
    /// was sent without being counted.
    mutating func finish(_ pass: Pass?, _ facts: RateFacts?, at now: Duration) {
        if pass == nil { lastRequest += 1 } else { inFlight -= 1 }
        if let facts {
            learn(facts, from: pass ?? Pass(number: lastRequest), at: now)
        }
        if now >= blockedUntil { isKnown = true }
        windows.removeAll { $0.isStale(at: now) }
    }

    /// Ends the waits that are over.
    /// - Returns: the outcomes to settle, and the time when this method must be called again.
    mutating func drain(at now: Duration) -> (settled: Settled, wake: Duration?) {
        var settled: Settled = []
        var turn = turn(at: now)
        while turn == .now, settled.count < waiters.count {
            settled.append((waiters[settled.count].outcome, .pass(send(at: now))))
            turn = self.turn(at: now)
        }
        waiters.removeFirst(settled.count)
        guard !waiters.isEmpty else { return (settled, nil) }

        var time: Duration?
        if case .at(let next) = turn { time = next }
        // Requests whose turn comes too late need not wait for their deadline.
        let end = isCertain(turn, at: now) ? max(now, time ?? now) : now
        if nextDeadline <= end {
            waiters.removeAll { waiter in
                guard waiter.deadline < end || waiter.deadline <= now else { return false }
                settled.append((waiter.outcome, .refused(after: time.map { max($0 - now, .zero) })))
                return true
            }
            guard let first = waiters.map(\.deadline).min() else { return (settled, nil) }
            nextDeadline = first
        }
        return (settled, time.map { min($0, nextDeadline) } ?? nextDeadline)
    }

    private mutating func send(at now: Duration, isProbe: Bool = false) -> Pass {
        lastRequest += 1
        inFlight += 1
        if unknownUntil == nil { unknownUntil = now + Self.longestUnknown }
        if !isProbe { nextProbe = nil }
        for index in windows.indices { windows[index].send(at: now) }
        return Pass(number: lastRequest, isProbe: isProbe)
    }

    private mutating func turn(at now: Duration) -> RateTurn {
        if now < blockedUntil { return .at(blockedUntil) }
        var turn = RateTurn.now
        if !isKnown, inFlight >= Self.mostUnknown, let unknownUntil, now < unknownUntil {
            turn = .at(unknownUntil)
        }
        for index in windows.indices {
            let next = windows[index].turn(at: now, inFlight: inFlight, lastRequest: lastRequest)
            turn = turn.later(next)
        }
        return turn
    }

    /// True if no response can make the turn come earlier.
    private func isCertain(_ turn: RateTurn, at now: Duration) -> Bool {
        inFlight == 0 || turn == .at(blockedUntil)
            || windows.contains { $0.logTurn(at: now) == turn }
    }

    /// The time that a new request waits because of the limits and the queue alone.
    private func waitInQueue(at now: Duration) -> Duration {
        windows.reduce(.zero) { longest, window in
            guard case .at(let time) = window.logTurn(after: waiters.count, at: now) else {
                return longest
            }
            return max(longest, time - now)
        }
    }

    /// Refuses a request, or sends it as a probe, because the numbers of a server may be wrong.
    /// Probes are rare after a refusal of the server, and more frequent if the numbers come from
    /// successful responses.
    private mutating func refuseOrProbe(at now: Duration, after wait: Duration) -> Grant {
        for index in windows.indices where windows[index].key == nil {
            let turn = windows[index].turn(at: now, inFlight: inFlight, lastRequest: lastRequest)
            guard turn == .now else { return .refused(after: wait) }
        }
        if now < blockedUntil {
            guard now >= nextRefusalProbe else { return .refused(after: wait) }
            setRefusalProbe(at: now)
            return .pass(send(at: now, isProbe: true))
        }
        let isDue = nextProbe.map { now >= $0 } ?? false
        if isDue || nextProbe == nil { nextProbe = now + longestWait }
        return isDue ? .pass(send(at: now, isProbe: true)) : .refused(after: wait)
    }

    private mutating func setRefusalProbe(at now: Duration) {
        nextRefusalProbe = now + max(Self.longestRefusal, longestWait)
    }

    private mutating func learn(_ facts: RateFacts, from pass: Pass, at now: Duration) {
        let used = facts.statements.filter { $0.remaining == 0 }
        let reset = used.compactMap(\.reset).max()
        if facts.status == 429 || facts.status == 403 && !used.isEmpty {
            ignoresStatements = false
            if let wait = facts.retryAfter ?? reset, wait <= RateStatement.longest {
                blockedUntil = pass.isProbe ? now + wait : max(blockedUntil, now + wait)
                setRefusalProbe(at: now)
                isKnown = !windows.isEmpty
                unknownUntil = blockedUntil + Self.longestUnknown
            }
        } else if pass.isProbe, facts.status < 400 {
            // The server did what it had said that it would not do.
            blockedUntil = min(blockedUntil, now)
            if let reset, reset > longestWait { ignoresStatements = true }
            windows.removeAll { $0.key != nil }
        }
        guard !ignoresStatements else { return }
        for statement in facts.statements {
            var index = windows.firstIndex { $0.key == statement.key }
            if index == nil, windows.count < Self.mostWindows {
                index = windows.count
                windows.append(RateWindow(key: statement.key))
            }
            guard let index else { continue }
            windows[index].learn(statement, request: pass.number, inFlight: inFlight, at: now)
        }
    }
}
