// SPDX-License-Identifier: MIT

extension Task where Success == Void, Failure == Never {
    /// Runs a task at once on the current thread until it first waits, instead of when a thread is
    /// free. Most tasks begin by calling a transport, and a switch of threads would cost more than
    /// that call.
    static func atOnce(_ work: @escaping @Sendable () async -> Void) -> Task {
        if #available(macOS 26, *) {
            Task.immediate { await work() }
        } else {
            Task(operation: work)
        }
    }
}
