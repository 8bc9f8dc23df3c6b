// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
public import VoxHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport on URLSession, for programs that want no further package.
///
/// What it does not do as well as the others, because Foundation on Linux does not:
/// - A slow reader does not slow the server down: what was not read yet waits in memory, up to
///   `ClientRequest.Limits.body`.
/// - It asks for answers that are not compressed, and refuses those that are
///   (`unsupportedEncoding`): Foundation takes a truncated gzip body for a whole one.
/// - Every request but GET, HEAD and OPTIONS opens a connection of its own: on one that was used
///   before, libcurl might send it twice.
/// - `Timeouts.connect` has no effect; `Timeouts.idle` holds for connection and first byte
///   together.
/// - Fields that repeat arrive joined by a comma, in no particular order.
/// - A body that is not in memory is read into it before it is sent: Foundation has no way to have
///   it in pieces from a source that may wait.
/// - A GET or HEAD with a body is refused (`unsendable`). A body without `Content-Type` is sent as
///   `application/octet-stream`, for Foundation would call it a form.
/// - Servers are trusted as the system trusts them; another authority cannot be named.
/// - A body without a length that breaks off can pass for whole: over HTTP/1.1 when the connection
///   is cut without the farewell of TLS, over HTTP/2 when the stream is reset without an error.
/// - A response that is cut off in the middle of its header fields ends the process, inside
///   Foundation. Do not use it with servers that are not trusted.
///
/// What RFC 3986 has no place for in an address, such as brackets in a query, goes percent-encoded;
/// everything else byte for byte.
///
/// Failures are `RequestError`: `connection`, `timeout`, `truncatedBody`, `responseTooLarge`,
/// `unsupportedEncoding`, `unsendable`, `invalidURL` and `invalidHeader`.
public struct URLSessionTransport: HTTPTransport {
    /// One transport for the whole process.
    public static let shared = URLSessionTransport()

    /// Closes its connections when the last copy of the transport, and the last transfer, has gone.
    private final class Connections: Sendable {
        let session: URLSession
        let receiver = Receiver()

        init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpMaximumConnectionsPerHost = 64
            // Each request brings its own limits.
            configuration.timeoutIntervalForRequest = 86400
            configuration.timeoutIntervalForResource = 86400
            session = URLSession(
                configuration: configuration, delegate: receiver, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }
    }

    private let connections = Connections()
    /// One timer for all transfers.
    private let timers: Timers

    /// Makes a transport with connections of its own, no cookies, no cache and no stored
    /// credentials. There is nothing to shut down: they are closed when the last copy of the
    /// transport has gone.
    /// - Parameter clock: what `Timeouts` are measured with; tests have one that they set.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        timers = Timers(Stopwatch(clock))
    }

    /// Sends a request and gives the response as soon as its head is there.
    /// - Throws: `RequestError`, or `CancellationError` when the task was cancelled.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let request = try await request.loaded()
        return try await request.exchange(timers) { fields, body in
            let encoding = (fields[.contentEncoding] ?? "identity").lowercased()
            guard encoding == "identity" else {
                throw RequestError(
                    code: .unsupportedEncoding,
                    message: "the body is encoded as \"\(encoding.prefix(100))\" unasked")
            }
            return ClientResponseBody(body)
        } start: { transfer in
            // libcurl repeats a request by itself when a connection that was used before closes
            // under it, and nobody learns of it. What must not arrive twice unseen gets a
            // connection of its own.
            let connections = request.isSafe ? connections : Connections()
            let task = connections.session.dataTask(with: try URLRequest(request))
            connections.receiver.add(transfer, for: task)
            // Holding the connections as long as the transfer goes on.
            transfer.onCancel { withExtendedLifetime(connections) { task.cancel() } }
            // The connection cannot be seen being made: it is part of the wait for the first byte.
            transfer.progressed()
            task.resume()
        }
    }
}

extension ClientRequest {
    fileprivate var isSafe: Bool { [.get, .head, .options].contains(method) }

    /// With the body in memory. Reading it is no progress: nothing has left.
    fileprivate func loaded() async throws -> ClientRequest {
        guard let content, content.bytes == nil else { return self }
        try check()
        var request = self
        request.body = try await content.collected()
        return request
    }
}

extension URLRequest {
    fileprivate init(_ request: ClientRequest) throws {
        let url = request.url
        // Two parsers have read the address then; they must agree on who is connected to.
        guard let address = URL(string: url.strictText),
            address.host(percentEncoded: false)?.lowercased() == url.host,
            (address.port ?? url.port) == url.port
        else {
            throw RequestError(
                code: .invalidURL, message: "\"\(url.authority)\" can be read in two ways")
        }
        self.init(url: address, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 86400)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        if let body = request.body {
            guard request.method != .get && request.method != .head else {
                throw RequestError(
                    code: .unsendable, message: "URLSession sends no \(request.method) with a body")
            }
            httpBody = Data(body)
        }
        for field in request.headers where !field.isFraming {
            addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        if request.body != nil && request.headers[.contentType] == nil {
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
    }
}
