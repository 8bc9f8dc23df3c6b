// SPDX-License-Identifier: MIT

/// An object that sends requests to a server: a transport, or a transport with ``HTTPMiddleware``.
///
/// A transport sends each request once. A transport follows no redirects, retries nothing, keeps no
/// cookies and caches nothing. Middleware can add redirects, retries and a cache to any transport.
///
/// The body of a response can be read only once. The program may read the body after `execute(_:)`
/// has returned. The transfer ends if the program releases an unread body, or cancels the task that
/// reads the body.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response as soon as its head has arrived.
    /// - Throws: the error that occurred before the head arrived: ``RequestError``,
    ///   `CancellationError`, or another error of the transport. A response with an unsuccessful
    ///   status is not an error: the response is returned.
    func execute(_ request: ClientRequest) async throws -> ClientResponse
}
