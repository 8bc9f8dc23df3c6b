// SPDX-License-Identifier: MIT
#if SQLite

internal import Dispatch
import GRDB
internal import Synchronization

/// Interrupts the statements of a connection that take too long, or whose task is canceled.
///
/// At most one timer waits for a connection. A timer for each statement would stay in memory until
/// its time.
final class TimeLimit: Sendable {
    private struct State {
        /// The time at which the running statement is interrupted; nil if no statement runs.
        var deadline: ContinuousClock.Instant?
        var isWaiting = false
        /// The number of statements that have had a turn.
        var turns = 0
        var turn = 0
    }

    private let state = Mutex(State())
    private let limit: Duration
    private let queue: DatabaseQueue

    init(_ limit: Duration, on queue: DatabaseQueue) {
        self.limit = min(limit, .seconds(1_000_000_000))
        self.queue = queue
    }

    func nextTurn() -> Int {
        state.withLock { state in
            state.turns += 1
            return state.turns
        }
    }

    /// Interrupts the statement with this turn if it is running.
    func interrupt(_ turn: Int) {
        state.withLock { state in
            if state.deadline != nil, state.turn == turn { queue.interrupt() }
        }
    }

    /// Calls a function that executes one statement.
    func whileRunning<Result>(_ turn: Int, _ body: () throws -> Result) rethrows -> Result {
        let deadline = ContinuousClock.now + limit
        let isFirst = state.withLock { state in
            state.deadline = deadline
            state.turn = turn
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        if isFirst { wait(for: limit) }
        defer { state.withLock { $0.deadline = nil } }
        return try body()
    }

    private func wait(for time: Duration) {
        let seconds: Double = time / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            self?.check()
        }
    }

    /// Interrupts the running statement, or waits until its time.
    private func check() {
        let rest = state.withLock { state -> Duration? in
            state.isWaiting = false
            guard let deadline = state.deadline else { return nil }
            let rest = deadline - .now
            guard rest <= .zero else {
                state.isWaiting = true
                return rest
            }
            // The lock makes sure that the next statement has not begun.
            queue.interrupt()
            return nil
        }
        if let rest { wait(for: rest) }
    }
}

#endif
