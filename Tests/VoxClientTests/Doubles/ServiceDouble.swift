// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Vox

/// A service in memory that differs from JSON:API in the points of its quirks. It serves one list of
/// five resources in pages of two, and each of them alone, and counts the requests that it refuses.
final class ServiceDouble: HTTPTransport {
    /// A page of the list: the resources from `start` to `end`.
    struct Page {
        let url: HTTPURL
        let start: Int
        let end: Int

        var isLast: Bool { end == ServiceDouble.total }
        var number: Int { start / ServiceDouble.size + 1 }
        var nextNumber: String { isLast ? "null" : "\(number + 1)" }

        /// A JSON string, or null on the last page.
        func orNull(_ text: String) -> String { isLast ? "null" : "\"\(text)\"" }
    }

    /// The reason to refuse a request.
    struct Fault: Error {
        let status: Int
        let words: String
        var source = ""
    }

    /// The points in which a service differs.
    struct Quirks: Sendable {
        /// The path of the service, which all requests begin with.
        var base = ""
        /// The path of the list, below the base.
        var list = ""
        /// The header fields that every request must have, with their values.
        var headers: [String: String] = [:]
        /// The status of the refusal of a request without them.
        var unauthorized = 401
        /// The value that `Accept` must have; nil for any value.
        var accept: String?
        /// The path of one resource of the list without its id, below the base; nil for the path of
        /// the list.
        var item: String?
        /// The path of a resource that can be deleted, without its id; nil if the service has no
        /// DELETE.
        var deletable: String?
        /// The query parameters that every request must have, with their values.
        var query: [String: String] = [:]
        /// The query parameters that a request of the list must have.
        var listQuery: [String: String] = [:]
        /// The media types of bodies that the service takes.
        var taken: Set<String> = ["application/vnd.api+json"]
        /// The media type of its responses.
        var type = "application/vnd.api+json"
        /// The header fields of its responses.
        var fields: [String: String] = [:]
        /// The query parameter with the size of a page, and the largest size.
        var size = (name: "page[size]", most: 100)
        /// The index of the first resource of a page; nil for a query that the service refuses.
        var start: @Sendable ([String: String]) -> Int? = { _ in 0 }
        /// The members of the document of a page, beside `data`.
        var paging: @Sendable (Page) -> String = { _ in "" }
        /// One resource of the list, from 1.
        var resource: @Sendable (Int, [String: String]) -> String = { _, _ in "{}" }
        /// The body of a refusal.
        var error: @Sendable (Fault) -> String = { _ in "" }
        /// The status and the body of the response to a write.
        var write: @Sendable (ClientRequest, JSON) throws -> (Int, String) = { _, _ in (204, "") }
    }

    static let total = 5
    static let size = 2

    private let quirks: Quirks
    private let state = Mutex(
        (requests: [ClientRequest](), refused: [String](), deleted: Set<String>()))

    init(_ quirks: Quirks) { self.quirks = quirks }

    /// Method, target and body of each request.
    var lines: [String] {
        state.withLock { $0.requests }.map { request in
            "\(request.method) \(request.url.target)" + (request.text.map { " \($0)" } ?? "")
        }
    }

