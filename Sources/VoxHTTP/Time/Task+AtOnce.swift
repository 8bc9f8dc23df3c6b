// SPDX-License-Identifier: MIT

extension Task where Success == Void, Failure == Never {
    /// Starts a task at once on the current thread, instead of when another thread is free. The
    /// task runs on this thread until it first waits. Most tasks begin by calling a transport, and
    /// a switch of threads would cost more than that call.
    static func atOnce(_ work: @escaping @Sendable () async -> Void) -> Task {
        if #available(macOS 26, *) {
            Task.immediate { await work() }
        } else {
            Task(operation: work)
        }
    }
}
