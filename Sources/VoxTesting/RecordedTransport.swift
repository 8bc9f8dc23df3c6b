// SPDX-License-Identifier: MIT

public import HTTPTypes
import Synchronization
public import VoxServer

/// A client that answers from what was recorded: bytes by method, path and query.
///
/// ```swift
/// import VoxTesting
///
/// let client = RecordedTransport()
/// client.record(.get, "/notes/1", #"{"data": {"type": "notes", "id": "1"}}"#)
///
/// let request = ClientRequest(method: .get, url: try HTTPURL("http://test.example/notes/1"))
/// print(try await client.execute(request).status.code)  // prints: 200
/// ```
///
/// What was not recorded is answered with 404 and an error document. Put ``RequestLog`` before it to
/// see what was asked.
public final class RecordedTransport: HTTPTransport {
    /// A recorded answer.
    public struct Response: Hashable, Sendable {
        /// Status and header fields.
        public var head: HTTPResponse
        /// The body.
        public var body: [UInt8]

        /// Makes an answer.
        public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
            head = HTTPResponse(status: status, headerFields: headers)
            self.body = body
        }
    }

    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let target: String
    }

    private let answers = Mutex<[Key: [Response]]>([:])

    /// Makes a client without answers.
    public init() {}

    /// Records a document for a path and query, as they will be sent; a path alone also answers for
    /// queries that were not recorded.
    public func record(
        _ method: HTTPRequest.Method, _ target: String, status: HTTPResponse.Status = .ok,
        _ document: String
    ) {
        record(
            method, target,
            Response(
                status, headers: [.contentType: HTTPMediaType.jsonAPI.description],
                body: Array(document.utf8)))
    }

    /// Records an answer. Several for one request are given one after the other; the last one stays.
    public func record(_ method: HTTPRequest.Method, _ target: String, _ answer: Response) {
        answers.withLock { $0[Key(method: method, target: target), default: []].append(answer) }
    }

    /// Gives the recorded answer. A body that is not in memory is read before, as a server would.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await request.drain()
        let keys = [request.url.target, request.url.path].map {
            Key(method: request.method, target: $0)
        }
        let found: Response? = answers.withLock { answers in
            for key in keys {
                guard let recorded = answers[key], let first = recorded.first else { continue }
                if recorded.count > 1 { answers[key]?.removeFirst() }
                return first
            }
            return nil
        }
        guard let found else {
            let refusal = ErrorResponse(.notFound, "no answer was recorded for this request")
            return ClientResponse(refusal, url: request.url)
        }
        return ClientResponse(
            head: found.head, url: request.url, body: ClientResponseBody(found.body))
    }
}
