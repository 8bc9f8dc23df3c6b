// SPDX-License-Identifier: MIT

/// A page that is read ahead. Let go, it is cancelled.
package final class Prefetched {
    private let task: Task<Exchange, any Error>

    package init(_ read: @escaping @Sendable () async throws -> Exchange) {
        task = Task(operation: read)
    }

    deinit { task.cancel() }

    nonisolated(nonsending) package func value() async throws -> Exchange {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: { [task] in
            task.cancel()
        }
    }
}
