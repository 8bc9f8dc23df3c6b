// SPDX-License-Identifier: MIT

internal import Synchronization

/// How something ends, for one task that waits for it: the first result counts, others are dropped,
/// and cancelling the waiting task is a result too. So the wait ends exactly once, at once, whatever
/// the other side does.
package final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
        case delivered
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Ends it, unless it has ended.
    package func settle(_ result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .delivered
                return continuation
            case .settled, .delivered:
                return nil
            }
        }
        waiting?.resume(with: result)
    }

    /// Takes the result if it is there already; after that there is none.
    func taken() -> Result<Value, any Error>? {
        state.withLock { state in
            guard case .settled(let result) = state else { return nil }
            state = .delivered
            return result
        }
    }

    /// Waits for the end; to be called once.
    nonisolated(nonsending) package func value() async throws -> Value {
        // What has ended needs no continuation.
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

    /// Waits for the end of what `begin` begins, and gives that up when the wait ends otherwise; to be
    /// called once. `begin` gives what gives it up.
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

    /// Ends it with what the work comes to.
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

extension Task where Success == Void, Failure == Never {
    /// A task that begins here and now, up to where it first waits, and not when a thread is free: most
    /// begin by handing something to a transport, and the switch would cost more than that.
    static func atOnce(_ work: @escaping @Sendable () async -> Void) -> Task {
        if #available(macOS 26, *) {
            Task.immediate { await work() }
        } else {
            Task(operation: work)
        }
    }
}
