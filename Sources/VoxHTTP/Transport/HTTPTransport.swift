// SPDX-License-Identifier: MIT

/// Carries requests to a server: a transport, or a transport with ``HTTPMiddleware`` before it.
///
/// A client does what it is told and no more: it follows no redirect, repeats nothing, keeps no
/// cookies and caches nothing. All of that is middleware, the same for every transport.
///
/// The body of the response may be read later than the call returns, and once. Dropping it unread
/// ends the transfer; so does cancelling the task that waits.
public protocol HTTPTransport: Sendable {
    /// Sends a request and gives the response as soon as its head is there.
    /// - Throws: what went wrong before there was a head: ``RequestError``, `CancellationError`, or
    ///   an error of the transport's own. A status is never an error here.
    func execute(_ request: ClientRequest) async throws -> ClientResponse
}
