// SPDX-License-Identifier: MIT

/// The time at which the next request may be sent.
enum RateTurn: Equatable {
    case now
    case at(Duration)
    /// The time is not known before a response arrives.
    case afterResponse

    /// The later of two turns.
    func later(_ other: RateTurn) -> RateTurn {
        switch (self, other) {
        case (.afterResponse, _), (_, .afterResponse): .afterResponse
        case (.at(let first), .at(let second)): .at(max(first, second))
        case (.at, .now): self
        case (.now, _): other
        }
    }
}

/// One rate limit of an origin: a number of requests in a window of time.
///
/// If the length of the window is known, no more requests are sent in any period of this length
/// than the limit allows. If a response states the number of remaining requests, the requests that
/// were sent since then are subtracted from this number, including requests that have no response
/// yet.
struct RateWindow {
    /// The key of a window that responses state; nil for a limit of the program.
    let key: String?
    private(set) var limit: Int?
    private(set) var length: Duration?

    /// The number of remaining requests; nil if the number is unknown. A request without a response
    /// may be subtracted although the server has already counted it.
    private var remaining: Int?
    /// The time when the limit is available again.
    private var end: Duration?
    /// The newest request whose response stated the number of remaining requests, and this number.
    private var stated = (request: 0, remaining: 0)
    /// The first request that was sent after the window began.
    private var firstRequest = 1
    /// The highest number of remaining requests in the responses, for servers that do not state a
    /// limit.
    private var highest = 1
    /// The longest time until the end of the window that a response stated, for servers that state it
    /// only when they refuse a request.
    private var longestReset: Duration?
    /// The time when a response last stated this limit.
    private var lastStated = Duration.zero

    /// The requests sent in the last window: their number, and when the first and last were sent.
    /// Requests that are close together share an element, so that a large limit needs little
    /// memory.
    private var log: [(first: Duration, last: Duration, count: Int)] = []
    private var logged = 0

    /// Creates a window that a response states.
    init(key: String) { self.key = key }

    /// Creates a window for a limit of the program.
    init(limit: Int, length: Duration) {
        key = nil
        self.limit = limit
        self.length = length
    }

    /// Returns when this window allows the next request.
    mutating func turn(at now: Duration, inFlight: Int, lastRequest: Int) -> RateTurn {
        refresh(at: now, inFlight: inFlight, lastRequest: lastRequest)
        var turn = logTurn(at: now)
        if let remaining, remaining <= 0 {
            if let end {
                turn = turn.later(.at(end))
            } else if inFlight > 0 {
                turn = .afterResponse
            }
        }
        return turn
    }

    /// Returns when the next request may be sent, according to the requests that were sent in the
    /// last window. `waiting` is the number of requests that are sent before the next request.
    func logTurn(after waiting: Int = 0, at now: Duration) -> RateTurn {
        guard let limit, let span, logged + waiting >= limit else { return .now }
        let (rounds, index) = (logged + waiting - limit).quotientAndRemainder(dividingBy: limit)
        var rest = index
        let entry = log.first { entry in
            rest -= entry.count
            return rest < 0
        }
        return .at((entry?.last ?? now) + span + span * rounds)
    }

    /// Counts a request that is sent.
    mutating func send(at now: Duration) {
        if let remaining {
            self.remaining = remaining - 1
            if end == nil, let longestReset { end = now + longestReset }
        }
        guard let length else { return }
        logged += 1
        if let last = log.indices.last, now - log[last].first < length / 64 {
            log[last].last = now
            log[last].count += 1
        } else {
            log.append((now, now, 1))
        }
    }

    /// Takes back a request that was counted but not sent.
    mutating func takeBack() {
        if let remaining { self.remaining = remaining + 1 }
        guard let last = log.indices.last else { return }
        logged -= 1
        log[last].count -= 1
        if log[last].count == 0 { log.removeLast() }
    }

    /// Reads the statement in the response to a request. `inFlight` is the number of other requests
    /// that have no response yet.
    mutating func learn(
        _ statement: RateStatement, request: Int, inFlight: Int, at now: Duration
    ) {
        lastStated = now
        limit = statement.limit ?? limit
        if length == nil, statement.length != nil {
            // The requests that were sent before count, too.
            log.append((now, now, inFlight + 1))
            logged += inFlight + 1
        }
        length = statement.length ?? length
        // A response to a request of the last window says nothing about this window.
        guard let number = statement.remaining, request >= firstRequest else { return }
        if request > stated.request {
            stated = (request, number)
            highest = max(highest, number + 1)
            remaining = number - inFlight
            end = (statement.reset ?? length).map { now + $0 }
            if let reset = statement.reset { longestReset = max(reset, longestReset ?? .zero) }
        } else if number > stated.remaining, let remaining {
            // The server had counted this request when it sent the newest number.
            self.remaining = remaining + 1
        }
    }

    /// True if the limit comes from responses, and the last statement of the limit is so old that
    /// the limit no longer applies.
    func isStale(at now: Duration) -> Bool {
        key != nil && now >= end ?? .zero && now - lastStated > max(length ?? .zero, .seconds(60))
    }

    /// The time after which a sent request no longer counts. This time is a little longer than the
    /// window, because requests need different times to reach the server.
    private var span: Duration? { length.map { $0 + min($0 / 50, .milliseconds(100)) } }

    private mutating func refresh(at now: Duration, inFlight: Int, lastRequest: Int) {
        if let span {
            let expired = log.prefix { $0.last + span <= now }.count
            for entry in log.prefix(expired) { logged -= entry.count }
            log.removeFirst(expired)
        }
        guard let end, now >= end else { return }
        self.end = nil
        firstRequest = lastRequest + 1
        // If the length of the window is known, the log has the requests that count.
        remaining = length == nil ? max(limit ?? highest, 1) - inFlight : nil
    }
}
