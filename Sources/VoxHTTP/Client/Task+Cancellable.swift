// SPDX-License-Identifier: MIT

extension Task where Success == Never, Failure == Never {
    /// Runs a function that ends early when the task is cancelled.
    /// - Throws: `CancellationError` if the function fails after the task was cancelled; otherwise
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
