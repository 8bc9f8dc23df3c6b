// SPDX-License-Identifier: MIT

/// The state machine of ``Deadlines``: it decides when a time limit of one request has passed. The
/// state machine reads no clock; the caller passes the times of its stopwatch.
package struct RequestDeadline: Sendable {
    /// A time limit that has passed.
    package enum Passed: Hashable, Sendable {
        case total(Duration)
        case idle(Duration)
    }

    private let timeouts: ClientRequest.Timeouts
    private let end: Duration?

    /// Creates the deadlines of a request that begins at the time `start`.
    package init(_ timeouts: ClientRequest.Timeouts, from start: Duration) {
        self.timeouts = timeouts
        end = timeouts.total.map { start + $0 }
    }

    /// True if there is a time limit for the whole request.
    package var hasEnd: Bool { end != nil }

    /// Returns when the next time limit passes. `last` is the time when the last bytes arrived; nil
    /// if the caller is not waiting for bytes.
    package func next(sinceBytes last: Duration?) -> Duration? {
        let idleEnd = last.flatMap { last in timeouts.idle.map { last + $0 } }
        guard let end, let idleEnd else { return end ?? idleEnd }
        return min(end, idleEnd)
    }

    /// Returns the time limit that has passed; nil if no limit has passed.
    package func passed(at now: Duration, sinceBytes last: Duration?) -> Passed? {
        guard let next = next(sinceBytes: last), next <= now else { return nil }
        return next == end
            ? .total(timeouts.total ?? .zero) : .idle(timeouts.idle ?? .zero)
    }
}

extension RequestDeadline.Passed {
    /// The text of the error about the time limit.
    package var message: String {
        switch self {
        case .total(let limit): "the request took longer than \(limit)"
        case .idle(let limit): "the next bytes took longer than \(limit)"
        }
    }
}
