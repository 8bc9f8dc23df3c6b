// SPDX-License-Identifier: MIT

internal import Synchronization

/// Actions that happen at a time unless they are removed: one sleeping task for all of them.
///
/// A task that sleeps for each request would stay until its time has come, long after the request is
/// done. Here a task only sleeps anew when a timer is earlier than all before it, which with equal limits
/// is once per limit and not once per request.
///
/// What is due when is decided by ``TimerQueue``; this class adds the lock and the clock.
package final class Timers: Sendable {
    /// What a timer does; gives when it fires again, nil for not before it is brought forward.
    package typealias Action = @Sendable () -> Duration?

    private let state = Mutex(TimerQueue<Action>())
    /// Tells the time of the timers.
    package let watch: Stopwatch

    package init(_ watch: Stopwatch) { self.watch = watch }

    /// Has something done at a time, given as the watch tells it; with nil when the timer is brought
    /// forward. It must be removed in the end.
    package func set(at time: Duration?, _ action: @escaping Action) -> Int {
        let (number, wake) = state.withLock { $0.add(at: time, action) }
        if let wake { sleep(until: wake) }
        return number
    }

    /// Has a timer fire no later than at this time; nothing when it was removed.
    package func bringForward(_ number: Int, to time: Duration) {
        if let wake = state.withLock({ $0.bringForward(number, to: time) }) { sleep(until: wake) }
    }

    /// Removes a timer.
    package func remove(_ number: Int) { state.withLock { $0.remove(number) } }

    private func sleep(until time: Duration) {
        Task { [weak self, watch] in
            // Until then, not for so long: the task may begin late.
            try? await watch.sleepUntil(time)
            self?.fire(at: time)
        }
    }

    private func fire(at time: Duration) {
        let now = max(watch.now(), time)
        for (number, action) in state.withLock({ $0.takeDue(at: now) }) {
            let again = action()
            state.withLock { $0.rearm(number, at: again) }
        }
        if let next = state.withLock({ $0.nextWake(after: now) }) { sleep(until: next) }
    }
}
