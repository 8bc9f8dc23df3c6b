// SPDX-License-Identifier: MIT

/// The log of the server for errors that are not sent to clients.
package struct ServerLog: Sendable {
    @TaskLocal package static var current: ServerLog?

    /// Writes an error.
    package let write: @Sendable (any Error) -> Void

    package init(write: @escaping @Sendable (any Error) -> Void) { self.write = write }
}

/// A store has broken a rule of ``ResourceStore``. Without this rule, the service cannot return a
/// correct response.
struct StoreFault: Error, CustomStringConvertible {
    let description: String
}
