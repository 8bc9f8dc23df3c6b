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

    init(_ settings: SessionSettings) { session = Mutex(PostgreSQLSession(settings)) }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result {
                            try self.session.withLock {
                                try $0.execute(statement, cancellation)
                            }
                        })
                }
            }
        } onCancel: {
            // The call waits for the server, too.
            DispatchQueue.global().async { cancellation.cancel() }
        }
    }
}

#endif
