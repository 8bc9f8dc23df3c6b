// SPDX-License-Identifier: MIT

import Synchronization

/// A number that many threads may add to.
final class Counter: Sendable {
    private let mutex = Mutex(0)

    var value: Int { mutex.withLock { $0 } }

    func add(_ number: Int) { mutex.withLock { $0 += number } }

    /// The numbers from 0 on, one to each who asks.
    func next() -> Int {
        mutex.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}
