// SPDX-License-Identifier: MIT

internal import Synchronization

/// The result of an operation that one task waits for. The first result counts, and later results
/// are dropped. Cancelling the waiting task also sets a result. So the wait ends exactly once. When
/// the task is cancelled, the wait ends immediately, even if the operation continues.
package final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
        case delivered
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Sets the result if no result was set before.
    /// - Returns: false if a result was set before.
    @discardableResult
    package func settle(_ result: Result<Value, any Error>) -> Bool {
        let (waiting, isFirst): (CheckedContinuation<Value, any Error>?, Bool) = state.withLock {
            state in
            switch state {
            case .open:
                state = .settled(result)
                return (nil, true)
            case .awaited(let continuation):
                state = .delivered
                return (continuation, true)
            case .settled, .delivered:
                return (nil, false)
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }

    /// Takes the result if it was set. The result can be taken only once.
    func taken() -> Result<Value, any Error>? {
        state.withLock { state in
            guard case .settled(let result) = state else { return nil }
            state = .delivered
            return result
        }
    }

    /// Waits for the result. This method may be called only once.
    nonisolated(nonsending) package func value() async throws -> Value {
        // A result that is there already needs no continuation.
        if let result = taken() { return try result.get() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Value, any Error>? = state.withLock { state in
                    if case .settled(let result) = state {
                        state = .delivered
                        return result
                    }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }

    /// Starts an operation and waits for its result. This method may be called only once. `begin`
    /// starts the operation and returns a function that cancels the operation. This function is
    /// called if the wait throws.
    nonisolated(nonsending) func value(
        begunBy begin: () -> @Sendable () -> Void
    ) async throws -> Value {
        let giveUp = begin()
        do {
            return try await value()
        } catch {
            giveUp()
            throw error
        }
    }

    /// Runs some work, and sets its result.
    nonisolated(nonsending) func settle(
        with work: nonisolated(nonsending) () async throws -> Value
    ) async {
        do {
            settle(.success(try await work()))
        } catch {
            settle(.failure(error))
        }
    }
}
