// SPDX-License-Identifier: MIT

public import HTTPTypes
import VoxServer

extension FaultInjection {
    /// A fault between a client and a service.
    public enum Fault: Hashable, Sendable {
        /// No fault.
        case none
        /// The response is delayed.
        case delay(Duration)
        /// The connection is refused, so the service does not receive the request.
        case refuse
        /// The service executes the request, but the connection breaks before the response arrives.
        case lose
        /// The response ends with an error after the given number of bytes of the body.
        case cut(after: Int)
        /// The body of the response ends after the given number of bytes, as if the body were
        /// complete.
        case truncate(after: Int)
        /// `Content-Length` is larger than the body by the given number of bytes.
        case wrongLength(more: Int)
        /// The body of the response is not JSON.
        case garbage
        /// The body of the response never ends.
        case flood
        /// The body of the response arrives in pieces of the given size, with a pause before each
        /// piece.
        case trickle(bytes: Int, every: Duration)
        /// The response has the given media type instead of the correct one.
        case contentType(String)
        /// The service responds with an error status and does not execute the request.
        case status(HTTPResponse.Status, retryAfter: String? = nil)
        /// The response is an HTML page with status 502, like the error page of a proxy.
        case htmlError
        /// The response is a redirect to the address of the request.
        case redirectLoop
    }
}

extension FaultInjection.Fault {
    /// Executes a request and returns the response with this fault.
    func respond(to request: ClientRequest, next: any HTTPTransport) async throws -> ClientResponse
    {
        switch self {
        case .refuse: throw Self.broken("the connection was refused")
        case .lose:
            _ = try await next.execute(request)
            throw Self.broken("the connection broke before the response")
        case .status(let status, let retryAfter):
            var refusal = ErrorResponse(status)
            refusal.headers[.retryAfter] = retryAfter
            return ClientResponse(refusal, url: request.url)
        case .htmlError:
            return ClientResponse(
                head: HTTPResponse(status: .badGateway, headerFields: [.contentType: "text/html"]),
                url: request.url,
                body: ClientResponse.Body(Array("<html><h1>502 Bad Gateway</h1></html>".utf8)))
        case .redirectLoop:
            return ClientResponse(
                .temporaryRedirect, headers: [.location: request.url.text], url: request.url)
        case .delay(let duration):
            try await Task.sleep(for: duration)
            return try await next.execute(request)
        default:
            var response = try await next.execute(request)
            try await spoil(&response)
            return response
        }
    }

    private func spoil(_ response: inout ClientResponse) async throws {
        switch self {
        case .contentType(let type): response.head.headerFields[.contentType] = type
        case .garbage: response.body = ClientResponse.Body(Array("\u{1}\u{2}{\"data\": [[[,".utf8))
        case .flood:
            let spaces = [UInt8](repeating: 0x20, count: 65536)
            response.body = ClientResponse.Body(SpoiledBody { _ in spaces })
        case .truncate(let count):
            response.body = ClientResponse.Body(
                Array(try await response.body.bytes().prefix(count)))
        case .wrongLength(let more):
            let bytes = try await response.body.bytes()
            response.head.headerFields[.contentLength] = String(bytes.count + more)
            response.body = ClientResponse.Body(bytes)
        case .cut(let count):
            let bytes = Array(try await response.body.bytes().prefix(count))
            response.body = ClientResponse.Body(
                SpoiledBody { index in
                    if index == 0, !bytes.isEmpty { return bytes }
                    throw Self.broken("the connection broke in the middle of the body")
                })
        case .trickle(let size, let pause):
            let bytes = try await response.body.bytes()
            response.body = ClientResponse.Body(
                SpoiledBody { index in
                    guard index * size < bytes.count else { return nil }
                    try await Task.sleep(for: pause)
                    return Array(bytes[index * size..<min(bytes.count, (index + 1) * size)])
                })
        default: break
        }
    }

    private static func broken(_ message: String) -> RequestError {
        RequestError(code: .connection, message: message)
    }
}

/// A body with chunks that a closure creates. The parameter of the closure is the number of the
/// chunk.
private struct SpoiledBody: AsyncSequence, Sendable {
    let chunk: @Sendable (Int) async throws -> [UInt8]?

    init(_ chunk: @escaping @Sendable (Int) async throws -> [UInt8]?) { self.chunk = chunk }

    struct AsyncIterator: AsyncIteratorProtocol {
        let chunk: @Sendable (Int) async throws -> [UInt8]?
        var count = 0

        mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            defer { count += 1 }
            return try await chunk(count)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunk: chunk) }
}
