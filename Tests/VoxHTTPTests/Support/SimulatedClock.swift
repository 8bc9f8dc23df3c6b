// SPDX-License-Identifier: MIT

import Synchronization

/// A clock that goes on when the tasks of a ``OneThread`` have gone as far as they can: to the time of
/// the earliest sleeper. So a minute passes in no time, and nothing is late.
final class SimulatedClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let thread: OneThread
    private let state = Mutex((now: Instant(offset: .zero), sleepers: [Int: Instant](), last: 0))

    init(_ thread: OneThread) { self.thread = thread }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.last += 1
            state.sleepers[state.last] = deadline
            return state.last
        }
        defer { state.withLock { _ = $0.sleepers.removeValue(forKey: number) } }
        while true {
            try Task.checkCancellation()
            for _ in 0..<4 { await thread.settle() }
            let isFirst = state.withLock { state in
                guard state.sleepers.values.allSatisfy({ deadline <= $0 }) else { return false }
                state.now = max(state.now, deadline)
                return true
            }
            if isFirst { return }
            await Task.yield()
        }
    }
}
