// SPDX-License-Identifier: MIT
#if PostgreSQL

internal import CPostgreSQL
internal import Synchronization

/// Cancels one statement from a thread other than the thread that executes the statement.
final class Cancellation: Sendable {
    /// A `PGcancel` of libpq. Any thread can use the `PGcancel`, and the lock below keeps it until
    /// the end of its use.
    private struct Request: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private struct State {
        var isCanceled = false
        /// The request to cancel the statement, while the server executes it.
        var request: Request?
    }

    private let state = Mutex(State())

    /// Cancels the statement, or prevents its execution if it has not begun.
    func cancel() {
        state.withLock { state in
            state.isCanceled = true
            guard let request = state.request else { return }
            // A message of at most 256 bytes, which nobody needs: the statement ends either way.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
                _ = PQcancel(request.pointer, $0.baseAddress, 256)
            }
        }
    }

    /// Calls a function that executes the statement on a connection.
    ///
    /// A request to cancel affects any statement that the connection executes. Therefore the lock
    /// makes sure that the request has been sent before the next statement begins.
    /// - Throws: `CancellationError` if the statement was canceled before or during the call, and
    ///   was not executed.
    func whileRunning<Result>(
        on connection: OpaquePointer, _ body: () throws -> Result
    ) throws -> Result {
        let request = PQgetCancel(connection).map(Request.init)
        let isCanceled = state.withLock { state in
            state.request = request
            return state.isCanceled
        }
        do {
            if isCanceled { throw CancellationError() }
            let result = try body()
            _ = end()
            return result
        } catch {
            // If the connection is lost, the server may have executed the statement.
            if end(), PQstatus(connection) == CONNECTION_OK { throw CancellationError() }
            throw error
        }
    }

    /// Ends the statement. Returns true if it was canceled.
    private func end() -> Bool {
        state.withLock { state in
            if let request = state.request { PQfreeCancel(request.pointer) }
            state.request = nil
            return state.isCanceled
        }
    }
}

#endif
