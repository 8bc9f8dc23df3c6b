// SPDX-License-Identifier: MIT

internal import Synchronization

/// Timers that share one sleeping task. The action of a timer runs at the time of the timer. The
/// action of a removed timer does not run.
///
/// If each request had a sleeping task of its own, this task would exist until the time limit of
/// the request, long after the end of the request. Adding a timer starts a new sleep only if all
/// running sleeps end after the time of this timer. If all requests have a time limit of 30
/// seconds and end much earlier, a new sleep starts about every 30 seconds. The number of requests
/// does not matter.
///
/// ``TimerQueue`` decides which timers are due. `Timers` adds the lock and the clock.
package final class Timers: Sendable {
    /// The action of a timer. The action returns the time when the timer fires again. If the action
    /// returns nil, the timer fires only after a call of ``bringForward(_:to:)``.
    package typealias Action = @Sendable () -> Duration?

    private let state = Mutex(TimerQueue<Action>())
    /// The clock of the timers.
    package let watch: Stopwatch

    package init(_ watch: Stopwatch) { self.watch = watch }

    /// Adds a timer that runs an action at a time of the stopwatch. If the time is nil, the timer
    /// fires only after a call of ``bringForward(_:to:)``. When the caller no longer needs the
    /// timer, the caller must remove it, even if the timer has fired.
    package func set(at time: Duration?, _ action: @escaping Action) -> Int {
        let (number, wake) = state.withLock { $0.add(at: time, action) }
        if let wake { sleep(until: wake) }
        return number
    }

    /// Moves a timer forward to the given time. If the timer has an earlier time, or was removed,
    /// nothing changes.
    package func bringForward(_ number: Int, to time: Duration) {
        if let wake = state.withLock({ $0.bringForward(number, to: time) }) { sleep(until: wake) }
    }

    /// Removes a timer.
    package func remove(_ number: Int) { state.withLock { $0.remove(number) } }

    private func sleep(until time: Duration) {
        Task { [weak self, watch] in
            // The task sleeps until a time, and not for a duration, because the task may begin
            // late.
            try? await watch.sleepUntil(time)
            self?.fire(at: time)
        }
    }

    private func fire(at time: Duration) {
        let now = max(watch.now(), time)
        for (number, action) in state.withLock({ $0.takeDue(at: now) }) {
            let again = action()
            if let wake = state.withLock({ $0.rearm(number, at: again) }) { sleep(until: wake) }
        }
        if let next = state.withLock({ $0.nextWake(after: now) }) { sleep(until: next) }
    }
}
