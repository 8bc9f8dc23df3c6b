// SPDX-License-Identifier: MIT

/// The cause of a ``RequestError`` if a reused connection was closed or reset before the first byte
/// of the response. Most likely, the server closed the idle connection just when the request was
/// sent.
package struct KeptConnectionLoss: Error {
    /// The error of the connection.
    package let cause: any Error

    package init(cause: any Error) { self.cause = cause }
}
