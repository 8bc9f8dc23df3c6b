// SPDX-License-Identifier: MIT

import Foundation

/// What time is measured with.
enum Clock: String {
    /// That on the wall: what a user waits. It wants an idle machine.
    case wall
    /// The time that this thread had a processor: on a busy machine.
    case cpu

    /// Nanoseconds of one run.
    func time(_ side: Side, _ times: Int) throws -> Double {
        let start = now
        for _ in 0..<times { _ = try side.run() }
        return (now - start) / Double(times)
    }

    private var now: Double {
        var time = timespec()
        clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
