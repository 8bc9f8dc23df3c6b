// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
public import VoxHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport that uses URLSession. This transport is for programs that use no other packages.
///
/// The transport has the following limitations, which come from Foundation on Linux:
/// - The server sends a response at full speed, even if the program reads it slowly. Bytes of a
///   body that are not yet read stay in memory, up to `ClientRequest.Limits.body`.
/// - The transport requests responses without compression, and refuses compressed responses
///   (`unsupportedEncoding`), because Foundation treats a truncated gzip body as complete.
/// - Every request except GET, HEAD and OPTIONS opens a new connection. On a connection that was
///   already used, libcurl might send the request twice.
/// - `ClientRequest.Timeouts.connect` has no effect. `ClientRequest.Timeouts.idle` limits the sum
///   of the time to connect and the time to receive the first byte.
/// - The values of a repeated header field are joined with commas, in no particular order.
/// - A request body that is not in memory is read completely before it is sent, because Foundation
///   cannot read it in pieces from a source that may wait.
/// - A GET or HEAD request with a body is refused (`unsendable`). A body without `Content-Type` is
///   sent as `application/octet-stream`, because Foundation would otherwise send it with the
///   content type of a form.
/// - The system determines which servers are trusted. A program cannot add a certificate authority.
/// - A truncated body without a length may be treated as complete. Over HTTP/1.1, the transport
///   cannot detect the truncation if the connection is closed without a TLS closure alert. Over
///   HTTP/2, the transport cannot detect the truncation if the stream is reset without an error.
/// - If a response ends within its header fields, Foundation crashes the process. Do not use this
///   transport with untrusted servers.
///
/// If an address contains characters that RFC 3986 does not allow, such as brackets in a query,
/// these characters are sent percent-encoded. All other characters of the address are sent byte for
/// byte.
///
/// Every failure is a `RequestError` with one of these codes: `connection`, `timeout`,
/// `truncatedBody`, `responseTooLarge`, `unsupportedEncoding`, `unsendable`, `invalidURL` and
/// `invalidHeader`.
public struct URLSessionTransport: HTTPTransport {
    /// The shared transport of the process.
    public static let shared = URLSessionTransport()

    /// Closes its connections after the last copy of the transport and the last transfer are
    /// released.
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
            // Each request has its own limits.
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

    /// Creates a transport with its own connections, without cookies, cache or stored credentials.
    /// The transport needs no shutdown, because the connections are closed when its last copy is
    /// released.
    /// - Parameter clock: the clock for `ClientRequest.Timeouts`. Tests can pass a manual clock.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        timers = Timers(Stopwatch(clock))
    }

    /// Sends a request, and returns the response as soon as its head has arrived.
    /// - Throws: `RequestError`, or `CancellationError` if the task was cancelled.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let request = try await request.loaded()
        return try await request.exchange(timers) { fields, body in
            let encoding = (fields[.contentEncoding] ?? "identity").lowercased()
            guard encoding == "identity" else {
                throw RequestError(
                    code: .unsupportedEncoding,
                    message: "the body is encoded as \"\(encoding.prefix(100))\" unasked")
            }
            return ClientResponse.Body(body)
        } start: { transfer in
            // If a used connection closes during a request, libcurl sends the request again without
            // reporting it. Therefore requests that must not arrive twice open a new connection.
            let connections = request.isSafe ? connections : Connections()
            let task = connections.session.dataTask(with: try URLRequest(request))
            connections.receiver.add(transfer, for: task)
            // Keeps the connections alive during the transfer.
            transfer.onCancel { withExtendedLifetime(connections) { task.cancel() } }
            // URLSession does not report a new connection. The time counts as part of the wait for
            // the first byte.
            transfer.progressed()
            task.resume()
        }
    }
}

extension ClientRequest {
    fileprivate var isSafe: Bool { [.get, .head, .options].contains(method) }

    /// Returns the request with its body in memory. Reading the body does not count as progress,
    /// because no byte is sent.
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
        // Foundation parses the address again. Both parsers must find the same host and port;
        // otherwise the request could go to another server.
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
