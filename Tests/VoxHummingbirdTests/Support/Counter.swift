// SPDX-License-Identifier: MIT

import Synchronization

/// A number that many threads may add to.
final class Counter: Sendable {
    private let mutex = Mutex(0)

    var value: Int { mutex.withLock { $0 } }

    /// Waits until the number rests, and says whether it is below a bound then. A number that is at the
    /// bound does not rest. On a slow machine it may seem to rest earlier.
    func rests(below bound: Int) async -> Bool {
        var (last, looks) = (value, 0)
        while looks < 300, value < bound, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(1))
            looks = value == last ? looks + 1 : 0
            last = value
        }
        return value < bound
    }

    func add(_ number: Int) { mutex.withLock { $0 += number } }

    /// The numbers from 0 on, one to each who asks.
    func next() -> Int {
        mutex.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}
