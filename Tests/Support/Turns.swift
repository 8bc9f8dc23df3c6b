// SPDX-License-Identifier: MIT

/// Lets the other tasks have their turn, a thousand times: what was ready to run has run then. For tests
/// that something does not happen; a busy machine takes longer for it, and comes to the same.
public func othersHaveTheirTurn() async {
    for _ in 0..<1000 { await Task.yield() }
}
