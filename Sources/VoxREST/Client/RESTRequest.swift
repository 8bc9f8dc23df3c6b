// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request to which query items can be added. Each method that sets a part of the request returns
/// a changed copy.
public protocol QueriedRequest: ClientRequest.Configurable {
    /// The query items, in order.
    var query: [QueryItem] { get set }
}

extension QueriedRequest {
    /// Adds an item to the query. Items with the same name are all sent, in order.
    public func query(_ name: String, _ value: String?) -> Self {
        query([QueryItem(name, value)])
    }

    /// Adds items to the query, in order.
    public func query(_ items: [QueryItem]) -> Self {
        var copy = self
        copy.query += items
        return copy
    }

    /// Makes the request conditional on a version of the content. If the server has another
    /// version, the request throws an error with code `preconditionFailed`.
    public func ifMatch(_ etag: String) -> Self { header(.ifMatch, etag) }
}

/// A request to a REST service, with the type of its response.
///
/// ``result()``, ``response()`` and ``success()`` send the request, once for each call.
public struct RESTRequest<Content>: QueriedRequest, Sendable {
    var call: Call
    private let read: @Sendable (JSON?, Exchange) throws -> Content

    init(_ call: Call, _ read: @escaping @Sendable (JSON?, Exchange) throws -> Content) {
        self.call = call
        self.read = read
    }

    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings {
        get { call.settings }
        set { call.settings = newValue }
    }

    /// The query items, in order.
    public var query: [QueryItem] {
        get { call.query }
        set { call.query = newValue }
    }

    /// Returns the address of the request.
    /// - Throws: `RequestError` with code `invalidPath`, `invalidURL` or `crossOrigin`.
    public func url() throws(RequestError) -> HTTPURL { try call.url() }

    /// Sends the request and returns its content.
    /// - Throws: `RequestError` with code `document` if the response cannot be read as the content,
    ///   or `unexpectedResponse` if the response has no body; `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Content {
        try await response().content
    }

    /// Sends the request and returns the response, with its status and header fields.
    /// - Throws: the errors of ``result()``.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> RESTResponse<Content> {
        try await call.perform { json, exchange in try content(json, exchange) }
    }

    /// Returns the content of a response.
    func content(_ json: JSON?, _ exchange: Exchange) throws -> Content {
        let content = try read(json, exchange)
        try Task.checkCancellation()
        return content
    }

    /// Sends the request, and accepts every successful response, with any body or without a body
    /// (200, 201, 204).
    /// - Throws: `RequestError` for every other status; `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func success() async throws -> RESTResponse<Void> {
        try await call.succeed()
    }

    /// Sends the request and returns the body of the response without parsing it, such as a picture
    /// or XML. For an empty body, the result has no bytes. The body is kept in memory, so the
    /// option `maximumBody` limits its size.
    ///
    /// If the options do not set the accepted media types, every media type is accepted.
    /// - Throws: `RequestError` for a status that reports no success; `CancellationError`.
    nonisolated(nonsending) public func bytes() async throws -> RESTResponse<[UInt8]> {
        var call = call
        call.ignoresBody = true
        if call.context.client.options.acceptedTypes == nil {
            call.context = CallContext(call.context.client.with { $0.acceptedTypes = ["*/*"] })
        }
        return try await call.perform { _, exchange in exchange.body }
    }
}

extension RESTRequest {
    /// Creates a request that returns the value of the response, or the value at a dotted path in
    /// the response.
    static func reading(
        _ call: Call, at path: String?
    ) -> RESTRequest<Content> where Content: JSONConvertible {
        RESTRequest(call) { json, exchange in
            try exchange.content(json, at: path) { json throws(JSONError) in
                try Content.decode(json)
            }
        }
    }
}

extension RESTRequest where Content == Void {
    /// Creates a request whose response is checked only for its status.
    static func ignoringResponse(_ call: Call) -> RESTRequest<Void> {
        var call = call
        call.ignoresBody = true
        return RESTRequest(call) { _, _ in }
    }
}

extension Exchange {
    /// Returns the content of the response, or of the part at a dotted path.
    /// - Throws: `RequestError` with code `unexpectedResponse` if there is no body, and `document`
    ///   if the path leads nowhere or the value cannot be converted.
    func content<Content>(
        _ json: JSON?, at path: String?, _ decode: (JSON) throws(JSONError) -> Content
    ) throws(RequestError) -> Content {
        guard let json else {
            throw error(.unexpectedResponse, "the response has no body")
        }
        var found = json
        if let path {
            guard let member = json.vox.member(at: path) else {
                throw error(.document, "the response has no value at \"\(path)\"")
            }
            found = member
        }
        do {
            return try decode(found)
        } catch {
            throw self.error(
                .document, "the response does not have the expected form: \(error)", cause: error)
        }
    }
}
