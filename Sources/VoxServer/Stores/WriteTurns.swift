// SPDX-License-Identifier: MIT

/// Runs functions one after another, in the order of the calls. At most 1,024 calls wait.
actor WriteTurns {
    private static let maximumWaiting = 1024

    /// The objects that have given a turn to this task. A further turn would wait for itself.
    @TaskLocal private static var taken: [ObjectIdentifier] = []

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Calls a function after all earlier functions have ended. A task that is canceled while it
    /// waits keeps its turn, and throws `CancellationError` when the turn comes. If too many calls
    /// wait, the function throws ``StoreError/busy``.
    nonisolated func run<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        if isInTurn { return try await body() }
        try await take()
        do {
            try Task.checkCancellation()
            let result = try await Self.$taken.withValue(Self.taken + [ObjectIdentifier(self)]) {
                try await body()
            }
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    private nonisolated var isInTurn: Bool { Self.taken.contains(ObjectIdentifier(self)) }

    private func take() async throws {
        if !isTaken {
            isTaken = true
            return
        }
        if waiting.count >= Self.maximumWaiting { throw StoreError.busy }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func give() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
