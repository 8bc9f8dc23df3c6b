// SPDX-License-Identifier: MIT

import Synchronization

/// The views of a database that cannot be written. All copies of a store share them.
final class ReadOnlyTables: Sendable {
    private let names = Mutex<Set<ExactText>>([])

    func set(_ names: Set<ExactText>) { self.names.withLock { $0 = names } }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(ExactText(name)) } }
}
