// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
public import Hummingbird
public import Vox

/// Serves a ``Client`` on Hummingbird: the function that answers requests in memory answers them over a
/// socket.
///
/// A body beyond the limit is answered with 413 before it is read whole. The body of an answer is sent
/// as it comes; when it breaks off with an error, so does the connection.
public struct ClientResponder<Context>: HTTPResponder {
    private let client: any Client
    private let maximumBodySize: Int
    private let scheme: HTTPURL.Scheme

    /// Serves a client. Bodies of requests may have so many bytes at most; the scheme is the one that
    /// clients see: `https` where Hummingbird serves TLS, or a proxy before it does. Links that a
    /// service makes begin with it.
    public init(
        _ client: any Client, maximumBodySize: Int = 1 << 20, scheme: HTTPURL.Scheme = .http
    ) {
        self.client = client
        self.maximumBodySize = maximumBodySize
        self.scheme = scheme
    }

    /// Passes the request on to the client.
    public func respond(to request: Request, context: Context) async throws -> Response {
        let url: HTTPURL
        do throws(RequestError) {
            url = try HTTPURL(
                "\(scheme.rawValue)://\(request.head.authority ?? "localhost")\(request.head.path ?? "/")"
            )
        } catch {
            return Response(Refusal(.badRequest, error.message))
        }
        var message = ClientRequest(
            method: request.method, url: url, headers: request.headers)
        do throws(Refusal) {
            message.body = try await request.bytes(upTo: maximumBodySize)
        } catch {
            return Response(error)
        }
        let answer = try await client.execute(message)
        return Response(answer, isHead: request.method == .head)
    }
}

extension RouterMethods {
    /// Serves a client for all paths below one, in all methods.
    ///
    /// The client sees the whole path, so a service mounted at `/v1` has `/v1` as its base path, and
    /// the scheme that is named: `https` where Hummingbird serves TLS, or a proxy before it.
    @discardableResult
    public func mount(
        _ client: any Client, at path: String = "", maximumBodySize: Int = 1 << 20,
        scheme: HTTPURL.Scheme = .http
    ) -> Self {
        let responder = ClientResponder<Context>(
            client, maximumBodySize: maximumBodySize, scheme: scheme)
        let methods: [HTTPRequest.Method] = [
            .get, .head, .post, .put, .patch, .delete, .options,
        ]
        for method in methods {
            on("\(path)/**", method: method, responder: responder)
        }
        return self
    }
}

extension Response {
    /// The answer of a client.
    fileprivate init(_ answer: ClientResponse, isHead: Bool) {
        // These have none; bytes sent all the same would be read as the next answer (RFC 9112, 6.3).
        guard !isHead, answer.status != .noContent, answer.status != .notModified else {
            self.init(status: answer.status, headers: answer.headers)
            // Of an answer to HEAD it is the length that GET would get, where that is known.
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
