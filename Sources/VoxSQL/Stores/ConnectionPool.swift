// SPDX-License-Identifier: MIT

/// A pool of connections. Only one call uses a connection at a time. If no connection is free, calls
/// wait, and get a connection in their order. If calls have a caller, one caller holds at most half
/// of the connections, so that its calls wait for one another, and not the calls of others for them.
package actor ConnectionPool<Connection: Sendable> {
    private struct Waiter {
        let number: Int
        let caller: String?
        let continuation: CheckedContinuation<Connection, any Error>
    }

    private var free: [Connection]
    private var waiting: [Waiter] = []
    private var count = 0
    private var held: [String: Int] = [:]
    private let share: Int
    private let caller: (@Sendable () -> String?)?
    private let waitLimit: Duration?
    private let ending: @Sendable (Connection) -> Task<Void, Never>?

    /// Creates a pool of at least one connection.
    /// - Parameters:
    ///   - connections: the connections.
    ///   - waitLimit: the maximum time that a caller waits for a free connection.
    ///   - caller: a function that returns the name of the caller; nil if all calls are alike.
    ///   - ending: a function that returns a task if the database still works for the last caller
    ///     of a connection. The connection is free after the task.
    package init(
        _ connections: [Connection], waitLimit: Duration? = nil,
        caller: (@Sendable () -> String?)? = nil,
        ending: @escaping @Sendable (Connection) -> Task<Void, Never>? = { _ in nil }
    ) {
        free = connections
        share = max(connections.count / 2, 1)
        self.waitLimit = waitLimit
        self.caller = caller
        self.ending = ending
    }

    /// Calls a function with a connection.
    /// - Throws: `CancellationError` if the task is canceled while it waits, and ``SQLError`` with
    ///   the reason `busy` if it waits too long.
    package nonisolated func withConnection<Result: Sendable>(
        _ body: @Sendable (Connection) async throws -> Result
    ) async throws -> Result {
        let caller = caller?()
        let connection = try await take(for: caller)
        do {
            try Task.checkCancellation()
            let result = try await body(connection)
            await give(connection, from: caller)
            return result
        } catch {
            if let task = ending(connection) {
                Task {
                    await task.value
                    await give(connection, from: caller)
                }
            } else {
                await give(connection, from: caller)
            }
            throw error
        }
    }

    private func canHold(_ caller: String?) -> Bool {
        caller.map { held[$0, default: 0] < share } ?? true
    }

    private func take(for caller: String?) async throws -> Connection {
        if canHold(caller), let connection = free.popLast() {
            if let caller { held[caller, default: 0] += 1 }
            return connection
        }
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
                waiting.append(Waiter(number: number, caller: caller, continuation: $0))
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

    private func give(_ connection: Connection, from caller: String?) {
        if let caller, let count = held[caller] { held[caller] = count > 1 ? count - 1 : nil }
        guard let index = waiting.firstIndex(where: { canHold($0.caller) }) else {
            free.append(connection)
            return
        }
        let next = waiting.remove(at: index)
        if let caller = next.caller { held[caller, default: 0] += 1 }
        next.continuation.resume(returning: connection)
    }
}
