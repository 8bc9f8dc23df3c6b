// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
public import Hummingbird
import Logging
public import VoxServer

/// Serves an `HTTPTransport` on Hummingbird, so that clients can reach the transport over a socket.
/// If a ``/VoxServer/ResourceService`` responds with 500, the error is written to the log of the
/// request.
///
/// If a body exceeds the limit, the client gets a 413 response before the body is read completely.
/// If a body has a `Content-Encoding`, or is a form for a type without files, the client gets a 415
/// response before the body is read. The body of a response is streamed. If the body of a response
/// fails with an error, the connection is closed.
public struct TransportResponder<Context>: HTTPResponder {
    private let client: any HTTPTransport
    private let maximumBodySize: Int
    private let address: ResourceService.Address
    private let scheme: HTTPURL.Scheme
    /// The path of the mounted client as it is used from outside the server.
    private let path: String

    /// Creates a responder that serves a client.
    ///
    /// - Parameters:
    ///   - client: the client that returns the responses. The client receives each request with its
    ///     public address, so the links of a service begin with the public address.
    ///   - maximumBodySize: the maximum number of bytes of the body of a request. Forms with files
    ///     have limits of their own (``/VoxServer/ServedType/files``).
    ///   - address: the public address of the service. By default, only a `Host` of this machine is
    ///     accepted. If `Host` is not allowed, missing, repeated or malformed, the client gets a
    ///     400 response.
    ///   - scheme: the scheme of the public address, if `Host` determines the other parts of the
    ///     address. Use `https` if Hummingbird, or a proxy in front of it, serves TLS.
    ///   - path: the path of the client on the server. If the `basePath` of the service is empty,
    ///     the paths of the service begin with the path of `address`, followed by the argument
    ///     `path`.
    public init(
        _ client: any HTTPTransport, maximumBodySize: Int = 1 << 20,
        address: ResourceService.Address = .loopback,
        scheme: HTTPURL.Scheme = .http, at path: String = ""
    ) {
        self.client = client
        self.path = address.path + path.split(separator: "/").map { "/" + $0 }.joined()
        self.maximumBodySize = maximumBodySize
        self.address = address
        self.scheme = scheme
    }

    /// Passes the request to the client, and returns the response of the client.
    public func respond(to request: Request, context: Context) async throws -> Response {
        let context = context as? any RequestContext
        let message: ClientRequest
        do throws(ErrorResponse) {
            message = try await self.message(of: request)
        } catch {
            note(route(of: request), error.status, statements: 0, in: context)
            return Response(error)
        }
        let record = RequestRecord {
            context?.logger.error("\(request.method) \(request.uri.path): \($0)")
        }
        let response = try await RequestRecord.$current.withValue(record) {
            try await MountedPath.$current.withValue(path) { try await client.execute(message) }
        }
        note(record.route, response.status, statements: record.statements, in: context)
        return Response(response, isHead: request.method == .head)
    }

    /// Returns the request for the client. Its body is a stream if the client reads it as a stream,
    /// and otherwise it is in memory.
    private func message(of request: Request) async throws(ErrorResponse) -> ClientRequest {
        let url = try address.url(
            hosts: request.hosts, target: request.head.path ?? "", scheme: scheme)
        var message = ClientRequest(method: request.method, url: url, headers: request.headers)
        if let size = ask({ $0.streamedSize(of: message) }) {
            message.content = try request.stream(upTo: size)
        } else {
            message.body = try await request.bytes(upTo: maximumBodySize)
        }
        return message
    }

    /// Calls a function with the client, as at the path of the mount. Returns nil for a client that
    /// knows nothing about its requests.
    private func ask<Fact>(_ body: (any MountedTransport) -> Fact?) -> Fact? {
        guard let client = client as? any MountedTransport else { return nil }
        return MountedPath.$current.withValue(path) { body(client) }
    }

    /// Returns the route of a request that does not reach the client. The host does not matter, and
    /// may be the reason of the refusal.
    private func route(of request: Request) -> String? {
        let target = address.path + (request.head.path ?? "")
        guard let url = try? HTTPURL("http://localhost\(target)") else { return nil }
        let message = ClientRequest(method: request.method, url: url, headers: request.headers)
        return ask { $0.route(of: message) }
    }

