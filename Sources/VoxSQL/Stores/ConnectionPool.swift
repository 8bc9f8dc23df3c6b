// SPDX-License-Identifier: MIT

/// A pool of connections. Only one caller uses a connection at a time. If no connection is free,
/// callers wait, and get a connection in the order of their calls.
package actor ConnectionPool<Connection: Sendable> {
    private var free: [Connection]
    private var waiting: [CheckedContinuation<Connection, Never>] = []

    /// Creates a pool of at least one connection.
    package init(_ connections: [Connection]) { free = connections }

    /// Calls a function with a connection. A task that is canceled while it waits keeps its turn,
    /// and throws `CancellationError` when its turn comes.
    package nonisolated func withConnection<Result: Sendable>(
        _ body: @Sendable (Connection) async throws -> Result
    ) async throws -> Result {
        let connection = await take()
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

    private func take() async -> Connection {
        if let connection = free.popLast() { return connection }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func give(_ connection: Connection) {
        if waiting.isEmpty {
            free.append(connection)
        } else {
            waiting.removeFirst().resume(returning: connection)
        }
    }
}
