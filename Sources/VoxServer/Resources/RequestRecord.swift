// SPDX-License-Identifier: MIT

import Synchronization

/// Collects facts about a request for the logs and the metrics of a server.
package final class RequestRecord: Sendable {
    /// The record of the request that the current task serves; nil outside of a server.
    @TaskLocal package static var current: RequestRecord?

    private struct State {
        var route: String?
        var statements = 0
    }

    private let state = Mutex(State())
    private let write: @Sendable (any Error) -> Void

    /// Creates a record. The function writes an error that is not sent to the client.
    package init(writingErrors write: @escaping @Sendable (any Error) -> Void) {
        self.write = write
    }

    /// The path of the request with `{id}` instead of an id. The number of different routes is
    /// limited by the types of the service and their relationships. The value is nil for a request
    /// that the service does not serve.
    package var route: String? { state.withLock { $0.route } }

    package var statements: Int { state.withLock { $0.statements } }

    package func countStatement() { state.withLock { $0.statements += 1 } }

    /// Sets the route, unless it is set already. A service that another service calls does not
    /// change the route of the request.
    func set(route: String) { state.withLock { $0.route = $0.route ?? route } }

    func add(_ error: any Error) { write(error) }
}

/// A store has broken a rule of ``ResourceStore``. Without this rule, the service cannot return a
/// correct response.
struct StoreFault: UncertainWrite, CustomStringConvertible {
    let description: String
    /// True if the store has written before the fault was found.
    var mayBeKept = false
}
