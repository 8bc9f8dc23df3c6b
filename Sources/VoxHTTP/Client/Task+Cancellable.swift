// SPDX-License-Identifier: MIT

extension Task where Success == Never, Failure == Never {
    /// Runs a function that ends early when the task is cancelled.
    /// - Throws: `CancellationError` if the function throws after the task was cancelled; otherwise
    ///   the error that the function throws.
    package static func cancellable<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            try checkCancellation()
            throw error
        }
    }
}
