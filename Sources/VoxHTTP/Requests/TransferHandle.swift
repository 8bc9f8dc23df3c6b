// SPDX-License-Identifier: MIT

import Synchronization

extension ClientRequest {
    /// Pauses, resumes and cancels a request while another task waits for the request.
    ///
    /// ```swift
    /// func read(_ albums: DataSource<AnyResource>, _ handle: ClientRequest.Handle) async throws {
    ///     // elsewhere: handle.pause() … handle.resume() … handle.cancel()
    ///     let document = try await albums.fetch().controlled(by: handle).result()
    ///     print(document.data.count)
    /// }
    /// ```
    ///
    /// A paused transfer reads nothing, so the server soon stops sending. The time limits of a
    /// paused transfer still apply. Use each handle for only one request.
    public final class Handle: Sendable {
        private struct State {
            var isPaused = false
            var isCancelled = false
            var cancel: (@Sendable () -> Void)?
            var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
            var last = 0
        }

        private let state = Mutex(State())

        /// Creates a handle.
        public init() {}

        /// Stops reading until ``resume()``. If the request has not been sent yet, it waits for
        /// ``resume()``.
        public func pause() { state.withLock { $0.isPaused = true } }

        /// Continues the transfer.
        public func resume() {
            let waiting = state.withLock { state in
                state.isPaused = false
                defer { state.waiting = [:] }
                return state.waiting.values.map { $0 }
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Cancels the request: the call that waits for it throws `CancellationError`.
        public func cancel() {
            let (waiting, cancel) = state.withLock { state in
                state.isCancelled = true
                defer { state.waiting = [:] }
                return (state.waiting.values.map { $0 }, state.cancel)
            }
            cancel?()
            for continuation in waiting { continuation.resume(throwing: CancellationError()) }
        }

        /// True if the transfer is paused.
        public var isPaused: Bool { state.withLock(\.isPaused) }

        /// Runs an operation that the handle or the waiting task can cancel.
        package func run<Success: Sendable>(
            _ operation: @escaping @Sendable () async throws -> Success
        ) async throws -> Success {
            let task = Task { try await operation() }
            let isCancelled = state.withLock { state in
                state.cancel = { task.cancel() }
                return state.isCancelled
            }
            if isCancelled { task.cancel() }
            defer { state.withLock { $0.cancel = nil } }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }

        /// Waits until the transfer is not paused.
        func wait() async throws {
            try Task.checkCancellation()
            let id = state.withLock { state in
                state.last += 1
                return state.last
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let outcome: Result<Void, any Error>? = state.withLock { state in
                        if state.isCancelled || Task.isCancelled {
                            return .failure(CancellationError())
                        }
                        guard state.isPaused else { return .success(()) }
                        state.waiting[id] = continuation
                        return nil
                    }
                    if let outcome { continuation.resume(with: outcome) }
                }
            } onCancel: {
                state.withLock { $0.waiting.removeValue(forKey: id) }?
                    .resume(throwing: CancellationError())
            }
        }
    }
}
