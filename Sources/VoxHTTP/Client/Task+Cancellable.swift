// SPDX-License-Identifier: MIT

extension Task where Success == Never, Failure == Never {
    /// Runs a function that a cancellation of the task ends early.
    /// - Throws: `CancellationError` when the function fails after the task was cancelled; otherwise
    ///   the error of the function.
    package static func cancellable<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            try checkCancellation()
            throw error
        }
    }
}
