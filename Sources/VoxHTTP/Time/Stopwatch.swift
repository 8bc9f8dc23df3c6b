// SPDX-License-Identifier: MIT

/// A clock that measures the time since it was created.
package struct Stopwatch: Sendable {
    /// Returns the time since the stopwatch was created.
    package let now: @Sendable () -> Duration
    /// Waits for a duration, and throws an error as soon as the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// Waits until a time of this clock, and throws an error as soon as the task is cancelled.
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