    /// Sets the route of a request for the middleware of Hummingbird, which reads the route after
    /// the response, and logs the response.
    private func note(
        _ route: String?, _ status: HTTPResponse.Status, statements: Int,
        in context: (any RequestContext)?
    ) {
        guard let context, let route else { return }
        context.coreContext.endpointPath.value =
            route.hasPrefix(address.path) ? String(route.dropFirst(address.path.count)) : route
        context.logger.debug(
            "response",
            metadata: [
                "route": "\(route)", "status": "\(status.code)", "statements": "\(statements)",
            ])
    }
}

extension RouterMethods {
    /// Passes all requests for paths below a given path to a client, with any method.
    ///
    /// The client receives the whole path. If the `basePath` of a service is empty, the paths of
    /// the service begin with the path of `address`, followed by the argument `path`. For example,
    /// a service at `v1` with the address `https://music.example/api` has links that begin with
    /// `https://music.example/api/v1`. For the parameters, see
    /// ``TransportResponder/init(_:maximumBodySize:address:scheme:at:)``.
    ///
    /// On a router, other routes take precedence, and the client receives the requests that match
    /// no other route. For example, `GET /albums/1` reaches the client even if the router has the
    /// route `router.post("albums/:id/publish")`. The router alone would look for `/albums/1` only
    /// among the routes below `albums`, and would not find a route. If you mount several clients,
    /// mount the client with the longest path first. In a group of a router, the client does not
    /// receive all requests that match no other route: a route of the group hides all other paths
    /// with the same first segment.
    @discardableResult
    public func mount(
        _ client: any HTTPTransport, at path: String = "", maximumBodySize: Int = 1 << 20,
        address: ResourceService.Address = .loopback, scheme: HTTPURL.Scheme = .http
    ) -> Self {
        let responder = TransportResponder<Context>(
            client, maximumBodySize: maximumBodySize, address: address, scheme: scheme, at: path)
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

/// Passes a request below the path of a mounted client to this client if no route matches the
/// request. A router tries only the most specific route: if there is a route `albums/:id/publish`,
/// the router looks for `/albums/1` only below this route, and not in `**`. A request without a
/// route still passes through the middleware of the router.
private struct MountedFallback<Context: RequestContext>: RouterMiddleware {
    let responder: TransportResponder<Context>
    /// The path without a slash at its end; empty for the root.
    private let path: String

    init(responder: TransportResponder<Context>, path: String) {
        self.responder = responder
        self.path = path.split(separator: "/").map { "/" + $0 }.joined()
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The router sets `endpointPath` to the matching route before it calls any middleware.
        guard context.endpointPath == nil, request.uri.path.hasPrefix(path + "/") else {
            return try await next(request, context)
        }
        context.coreContext.endpointPath.value = path + "/**"  // for metrics
        return try await responder.respond(to: request, context: context)
    }
}

extension Response {
    /// Creates a response from the response of a client.
    fileprivate init(_ response: ClientResponse, isHead: Bool) {
        // These responses have no body. A client would read further bytes as the next response (RFC
        // 9112, section 6.3).
        guard !isHead, response.status != .noContent, response.status != .notModified else {
            self.init(status: response.status, headers: response.headers)
            // For HEAD, the length is the one that GET would return, if it is known.
            headers[.contentLength] =
                response.headers[.contentLength]
                ?? (isHead ? response.body.whole.map { "\($0.count)" } : nil)
            return
        }
        let body: Hummingbird.ResponseBody
        if let whole = response.body.whole {
            body = whole.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: whole))
        } else {
            let chunks = response.body
            let length = response.headers[.contentLength].flatMap { Int($0) }
            body = Hummingbird.ResponseBody(contentLength: length) { writer in
                for try await chunk in chunks {
                    try await writer.write(ByteBuffer(bytes: chunk))
                }
                try await writer.finish(nil)
            }
        }
        self.init(status: response.status, headers: response.headers, body: body)
    }
}

#endif
