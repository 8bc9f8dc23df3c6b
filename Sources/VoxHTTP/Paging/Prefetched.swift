// SPDX-License-Identifier: MIT

/// A page that is read ahead. Let go, it is cancelled.
package final class Prefetched<Value: Sendable> {
    private let task: Task<Value, any Error>

    package init(_ read: @escaping @Sendable () async throws -> Value) {
        task = Task(operation: read)
    }

    deinit { task.cancel() }

    nonisolated(nonsending) package func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: { [task] in
            task.cancel()
        }
    }
}
