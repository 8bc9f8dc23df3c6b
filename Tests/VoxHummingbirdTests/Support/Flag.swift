// SPDX-License-Identifier: MIT

import Synchronization

/// Tells threads and tasks that something has happened.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
