// SPDX-License-Identifier: MIT

/// The cause of a ``RequestError`` when a connection that had carried another request before was
/// closed or reset without a byte of the response: most likely the server had closed it while this
/// request was on its way.
package struct KeptConnectionLoss: Error {
    /// How it broke.
    package let cause: any Error

    package init(cause: any Error) { self.cause = cause }
}
