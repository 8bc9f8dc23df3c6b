// SPDX-License-Identifier: MIT

import Synchronization

/// A number that several tasks count.
final class RequestCounter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    /// Adds a number, and returns the sum.
    @discardableResult
    func add(_ more: Int) -> Int { number.add(more, ordering: .relaxed).newValue }
}
