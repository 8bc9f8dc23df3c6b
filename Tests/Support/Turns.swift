// SPDX-License-Identifier: MIT

import Foundation

/// Lets the other tasks have their turn, a thousand times: what was ready to run has run then. For tests
/// that something does not happen; a busy machine takes longer for it, and comes to the same.
public func othersHaveTheirTurn() async {
    for _ in 0..<1000 { await Task.yield() }
}

/// Waits until something is true, however long it takes; for what no event tells. A test that is
/// canceled, because it is past its limit of minutes, waits no longer.
public func eventually(_ isTrue: () throws -> Bool) async rethrows {
    while try !isTrue(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
}

/// The same in a thread of its own, which may block.
public func blockUntil(_ isTrue: () -> Bool) {
    while !isTrue() { usleep(1000) }
}

/// Never returns: for what gives no response. Throws when the task is canceled.
public func forever() async throws -> Never {
    while true { try await Task.sleep(for: .seconds(86_400)) }
}
