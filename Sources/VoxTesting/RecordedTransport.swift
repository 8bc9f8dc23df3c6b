// SPDX-License-Identifier: MIT

public import HTTPTypes
import Synchronization
public import VoxServer

/// A transport that returns recorded responses, selected by method, path and query.
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
/// The transport responds with 404 and an error document to a request that was not recorded. The
/// error document names the query items that differ from the recorded query. To see the requests,
/// put a ``RequestLog`` before this transport.
public final class RecordedTransport: HTTPTransport {
    /// A recorded response.
    public struct Response: Hashable, Sendable {
        /// The status and the header fields.
        public var head: HTTPResponse
        /// The body.
        public var body: [UInt8]

        /// Creates a response.
        public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
            head = HTTPResponse(status: status, headerFields: headers)
            self.body = body
        }
    }

    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let path: String
        /// The query items sorted by name. Items with the same name keep their order. Nil matches
        /// any query.
        var query: [QueryItem]?

        init(_ method: HTTPRequest.Method, _ target: String) {
            self.method = method
            guard let mark = target.firstIndex(of: "?") else {
                path = target
                return
            }
            path = String(target[..<mark])
            let text = String(target[target.index(after: mark)...])
            let items = (try? QueryItem.Encoding.decode(text)) ?? [QueryItem("", text)]
            query = items.enumerated().sorted {
                ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
            }.map(\.element)
        }

        /// Returns the names of the items that differ or that only one of the two queries has.
        func difference(from other: Key) -> [String] {
            let items = (query ?? [], other.query ?? [])
            let names = Set((items.0 + items.1).map(\.name))
            return names.filter { name in
                items.0.filter { $0.name == name } != items.1.filter { $0.name == name }
            }.sorted()
        }
    }

    private let responses = Mutex<[Key: [Response]]>([:])

    /// Creates a transport without responses.
    public init() {}

    /// Records a document for a path and a query. The path must be percent-encoded in the same way
    /// as in the request.
    ///
    /// A path that is recorded without a query matches requests for the path with every query that
    /// was not recorded. Queries are compared by their decoded items. The order of query items
    /// matters only for items with the same name. A comma in a query separates values, and an
    /// encoded comma (`%2C`) is part of a value.
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

    /// Records a response. If several responses are recorded for one request, the transport returns
    /// these responses in order, and then repeats the last response.
    public func record(_ method: HTTPRequest.Method, _ target: String, _ response: Response) {
        responses.withLock { $0[Key(method, target), default: []].append(response) }
    }

    /// Returns the recorded response. If the body of the request is not in memory, the transport
    /// first reads the whole body.
    public func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await request.drain()
        let asked = Key(request.method, request.url.target)
        let found: Response? = responses.withLock { responses in
            for key in [asked, Key(request.method, request.url.path)] {
                guard let recorded = responses[key], let first = recorded.first else { continue }
                if recorded.count > 1 { responses[key]?.removeFirst() }
                return first
            }
            return nil
        }
        guard let found else {
            return ClientResponse(ErrorResponse(.notFound, reason(asked)), url: request.url)
        }
        return ClientResponse(
            head: found.head, url: request.url, body: ClientResponse.Body(found.body))
    }

    /// Returns the reason why there is no response. The reason contains no values of query items,
    /// because the values may be private.
    private func reason(_ asked: Key) -> String {
        let differences = responses.withLock { responses in
            responses.keys.filter { $0.method == asked.method && $0.path == asked.path }
                .map(asked.difference(from:))
        }
        let fewest = differences.min { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
        guard let fewest, !fewest.isEmpty else {
            return "no response was recorded for this request"
        }
        return "no response was recorded for this query: the nearest recorded query differs in "
            + fewest.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
