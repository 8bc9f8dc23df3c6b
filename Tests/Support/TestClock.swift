// SPDX-License-Identifier: MIT

import Synchronization

/// A clock that stands still until it is told to go on, or jumps ahead whenever somebody sleeps.
public final class TestClock: Clock {
    /// The time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// A later time.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }
        /// The time between.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether the first is earlier.
        public static func < (first: Instant, second: Instant) -> Bool {
            first.offset < second.offset
        }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (Instant, CheckedContinuation<Void, any Error>)] = [:]
        var last = 0
        var sleeps: [Duration] = []
    }

    private let state = Mutex(State())
    private let longestJump: Duration

    /// A clock; one that `jumps` lets nobody wait.
    public convenience init(jumps: Bool = false) {
        self.init(jumping: jumps ? .seconds(Int64.max) : .zero)
    }

    /// A clock that lets nobody wait who sleeps for at most so long. Who sleeps for longer waits, as
    /// time limits do.
    public init(jumping longest: Duration) { longestJump = longest }

    /// The time; it changes when ``advance(by:)`` says so.
    public var now: Instant { state.withLock { $0.now } }
    /// As fine as can be.
    public var minimumResolution: Duration { .zero }
    /// How long sleepers asked to sleep, in their order.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Waits until then.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let (number, time) = state.withLock { state in
            let time = state.now.duration(to: deadline)
            state.sleeps.append(time)
            state.last += 1
            return (state.last, time)
        }
        if time <= longestJump {
            move { max($0, deadline) }
            return await Task.yield()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.now >= deadline || Task.isCancelled { return true }
                    state.sleepers[number] = (deadline, continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.1.resume(throwing: CancellationError())
        }
    }

    /// Lets time pass.
    public func advance(by duration: Duration) { move { $0.advanced(by: duration) } }

    private func move(to time: (Instant) -> Instant) {
        let due = state.withLock { state in
            state.now = time(state.now)
            let due = state.sleepers.filter { $0.value.0 <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due
        }
        for sleeper in due.values { sleeper.1.resume() }
    }

    /// Lets time pass, a step at a time, until some work is done.
    public func pass<Result: Sendable>(
        by step: Duration = .milliseconds(50), until work: () async throws -> Result
    ) async rethrows -> Result {
        let passing = Task {
            while !Task.isCancelled {
                advance(by: step)
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
        defer { passing.cancel() }
        return try await work()
    }

    /// Waits until somebody sleeps.
    public func someoneSleeps() async {
        await eventually { state.withLock { !$0.sleepers.isEmpty } }
    }
}