    /// The requests that were refused, with the status.
    var refused: [String] { state.withLock { $0.refused } }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        state.withLock { $0.requests.append(request) }
        do {
            let (status, body) = try respond(request)
            return response(status, body, to: request)
        } catch let fault as Fault {
            state.withLock {
                $0.refused.append("\(fault.status) \(request.method) \(request.url.path)")
            }
            return response(fault.status, quirks.error(fault), to: request)
        }
    }

    private func response(
        _ status: Int, _ body: String, to request: ClientRequest
    ) -> ClientResponse {
        var fields = HTTPFields()
        if !body.isEmpty { fields[.contentType] = quirks.type }
        for (name, value) in quirks.fields {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return .document(body, status, fields, of: request)
    }

    private func respond(_ request: ClientRequest) throws -> (Int, String) {
        for (name, value) in quirks.headers {
            guard HTTPField.Name(name).flatMap({ request.headers[$0] }) == value else {
                throw Fault(status: quirks.unauthorized, words: "\(name) is needed")
            }
        }
        if let accept = quirks.accept, request.headers[.accept] != accept {
            throw Fault(status: 406, words: "only \(accept) is available")
        }
        let query = try query(of: request)
        let path = request.url.path
        guard path.hasPrefix(quirks.base + "/") else {
            throw Fault(status: 404, words: "\(path) was not found")
        }
        if request.method == .delete, request.body == nil {
            guard let deletable = quirks.deletable, path.hasPrefix(quirks.base + deletable + "/")
            else { throw Fault(status: 405, words: "\(path) cannot be deleted") }
            guard state.withLock({ $0.deleted.insert(path).inserted }) else {
                throw Fault(status: 404, words: "\(path) was not found")
            }
            return (204, "")
        }
        guard request.method == .get else {
            let type = request.headers[.contentType] ?? ""
            guard quirks.taken.contains(type) else {
                throw Fault(
                    status: 415, words: "the media type \(type) is not taken")
            }
            return try quirks.write(request, JSON(parsing: request.body ?? []))
        }
        if path == quirks.base + quirks.list { return try (200, page(request.url, query)) }
        let item = quirks.base + (quirks.item ?? quirks.list) + "/"
        guard path.hasPrefix(item), !state.withLock({ $0.deleted.contains(path) }),
            let resource = try resource(String(path.dropFirst(item.count)), query)
        else { throw Fault(status: 404, words: "\(path) was not found") }
        return (200, #"{"data":\#(resource)}"#)
    }

    /// The resource of the list with an id; nil if there is none.
    private func resource(_ id: String, _ query: [String: String]) throws -> String? {
        try (1...Self.total).map { quirks.resource($0, query) }
            .first { try JSON(parsing: $0).id as String? == id }
    }

    /// The parameters of a request, if the service takes them.
    private func query(of request: ClientRequest) throws -> [String: String] {
        let text = request.url.query ?? ""
        guard !text.contains("[") else {
            throw Fault(status: 400, words: "brackets must be encoded")
        }
        var query: [String: String] = [:]
        for item in try QueryItem.Encoding.decode(text) {
            guard query.updateValue(item.value ?? "", forKey: item.name) == nil else {
                throw Fault(status: 400, words: "\(item.name) occurs twice")
            }
        }
        for (name, value) in quirks.query where query[name] != value {
            throw Fault(status: 400, words: "\(name) is needed")
        }
        return query
    }

    private func page(_ url: HTTPURL, _ query: [String: String]) throws -> String {
        for (name, value) in quirks.listQuery where query[name] != value {
            throw Fault(status: 400, words: "\(name) is needed")
        }
        let (name, most) = quirks.size
        if let size = query[name].flatMap({ Int($0) }), size > most {
            throw Fault(
                status: 422, words: "\(name) is at most \(most)",
                source: #"{"parameter":"\#(name)","pointer":null}"#)
        }
        guard let start = quirks.start(query) else {
            throw Fault(status: 400, words: "the page is unknown")
        }
        let first = min(start, Self.total)
        let page = Page(url: url, start: first, end: min(first + Self.size, Self.total))
        let data = (page.start..<page.end).map { quirks.resource($0 + 1, query) }
        let paging = quirks.paging(page)
        return #"{"data":[\#(data.joined(separator: ","))]\#(paging.isEmpty ? "" : ",")\#(paging)}"#
    }
}

extension JSON {
    /// The string at names, or a refusal of the write.
    func required(_ names: String..., status: Int) throws -> String {
        let json = names.reduce(self) { $0[$1] as JSON }
        guard let text = String(json), !text.isEmpty else {
            throw ServiceDouble.Fault(
                status: status, words: "\(names.last ?? "") must not be empty",
                source: #"{"pointer":"/\#(names.joined(separator: "/"))"}"#)
        }
        return text
    }
}
