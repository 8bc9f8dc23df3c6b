// SPDX-License-Identifier: MIT

/// Sends requests to a server: a transport, or a transport with ``HTTPMiddleware``.
///
/// A transport sends each request once. It follows no redirects, retries nothing, keeps no cookies
/// and caches nothing. Middleware does this for all transports.
///
/// The body of the response can be read once, also after the call has returned. Releasing it unread
/// ends the transfer, and so does cancelling the task.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response as soon as its head has arrived.
    /// - Throws: the error that occurred before the head arrived: ``RequestError``,
    ///   `CancellationError`, or an error of the transport's own. No status is an error here.
    func execute(_ request: ClientRequest) async throws -> ClientResponse
}
