// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
public import Hummingbird
import Logging
public import VoxServer

/// Serves an `HTTPTransport` on Hummingbird: the function that answers requests in memory answers
/// them over a socket. What a ``/VoxServer/ResourceService`` responds with 500 is written to the
/// log of the request.
///
/// A body beyond the limit is responded with 413 before it is read whole, one with a
/// `Content-Encoding` with 415 before it is read at all. The body of a response is sent as it
/// comes; when it breaks off with an error, so does the connection.
public struct TransportResponder<Context>: HTTPResponder {
    private let client: any HTTPTransport
    private let maximumBodySize: Int
    private let address: ResourceService.Address
    private let scheme: HTTPURL.Scheme

    /// Serves a client.
    ///
    /// - Parameters:
    ///   - client: what answers. The address of the requests that it sees is the one that its own
    ///     clients use, so the links that a service makes begin with it.
    ///   - maximumBodySize: the most bytes of the body of a request.
    ///   - address: under which address that is. Unless it is said, only a `Host` of this machine
    ///     is answered; a `Host` that is not allowed, missing, doubled or malformed is refused with
    ///     400.
    ///   - scheme: the scheme of that address, where `Host` says the rest: `https` where
    ///     Hummingbird serves TLS, or a proxy before it does.
    public init(
        _ client: any HTTPTransport, maximumBodySize: Int = 1 << 20,
        address: ResourceService.Address = .loopback,
        scheme: HTTPURL.Scheme = .http
    ) {
        self.client = client
        self.maximumBodySize = maximumBodySize
        self.address = address
        self.scheme = scheme
    }

    /// Passes the request on to the client.
    public func respond(to request: Request, context: Context) async throws -> Response {
        var message: ClientRequest
        do throws(ErrorResponse) {
            let url = try address.url(
                hosts: request.hosts, target: request.head.path ?? "", scheme: scheme)
            message = ClientRequest(method: request.method, url: url, headers: request.headers)
            message.body = try await request.bytes(upTo: maximumBodySize)
        } catch {
            return Response(error)
        }
        let logger = (context as? any RequestContext)?.logger
        let line = "\(request.method) \(request.uri.path)"
        // A struct: the optimizer of Swift 6.3 ends the process for a task-local value of a
        // function type.
        let log = ServerLog { logger?.error("\(line): \($0)") }
        let answer = try await ServerLog.$current.withValue(log) {
            try await client.execute(message)
        }
        return Response(answer, isHead: request.method == .head)
    }
}

extension RouterMethods {
    /// Serves a client for all paths below one, in all methods.
    ///
    /// The client sees the whole path, so a service mounted at `/v1` has `/v1` as its base path.
    /// The rest is as for ``TransportResponder/init(_:maximumBodySize:address:scheme:)``.
    ///
    /// On a router, routes beside it go first, and the client answers what no route takes: beside
    /// `router.post("albums/:id/publish")` also `GET /albums/1`, which the router alone would look
    /// for among the routes below `albums`, and not find. Of several clients, mount the one with
    /// the longer path first. In a group of a router there is no such fallback: a route of one's
    /// own hides what else is below its first segment.
    @discardableResult
    public func mount(
        _ client: any HTTPTransport, at path: String = "", maximumBodySize: Int = 1 << 20,
        address: ResourceService.Address = .loopback, scheme: HTTPURL.Scheme = .http
    ) -> Self {
        let responder = TransportResponder<Context>(
            client, maximumBodySize: maximumBodySize, address: address, scheme: scheme)
        let methods: [HTTPRequest.Method] = [
            .get, .head, .post, .put, .patch, .delete, .options,
        ]
        for method in methods {
            on("\(path)/**", method: method, responder: responder)
        }
        _ = add(middleware: MountedFallback(responder: responder, path: path))
        return self
    }
}

/// Answers what no route takes below the path where a client is mounted. A router tries the most
/// specific route alone: where `albums/:id/publish` is one, it looks for `/albums/1` nowhere else,
/// not in `**` either. What it does not find still passes the middleware of the router.
private struct MountedFallback<Context: RequestContext>: RouterMiddleware {
    let responder: TransportResponder<Context>
    /// Without the slash at its end; empty for the root.
    private let path: String

    init(responder: TransportResponder<Context>, path: String) {
        self.responder = responder
        self.path = path.split(separator: "/").map { "/" + $0 }.joined()
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The router names the route that it found before any middleware is called.
        guard context.endpointPath == nil, request.uri.path.hasPrefix(path + "/") else {
            return try await next(request, context)
        }
        context.coreContext.endpointPath.value = path + "/**"  // for metrics
        return try await responder.respond(to: request, context: context)
    }
}

extension Response {
    /// The response of a client.
    fileprivate init(_ answer: ClientResponse, isHead: Bool) {
        // These have none; bytes sent all the same would be read as the next response (RFC 9112,
        // 6.3).
        guard !isHead, answer.status != .noContent, answer.status != .notModified else {
            self.init(status: answer.status, headers: answer.headers)
            // Of a response to HEAD it is the length that GET would get, where that is known.
            headers[.contentLength] =
                answer.headers[.contentLength]
                ?? (isHead ? answer.body.whole.map { "\($0.count)" } : nil)
            return
        }
        let body: Hummingbird.ResponseBody
        if let whole = answer.body.whole {
            body = whole.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: whole))
        } else {
            let chunks = answer.body
            let length = answer.headers[.contentLength].flatMap { Int($0) }
            body = Hummingbird.ResponseBody(contentLength: length) { writer in
                for try await chunk in chunks {
                    try await writer.write(ByteBuffer(bytes: chunk))
                }
                try await writer.finish(nil)
            }
        }
        self.init(status: answer.status, headers: answer.headers, body: body)
    }
}

#endif
