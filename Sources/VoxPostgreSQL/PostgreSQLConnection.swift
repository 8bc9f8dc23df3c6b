// SPDX-License-Identifier: MIT
#if PostgreSQL

internal import Dispatch
internal import Synchronization
import VoxSQL

/// One connection of the pool.
///
/// The functions of libpq block their thread while they wait for the server, so statements are
/// executed on a queue of the connection.
final class PostgreSQLConnection: SQLConnection {
    private let queue = DispatchQueue(label: "vox.postgresql")
    private let session: Mutex<PostgreSQLSession>
    private let ending = Mutex<Task<Void, Never>?>(nil)

    init(_ settings: SessionSettings) { session = Mutex(PostgreSQLSession(settings)) }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result {
                            try self.session.withLock { session in
                                defer { self.end(session.takeAbandoned()) }
                                return try session.execute(statement, cancellation)
                            }
                        })
                }
            }
        } onCancel: {
            // The call waits for the server, too.
            DispatchQueue.global().async { cancellation.cancel() }
        }
    }

    /// Returns the task that waits for the end of an abandoned statement; nil if there is none.
    func takeEnding() -> Task<Void, Never>? {
        ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
    }

    private func end(_ abandoned: AbandonedConnection?) {
        guard let abandoned else { return }
        let task = Task {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    abandoned.end()
                    continuation.resume()
                }
            }
        }
        ending.withLock { $0 = task }
    }
}

#endif
