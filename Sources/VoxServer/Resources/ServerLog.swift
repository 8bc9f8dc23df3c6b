// SPDX-License-Identifier: MIT

/// Where the server that a service is mounted on writes the errors that no client is told of.
package enum ServerLog {
    @TaskLocal package static var write: (@Sendable (any Error) -> Void)?
}

/// A store broke its contract, so that the service has nothing true to say.
struct StoreFault: Error, CustomStringConvertible {
    let description: String
}
