// SPDX-License-Identifier: MIT

/// The state machine of ``Timers``. It stores actions and the times when they are due. The state
/// machine has no clock and no lock. The owner of the queue sleeps until the time that a call
/// returns, and then takes the timers that are due.
package struct TimerQueue<Action> {
    /// The timers by number. A timer without a time is not due until it is brought forward or
    /// rearmed. A timer has no time while its action runs.
    private var timers: [Int: (time: Duration?, action: Action)] = [:]
    private var last = 0
    /// The earliest time until which the owner sleeps.
    private var wake: Duration?

    package init() {}

    /// Adds a timer.
    /// - Returns: the number of the timer, and the time until which the owner must sleep. The time
    ///   is nil if the owner already wakes at this time or earlier.
    package mutating func add(
        at time: Duration?, _ action: Action
    ) -> (number: Int, wake: Duration?) {
        last += 1
        timers[last] = (time, action)
        return (last, time.flatMap { needsWaking(at: $0) })
    }

    /// Moves a timer to the given time. A timer with an earlier time does not change. This method
    /// does nothing if the timer was removed.
    /// - Returns: the time until which the owner must sleep. The time is nil if the owner already
    ///   wakes at this time or earlier.
    package mutating func bringForward(_ number: Int, to time: Duration) -> Duration? {
        guard let timer = timers[number], timer.time.map({ time < $0 }) ?? true else { return nil }
        timers[number]?.time = time
        return needsWaking(at: time)
    }

    /// Removes a timer, so that its action never runs.
    package mutating func remove(_ number: Int) { timers[number] = nil }

    /// Takes the timers that are due. The taken timers have no time until ``rearm(_:at:)`` sets
    /// one.
    package mutating func takeDue(at now: Duration) -> [(number: Int, action: Action)] {
        let due = timers.filter { $0.value.time.map { $0 <= now } ?? false }
        for number in due.keys { timers[number]?.time = nil }
        return due.map { ($0.key, $0.value.action) }
    }

    /// Sets the next time of a timer after its action ran. This method does nothing if the timer
    /// was removed while its action ran. If the timer was brought forward while its action ran, it
    /// keeps the earlier time.
    /// - Returns: the time until which the owner must sleep. The time is nil if the owner already
    ///   wakes at this time or earlier. Another sleep may have ended while the action ran, and have
    ///   left the owner without one.
    package mutating func rearm(_ number: Int, at time: Duration?) -> Duration? {
        time.flatMap { bringForward(number, to: $0) }
    }

    /// Returns the time until which the owner must sleep after taking the due timers. The result is
    /// nil if another sleep of the owner is still running, or if no timer has a time.
    package mutating func nextWake(after now: Duration) -> Duration? {
        // An earlier sleep has already set the next wake, so the sleep that ended now sets none.
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
