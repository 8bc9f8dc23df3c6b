// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request with a query that has not been sent. Each call gives a changed copy.
public protocol QueriedRequest: ConfigurableRequest {
    /// The items of the query, in order.
    var query: [QueryItem] { get set }
}

extension QueriedRequest {
    /// Adds an item to the query; repeats are kept, in order.
    public func query(_ name: String, _ value: String?) -> Self {
        query([QueryItem(name, value)])
    }

    /// Adds items to the query, in order.
    public func query(_ items: [QueryItem]) -> Self {
        var copy = self
        copy.query += items
        return copy
    }

    /// Asks, or writes, only if what is there still has this version; else the error is
    /// `preconditionFailed`.
    public func ifMatch(_ etag: String) -> Self { header(.ifMatch, etag) }
}

/// A request to a plain REST service, for whatever its response is to be read as.
///
/// Nothing is sent before ``result()``, ``response()`` or ``success()`` is called, and each calling
/// sends it once.
public struct RESTRequest<Content>: QueriedRequest, Sendable {
    var call: Call
    private let read: @Sendable (JSON?, Exchange) throws -> Content

    init(_ call: Call, _ read: @escaping @Sendable (JSON?, Exchange) throws -> Content) {
        self.call = call
        self.read = read
    }

    /// Header fields, and how the request is carried out.
    public var settings: RequestSettings {
        get { call.settings }
        set { call.settings = newValue }
    }

    /// The items of the query, in order.
    public var query: [QueryItem] {
        get { call.query }
        set { call.query = newValue }
    }

    /// The address that will be asked.
    /// - Throws: `RequestError` with code `invalidPath`, `invalidURL` or `crossOrigin`.
    public func url() throws(RequestError) -> HTTPURL { try call.url() }

    /// Sends the request and gives what was asked for.
    /// - Throws: `RequestError`: with code `document` when the response is not of the form asked
    ///   for, `unexpectedResponse` when it has no body; `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Content {
        try await response().content
    }

    /// Sends the request and tells status and header fields, too.
    /// - Throws: as ``result()``.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> RESTResponse<Content> {
        try await call.perform { json, exchange in try content(json, exchange) }
    }

    /// What was asked for of a response.
    func content(_ json: JSON?, _ exchange: Exchange) throws -> Content {
        let content = try read(json, exchange)
        try Task.checkCancellation()
        return content
    }

    /// Sends the request and returns when it was a success, whatever the body of the response: also
    /// none (200, 201, 204).
    /// - Throws: `RequestError` for every other status, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func success() async throws -> RESTResponse<Void> {
        try await call.succeed()
    }

    /// Sends the request and gives the body of the response as it came: a picture, a text, XML. No
    /// parser sees it, and no body is no bytes. It is held in memory, so
    /// ``RESTOptions/maximumBody`` bounds it.
    ///
    /// Any media type is accepted unless the options name some.
    /// - Throws: `RequestError` for a status that is no success, `CancellationError`.
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
    /// A request whose answer, or what a dotted path leads to in it, is read as a value.
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
    /// A request of whose answer the status alone counts.
    static func ignoringAnswer(_ call: Call) -> RESTRequest<Void> {
        var call = call
        call.ignoresBody = true
        return RESTRequest(call) { _, _ in }
    }
}

extension Exchange {
    /// What was asked for of the response, or of what a dotted path leads to in it.
    /// - Throws: `RequestError` with code `unexpectedResponse` for no body, `document` when the
    ///   path leads nowhere or what is there does not convert.
    func content<Content>(
        _ json: JSON?, at path: String?, _ decode: (JSON) throws(JSONError) -> Content
    ) throws(RequestError) -> Content {
        guard let json else {
            throw error(.unexpectedResponse, "the response has no body")
        }
        var found = json
        if let path {
            guard let member = json.vox.member(at: path) else {
                throw error(.document, "the response has nothing at \"\(path)\"")
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
