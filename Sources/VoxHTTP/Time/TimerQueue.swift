// SPDX-License-Identifier: MIT

/// Actions and the times they are due at: the state machine of ``Timers``, which has neither a clock nor
/// a lock. Whoever owns one sleeps until the time that a call returns, and then asks what is due.
package struct TimerQueue<Action> {
    /// A timer without a time waits to be brought forward; so does one whose action runs.
    private var timers: [Int: (time: Duration?, action: Action)] = [:]
    private var last = 0
    /// The earliest time that the owner sleeps until.
    private var wake: Duration?

    package init() {}

    /// Adds a timer.
    /// - Returns: its number, and the time to sleep until when nobody sleeps until then already.
    package mutating func add(
        at time: Duration?, _ action: Action
    ) -> (number: Int, wake: Duration?) {
        last += 1
        timers[last] = (time, action)
        return (last, time.flatMap { needsWaking(at: $0) })
    }

    /// Makes a timer fire no later than at a time; does nothing to one that was removed.
    /// - Returns: the time to sleep until when nobody sleeps until then already.
    package mutating func bringForward(_ number: Int, to time: Duration) -> Duration? {
        guard let timer = timers[number], timer.time.map({ time < $0 }) ?? true else { return nil }
        timers[number]?.time = time
        return needsWaking(at: time)
    }

    /// Removes a timer: its action is not taken any more.
    package mutating func remove(_ number: Int) { timers[number] = nil }

    /// Takes the timers that are due. They have no time until ``rearm(_:at:)``.
    package mutating func takeDue(at now: Duration) -> [(number: Int, action: Action)] {
        let due = timers.filter { $0.value.time.map { $0 <= now } ?? false }
        for number in due.keys { timers[number]?.time = nil }
        return due.map { ($0.key, $0.value.action) }
    }

    /// Sets the next time of a timer whose action was taken, unless it was removed in the meantime. One
    /// that was brought forward in the meantime keeps the earlier time.
    package mutating func rearm(_ number: Int, at time: Duration?) {
        let times = [time, timers[number]?.time].compactMap(\.self)
        timers[number]?.time = times.min()
    }

    /// The time to sleep until after the due timers were taken; nil when somebody else sleeps on, or there
    /// is nothing to wait for.
    package mutating func nextWake(after now: Duration) -> Duration? {
        // A sleep that was overtaken by an earlier one sets up nothing.
        guard wake.map({ $0 <= now }) ?? false else { return nil }
        wake = timers.values.compactMap(\.time).min()
        return wake
    }

    private mutating func needsWaking(at time: Duration) -> Duration? {
        if let wake, wake <= time { return nil }
        wake = time
        return time
    }
}
