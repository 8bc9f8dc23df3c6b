// SPDX-License-Identifier: MIT

/// The cause of a ``RequestError`` for a reused connection that was closed or reset before the
/// first byte of the response. The most likely reason for this loss is that the server closed the
/// idle connection while the request was on its way.
package struct KeptConnectionLoss: Error {
    /// The error of the connection.
    package let cause: any Error

    package init(cause: any Error) { self.cause = cause }
}
