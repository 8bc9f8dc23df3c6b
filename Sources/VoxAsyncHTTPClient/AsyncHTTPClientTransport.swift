// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
public import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
public import VoxHTTP

/// The transport on AsyncHTTPClient: HTTP/1.1 and, over TLS, HTTP/2, streamed: a slow reader slows
/// the server down. Some 64 kB of a body are read ahead at most; of a stream of HTTP/2 tens of MiB,
/// for AsyncHTTPClient opens its windows wide.
///
/// A body is sent in pieces, as the server takes them: never more than 48 KiB of it wait to leave,
/// of a body that is not in memory no more than that and the run that its source gave last are
/// held.
///
/// Requests that have a body go over HTTP/1.1, on connections of their own, unless that is asked
/// for otherwise: in AsyncHTTPClient 1.37 a server that answers, and resets the stream, while the
/// body is on its way ends the process (swift-server/async-http-client issue 922).
///
/// <!-- type-checked: needs SwiftNIO, which the examples do not fetch -->
/// ```swift
/// let client: any HTTPTransport = AsyncHTTPClientTransport.shared
/// ```
///
/// It asks for gzip and decompresses what comes, a piece at a time and within the limits of the
/// request; a request that has an `Accept-Encoding` of its own gets its response as it came.
/// Path and query go byte for byte, also what RFC 3986 has no place for, such as brackets: a server
/// that links to itself so gets its links back as it wrote them.
///
/// Failures are `RequestError`: `connection`, `timeout`, `truncatedBody`, `responseTooLarge`,
/// `unsupportedEncoding`, `invalidURL` and `invalidHeader`.
public struct AsyncHTTPClientTransport: HTTPTransport {
    /// One transport for the whole process, with the defaults. It is never shut down.
    public static let shared = AsyncHTTPClientTransport()

    /// Closes its connections when the last copy of the transport, and the last transfer, has gone.
    private final class Connections: Sendable {
        private let client: HTTPClient
        /// For requests with a body over TLS; nil when they go where the others go.
        private let uploads: HTTPClient?

        init(_ configuration: HTTPClient.Configuration, uploadsOverHTTP2: Bool) {
            client = HTTPClient(configuration: configuration)
            if uploadsOverHTTP2 {
                uploads = nil
            } else {
                var configuration = configuration
                configuration.httpVersion = .http1Only
                uploads = HTTPClient(configuration: configuration)
            }
        }

        deinit {
            client.shutdown { _ in }
            uploads?.shutdown { _ in }
        }

        func client(for request: HTTPClient.Request) -> HTTPClient {
            request.body != nil && request.useTLS ? uploads ?? client : client
        }
    }

    private let connections: Connections
    /// One timer for all transfers.
    private let timers: Timers

    /// Makes a transport with connections of its own. There is nothing to shut down: they are
    /// closed when the last copy of the transport has gone.
    /// - Parameters:
    ///   - configuration: TLS, proxy, pool and names, as AsyncHTTPClient has them. Redirects,
    ///     decompression, repetition and the time limits of requests are not its business here and
    ///     are set over. By default up to 64 connections to a host.
    ///   - uploadsOverHTTP2: true to send bodies over HTTP/2, too, where the server speaks it: for
    ///     servers that speak nothing else, and are trusted.
    ///   - clock: what `Timeouts` are measured with; tests have one that they set.
    public init(
        configuration: HTTPClient.Configuration? = nil, uploadsOverHTTP2: Bool = false,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        var settings = configuration ?? HTTPClient.Configuration()
        if configuration == nil {
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        }
        settings.redirectConfiguration = .disallow
        settings.decompression = .disabled
        settings.connectionPool.retryConnectionEstablishment = false
        // Its spans would have the whole address, query and all; tracing is middleware.
        settings.tracing.tracer = nil
        ExactTarget.install(in: &settings)
        ResponseOrder.install(in: &settings)
        EarlyAnswer.install(in: &settings)
        // Each request brings its own limits; this one is what the system gives a connection.
        settings.timeout = HTTPClient.Configuration.Timeout(connect: .minutes(2))
        connections = Connections(settings, uploadsOverHTTP2: uploadsOverHTTP2)
        timers = Timers(Stopwatch(clock))
    }

    /// Sends a request and gives the response as soon as its head is there.
    /// - Throws: `RequestError`, or `CancellationError` when the task was cancelled.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let decodes = request.headers[.acceptEncoding] == nil
        let limits = request.limits
        return try await request.exchange(timers) { fields, body in
            decodes ? try Decompression.body(body, &fields, limits) : ClientResponseBody(body)
        } start: { transfer in
            let connections = connections
            let upload = Upload(of: request.content, transfer)
            let body = upload?.body ?? request.body.map { .byteBuffer(ByteBuffer(bytes: $0)) }
            let sent = try HTTPClient.Request(request, body: body, asksForGzip: decodes)
            let task = connections.client(for: sent).execute(
                request: sent, delegate: Receiver(transfer, upload))
            // Holding the connections as long as the transfer goes on.
            transfer.onCancel {
                withExtendedLifetime(connections) { task.cancel() }
                upload?.stop()
            }
        }
    }
}

extension HTTPClient.Request {
    fileprivate init(_ request: ClientRequest, body: HTTPClient.Body?, asksForGzip: Bool) throws {
        let url = request.url
        var headers = HTTPHeaders()
        headers.reserveCapacity(request.headers.count + 2)
        let exact = HTTPField.Name(ExactTarget.field)
        for field in request.headers where !field.isFraming && field.name != exact {
            headers.add(name: field.name.rawName, value: field.value)
        }
        if let target = url.exactTarget { headers.add(name: ExactTarget.field, value: target) }
        if asksForGzip { headers.add(name: "Accept-Encoding", value: "gzip") }
        try self.init(
            url: url.strictText, method: HTTPMethod(rawValue: request.method.rawValue),
            headers: headers, body: body)
        // Two parsers have read the address now; they must agree on who is connected to.
        let host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard host.lowercased() == url.host, port == url.port else {
            throw RequestError(
                code: .invalidURL, message: "\"\(url.authority)\" can be read as \"\(host)\", too")
        }
    }
}
#endif
