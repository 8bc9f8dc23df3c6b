// SPDX-License-Identifier: MIT

import Foundation

/// The least time of two runs, of this thread: what others take does not count.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    var least = Double.infinity
    for _ in 0..<2 {
        let start = now()
        try body()
        least = min(least, now() - start)
    }
    return least
}
