// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
public import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
public import VoxHTTP

/// A transport that uses AsyncHTTPClient, for HTTP/1.1 and, over TLS, HTTP/2.
///
/// Responses are streamed, and a slow reader of the response slows the server down. Over HTTP/1.1,
/// the transport reads at most about 64 kB of a response body ahead of the reader. Over HTTP/2, the
/// transport may read tens of MiB ahead, because AsyncHTTPClient uses large flow control windows.
///
/// A request body is sent in pieces, as fast as the server receives it. At most 48 KiB of the
/// request body wait to be sent, so the upload of a streamed body needs memory only for these 48
/// KiB and for the last chunk of its source.
///
/// By default, requests with a body use HTTP/1.1, on connections of their own. To send request
/// bodies over HTTP/2, set `uploadsOverHTTP2`. In AsyncHTTPClient 1.37, the process crashes if a
/// server responds and resets the HTTP/2 stream while the body is being sent
/// (swift-server/async-http-client issue 922).
///
/// <!-- type-checked: needs SwiftNIO, which the examples do not fetch -->
/// ```swift
/// let client: any HTTPTransport = AsyncHTTPClientTransport.shared
/// ```
///
/// The transport requests gzip, and decompresses the response chunk by chunk within the limits of
/// the request. If a request sets `Accept-Encoding`, the transport does not decompress the
/// response. Path and query are sent byte for byte, including characters that RFC 3986 does not
/// allow, such as brackets. So a request to a link of a server contains exactly the bytes of the
/// link.
///
/// Every failure is a `RequestError` with one of these codes: `connection`, `timeout`,
/// `truncatedBody`, `responseTooLarge`, `unsupportedEncoding`, `invalidURL` and `invalidHeader`.
public struct AsyncHTTPClientTransport: HTTPTransport {
    /// The shared transport of the process, with the default settings. The shared transport is
    /// never shut down.
    public static let shared = AsyncHTTPClientTransport()

    /// Closes its connections after the last copy of the transport and the last transfer are
    /// released.
    private final class Connections: Sendable {
        private let client: HTTPClient
        /// The client for requests with a body over TLS; nil if `client` also sends these requests.
        private let uploads: HTTPClient?
        /// The client for requests that start a connection.
        private let starting: HTTPClient

        init(_ configuration: HTTPClient.Configuration, uploadsOverHTTP2: Bool) {
            client = HTTPClient(configuration: configuration)
            var configuration = configuration
            configuration.httpVersion = .http1Only
            uploads = uploadsOverHTTP2 ? nil : HTTPClient(configuration: configuration)
            configuration.maximumUsesPerConnection = 1
            starting = HTTPClient(configuration: configuration)
        }

        deinit {
            client.shutdown { _ in }
            uploads?.shutdown { _ in }
            starting.shutdown { _ in }
        }

        func client(for request: HTTPClient.Request, startsConnection: Bool) -> HTTPClient {
            if startsConnection { return starting }
            return request.body != nil && request.useTLS ? uploads ?? client : client
        }
    }

    private let connections: Connections
    /// One timer for all transfers.
    private let timers: Timers

    /// Creates a transport with connections of its own. The transport needs no shutdown, because
    /// the connections are closed after the last copy of the transport is released.
    /// - Parameters:
    ///   - configuration: the settings of AsyncHTTPClient for TLS, proxy, connection pool and DNS.
    ///     The transport overrides the settings for redirects, decompression, retries and time
    ///     limits of requests. The default configuration allows 64 connections to a host.
    ///   - uploadsOverHTTP2: true to send request bodies over HTTP/2 if the server supports it. Use
    ///     HTTP/2 for uploads only with trusted servers that support no other version.
    ///   - clock: the clock for `ClientRequest.Timeouts`. Tests can pass a manual clock.
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
        // Its spans would contain the address with its query. Tracing is middleware instead.
        settings.tracing.tracer = nil
        ExactTarget.install(in: &settings)
        ResponseOrder.install(in: &settings)
        EarlyResponse.install(in: &settings)
        // Each request has its own limits. This limit is the system's limit for connecting.
        settings.timeout = HTTPClient.Configuration.Timeout(connect: .minutes(2))
        connections = Connections(settings, uploadsOverHTTP2: uploadsOverHTTP2)
        timers = Timers(Stopwatch(clock))
    }

    /// Sends a request, and returns the response as soon as its head has arrived.
    /// - Throws: `RequestError`, or `CancellationError` if the task was cancelled.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let decodes = request.headers[.acceptEncoding] == nil
        let limits = request.limits
        return try await request.exchange(timers) { fields, body in
            decodes ? try Decompression.body(body, &fields, limits) : ClientResponse.Body(body)
        } start: { transfer in
            let connections = connections
            let upload = Upload(of: request.content, transfer)
            let body = upload?.body ?? request.body.map { .byteBuffer(ByteBuffer(bytes: $0)) }
            let sent = try HTTPClient.Request(request, body: body, asksForGzip: decodes)
            let client = connections.client(for: sent, startsConnection: request.startsConnection)
            let task = client.execute(request: sent, delegate: Receiver(transfer, upload))
            // Keeps the connections alive during the transfer.
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
        // Foundation has parsed the address again. Both parsers must find the same host and port;
        // otherwise the request could go to another server.
        let host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard host.lowercased() == url.host, port == url.port else {
            throw RequestError(
                code: .invalidURL, message: "\"\(url.authority)\" can be read as \"\(host)\", too")
        }
    }
}
#endif
