// SPDX-License-Identifier: MIT

/// A pool of connections. Only one caller uses a connection at a time. If no connection is free,
/// callers wait, and get a connection in the order of their calls.
package actor ConnectionPool<Connection: Sendable> {
    private var free: [Connection]
    private var waiting: [(number: Int, continuation: CheckedContinuation<Connection, any Error>)] =
        []
    private var count = 0
    private let waitLimit: Duration?

    /// Creates a pool of at least one connection.
    /// - Parameters:
    ///   - connections: the connections.
    ///   - waitLimit: the maximum time that a caller waits for a free connection.
    package init(_ connections: [Connection], waitLimit: Duration? = nil) {
        free = connections
        self.waitLimit = waitLimit
    }

    /// Calls a function with a connection.
    /// - Throws: `CancellationError` if the task is canceled while it waits, and ``SQLError`` with
    ///   the reason `busy` if it waits too long.
    package nonisolated func withConnection<Result: Sendable>(
        _ body: @Sendable (Connection) async throws -> Result
    ) async throws -> Result {
        let connection = try await take()
        do {
            try Task.checkCancellation()
            let result = try await body(connection)
            await give(connection)
            return result
        } catch {
            await give(connection)
            throw error
        }
    }

    private func take() async throws -> Connection {
        if let connection = free.popLast() { return connection }
        count += 1
        let number = count
        let limit = waitLimit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                end(number, SQLError(.busy, "no connection was free in time"))
            }
        }
        defer { limit?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                waiting.append((number, $0))
                if Task.isCancelled { end(number, CancellationError()) }
            }
        } onCancel: {
            Task { await end(number, CancellationError()) }
        }
    }

    /// Ends the wait of a caller, unless the caller already has a connection.
    private func end(_ number: Int, _ error: any Error) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: error)
    }

    private func give(_ connection: Connection) {
        if waiting.isEmpty {
            free.append(connection)
        } else {
            waiting.removeFirst().continuation.resume(returning: connection)
        }
    }
}
