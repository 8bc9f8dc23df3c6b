// SPDX-License-Identifier: MIT

internal import Synchronization

/// A clock that says how long it has been running.
package struct Stopwatch: Sendable {
    /// The time since this was made.
    package let now: @Sendable () -> Duration
    /// Waits so long; ends early, with an error, when the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// Waits until that time; ends early, with an error, when the task is cancelled.
    let sleepUntil: @Sendable (Duration) async throws -> Void

    package init(_ clock: any Clock<Duration>) { self = Self.running(on: clock) }

    private init(
        now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        sleepUntil: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
        self.sleepUntil = sleepUntil
    }

    private static func running<C: Clock>(on clock: C) -> Stopwatch where C.Duration == Duration {
        let start = clock.now
        return Stopwatch(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(for: $0) },
            sleepUntil: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
    }
}

/// Actions that happen at a time unless they are taken back: one timer for all of them.
///
/// A task that sleeps for each request would leave its timer behind until it fires, long after the
/// request is done. Here a timer is only set when an alarm is earlier than all before it, which with
/// equal limits is once per limit and not once per request.
package final class Timers: Sendable {
    private struct State {
        /// An alarm that waits to be brought forward has no time, nor one that rings.
        var alarms: [Int: (time: Duration?, action: Action)] = [:]
        var last = 0
        /// When the timer fires.
        var wake: Duration?

        /// Whether the timer must be set for this time.
        mutating func isFirst(_ time: Duration) -> Bool {
            if let wake, wake <= time { return false }
            wake = time
            return true
        }
    }

    /// What an alarm does; gives when it rings again, nil for not before it is brought forward.
    package typealias Action = @Sendable () -> Duration?

    private let state = Mutex(State())
    /// Tells the time of the alarms.
    package let watch: Stopwatch

    package init(_ watch: Stopwatch) { self.watch = watch }

    /// Has something done at a time, given as the watch tells it; with nil when the alarm is brought
    /// forward. It must be taken back in the end.
    package func set(at time: Duration?, _ action: @escaping Action) -> Int {
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.alarms[state.last] = (time, action)
            return (state.last, time.map { state.isFirst($0) } ?? false)
        }
        if let time, isFirst { wake(at: time) }
        return number
    }

    /// Has an alarm ring no later than at this time; nothing when it was taken back.
    package func bringForward(_ number: Int, to time: Duration) {
        let isFirst = state.withLock { state in
            guard let alarm = state.alarms[number], alarm.time.map({ time < $0 }) ?? true else {
                return false
            }
            state.alarms[number]?.time = time
            return state.isFirst(time)
        }
        if isFirst { wake(at: time) }
    }

    /// Takes an alarm back.
    package func remove(_ number: Int) {
        _ = state.withLock { $0.alarms.removeValue(forKey: number) }
    }

    private func wake(at time: Duration) {
        Task { [weak self, watch] in
            // Until then, not for so long: the task may begin late.
            try? await watch.sleepUntil(time)
            self?.ring(at: time)
        }
    }

    private func ring(at time: Duration) {
        let now = max(watch.now(), time)
        let due = state.withLock { state in
            let due = state.alarms.filter { $0.value.time.map { $0 <= now } ?? false }
            for number in due.keys { state.alarms[number]?.time = nil }
            return due
        }
        for (number, alarm) in due {
            let again = alarm.action()
            state.withLock { state in
                // It may have been taken back in the meantime, or brought forward.
                let times = [again, state.alarms[number]?.time].compactMap(\.self)
                state.alarms[number]?.time = times.min()
            }
        }
        let next: Duration? = state.withLock { state in
            // A timer that was overtaken by an earlier one has nothing to set up again.
            guard state.wake.map({ $0 <= now }) ?? false else { return nil }
            state.wake = state.alarms.values.compactMap(\.time).min()
            return state.wake
        }
        if let next { wake(at: next) }
    }
}
