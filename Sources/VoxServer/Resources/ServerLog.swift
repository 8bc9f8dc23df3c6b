// SPDX-License-Identifier: MIT

/// Where the server that a service is mounted on writes the errors that no client is told of.
package struct ServerLog: Sendable {
    @TaskLocal package static var current: ServerLog?

    /// Writes an error.
    package let write: @Sendable (any Error) -> Void

    package init(write: @escaping @Sendable (any Error) -> Void) { self.write = write }
}

/// A store broke its contract, so that the service has nothing true to say.
struct StoreFault: Error, CustomStringConvertible {
    let description: String
}
